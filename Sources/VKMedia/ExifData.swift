internal import VKCore

/// Exif metadata: a TIFF structure without pixels.
///
/// A TIFF file is read as one, too.
///
/// Source: JEITA CP-3451 (Exif 2.3), TIFF 6.0.
struct ExifData: Sendable {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  private enum Tag {
    static let (width, height, orientation) = (0x100, 0x101, 0x112)
    static let (thumbnail, thumbnailLength) = (0x201, 0x202)
    static let (exif, exifWidth, exifHeight) = (0x8769, 0xa002, 0xa003)
  }

  /// An entry of a directory.
  private struct Entry {
    let tag: Int
    let type: Int
    /// Where its value, or the place of its value, lies.
    let position: Int
  }

  /// Takes bytes that begin with a TIFF header, after the word `Exif` where that is there.
  init?(_ bytes: some Collection<UInt8>) {
    let word: [UInt8] = Array("Exif".utf8) + [0, 0]
    self.bytes = Array(bytes.starts(with: word) ? bytes.dropFirst(6)[...] : bytes[...])
    let start = self.bytes.prefix(4)
    isBigEndian = start.first == UInt8(ascii: "M")
    guard start.elementsEqual([0x4d, 0x4d, 0, 42]) || start.elementsEqual([0x49, 0x49, 42, 0])
    else { return nil }
  }

  /// Makes what says nothing but how to turn the picture.
  init(_ orientation: Orientation) {
    bytes = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
    bytes += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.exifValue), 0, 0, 0, 0, 0, 0]
    isBigEndian = true
  }

  /// How the picture must be turned; nil when that is not said.
  var orientation: Orientation? {
    entry(Tag.orientation, in: first).flatMap { value(of: $0) }.flatMap(Orientation.init(exif:))
  }

  /// The same for a picture that has been changed: its size and orientation right, the small picture taken out.
  func describing(_ size: Size, _ orientation: Orientation) -> ExifData {
    var result = self
    result.removeThumbnail()
    let details = entry(Tag.exif, in: first).flatMap { value(of: $0) } ?? 0
    result.set(Tag.orientation, in: first, to: orientation.exifValue)
    result.set(Tag.width, in: first, to: size.width)
    result.set(Tag.height, in: first, to: size.height)
    result.set(Tag.exifWidth, in: details, to: size.width)
    result.set(Tag.exifHeight, in: details, to: size.height)
    return result
  }

  /// Wipes the small picture, which shows what the large one was, and cuts off its directory.
  private mutating func removeThumbnail() {
    let link = first + 2 + 12 * count(of: first)
    guard first > 0, let next = number(at: link, 4), next > 0 else { return }
    if let start = entry(Tag.thumbnail, in: next).flatMap({ value(of: $0) }),
      let length = entry(Tag.thumbnailLength, in: next).flatMap({ value(of: $0) }),
      start < bytes.count
    {
      for index in start..<min(start + length, bytes.count) { bytes[index] = 0 }
      // Mostly it stands at the end.
      if start + length >= bytes.count { bytes.removeSubrange(start...) }
    }
    write(0, at: link, 4)
  }

  // MARK: The structure

  /// Where the first directory lies.
  private var first: Int { number(at: 4, 4) ?? 0 }

  private func count(of directory: Int) -> Int { number(at: directory, 2) ?? 0 }

  private func entry(_ tag: Int, in directory: Int) -> Entry? {
    guard directory > 0 else { return nil }
    for index in 0..<count(of: directory) {
      let at = directory + 2 + 12 * index
      guard let found = number(at: at, 2), let type = number(at: at + 2, 2) else { return nil }
      if found == tag { return Entry(tag: tag, type: type, position: at + 8) }
    }
    return nil
  }

  /// A value of a SHORT or a LONG.
  private func value(of entry: Entry) -> Int? {
    switch entry.type {
    case 3: number(at: entry.position, 2)
    case 4, 13: number(at: entry.position, 4)
    default: nil
    }
  }

  private mutating func set(_ tag: Int, in directory: Int, to value: Int) {
    guard let entry = entry(tag, in: directory), self.value(of: entry) != nil else { return }
    write(value, at: entry.position, entry.type == 3 ? 2 : 4)
  }

  private func number(at position: Int, _ length: Int) -> Int? {
    guard position >= 0, position + length <= bytes.count else { return nil }
    let part = bytes[position..<position + length]
    return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func write(_ value: Int, at position: Int, _ length: Int) {
    guard position >= 0, position + length <= bytes.count else { return }
    for index in 0..<length {
      let shift = 8 * (isBigEndian ? length - 1 - index : index)
      bytes[position + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }
}

extension Orientation {
  private static let exif: [(turns: Int, isMirrored: Bool)] = [
    (0, false), (0, true), (2, false), (2, true), (3, true), (1, false), (1, true), (3, false),
  ]

  /// Reads Exif's number, 1 to 8.
  init?(exif number: Int) {
    guard Self.exif.indices.contains(number - 1) else { return nil }
    let (turns, isMirrored) = Self.exif[number - 1]
    self.init(quarterTurns: turns, isMirrored: isMirrored)
  }

  /// Exif's number.
  var exifValue: Int {
    (Self.exif.firstIndex { $0 == (quarterTurns, isMirrored) } ?? 0) + 1
  }
}
