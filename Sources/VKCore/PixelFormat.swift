/// How pixels lie in memory: planes, packing, depth and subsampling.
///
/// `PixelFormat.all` is the one table of the formats that the engine's kernels read and write themselves;
/// the names are FFmpeg's.
public struct PixelFormat: Sendable, Hashable, CustomStringConvertible {
  /// What the components mean.
  public enum Model: Sendable {
    /// One component, luma.
    case gray
    /// Luma and two colour differences.
    case yuv
    /// Red, green and blue.
    case rgb
  }

  /// Where one component (Y, U, V, A or R, G, B, A) lies.
  public struct Component: Sendable, Hashable {
    /// The plane that holds it.
    public let plane: Int
    /// Bytes from the start of a row to the first sample.
    public let offset: Int
    /// Bytes from one sample to the next.
    public let step: Int
  }

  /// FFmpeg's name.
  public let name: String
  /// What the components mean.
  public let model: Model
  /// Significant bits a sample.
  public let bitDepth: Int
  /// Zero bits below the significant ones in the stored word (6 for P010).
  public let shift: Int
  /// log2 of the horizontal chroma subsampling.
  public let chromaShiftX: Int
  /// log2 of the vertical chroma subsampling.
  public let chromaShiftY: Int
  /// Y, U, V or R, G, B or grey, then alpha.
  public let components: [Component]
  /// Whether the last component is alpha.
  public let hasAlpha: Bool

  /// FFmpeg's name.
  public var description: String { name }
  /// The number of planes.
  public var planeCount: Int { (components.map(\.plane).max() ?? 0) + 1 }
  /// Bytes a stored sample takes.
  public var bytesPerSample: Int { bitDepth + shift > 8 ? 2 : 1 }
  /// The largest code.
  public var maximumCode: Int { (1 << bitDepth) - 1 }
  /// Whether `plane` holds subsampled chroma only.
  public func isChroma(plane: Int) -> Bool {
    model == .yuv && components.enumerated().contains { ($0 == 1 || $0 == 2) && $1.plane == plane }
      && components[0].plane != plane
  }

  /// The size of `plane` in samples of its own grid for a picture of `size` (rounded up).
  public func planeSize(_ plane: Int, of size: Size) -> Size {
    guard isChroma(plane: plane) else { return size }
    return Size(
      (size.width + (1 << chromaShiftX) - 1) >> chromaShiftX,
      (size.height + (1 << chromaShiftY) - 1) >> chromaShiftY)
  }

  /// Bytes of one row of `plane` without padding.
  public func rowBytes(_ plane: Int, width: Int) -> Int {
    planeSize(plane, of: Size(width, 1)).width * step(plane)
  }

  /// Bytes between neighbouring samples of one component in `plane`.
  public func step(_ plane: Int) -> Int { components.first { $0.plane == plane }?.step ?? 1 }

  /// The format of that name.
  public static func named(_ name: String) -> PixelFormat? {
    all.first { $0.name == name } ?? (name == "i420" ? .i420 : nil)
  }

  private static func planar(
    _ name: String, _ model: Model, depth: Int = 8, chroma: (Int, Int) = (0, 0),
    order: [Int] = [0, 1, 2]
  ) -> PixelFormat {
    let bytes = depth > 8 ? 2 : 1
    return PixelFormat(
      name: name, model: model, bitDepth: depth, shift: 0, chromaShiftX: chroma.0,
      chromaShiftY: chroma.1,
      components: order.map { Component(plane: $0, offset: 0, step: bytes) }, hasAlpha: false)
  }

  private static func semiPlanar(_ name: String, depth: Int = 8, shift: Int = 0) -> PixelFormat {
    let bytes = depth > 8 ? 2 : 1
    return PixelFormat(
      name: name, model: .yuv, bitDepth: depth, shift: shift, chromaShiftX: 1, chromaShiftY: 1,
      components: [
        Component(plane: 0, offset: 0, step: bytes),
        Component(plane: 1, offset: 0, step: 2 * bytes),
        Component(plane: 1, offset: bytes, step: 2 * bytes),
      ], hasAlpha: false)
  }

