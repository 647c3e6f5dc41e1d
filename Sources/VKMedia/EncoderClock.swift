internal import CFFmpeg
internal import VKCore

/// The clock that an encoder's times count in.
struct EncoderClock {
  /// The output's frame rate; 0 where it is not known.
  let frameRate: AVRational
  /// Whether all times lie on the frame rate, because they are made so.
  let isConstant: Bool
  /// FFmpeg's name of the output's container.
  let container: String
  /// The stream that the frames come from, when there is one.
  let source: UnsafeMutablePointer<AVStream>?

  private var inverse: AVRational { AVRational(num: frameRate.den, den: frameRate.num) }

  /// One that the input's times and the first frame's lie on.
  func timeBase(for encoder: AVCodecID, first time: MediaTime, duration: MediaTime?) -> AVRational {
    if isConstant { return frameRate.num > 0 ? inverse : AVRational(num: 1, den: 25) }
    if frameRate.num > 0, knowsOnlyRates(encoder) || isEven(encoder, duration) { return inverse }
    let base = source?.pointee.time_base.den ?? time.timescale
    let limit: Int64 = encoder == AV_CODEC_ID_MPEG4 ? 65535 : 10_000_000
    let divisor = greatestCommonDivisor(UInt64(base), UInt64(time.timescale))
    let common = Int64(base) / Int64(divisor) * Int64(time.timescale)
    if common <= limit { return AVRational(num: 1, den: Int32(common)) }
    if Int64(time.timescale) <= limit { return AVRational(num: 1, den: time.timescale) }
    return frameRate.num > 0 ? inverse : AVRational(num: 1, den: Int32(limit))
  }

  /// Whether the encoder knows a few rates and no times.
  private func knowsOnlyRates(_ encoder: AVCodecID) -> Bool {
    encoder == AV_CODEC_ID_MPEG1VIDEO || encoder == AV_CODEC_ID_MPEG2VIDEO
  }

  /// Whether the output holds one rate only (AVI fills a finer clock with empty frames), and the source keeps it.
  private func isEven(_ encoder: AVCodecID, _ duration: MediaTime?) -> Bool {
    let hasRate = ["avi", "mxf", "gxf"].contains(container) || encoder == AV_CODEC_ID_THEORA
    guard hasRate, let stream = source?.pointee,
      let average = stream.avg_frame_rate.positive, let real = stream.r_frame_rate.positive
    else { return false }
    return average == real && duration == MediaTime(inverse)
  }
}

extension MediaTime {
  /// A time base's tick; nil when it is none.
  fileprivate init?(_ base: AVRational) { self.init(1, in: base) }
}
