import Foundation
import Testing
import VKCore

@testable import VKCamera

/// The table of formats against the kernel's header, and layouts worked out by hand.
struct FormatTableTests {
  /// The kernel's names of formats with FFmpeg's names of the same bytes, as FFmpeg's V4L2 input pairs them.
  private static let pairs = [
    ("NV12", "nv12"), ("NV12M", "nv12"), ("NV21", "nv21"), ("NV21M", "nv21"),
    ("YUV420", "yuv420p"), ("YUV420M", "yuv420p"), ("YVU420", "yuv420p"), ("YVU420M", "yuv420p"),
    ("P010", "p010le"), ("YUYV", "yuyv422"), ("UYVY", "uyvy422"), ("YVYU", "yvyu422"),
    ("NV16", "nv16"), ("NV16M", "nv16"), ("YUV422P", "yuv422p"), ("YUV422M", "yuv422p"),
    ("YVU422M", "yuv422p"), ("NV24", "nv24"), ("NV42", "nv42"), ("YUV444M", "yuv444p"),
    ("YVU444M", "yuv444p"), ("RGB24", "rgb24"), ("BGR24", "bgr24"), ("XBGR32", "bgr0"),
    ("ABGR32", "bgra"), ("BGR32", "bgr0"), ("RGBX32", "rgb0"), ("RGBA32", "rgba"),
    ("XRGB32", "0rgb"), ("ARGB32", "argb"), ("RGB32", "0rgb"), ("BGRX32", "0bgr"),
    ("BGRA32", "abgr"), ("GREY", "gray"), ("Y10", "gray10le"), ("Y12", "gray12le"),
    ("Y16", "gray16le"), ("MJPEG", "mjpeg"), ("JPEG", "mjpeg"), ("RGB565", "rgb565le"),
    ("RGB565X", "rgb565be"),
    ("RGB555", "rgb555le"), ("XRGB555", "rgb555le"), ("RGB555X", "rgb555be"),
    ("XBGR555", "bgr555le"), ("RGB444", "rgb444le"), ("XRGB444", "rgb444le"),
    ("XBGR444", "bgr444le"), ("RGB332", "rgb8"),
  ]

  /// The kernel's names of what libv4l converts.
  private static let foreign = [
    "SBGGR8", "SGBRG8", "SGRBG8", "SRGGB8", "SBGGR10", "SGBRG10", "SGRBG10", "SRGGB10", "SBGGR10P",
    "SGBRG10P", "SGRBG10P", "SRGGB10P", "SBGGR16", "SGBRG16", "SGRBG16", "SRGGB16", "NV61", "M420",
    "NV12_16L16", "HSV24", "HSV32", "Y4", "Y6", "Y10BPACK", "SPCA501", "SPCA505", "SPCA508",
    "SPCA561", "STV0680", "SE401", "SN9C10X", "SN9C20X_I420", "SN9C2028", "PAC207", "MR97310A",
    "SQ905C", "CIT_YYVYUY", "KONICA420", "CPIA1", "JL2005BCD", "PJPG", "JPGL", "OV511", "OV518",
  ]

  /// The letters that the kernel's header gives a format.
  private static func letters() throws -> [String: String] {
    let header = try String(contentsOfFile: "/usr/include/linux/videodev2.h", encoding: .utf8)
    var letters: [String: String] = [:]
    for line in header.split(separator: "\n") where line.hasPrefix("#define V4L2_PIX_FMT_") {
      let name = line.dropFirst("#define V4L2_PIX_FMT_".count).prefix { !$0.isWhitespace }
      guard let open = line.range(of: "v4l2_fourcc(") else { continue }
      let characters = line[open.upperBound...].prefix { $0 != ")" }.split(separator: ",")
      letters[String(name)] = characters.map { part in
        String(part.drop { $0 != "'" }.dropFirst().prefix(1))
      }.joined()
    }
    return letters
  }

