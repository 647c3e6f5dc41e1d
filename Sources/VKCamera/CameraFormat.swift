internal import VKCore

/// How a driver's format becomes a picture: one row of the table of formats that are read.
struct CameraFormat: Sendable {
  /// What the bytes of a frame are.
  enum Content: Sendable {
    /// Pixels as the engine's kernels read them.
    case pixels(PixelFormat)
    /// A picture for FFmpeg's decoder of that name.
    case compressed(String)
    /// Pixels in one plane in FFmpeg's format of that name, which the processor converts.
    case converted(String)
    /// What libv4l, where it is installed, converts to `libraryFormat` on the processor.
    case foreign
  }

  /// What libv4l converts to.
  static let libraryFormat = PixelFormat.rgb24

  /// The driver's name.
  let fourCC: FourCC
  /// What the bytes are.
  let content: Content
  /// Whether V comes before U where the engine's format has U first.
  let swapsChroma: Bool
  /// Whether each plane has a piece of memory of its own.
  let isSeparate: Bool

  /// The engine's format; nil for what is decoded or converted first.
  var pixelFormat: PixelFormat? {
    if case .pixels(let format) = content { format } else { nil }
  }

  /// The row of that name; nil for formats that are not read here.
  static func named(_ fourCC: FourCC) -> CameraFormat? {
    needsLibrary(fourCC) ? nil : byName[fourCC]
  }

  /// Whether a format is not read only because libv4l is not installed.
  static func needsLibrary(_ fourCC: FourCC) -> Bool {
    guard let format = byName[fourCC], case .foreign = format.content else { return false }
    return !LibraryConverter.isThere
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.fourCC, $0) })

  /// Every format that is read, the ones that are liked best first: few bytes a pixel that need no decoder.
  static let all: [CameraFormat] =
    [
      row("NV12", .nv12), row("NM12", .nv12, isSeparate: true),
      row("YU12", .yuv420p), row("YM12", .yuv420p, isSeparate: true),
      row("NV21", .nv21), row("NM21", .nv21, isSeparate: true),
      row("YV12", .yuv420p, swapsChroma: true),
      row("YM21", .yuv420p, swapsChroma: true, isSeparate: true),
      row("P010", .p010),
      row("YUYV", .yuyv422), row("UYVY", .uyvy422), row("YVYU", .yvyu422),
      row("NV16", .nv16), row("NM16", .nv16, isSeparate: true),
      row("422P", .yuv422p), row("YM16", .yuv422p, isSeparate: true),
      row("YM61", .yuv422p, swapsChroma: true, isSeparate: true),
      row("NV24", .nv24), row("NV42", .nv42),
      row("YM24", .yuv444p, isSeparate: true),
      row("YM42", .yuv444p, swapsChroma: true, isSeparate: true),
    ] + rgb + [
      row("MJPG", "mjpeg"), row("JPEG", "mjpeg"),
      row("GREY", .gray8), row("Y10", .gray10), row("Y12", .gray12), row("Y16", .gray16),
    ] + converted + foreign

  /// The kernel calls formats by the order in a word, the engine by the order in memory.
  private static let rgb = [
    row("RGB3", .rgb24), row("BGR3", .bgr24), row("XR24", .bgr0), row("AR24", .bgra),
    row("BGR4", .bgr0), row("XB24", .rgb0), row("AB24", .rgba), row("BX24", .xrgb),
    row("BA24", .argb), row("RGB4", .xrgb), row("RX24", .xbgr), row("RA24", .abgr),
  ]

  /// What small cameras give that no kernel reads.
  private static let converted = [
    ("RGBP", "rgb565le"), ("RGBR", "rgb565be"), ("RGBO", "rgb555le"), ("XR15", "rgb555le"),
    ("RGBQ", "rgb555be"), ("XB15", "bgr555le"), ("R444", "rgb444le"), ("XR12", "rgb444le"),
    ("XB12", "bgr444le"), ("RGB1", "rgb8"),
  ].map { name, stored in row(name, content: .converted(stored)) }

  /// What libv4l knows and neither a kernel nor FFmpeg reads: raw samples of sensors, sparse greys, hue and saturation, and
  /// what the chips of old webcams give.
  private static let foreign = [
    "BA81", "GBRG", "GRBG", "RGGB", "BG10", "GB10", "BA10", "RG10", "pBAA", "pGAA", "pgAA", "pRAA",
    "BYR2", "GB16", "GR16", "RG16", "NV61", "M420", "HM12", "HSV3", "HSV4", "Y04", "Y06", "Y10B",
    "S501", "S505", "S508", "S561", "S680", "S401", "S910", "S920", "SONX", "P207", "M310", "905C",
    "CITV", "KONI", "CPIA", "JL20", "PJPG", "JPGL", "O511", "O518",
  ].map { row($0, content: .foreign) }

  private static func row(
    _ name: String, _ format: PixelFormat, swapsChroma: Bool = false, isSeparate: Bool = false
  ) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name) ?? FourCC(rawValue: 0), content: .pixels(format),
      swapsChroma: swapsChroma, isSeparate: isSeparate)
  }

  private static func row(_ name: String, _ decoder: String) -> CameraFormat {
    row(name, content: .compressed(decoder))
  }

  private static func row(_ name: String, content: Content) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name) ?? FourCC(rawValue: 0), content: content, swapsChroma: false,
      isSeparate: false)
  }
}

