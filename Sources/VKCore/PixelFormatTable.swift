extension PixelFormat {
  /// Every format that the engine's own kernels read and write, the most usual of a kind first.
  public static let all: [PixelFormat] =
    depths.map { gray($0) } + [.ya8, .ya16, .grayf32]
    + [Chroma.c420, .c422, .c444].flatMap { chroma in depths.map { yuv(chroma, $0) } }
    + [Chroma.c420, .c422, .c444].flatMap { chroma in
      depths.filter { $0 != 14 && ($0 != 12 || chroma != .c420) }.map {
        yuv(chroma, $0, alpha: true)
      }
    }
    + [.nv12, .nv21, .nv16, .nv24, .nv42, .nv20]
    + [.p010, .p016, .p210, .p216, .p410, .p416]
    + [.yuyv422, .uyvy422, .yvyu422, .y210, .ayuv64]
    + [.rgb24, .bgr24, .rgba, .bgra, .argb, .abgr, .rgb0, .bgr0, .xrgb, .xbgr]
    + [.rgb48, .bgr48, .rgba64, .bgra64, .rgbaf16, .rgbaf32]
    + depths.map { gbr($0) } + [8, 10, 12, 16].map { gbr($0, alpha: true) }
    + [.gbrpf32, .gbrapf32]

  private static let depths = [8, 10, 12, 16, 9, 14]

  /// How many colour differences there are for a luma sample, by the usual names.
  private enum Chroma: String {
    case c420 = "420"
    case c422 = "422"
    case c444 = "444"

    var shifts: (x: Int, y: Int) { (self == .c444 ? 0 : 1, self == .c420 ? 1 : 0) }
  }

  /// Where a component lies: plane, first sample and distance of samples, in samples.
  private typealias Place = (plane: Int, offset: Int, step: Int)

  private static func make(
    _ name: String, _ model: Model, depth: Int = 8, shift: Int = 0, isFloat: Bool = false,
    chroma: Chroma = .c444, alpha: Bool = false, _ places: [Place]
  ) -> PixelFormat {
    let bytes = (depth + shift + 7) / 8
    return PixelFormat(
      name: name, model: model, bitDepth: depth, shift: shift, isFloat: isFloat,
      chromaShiftX: chroma.shifts.x, chromaShiftY: chroma.shifts.y,
      components: places.map {
        Component(plane: $0.plane, offset: $0.offset * bytes, step: $0.step * bytes)
      },
      hasAlpha: alpha)
  }

  /// What FFmpeg appends to a name for a depth and, beyond a byte, for its order.
  private static func suffix(_ depth: Int) -> String { depth == 8 ? "" : "\(depth)le" }

  private static func gray(_ depth: Int) -> PixelFormat {
    make("gray" + suffix(depth), .gray, depth: depth, [(0, 0, 1)])
  }

  private static func yuv(_ chroma: Chroma, _ depth: Int, alpha: Bool = false) -> PixelFormat {
    make(
      "yuv\(alpha ? "a" : "")\(chroma.rawValue)p" + suffix(depth), .yuv, depth: depth,
      chroma: chroma, alpha: alpha, (0..<(alpha ? 4 : 3)).map { ($0, 0, 1) })
  }

  private static func gbr(
    _ depth: Int, isFloat: Bool = false, alpha: Bool = false
  ) -> PixelFormat {
    make(
      "gbr\(alpha ? "a" : "")p" + (isFloat ? "f" : "") + suffix(depth), .rgb, depth: depth,
      isFloat: isFloat, alpha: alpha, [2, 0, 1, 3].prefix(alpha ? 4 : 3).map { ($0, 0, 1) })
  }

  /// Luma in one plane, colour differences in turn in the other; `swapped` has V first.
  private static func semiPlanar(
    _ name: String, _ chroma: Chroma, depth: Int = 8, shift: Int = 0, swapped: Bool = false
  ) -> PixelFormat {
    make(
      name, .yuv, depth: depth, shift: shift, chroma: chroma,
      [(0, 0, 1), (1, swapped ? 1 : 0, 2), (1, swapped ? 0 : 1, 2)])
  }

  /// Two pixels in four samples: the places of the first luma and of the two colour differences.
  private static func packed422(
    _ name: String, depth: Int = 8, shift: Int = 0, _ places: (y: Int, u: Int, v: Int)
  ) -> PixelFormat {
    make(
      name, .yuv, depth: depth, shift: shift, chroma: .c422,
      [(0, places.y, 2), (0, places.u, 4), (0, places.v, 4)])
  }

  /// A pixel after the other, `count` samples each: the places of the components, alpha last.
  private static func packed(
    _ name: String, _ model: Model = .rgb, depth: Int = 8, isFloat: Bool = false, of count: Int,
    _ offsets: [Int]
  ) -> PixelFormat {
    make(
      name, model, depth: depth, isFloat: isFloat, alpha: offsets.count % 2 == 0,
      offsets.map { (0, $0, count) })
  }
}

