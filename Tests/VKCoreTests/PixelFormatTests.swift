import Testing
import VKCore

/// Facts of FFmpeg 5.1.9: components, bits a pixel and depth by `ffmpeg -pix_fmts`; and the bytes of
/// a picture by `ffmpeg -f rawvideo -s 5x3 -pix_fmt NAME -i /dev/zero -frames:v 1 -f rawvideo -`.
private let facts: [(name: String, components: Int, bits: Int, depth: Int, bytes: Int)] = [
  ("gray", 1, 8, 8, 15), ("gray10le", 1, 10, 10, 30), ("gray12le", 1, 12, 12, 30),
  ("gray16le", 1, 16, 16, 30), ("gray9le", 1, 9, 9, 30), ("gray14le", 1, 14, 14, 30),
  ("ya8", 2, 16, 8, 30), ("ya16le", 2, 32, 16, 60), ("grayf32le", 1, 32, 32, 60),
  ("yuv420p", 3, 12, 8, 27), ("yuv420p10le", 3, 15, 10, 54), ("yuv420p12le", 3, 18, 12, 54),
  ("yuv420p16le", 3, 24, 16, 54), ("yuv420p9le", 3, 13, 9, 54), ("yuv420p14le", 3, 21, 14, 54),
  ("yuv422p", 3, 16, 8, 33), ("yuv422p10le", 3, 20, 10, 66), ("yuv422p12le", 3, 24, 12, 66),
  ("yuv422p16le", 3, 32, 16, 66), ("yuv422p9le", 3, 18, 9, 66), ("yuv422p14le", 3, 28, 14, 66),
  ("yuv444p", 3, 24, 8, 45), ("yuv444p10le", 3, 30, 10, 90), ("yuv444p12le", 3, 36, 12, 90),
  ("yuv444p16le", 3, 48, 16, 90), ("yuv444p9le", 3, 27, 9, 90), ("yuv444p14le", 3, 42, 14, 90),
  ("yuva420p", 4, 20, 8, 42), ("yuva420p10le", 4, 25, 10, 84), ("yuva420p16le", 4, 40, 16, 84),
  ("yuva420p9le", 4, 22, 9, 84), ("yuva422p", 4, 24, 8, 48), ("yuva422p10le", 4, 30, 10, 96),
  ("yuva422p12le", 4, 36, 12, 96), ("yuva422p16le", 4, 48, 16, 96), ("yuva422p9le", 4, 27, 9, 96),
  ("yuva444p", 4, 32, 8, 60), ("yuva444p10le", 4, 40, 10, 120), ("yuva444p12le", 4, 48, 12, 120),
  ("yuva444p16le", 4, 64, 16, 120), ("yuva444p9le", 4, 36, 9, 120), ("nv12", 3, 12, 8, 27),
  ("nv21", 3, 12, 8, 27), ("nv16", 3, 16, 8, 33), ("nv24", 3, 24, 8, 45), ("nv42", 3, 24, 8, 45),
  ("nv20le", 3, 20, 10, 66), ("p010le", 3, 15, 10, 54), ("p016le", 3, 24, 16, 54),
  ("p210le", 3, 20, 10, 66), ("p216le", 3, 32, 16, 66), ("p410le", 3, 30, 10, 90),
  ("p416le", 3, 48, 16, 90), ("yuyv422", 3, 16, 8, 36), ("uyvy422", 3, 16, 8, 36),
  ("yvyu422", 3, 16, 8, 36), ("y210le", 3, 20, 10, 72), ("ayuv64le", 4, 64, 16, 120),
  ("rgb24", 3, 24, 8, 45), ("bgr24", 3, 24, 8, 45), ("rgba", 4, 32, 8, 60),
  ("bgra", 4, 32, 8, 60), ("argb", 4, 32, 8, 60), ("abgr", 4, 32, 8, 60), ("rgb0", 3, 24, 8, 60),
  ("bgr0", 3, 24, 8, 60), ("0rgb", 3, 24, 8, 60), ("0bgr", 3, 24, 8, 60),
  ("rgb48le", 3, 48, 16, 90), ("bgr48le", 3, 48, 16, 90), ("rgba64le", 4, 64, 16, 120),
  ("bgra64le", 4, 64, 16, 120), ("gbrp", 3, 24, 8, 45), ("gbrp10le", 3, 30, 10, 90),
  ("gbrp12le", 3, 36, 12, 90), ("gbrp16le", 3, 48, 16, 90), ("gbrp9le", 3, 27, 9, 90),
  ("gbrp14le", 3, 42, 14, 90), ("gbrap", 4, 32, 8, 60), ("gbrap10le", 4, 40, 10, 120),
  ("gbrap12le", 4, 48, 12, 120), ("gbrap16le", 4, 64, 16, 120), ("gbrpf32le", 3, 96, 32, 180),
  ("gbrapf32le", 4, 128, 32, 240),
]

