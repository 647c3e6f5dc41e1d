/// The four letters by which drivers name a format.
public struct FourCC: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The letters, the first in the lowest byte.
  public let rawValue: UInt32
  /// Wraps a driver's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Takes up to four letters; blanks fill the rest.
  ///
  /// nil for none, for more, and for others than ASCII's.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ $0 < 128 }) else { return nil }
    rawValue = (0..<4).reduce(0) { number, index in
      number | UInt32(bytes.indices.contains(index) ? bytes[index] : 32) << UInt32(8 * index)
    }
  }

  /// The letters without blanks at the end; a big-endian variant ends in `-BE`.
  public var description: String {
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * $0)) }
    let isBigEndian = bytes[3] & 128 != 0
    bytes[3] &= 127
    while bytes.last == 32 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self) + (isBigEndian ? "-BE" : "")
  }
}