// MARK: Grey and YUV

extension PixelFormat {
  /// 8-bit grey.
  public static let gray8 = gray(8)
  /// 10-bit grey in 16-bit little-endian words.
  public static let gray10 = gray(10)
  /// 12-bit grey in 16-bit little-endian words.
  public static let gray12 = gray(12)
  /// 16-bit grey, little-endian.
  public static let gray16 = gray(16)
  /// 32-bit floating-point grey.
  public static let grayf32 = make("grayf32le", .gray, depth: 32, isFloat: true, [(0, 0, 1)])
  /// 8-bit grey, alpha.
  public static let ya8 = packed("ya8", .gray, of: 2, [0, 1])
  /// 16-bit grey, alpha, little-endian.
  public static let ya16 = packed("ya16le", .gray, depth: 16, of: 2, [0, 1])
  /// 8-bit 4:2:0, three planes.
  public static let yuv420p = yuv(.c420, 8)
  /// The same as `yuv420p`.
  public static let i420 = yuv420p
  /// 8-bit 4:2:2, three planes.
  public static let yuv422p = yuv(.c422, 8)
  /// 8-bit 4:4:4, three planes.
  public static let yuv444p = yuv(.c444, 8)
  /// 10-bit 4:2:0 in 16-bit little-endian words, three planes.
  public static let yuv420p10 = yuv(.c420, 10)
  /// 10-bit 4:2:2 in 16-bit little-endian words, three planes.
  public static let yuv422p10 = yuv(.c422, 10)
  /// 10-bit 4:4:4 in 16-bit little-endian words, three planes.
  public static let yuv444p10 = yuv(.c444, 10)
  /// 12-bit 4:2:0 in 16-bit little-endian words, three planes.
  public static let yuv420p12 = yuv(.c420, 12)
  /// 12-bit 4:2:2 in 16-bit little-endian words, three planes.
  public static let yuv422p12 = yuv(.c422, 12)
  /// 12-bit 4:4:4 in 16-bit little-endian words, three planes.
  public static let yuv444p12 = yuv(.c444, 12)
  /// 16-bit 4:2:0, little-endian, three planes.
  public static let yuv420p16 = yuv(.c420, 16)
  /// 16-bit 4:2:2, little-endian, three planes.
  public static let yuv422p16 = yuv(.c422, 16)
  /// 16-bit 4:4:4, little-endian, three planes.
  public static let yuv444p16 = yuv(.c444, 16)
  /// 8-bit 4:2:0 and alpha of full size, four planes.
  public static let yuva420p = yuv(.c420, 8, alpha: true)
  /// 8-bit 4:2:2 and alpha of full size, four planes.
  public static let yuva422p = yuv(.c422, 8, alpha: true)
  /// 8-bit 4:4:4 and alpha, four planes.
  public static let yuva444p = yuv(.c444, 8, alpha: true)
  /// 10-bit 4:4:4 and alpha in 16-bit little-endian words, four planes.
  public static let yuva444p10 = yuv(.c444, 10, alpha: true)
  /// 16-bit 4:4:4 and alpha, little-endian, four planes.
  public static let yuva444p16 = yuv(.c444, 16, alpha: true)
  /// 8-bit 4:2:0, luma plane and interleaved chroma plane.
  public static let nv12 = semiPlanar("nv12", .c420)
  /// 8-bit 4:2:0, luma plane and interleaved chroma plane, V before U.
  public static let nv21 = semiPlanar("nv21", .c420, swapped: true)
  /// 8-bit 4:2:2, luma plane and interleaved chroma plane.
  public static let nv16 = semiPlanar("nv16", .c422)
  /// 8-bit 4:4:4, luma plane and interleaved chroma plane.
  public static let nv24 = semiPlanar("nv24", .c444)
  /// 8-bit 4:4:4, luma plane and interleaved chroma plane, V before U.
  public static let nv42 = semiPlanar("nv42", .c444, swapped: true)
  /// 10-bit 4:2:2 in the lower bits of 16-bit little-endian words, two planes.
  public static let nv20 = semiPlanar("nv20le", .c422, depth: 10)
  /// 10-bit 4:2:0 in the upper bits of 16-bit little-endian words, two planes.
  public static let p010 = semiPlanar("p010le", .c420, depth: 10, shift: 6)
  /// 16-bit 4:2:0, little-endian, two planes.
  public static let p016 = semiPlanar("p016le", .c420, depth: 16)
  /// 10-bit 4:2:2 in the upper bits of 16-bit little-endian words, two planes.
  public static let p210 = semiPlanar("p210le", .c422, depth: 10, shift: 6)
  /// 16-bit 4:2:2, little-endian, two planes.
  public static let p216 = semiPlanar("p216le", .c422, depth: 16)
  /// 10-bit 4:4:4 in the upper bits of 16-bit little-endian words, two planes.
  public static let p410 = semiPlanar("p410le", .c444, depth: 10, shift: 6)
  /// 16-bit 4:4:4, little-endian, two planes.
  public static let p416 = semiPlanar("p416le", .c444, depth: 16)
  /// 8-bit 4:2:2 in one plane: Y, U, Y, V.
  public static let yuyv422 = packed422("yuyv422", (0, 1, 3))
  /// 8-bit 4:2:2 in one plane: U, Y, V, Y.
  public static let uyvy422 = packed422("uyvy422", (1, 0, 2))
  /// 8-bit 4:2:2 in one plane: Y, V, Y, U.
  public static let yvyu422 = packed422("yvyu422", (0, 3, 1))
  /// 10-bit 4:2:2 in the upper bits of 16-bit little-endian words in one plane: Y, U, Y, V.
  public static let y210 = packed422("y210le", depth: 10, shift: 6, (0, 1, 3))
  /// 16-bit alpha, Y, U, V, little-endian.
  public static let ayuv64 = packed("ayuv64le", .yuv, depth: 16, of: 4, [1, 2, 3, 0])
}