@Suite struct PixelFormatTests {
  @Test func everyFormatHasFacts() {
    // FFmpeg 5.1 has no floats in one plane.
    let own: Set = ["rgbaf16le", "rgbaf32le"]
    #expect(Set(PixelFormat.all.map(\.name)) == own.union(facts.map(\.name)))
    #expect(Set(PixelFormat.all).count == PixelFormat.all.count)
  }

  @Test(arguments: facts) func formatsAgreeWithFFmpeg(
    _ fact: (name: String, components: Int, bits: Int, depth: Int, bytes: Int)
  ) throws {
    let format = try #require(PixelFormat.named(fact.name))
    #expect(format.components.count == fact.components)
    #expect(format.bitDepth == fact.depth)
    #expect(format.isFloat ? fact.depth == 32 : format.maximumCode == (1 << fact.depth) - 1)
    #expect(format.hasAlpha == (fact.components % 2 == 0))
    let bits = format.components.indices.reduce(0.0) { sum, index in
      let shift = format.subsampling(component: index)
      return sum + Double(fact.depth) / Double(1 << (shift.x + shift.y))
    }
    // Rounded down, as FFmpeg says it.
    #expect(Int(bits) == fact.bits)
    let size = Size(5, 3)
    let bytes = (0..<format.planeCount).reduce(0) {
      $0 + format.rowBytes($1, width: size.width) * format.planeSize($1, of: size).height
    }
    #expect(bytes == fact.bytes)
  }

  /// One pixel R = 0x10, G = 0xC0, B = 0x80, A = 0x7F as FFmpeg writes it.
  @Test(arguments: [
    ("rgb24", [0x10, 0xC0, 0x80]), ("rgba", [0x10, 0xC0, 0x80, 0x7F]),
    ("bgra", [0x80, 0xC0, 0x10, 0x7F]), ("gbrp", [0xC0, 0x80, 0x10]),
    ("argb", [0x7F, 0x10, 0xC0, 0x80]), ("abgr", [0x7F, 0x80, 0xC0, 0x10]),
    ("gbrap", [0xC0, 0x80, 0x10, 0x7F]), ("bgr24", [0x80, 0xC0, 0x10]),
  ]) func componentsLieWhereFFmpegPutsThem(name: String, bytes: [Int]) throws {
    let format = try #require(PixelFormat.named(name))
    let values = [0x10, 0xC0, 0x80, 0x7F]
    for (index, component) in format.components.enumerated() {
      #expect(bytes[component.plane + component.offset] == values[index])
      #expect(component.step == (format.planeCount == 1 ? bytes.count : 1))
    }
  }

  @Test func p010KeepsItsBitsOnTop() {
    #expect(PixelFormat.p010.shift == 6)
    #expect(PixelFormat.p010.bytesPerSample == 2)
    #expect(PixelFormat.p010.components[2].offset == 2)
    #expect(PixelFormat.p010.components[2].step == 4)
  }

  @Test func alphaIsAddedWithoutLoss() {
    let pairs: [(PixelFormat, String?)] = [
      (.rgb24, "rgba"), (.yuv420p, "yuva420p"), (.nv12, "yuva420p"), (.gray8, "ya8"),
      (.gray10, "ya16le"), (.p010, "yuva420p10le"), (.yuv420p12, "yuva420p16le"),
      (.yuyv422, "yuva422p"), (.rgb48, "rgba64le"), (.bgra, "bgra"), (.gbrp10, "gbrap10le"),
      (.grayf32, nil), (.gbrpf32, "rgbaf32le"),
    ]
    for (format, expected) in pairs { #expect(format.withAlpha?.name == expected, "\(format)") }
  }

  @Test func oddPicturesHaveWholeChroma() {
    #expect(PixelFormat.yuyv422.rowBytes(0, width: 17) == 36)
    #expect(PixelFormat.uyvy422.rowBytes(0, width: 1) == 4)
    #expect(PixelFormat.yuv420p.planeSize(1, of: Size(321, 241)) == Size(161, 121))
    #expect(PixelFormat.yuv422p.planeSize(2, of: Size(321, 241)) == Size(161, 241))
    #expect(PixelFormat.nv12.planeSize(1, of: Size(1, 1)) == Size(1, 1))
    #expect(PixelFormat.nv12.rowBytes(1, width: 1) == 2)
    #expect(PixelFormat.named("i420") == .yuv420p)
    #expect(PixelFormat.named("yuv410p") == nil)
  }
}

@Suite struct PixelLayoutTests {
  @Test(arguments: PixelFormat.all) func planesDoNotOverlap(format: PixelFormat) throws {
    for size in [Size(1, 1), Size(17, 13), Size(64, 33), Size(1920, 1080)] {
      let layout = try PixelLayout(format: format, size: size)
      #expect(layout.planes.count == format.planeCount)
      var end = 0
      for (index, plane) in layout.planes.enumerated() {
        #expect(plane.offset >= end)
        #expect(plane.offset % 256 == 0)
        #expect(plane.bytesPerRow % 64 == 0)
        #expect(plane.bytesPerRow >= format.rowBytes(index, width: size.width))
        end = plane.offset + plane.bytesPerRow * format.planeSize(index, of: size).height
      }
      #expect(layout.length >= end)
    }
  }

