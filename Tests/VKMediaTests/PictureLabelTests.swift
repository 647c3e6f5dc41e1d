import Foundation
import Testing
import VKCore

@testable import VKMedia

/// What stands in a picture's file beside the pixels.
@Suite struct PictureLabelTests {
  /// JEITA CP-3451: a directory with the orientation, a title, a link to a directory with the size of the picture, and a
  /// second directory with a small picture.
  private func exif(_ orientation: UInt8) -> [UInt8] {
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      [
        UInt8(tag >> 8), UInt8(tag & 255), 0, 3, 0, 0, 0, 1, UInt8(value >> 8), UInt8(value & 255),
        0, 0,
      ]
    }
    func long(_ tag: Int, _ value: Int) -> [UInt8] {
      [UInt8(tag >> 8), UInt8(tag & 255), 0, 4, 0, 0, 0, 1, 0, 0, 0, UInt8(value)]
    }
    var bytes: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    bytes += [0, 3, 0x01, 0x0e, 0, 2, 0, 0, 0, 4] + Array("sky".utf8) + [0]
    bytes += short(0x0112, Int(orientation)) + long(0x8769, 50) + [0, 0, 0, 80]
    #expect(bytes.count == 50)
    bytes += [0, 2] + short(0xa002, 999) + short(0xa003, 999) + [0, 0, 0, 0]
    #expect(bytes.count == 80)
    bytes += [0, 2] + long(0x0201, 110) + long(0x0202, 5) + [0, 0, 0, 0]
    #expect(bytes.count == 110)
    return bytes + Array("small".utf8)
  }

  /// A profile as far as anyone looks at it here: RGB, by its seventeenth byte.
  private let profile: [UInt8] =
    Array(repeating: 7, count: 16) + Array("RGB XYZ ".utf8) + (24..<200).map { UInt8($0) }

  private func picture(_ space: Workspace, _ name: String, _ more: String = "") throws -> [UInt8] {
    let path = try space.ffmpeg(
      "-f lavfi -i color=red:s=32x16,drawbox=w=8:h=8:c=blue:t=fill -frames:v 1 \(more)", to: name)
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A file of each kind with the blue corner at its top left, the orientation and the profile.
  private func labelled(_ space: Workspace, _ kind: String, _ orientation: UInt8) throws -> String {
    let exif = exif(orientation)
    var bytes: [UInt8]
    switch kind {
    case "jpg":
      bytes = try picture(space, "in.jpg", "-q:v 1 -pix_fmt yuvj444p")
      let segments: [(UInt8, [UInt8])] = [
        (0xe1, Array("Exif".utf8) + [0, 0] + exif),
        (0xe2, Array("ICC_PROFILE".utf8) + [0, 1, 1] + profile),
      ]
      for (marker, body) in segments {
        bytes.insert(contentsOf: [0xff, marker] + big(body.count + 2).suffix(2) + body, at: 2)
      }
    case "png":
      bytes = try picture(space, "in.png", "-pix_fmt rgb24")
      let body = Array("eXIf".utf8) + exif
      bytes.insert(contentsOf: big(exif.count) + body + big(Int(crc(body))), at: 33)
    case "webp":
      let plain = try picture(space, "in.webp", "-c:v libwebp -lossless 1 -pix_fmt bgra")
      func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + big(body.count).reversed() + body + (body.count % 2 == 1 ? [0] : [])
      }
      let content =
        chunk("VP8X", [0x28, 0, 0, 0, 31, 0, 0, 15, 0, 0]) + chunk("ICCP", profile) + plain[12...]
        + chunk("EXIF", exif)
      bytes = Array("RIFF".utf8) + big(content.count + 4).reversed() + Array("WEBP".utf8) + content
    default:
      // TIFF 6.0, little-endian: 32 × 16 RGB in one strip.
      func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        big(type << 16 | tag).reversed() + big(count).reversed() + big(value).reversed()
      }
      var entries: [[UInt8]] = [
        entry(0x100, 3, 1, 32), entry(0x101, 3, 1, 16), entry(0x102, 3, 3, 8),
        entry(0x103, 3, 1, 1),
        entry(0x106, 3, 1, 2), entry(0x111, 4, 1, 14), entry(0x112, 3, 1, Int(orientation)),
        entry(0x115, 3, 1, 3), entry(0x116, 3, 1, 16), entry(0x117, 4, 1, 1536),
      ]
      entries.append(entry(0x8773, 7, profile.count, 14 + 1536))
      let pixels = (0..<512).flatMap {
        $0 % 32 < 8 && $0 / 32 < 8 ? [0, 0, 255] : [255, 0, 0] as [UInt8]
      }
      bytes = Array("II".utf8) + [42, 0] + big(14 + 1536 + 200).reversed() + [8, 0, 8, 0, 8, 0]
      bytes += pixels + profile + [11, 0] + entries.flatMap { $0 } + [0, 0, 0, 0]
    }
    return try space.write(bytes, to: "labelled.\(kind)")
  }

  /// ISO 3309, as the PNG specification's annex D has it.
  private func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
      }
    }
  }

  /// Where the blue corner is, as FFmpeg sees the pixels.
  private func corner(_ path: String) throws -> [Int] {
    let size = try probe(path, "stream=width,height")[0].split(separator: ",").compactMap {
      Int($0)
    }
    let raw = path + ".raw"
    // Newer versions of FFmpeg would turn it.
    _ = try run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-noautorotate", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24",
        raw,
      ])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    let corners = [(2, 2), (size[0] - 3, 2), (2, size[1] - 3), (size[0] - 3, size[1] - 3)]
    return corners.map { bytes[($0.1 * size[0] + $0.0) * 3 + 2] > 128 ? 1 : 0 }
  }

  @Test(arguments: ["jpg", "png", "webp", "tiff"], ["jpg", "png", "webp", "tiff"])
  func labelsAreKeptAndPicturesTurnedOnce(_ source: String, _ target: String) async throws {
    let space = try Workspace()
    let picture = try Picture(labelled(space, source, 6))
    #expect(picture.orientation == Orientation(quarterTurns: 1))
    #expect(picture.pixelBuffer.size == Size(32, 16))
    let (turned, kept) = (space.path("turned.\(target)"), space.path("kept.\(target)"))
    try await picture.filtered(by: FilterChain([])).write(to: turned)
    try picture.write(to: kept)
    // Turned clockwise, the top left comes to the top right.
    #expect(try corner(turned) == [0, 1, 0, 0])
    #expect(try Picture(turned).orientation == .up)
    #expect(try corner(kept) == [1, 0, 0, 0])
    #expect(try Picture(kept).orientation == picture.orientation)
    for path in [turned, kept] {
      let bytes = try Data(contentsOf: URL(filePath: path))
      if source != "tiff" && target != "tiff" {
        #expect(bytes.contains("sky") && !bytes.contains("small"))
      }
      guard source != "png" else { continue }
      #expect(
        try probe(path, "frame_side_data=side_data_type").contains { $0.contains("ICC profile") }
          || bytes.firstRange(of: Data(profile)) != nil)
      if target != "png" { #expect(bytes.firstRange(of: Data(profile)) != nil) }
    }
  }

  @Test func theSizeInTheMetadataIsTheNewOne() throws {
    let data = try #require(ExifData(exif(6)))
    let bytes = data.describing(Size(300, 200), .up).bytes
    // The values stand 8 bytes into the entries that `exif` writes.
    #expect(Array(bytes[60..<62]) == [1, 44] && Array(bytes[72..<74]) == [0, 200])
    #expect(bytes[31] == 1 && Array(bytes[46..<50]) == [0, 0, 0, 0])
    #expect(bytes.count == 110)
  }

  @Test(arguments: [("a.bmp", 1), ("a.mkv", 1), ("a.jpg", 0), ("a.mp4", 0)])
  func whatCannotSayThatItMustBeTurnedIsToldOf(_ name: String, _ count: Int) throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path(name))
    var frame = Frame(try PixelBuffer(format: .yuv420p, size: Size(16, 16)), time: .zero)
    frame.orientation = Orientation(quarterTurns: 1)
    try writer.consume(frame)
    try writer.finish(error: nil)
    #expect(writer.statistics.warnings.filter { $0.contains("turned") }.count == count)
  }

  @Test func damagedMetadataIsPassedOver() throws {
    let whole = exif(6)
    #expect(ExifData([]) == nil && ExifData([1, 2, 3]) == nil)
    for length in 4..<whole.count {
      let data = try #require(ExifData(whole[..<length]))
      _ = data.orientation
      _ = data.describing(Size(1, 1), .up)
    }
    for seed in 0..<2000 {
      var bytes = whole
      for step in 0..<3 {
        bytes[4 + (seed * 31 + step * 17) % (bytes.count - 4)] = UInt8(
          truncatingIfNeeded: seed &* 97)
      }
      _ = ExifData(bytes)?.describing(Size(1, 1), .up)
    }
  }

  @Test func aProfileOfColoursDoesNotGoWithGrey() throws {
    let space = try Workspace()
    var picture = try Picture(labelled(space, "jpg", 1))
    picture.pixelBuffer = try PixelBuffer(format: .gray8, size: Size(4, 4))
    try picture.write(to: space.path("gray.png"))
    #expect(
      try !probe(space.path("gray.png"), "frame_side_data=side_data_type").contains {
        $0.contains("ICC")
      })
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Data(text.utf8)) != nil }
}