  private static func packed(_ name: String, depth: Int = 8, offsets: [Int]) -> PixelFormat {
    let bytes = depth > 8 ? 2 : 1
    return PixelFormat(
      name: name, model: .rgb, bitDepth: depth, shift: 0, chromaShiftX: 0, chromaShiftY: 0,
      components: offsets.map {
        Component(plane: 0, offset: $0 * bytes, step: offsets.count * bytes)
      },
      hasAlpha: offsets.count == 4)
  }

  /// 8-bit grey.
  public static let gray8 = planar("gray", .gray, order: [0])
  /// 8-bit 4:2:0, three planes.
  public static let yuv420p = planar("yuv420p", .yuv, chroma: (1, 1))
  /// The same as `yuv420p`.
  public static let i420 = yuv420p
  /// 8-bit 4:2:2, three planes.
  public static let yuv422p = planar("yuv422p", .yuv, chroma: (1, 0))
  /// 8-bit 4:4:4, three planes.
  public static let yuv444p = planar("yuv444p", .yuv)
  /// 8-bit 4:2:0, luma plane and interleaved chroma plane.
  public static let nv12 = semiPlanar("nv12")
  /// 10-bit 4:2:0 in 16-bit little-endian words, three planes.
  public static let yuv420p10 = planar("yuv420p10le", .yuv, depth: 10, chroma: (1, 1))
  /// 10-bit 4:2:0 in the upper bits of 16-bit little-endian words, two planes.
  public static let p010 = semiPlanar("p010le", depth: 10, shift: 6)
  /// 8-bit red, green, blue.
  public static let rgb24 = packed("rgb24", offsets: [0, 1, 2])
  /// 8-bit red, green, blue, alpha.
  public static let rgba = packed("rgba", offsets: [0, 1, 2, 3])
  /// 8-bit blue, green, red, alpha.
  public static let bgra = packed("bgra", offsets: [2, 1, 0, 3])
  /// 8-bit planes green, blue, red.
  public static let gbrp = planar("gbrp", .rgb, order: [2, 0, 1])
  /// 10-bit grey in 16-bit little-endian words.
  public static let gray10 = planar("gray10le", .gray, depth: 10, order: [0])
  /// 16-bit grey, little-endian.
  public static let gray16 = planar("gray16le", .gray, depth: 16, order: [0])
  /// 10-bit 4:2:2 in 16-bit little-endian words, three planes.
  public static let yuv422p10 = planar("yuv422p10le", .yuv, depth: 10, chroma: (1, 0))
  /// 10-bit 4:4:4 in 16-bit little-endian words, three planes.
  public static let yuv444p10 = planar("yuv444p10le", .yuv, depth: 10)
  /// 16-bit 4:4:4, little-endian, three planes.
  public static let yuv444p16 = planar("yuv444p16le", .yuv, depth: 16)
  /// 16-bit red, green, blue, little-endian.
  public static let rgb48 = packed("rgb48le", depth: 16, offsets: [0, 1, 2])
  /// 16-bit red, green, blue, alpha, little-endian.
  public static let rgba64 = packed("rgba64le", depth: 16, offsets: [0, 1, 2, 3])
  /// 16-bit planes green, blue, red, little-endian.
  public static let gbrp16 = planar("gbrp16le", .rgb, depth: 16, order: [2, 0, 1])

  /// Every format that the engine's own kernels read and write.
  public static let all: [PixelFormat] = [
    .gray8, .yuv420p, .yuv422p, .yuv444p, .nv12, .yuv420p10, .p010, .rgb24, .rgba, .bgra, .gbrp,
    .gray10, .gray16, .yuv422p10, .yuv444p10, .yuv444p16, .rgb48, .rgba64, .gbrp16,
  ]
}
