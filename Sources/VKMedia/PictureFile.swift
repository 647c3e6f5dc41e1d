internal import CFFmpeg
internal import VKCore

/// What stands in the file of one picture beside the pixels, where FFmpeg neither reads nor writes it.
struct PictureFile {
  /// The kind of file.
  enum Kind {
    case png
    case jpeg
    case webp
    case tiff

    init?(_ codec: AVCodecID) {
      switch codec {
      case AV_CODEC_ID_PNG: self = .png
      case AV_CODEC_ID_MJPEG: self = .jpeg
      case AV_CODEC_ID_WEBP: self = .webp
      case AV_CODEC_ID_TIFF: self = .tiff
      default: return nil
      }
    }
  }

  let kind: Kind
  let bytes: UnsafeBufferPointer<UInt8>

  /// A part of the file: a segment or a chunk.
  struct Part {
    let name: String
    /// Where all of it begins.
    let start: Int
    let body: Range<Int>
    /// Where the next one begins.
    let end: Int
  }

  /// The Exif metadata; of a TIFF file, how to turn the picture.
  var exif: ExifData? {
    switch kind {
    case .tiff: ExifData(bytes)?.orientation.map { ExifData($0) }
    case .png: body("eXIf").flatMap { ExifData(bytes[$0]) }
    case .webp: body("EXIF").flatMap { ExifData(bytes[$0]) }
    case .jpeg:
      parts.lazy.filter { $0.name == "e1" }.compactMap { part in
        bytes[part.body].starts(with: Array("Exif".utf8)) ? ExifData(bytes[part.body]) : nil
      }.first
    }
  }

  /// Whether the end is missing of a file that is decoded all the same: JPEG's marker, which may have more behind it.
  var isCutShort: Bool {
    guard kind == .jpeg, let first = parts.last?.end, bytes.count > first + 1 else { return false }
    let isEnd = { bytes[$0] == 0xff && bytes[$0 + 1] == 0xd9 }
    return (first..<bytes.count - 1).last(where: isEnd) == nil
  }

  private func body(_ name: String) -> Range<Int>? { parts.first { $0.name == name }?.body }

  /// The parts in order, as far as they are whole.
  var parts: [Part] {
    switch kind {
    case .png: chunks(from: 8, lengthFirst: true, trailer: 4)
    case .webp: chunks(from: 12, lengthFirst: false, trailer: 0)
    case .jpeg: segments
    case .tiff: []
    }
  }

  private func chunks(from start: Int, lengthFirst: Bool, trailer: Int) -> [Part] {
    var parts: [Part] = []
    var at = start
    while at + 8 <= bytes.count {
      let length = lengthFirst ? number(at: at) : littleNumber(at: at + 4)
      let name = String(decoding: bytes[(lengthFirst ? at + 4 : at)...].prefix(4), as: UTF8.self)
      guard at + 8 + length + trailer <= bytes.count else { break }
      let end = at + 8 + length + trailer + (lengthFirst ? 0 : length & 1)
      parts.append(Part(name: name, start: at, body: at + 8..<at + 8 + length, end: end))
      at = end
    }
    return parts
  }

  /// JPEG's segments before the first scan, named by their marker.
  private var segments: [Part] {
    var parts: [Part] = []
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xff {
      let marker = bytes[at + 1]
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard marker != 0xda, length >= 2, at + 2 + length <= bytes.count else { break }
      parts.append(
        Part(
          name: String(marker, radix: 16), start: at, body: at + 4..<at + 2 + length,
          end: at + 2 + length))
      at += 2 + length
    }
    return parts
  }

