internal import CFFmpeg
internal import VKCore

/// An `AVPacket` with a life of its own.
///
/// SAFETY: a packet is filled by one thread, then handed on whole; nothing changes it afterwards.
final class Packet: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws { pointer = try allocated(av_packet_alloc(), "a packet") }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }

  /// A packet of its own that takes over `source`'s data and leaves `source` empty.
  static func taking(_ source: Packet) throws -> Packet {
    let packet = try Packet()
    av_packet_move_ref(packet.pointer, source.pointer)
    return packet
  }
}

/// An `AVFrame` that is freed with this object.
///
/// SAFETY: one thread at a time uses a frame; frames that are shared are only read.
final class FrameHandle: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>
  /// What a picture's file says of it; FFmpeg's frames have no place for that before version 8.
  let exif: ExifData?

  init(exif: ExifData? = nil) throws {
    pointer = try allocated(av_frame_alloc(), "a frame")
    self.exif = exif
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }
}

/// Options on their way into FFmpeg; what FFmpeg did not take is left in it.
struct OptionList: ~Copyable {
  var dictionary: OpaquePointer?

  init(_ options: [String: String]) {
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
  }

  deinit {
    var dictionary = dictionary
    av_dict_free(&dictionary)
  }

  /// The names that were not taken.
  var left: [String] { keys(of: dictionary) }
}

/// The entries of an `AVDictionary`.
func entries(of dictionary: OpaquePointer?) -> [String: String] {
  var result: [String: String] = [:]
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while true {
    entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
    guard let entry else { return result }
    result[String(cString: entry.pointee.key)] = String(cString: entry.pointee.value)
  }
}

private func keys(of dictionary: OpaquePointer?) -> [String] {
  entries(of: dictionary).keys.sorted()
}

extension AVRational {
  /// The ratio, nil when it is not a positive number.
  var positive: (Int32, Int32)? { num > 0 && den > 0 ? (num, den) : nil }
}

extension MediaTime {
  /// A time stamp in a stream's time base; nil for none.
  init?(_ ticks: Int64, in base: AVRational) {
    guard ticks != cff_no_time else { return nil }
    self.init(ticks: ticks, numerator: base.num, denominator: base.den)
  }

  /// The nearest tick of a time base.
  func ticks(in base: AVRational) -> Int64? {
    guard base.num > 0, base.den > 0 else { return nil }
    return ticks(numerator: base.num, denominator: base.den)
  }

  /// Whether the time is a whole number of ticks of a time base.
  func isExact(in base: AVRational) -> Bool {
    guard let ticks = ticks(in: base) else { return false }
    return MediaTime(ticks, in: base) == self
  }
}
