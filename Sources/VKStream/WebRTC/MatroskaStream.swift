internal import VKCore

/// Packets that have come over a connection, as a stream that FFmpeg's demuxers read (Matroska, RFC 9559).
///
/// Every packet is a cluster of its own, so that nothing waits for anything.
struct MatroskaStream {
  private static let pictureTrack: UInt64 = 1
  private static let soundTrack: UInt64 = 2

  /// What comes before the packets.
  static func header(_ codec: WebRTCPeer.PictureCodec, size: Size, hasSound: Bool) -> [UInt8] {
    let format = element(
      0x1A45_DFA3,
      number(0x4286, 1) + number(0x42F7, 1) + number(0x42F2, 4) + number(0x42F3, 8)
        + text(0x4282, "matroska") + number(0x4287, 4) + number(0x4285, 2))
    // Ticks are microseconds.
    let info = element(
      0x1549_A966, number(0x2AD7B1, 1000) + text(0x4D80, "vkfilter") + text(0x5741, "vkfilter"))
    let picture =
      number(0xD7, pictureTrack) + number(0x73C5, pictureTrack) + number(0x83, 1) + number(0x9C, 0)
      + text(0x86, codec == .h264 ? "V_MPEG4/ISO/AVC" : "V_VP8")
      + element(0xE0, number(0xB0, UInt64(size.width)) + number(0xBA, UInt64(size.height)))
    var tracks = element(0xAE, picture)
    if hasSound { tracks += element(0xAE, sound) }
    // The segment has no end that anybody knows.
    return format + bytes(of: 0x1853_8067) + [0x01] + [UInt8](repeating: 0xFF, count: 7)
      + info + element(0x1654_AE6B, tracks)
  }

  private static var sound: [UInt8] {
    // The beginning of an Ogg Opus stream (RFC 7845, section 5.1): 2 channels, 48 kHz.
    let head = [UInt8]("OpusHead".utf8) + [1, 2, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    let rate = withUnsafeBytes(of: Double(48_000).bitPattern.bigEndian, Array.init)
    return number(0xD7, soundTrack) + number(0x73C5, soundTrack) + number(0x83, 2)
      + number(0x9C, 0) + text(0x86, "A_OPUS") + element(0x63A2, head)
      + number(0x56BB, 80_000_000)
      + element(0xE1, element(0xB5, rate) + number(0x9F, 2))
  }

  /// A packet.
  static func cluster(
    isSound: Bool, nanoseconds: UInt64, isKey: Bool, bytes packet: [UInt8]
  ) -> [UInt8] {
    let track = UInt8(0x80 | (isSound ? soundTrack : pictureTrack))
    return element(
      0x1F43_B675,
      number(0xE7, (nanoseconds + 500) / 1000)
        + element(0xA3, [track, 0, 0, isKey || isSound ? 0x80 : 0] + packet))
  }

  private static func bytes(of identifier: UInt32) -> [UInt8] {
    let all = withUnsafeBytes(of: identifier.bigEndian, Array.init)
    return Array(all.drop { $0 == 0 })
  }

  private static func element(_ identifier: UInt32, _ content: [UInt8]) -> [UInt8] {
    let size = withUnsafeBytes(of: UInt64(content.count).bigEndian, Array.init)
    return bytes(of: identifier) + [0x01] + size.dropFirst() + content
  }

  private static func number(_ identifier: UInt32, _ value: UInt64) -> [UInt8] {
    element(identifier, withUnsafeBytes(of: value.bigEndian, Array.init))
  }

  private static func text(_ identifier: UInt32, _ value: String) -> [UInt8] {
    element(identifier, Array(value.utf8))
  }
}