  private func number(at position: Int) -> Int {
    bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func littleNumber(at position: Int) -> Int {
    bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

// MARK: Writing

extension PictureFile {
  /// The file with metadata put in; nil when it stays as it is.
  func with(_ exif: ExifData?, profile: [UInt8]?, size: Size) -> [UInt8]? {
    switch kind {
    case .png: exif.map { inserting(pngChunk("eXIf", $0.bytes), at: parts.first?.end) }
    case .jpeg: exif.flatMap { jpeg($0) }
    case .webp: exif == nil && profile == nil ? nil : webp(exif, profile, size)
    case .tiff: tiff(exif?.orientation ?? .up, profile)
    }
  }

  private func inserting(_ new: [UInt8], at position: Int?) -> [UInt8] {
    guard let position else { return Array(bytes) }
    return Array(bytes[..<position]) + new + Array(bytes[position...])
  }

  private func pngChunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    let sum = ~av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), ~0, content, content.count)
    return big(body.count) + content + big(Int(sum))
  }

  /// A segment after JFIF's, which is the first one.
  private func jpeg(_ exif: ExifData) -> [UInt8]? {
    let body = Array("Exif".utf8) + [0, 0] + exif.bytes
    guard body.count <= 65533 else { return nil }
    let segment = [0xff, 0xe1] + big(body.count + 2).suffix(2) + body
    let first = parts.first { $0.name == "e0" }?.end
    return inserting(segment, at: first ?? 2)
  }

  /// WebP's extended form: a head that says what there is, the profile, the pictures, the Exif metadata.
  ///
  /// Source: "WebP Container Specification", Google.
  private func webp(_ exif: ExifData?, _ profile: [UInt8]?, _ size: Size) -> [UInt8] {
    let parts = parts
    var flags = body("VP8X").map { bytes[$0.lowerBound] } ?? 0
    if let lossless = body("VP8L"), lossless.count > 4 {
      flags |= bytes[lossless.lowerBound + 4] & 0x10
    }
    if exif != nil { flags |= 0x08 }
    if profile != nil { flags |= 0x20 }
    let extent = [size.width - 1, size.height - 1].flatMap { little($0).prefix(3) }
    var content = chunk("VP8X", [flags, 0, 0, 0] + extent)
    if let profile { content += chunk("ICCP", profile) }
    for part in parts where !["VP8X", "ICCP", "EXIF"].contains(part.name) {
      content += bytes[part.start..<min(part.end, bytes.count)]
    }
    if let exif { content += chunk("EXIF", exif.bytes) }
    return Array("RIFF".utf8) + little(content.count + 4) + Array("WEBP".utf8) + content
  }

  /// FFmpeg's TIFF, which is little-endian, with another directory at its end.
  private func tiff(_ orientation: Orientation, _ profile: [UInt8]?) -> [UInt8]? {
    guard orientation != .up || profile != nil, bytes.count >= 8, bytes[0] == UInt8(ascii: "I")
    else { return nil }
    let directory = littleNumber(at: 4)
    guard directory + 2 <= bytes.count else { return nil }
    let count = Int(bytes[directory]) | Int(bytes[directory + 1]) << 8
    guard directory + 2 + 12 * count <= bytes.count else { return nil }
    var entries = (0..<count).map { Array(bytes[(directory + 2 + 12 * $0)...].prefix(12)) }
    var result = Array(bytes)
    if result.count % 2 == 1 { result.append(0) }
    if orientation != .up {
      entries.append([0x12, 0x01, 3, 0] + little(1) + little(orientation.exifValue))
    }
    if let profile {
      // InterColorProfile, tag 34675 (ICC.1, annex B.4).
      entries.append([0x73, 0x87, 7, 0] + little(profile.count) + little(result.count))
      result += profile + (profile.count % 2 == 1 ? [0] : [])
    }
    entries.sort { (Int($0[1]), $0[0]) < (Int($1[1]), $1[0]) }
    result.replaceSubrange(4..<8, with: little(result.count))
    return result + little(entries.count).prefix(2) + entries.flatMap { $0 } + little(0)
  }

  private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }

  private func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private func little(_ number: Int) -> [UInt8] { big(number).reversed() }
}