  @Test func stridesAreKept() throws {
    let layout = try PixelLayout(format: .nv12, size: Size(3, 3), bytesPerRow: [5, 7])
    #expect(layout.planes.map(\.bytesPerRow) == [5, 7])
    #expect(layout.planes[1].offset >= 15)
  }

  @Test func impossiblePicturesAreRefused() {
    for size in [Size(0, 1), Size(1, 0), Size(-1, 5), Size(1 << 24, 1), Size(.max, .max)] {
      #expect(throws: FilterError.self) { try PixelLayout(format: .rgba, size: size) }
    }
    #expect(throws: FilterError.self) {
      try PixelLayout(format: .rgba, size: Size(4, 4), bytesPerRow: [15])
    }
    #expect(throws: FilterError.self) {
      try PixelLayout(format: .nv12, size: Size(4, 4), bytesPerRow: [4])
    }
  }

  @Test func copiesHonourStrides() throws {
    let source = try PixelBuffer(format: .yuv420p, size: Size(5, 3), bytesPerRow: [9, 4, 5])
    source.withLockedPlanes(.readWrite) { planes in
      for (index, plane) in planes.enumerated() {
        for offset in plane.bytes.indices { plane.bytes[offset] = UInt8(offset + 100 * index) }
      }
    }
    let target = try PixelBuffer(format: .yuv420p, size: Size(5, 3))
    target.copyPixels(from: source)
    target.withLockedPlanes(.readOnly) { planes in
      #expect(planes.map(\.size) == [Size(5, 3), Size(3, 2), Size(3, 2)])
      for (index, stride) in [9, 4, 5].enumerated() {
        for y in 0..<planes[index].size.height {
          for x in 0..<planes[index].size.width {
            #expect(
              planes[index].bytes[y * planes[index].bytesPerRow + x]
                == UInt8(y * stride + x + 100 * index))
          }
        }
      }
    }
  }
}

@Suite struct ColorSpaceTests {
  @Test func untaggedPicturesAreGuessedBySize() {
    let small = ColorSpace.unspecified.resolved(for: .yuv420p, size: Size(720, 576))
    #expect(small.matrix == .bt601)
    #expect(small.range == .limited)
    #expect(small.chromaLocation == .left)
    #expect(ColorSpace.unspecified.resolved(for: .yuv420p, size: Size(1280, 8)).matrix == .bt709)
    #expect(ColorSpace.unspecified.resolved(for: .nv12, size: Size(8, 577)).matrix == .bt709)
  }

  @Test func tagsWinOverGuesses() {
    let tagged = ColorSpace(matrix: .bt2020, range: .full, chromaLocation: .topLeft)
    let result = tagged.resolved(for: .p010, size: Size(8, 8))
    #expect(result.matrix == .bt2020)
    #expect(result.range == .full)
    #expect(result.chromaLocation == .topLeft)
  }

  @Test func rgbAndGreyAreFull() {
    #expect(ColorSpace.unspecified.resolved(for: .rgba, size: Size(8, 8)).range == .full)
    #expect(ColorSpace.unspecified.resolved(for: .rgba, size: Size(8, 8)).matrix == .rgb)
    #expect(ColorSpace.unspecified.resolved(for: .gray8, size: Size(8, 8)).range == .full)
    let limited = ColorSpace(range: .limited).resolved(for: .rgb24, size: Size(8, 8))
    #expect(limited.range == .limited)
  }

  /// ITU-R BT.601, BT.709 and BT.2020: the luma weights of red and blue.
  @Test func lumaWeightsAreTheStandards() throws {
    let bt601 = try #require(ColorSpace.Matrix.bt601.lumaWeights)
    #expect(bt601 == (0.299, 0.114))
    let bt709 = try #require(ColorSpace.Matrix.bt709.lumaWeights)
    #expect(bt709 == (0.2126, 0.0722))
    let bt2020 = try #require(ColorSpace.Matrix.bt2020.lumaWeights)
    #expect(bt2020 == (0.2627, 0.0593))
    #expect(ColorSpace.Matrix.rgb.lumaWeights == nil)
  }
}