// MARK: RGB

extension PixelFormat {
  /// 8-bit red, green, blue.
  public static let rgb24 = packed("rgb24", of: 3, [0, 1, 2])
  /// 8-bit blue, green, red.
  public static let bgr24 = packed("bgr24", of: 3, [2, 1, 0])
  /// 8-bit red, green, blue, alpha.
  public static let rgba = packed("rgba", of: 4, [0, 1, 2, 3])
  /// 8-bit blue, green, red, alpha.
  public static let bgra = packed("bgra", of: 4, [2, 1, 0, 3])
  /// 8-bit alpha, red, green, blue.
  public static let argb = packed("argb", of: 4, [1, 2, 3, 0])
  /// 8-bit alpha, blue, green, red.
  public static let abgr = packed("abgr", of: 4, [3, 2, 1, 0])
  /// 8-bit red, green, blue and a byte that means nothing; 255 is written there.
  public static let rgb0 = packed("rgb0", of: 4, [0, 1, 2])
  /// 8-bit blue, green, red and a byte that means nothing; 255 is written there.
  public static let bgr0 = packed("bgr0", of: 4, [2, 1, 0])
  /// 8-bit red, green, blue after a byte that means nothing; 255 is written there.
  public static let xrgb = packed("0rgb", of: 4, [1, 2, 3])
  /// 8-bit blue, green, red after a byte that means nothing; 255 is written there.
  public static let xbgr = packed("0bgr", of: 4, [3, 2, 1])
  /// 16-bit red, green, blue, little-endian.
  public static let rgb48 = packed("rgb48le", depth: 16, of: 3, [0, 1, 2])
  /// 16-bit blue, green, red, little-endian.
  public static let bgr48 = packed("bgr48le", depth: 16, of: 3, [2, 1, 0])
  /// 16-bit red, green, blue, alpha, little-endian.
  public static let rgba64 = packed("rgba64le", depth: 16, of: 4, [0, 1, 2, 3])
  /// 16-bit blue, green, red, alpha, little-endian.
  public static let bgra64 = packed("bgra64le", depth: 16, of: 4, [2, 1, 0, 3])
  /// 16-bit floating-point red, green, blue, alpha.
  public static let rgbaf16 = packed(
    "rgbaf16le", depth: 16, isFloat: true, of: 4, [0, 1, 2, 3])
  /// 32-bit floating-point red, green, blue, alpha.
  public static let rgbaf32 = packed(
    "rgbaf32le", depth: 32, isFloat: true, of: 4, [0, 1, 2, 3])
  /// 8-bit planes green, blue, red.
  public static let gbrp = gbr(8)
  /// 10-bit planes green, blue, red in 16-bit little-endian words.
  public static let gbrp10 = gbr(10)
  /// 12-bit planes green, blue, red in 16-bit little-endian words.
  public static let gbrp12 = gbr(12)
  /// 16-bit planes green, blue, red, little-endian.
  public static let gbrp16 = gbr(16)
  /// 8-bit planes green, blue, red, alpha.
  public static let gbrap = gbr(8, alpha: true)
  /// 16-bit planes green, blue, red, alpha, little-endian.
  public static let gbrap16 = gbr(16, alpha: true)
  /// 32-bit floating-point planes green, blue, red.
  public static let gbrpf32 = gbr(32, isFloat: true)
  /// 32-bit floating-point planes green, blue, red, alpha.
  public static let gbrapf32 = gbr(32, isFloat: true, alpha: true)
}