  @Test func everyRowIsTheKernels() throws {
    let letters = try Self.letters()
    #expect(letters.count > 100)
    for (name, format) in Self.pairs + Self.foreign.map({ ($0, "libv4l") }) {
      let text = try #require(letters[name], "the header has no \(name)")
      let fourCC = try #require(FourCC(text))
      let row = try #require(
        CameraFormat.all.first { $0.fourCC == fourCC }, "\(name) is missing")
      let ours =
        switch row.content {
        case .pixels(let format): format.name
        case .compressed(let decoder): decoder
        case .converted(let stored): stored
        case .foreign: "libv4l"
        }
      #expect(ours == format, "\(name)")
    }
    #expect(CameraFormat.all.count == Self.pairs.count + Self.foreign.count)
  }

  @Test func lettersMakeTheKernelsNumber() {
    #expect(FourCC("YUYV")?.rawValue == 0x5659_5559)
    #expect(FourCC("Y16")?.description == "Y16")
    #expect(FourCC(rawValue: 0xA036_3159).description == "Y16-BE")
    #expect(FourCC("")?.rawValue == nil && FourCC("YUYV2") == nil)
  }

  private func layout(
    _ name: String, _ size: Size, strides: [Int], lengths: [Int], starts: [Int] = [0]
  ) throws -> CameraLayout {
    let fourCC = try #require(FourCC(name))
    let planes = zip(strides, lengths).map { DeviceFormat.Plane(bytesPerRow: $0, length: $1) }
    return try CameraLayout(
      DeviceFormat(fourCC: fourCC, size: size, planes: planes),
      try #require(CameraFormat.named(fourCC)), starts: starts)
  }

  /// 50 × 20 with rows of 64: chroma of NV12 begins behind 20 rows; its 10 rows are as long.
  @Test func paddedRowsPutChromaBehindThem() throws {
    let nv12 = try layout("NV12", Size(50, 20), strides: [64], lengths: [4000])
    #expect(
      nv12.planes == [.init(offset: 0, bytesPerRow: 64), .init(offset: 1280, bytesPerRow: 64)])
    #expect(nv12.needed == [1280 + 9 * 64 + 50])
    let yu12 = try layout("YU12", Size(50, 20), strides: [64], lengths: [4000])
    #expect(yu12.planes.map(\.offset) == [0, 1280, 1600])
    #expect(yu12.planes.map(\.bytesPerRow) == [64, 32, 32])
    let yv12 = try layout("YV12", Size(50, 20), strides: [64], lengths: [4000])
    #expect(yv12.planes.map(\.offset) == [0, 1600, 1280])
    let nv24 = try layout("NV24", Size(50, 20), strides: [64], lengths: [4000])
    #expect(nv24.planes.map(\.bytesPerRow) == [64, 128])
  }

  @Test func separatePlanesHaveRowsOfTheirOwn() throws {
    let planes = try layout(
      "YM21", Size(50, 20), strides: [64, 48, 48], lengths: [1280, 480, 480],
      starts: [0, 4096, 8192])
    #expect(planes.planes.map(\.offset) == [0, 8192, 4096])
    #expect(planes.planes.map(\.bytesPerRow) == [64, 48, 48])
    #expect(planes.needed == [19 * 64 + 50, 9 * 48 + 25, 9 * 48 + 25])
  }

  @Test func buffersThatAreTooShortAreRefused() {
    #expect(throws: CameraError.self) {
      try layout("YUYV", Size(50, 20), strides: [100], lengths: [1999])
    }
    #expect(throws: CameraError.self) {
      try layout("YUYV", Size(50, 20), strides: [99], lengths: [4000])
    }
  }

  /// The kernel's documentation: sRGB is BT.601's matrix in limited range, JPEG the same in full, REC709 BT.709's.
  @Test func tagsFollowTheKernelsDefaults() {
    let srgb = DeviceColors(space: 8).colorSpace(for: .yuyv422)
    #expect(srgb == ColorSpace(matrix: .bt601, range: .limited, primaries: .bt709, transfer: .srgb))
    let jpeg = DeviceColors(space: 7).colorSpace(for: .yuv420p)
    #expect(jpeg == ColorSpace(matrix: .bt601, range: .full, primaries: .bt709, transfer: .srgb))
    let hd = DeviceColors(space: 3).colorSpace(for: .nv12)
    #expect(hd == ColorSpace(matrix: .bt709, range: .limited, primaries: .bt709, transfer: .bt709))
    let uhd = DeviceColors(space: 10, transfer: 7, quantization: 1).colorSpace(for: .p010)
    #expect(uhd == ColorSpace(matrix: .bt2020, range: .full, primaries: .bt2020, transfer: .pq))
    let rgb = DeviceColors(space: 8).colorSpace(for: .bgra)
    #expect(rgb.matrix == .rgb && rgb.range == .full)
    #expect(DeviceColors().colorSpace(for: .nv12) == .unspecified)
  }
}
