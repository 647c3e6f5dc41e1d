internal import CFFmpeg
internal import VKCore
public import VKPipeline

/// How a live stream is encoded: once, for all places that it goes to.
public struct LiveEncoding: Sendable {
  /// FFmpeg's encoder of pictures; nil takes one in hardware where FFmpeg opens it, else libx264 or libvpx.
  public var codec: String?
  /// Bits of pictures a second; nil takes 0.09 bits a pixel at the source's rate (1280×720 at 30: 2.5 Mbit/s), at least 400 kbit/s.
  public var bitRate: Int?
  /// Seconds between pictures that decoding can begin with; an output may ask for more of them.
  public var keyFrameInterval = 2.0
  /// The encoder's preset; nil takes the fastest of libx264's (`ultrafast`).
  public var preset: String?
  /// FFmpeg's encoder of sound; nil takes what all outputs hold: `aac`, `libopus`.
  public var audioCodec: String?
  /// Bits of sound a second; nil takes the encoder's usual ones.
  public var audioBitRate: Int?
  /// Whether pictures without a time are sent too.
  public var acceptsStills = false
  /// What happens to pictures that come faster than they are encoded; nil drops those of live sources.
  public var latePolicy: LatePolicy?
  /// Frames a second (numerator, denominator) that bits are planned for; nil takes the source's, or 30.
  public var frameRate: (Int32, Int32)?
  /// Further options of the encoder by FFmpeg's names.
  public var encoderOptions: [String: String] = [:]

  /// H.264 and AAC or Opus, with little delay.
  public init() {}
}

extension LiveEncoding {
  /// FFmpeg's name of the codec that the encoder which was asked for makes; nil where none was, or there is none.
  package var pictureCodec: String? {
    let found = codec.flatMap { avcodec_find_encoder_by_name($0) }
    return found.map { String(cString: avcodec_get_name($0.pointee.id)) }
  }

  /// Bits a second for pictures of a size.
  func bits(for size: Size, at rate: (Int32, Int32)) -> Int {
    let rate = Double(rate.0) / Double(rate.1)
    // Small pictures cost more a pixel.
    return bitRate ?? max(Int(0.09 * Double(size.width * size.height) * min(rate, 60)), 400_000)
  }

  /// The rate that bits are planned for: an encoder that knows none would take the clock's for it.
  func rate(of format: StreamFormat?) -> (Int32, Int32) {
    guard let rate = frameRate ?? format?.frameRate, rate.0 > 0, rate.1 > 0 else { return (30, 1) }
    return rate
  }

  /// The first codec of pictures or of sound that all outputs take.
  ///
  /// - Throws: `MediaError` when there is none.
  static func common(_ lists: [[String]], of what: String) throws -> String {
    let all = lists.dropFirst().reduce(lists.first ?? []) { left, right in
      left.filter(right.contains)
    }
    guard let first = all.first else {
      throw MediaError(
        .usage, "publish", "the outputs have no codec of \(what) in common; leave one of them out")
    }
    return first
  }

  /// The encoders to be tried, the best first.
  static func encoders(of codec: String) -> [String] {
    let hardware = ["nvenc", "qsv", "v4l2m2m"].map { "\(codec)_\($0)" }
    let software = [
      "h264": "libx264", "hevc": "libx265", "vp8": "libvpx", "vp9": "libvpx-vp9",
      "aac": "aac", "opus": "libopus", "mp3": "libmp3lame", "mp2": "mp2",
    ]
    return (codec == "h264" || codec == "hevc" ? hardware : []) + [software[codec] ?? codec]
  }

  /// The settings of an encoder that gives each picture at once.
  func settings(of encoder: String, isBaseline: Bool, bits: Int) -> [String: String] {
    var list = ["maxrate": "\(bits)", "bufsize": "\(bits / 2)", "bf": "0"]
    switch encoder {
    case "libx264":
      // Pictures that decoding can begin with are asked for by time.
      list.merge(
        ["preset": "ultrafast", "tune": "zerolatency", "forced-idr": "1", "g": "1000000"]
      ) { $1 }
      if isBaseline { list["profile"] = "baseline" }
    case "libx265":
      list.merge(
        [
          "preset": "ultrafast", "tune": "zerolatency", "forced-idr": "1", "g": "1000000",
          "x265-params": "log-level=none",
        ]
      ) { $1 }
    case "libvpx", "libvpx-vp9":
      list.merge(
        [
          "deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0", "g": "1000000",
          "error-resilient": "1",
        ]
      ) { $1 }
    case "h264_nvenc", "hevc_nvenc":
      list.merge(["preset": "p1", "tune": "ull", "zerolatency": "1", "forced-idr": "1"]) { $1 }
    case "h264_qsv", "hevc_qsv": list.merge(["async_depth": "1", "forced_idr": "1"]) { $1 }
    default: break
    }
    if let preset { list["preset"] = preset }
    return list.merging(encoderOptions) { $1 }
  }
}