/// Where the planes of a driver's picture lie in one piece of memory.
struct CameraLayout: Sendable, Equatable {
  /// The engine's planes.
  let planes: [PixelBuffer.Plane]
  /// Where the driver's planes begin; a format that is not separate has one.
  let starts: [Int]
  /// Bytes that each of the driver's planes must have for a whole picture.
  let needed: [Int]
  /// Bytes in all.
  let length: Int

  /// Lays out a driver's format; `starts` are where its planes begin.
  ///
  /// Rows of chroma planes that share memory with luma are as many times shorter as the samples are fewer.
  ///
  /// - Throws: `CameraError` when rows or planes are too short for the size.
  init(_ setting: DeviceFormat, _ format: CameraFormat, starts: [Int]) throws(CameraError) {
    let pixels = format.pixelFormat ?? .gray8
    let isSeparate = format.isSeparate && setting.planes.count > 1
    var planes: [PixelBuffer.Plane] = []
    var needed = [Int](repeating: 0, count: setting.planes.count)
    var end = 0
    for index in 0..<pixels.planeCount {
      let rows = pixels.planeSize(index, of: setting.size).height
      let row = pixels.rowBytes(index, width: setting.size.width)
      let first = isSeparate ? setting.planes[index] : setting.planes[0]
      let luma =
        first.bytesPerRow > 0 ? first.bytesPerRow : pixels.rowBytes(0, width: setting.size.width)
      let stride =
        index == 0 || isSeparate && first.bytesPerRow > 0
        ? luma : Self.chromaStride(pixels, index, luma: luma)
      if isSeparate { end = 0 }
      guard stride >= row else {
        throw CameraError(
          .unsupported, "read \(format.fourCC)",
          "the driver says \(stride) bytes a row, which \(setting.size.width) pixels do not fit in")
      }
      let piece = isSeparate ? index : 0
      planes.append(.init(offset: starts[piece] + end, bytesPerRow: stride))
      needed[piece] = end + stride * (rows - 1) + row
      end += stride * rows
    }
    for (index, plane) in setting.planes.enumerated() where needed[index] > plane.length {
      throw CameraError(
        .unsupported, "read \(format.fourCC)",
        "the driver's buffers have \(plane.length) bytes, but \(setting.size) needs \(needed[index])"
      )
    }
    if format.swapsChroma { planes.swapAt(1, 2) }
    self.planes = planes
    self.starts = starts
    self.needed = needed
    length = zip(starts, setting.planes).map { $0 + $1.length }.max() ?? 0
  }

  private static func chromaStride(_ format: PixelFormat, _ plane: Int, luma: Int) -> Int {
    let samples = format.components.filter { $0.plane == plane }.count
    let shift = format.chromaShiftX
    return (luma * samples + (1 << shift) - 1) >> shift
  }
}
