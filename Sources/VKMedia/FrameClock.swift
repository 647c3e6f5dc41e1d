internal import CFFmpeg
internal import VKCore

/// Times of decoded frames: the container's to the tick, or carried on where it has none.
///
/// Also knows which part of the movie is wanted. Times before `moved` are the container's.
struct FrameClock {
  /// The video stream's time base.
  let base: AVRational
  /// The tick that becomes zero.
  let shift: Int64
  /// The first tick that is wanted.
  let start: Int64?
  /// The first tick that is not wanted any more.
  let end: Int64?
  /// What is added to the container's times: the passes before this one.
  var offset = MediaTime.zero
  /// Whether frames are only counted, whatever their times say.
  let counts: Bool
  private let frameDuration: MediaTime?
  private var next: MediaTime?
  private var count: Int64 = 0

  init(_ demuxer: Demuxer, options: MovieOptions) {
    let stream = demuxer.stream.pointee
    base = stream.time_base
    counts = demuxer.givenRate != nil
    let rate =
      demuxer.givenRate ?? stream.avg_frame_rate.positive ?? stream.r_frame_rate.positive
    frameDuration = rate.map { MediaTime(value: Int64($0.1), timescale: $0.0) }
    let begin = counts || stream.start_time == cff_no_time ? 0 : stream.start_time
    let from = options.startTime.flatMap { $0.ticks(in: stream.time_base) }
    start = from.map { begin + $0 }
    shift = start ?? 0
    let ends = [
      options.endTime, options.duration.map { $0 + (options.startTime ?? .zero) },
    ]
    end = ends.compactMap { $0?.ticks(in: stream.time_base) }.min().map { begin + $0 }
  }

  /// The time and the duration of the next frame, in the container's time.
  mutating func times(of frame: UnsafePointer<AVFrame>) -> (MediaTime, MediaTime?) {
    if counts, let frameDuration {
      defer { count += 1 }
      return (
        MediaTime(value: count * frameDuration.value, timescale: frameDuration.timescale),
        frameDuration
      )
    }
    let ticks = cff_frame_duration(frame)
    let duration = ticks > 0 ? MediaTime(ticks, in: base) : frameDuration
    let found = MediaTime(frame.pointee.best_effort_timestamp, in: base).map(later)
    let time = found ?? next ?? .zero
    next = duration.map { time + $0 }
    return (time, duration)
  }

  /// A time of the container's in the present pass.
  func later(_ time: MediaTime) -> MediaTime { offset == .zero ? time : time + offset }

  /// A time on the way out.
  func moved(_ time: MediaTime) -> MediaTime {
    guard shift != 0, let shift = MediaTime(shift, in: base) else { return time }
    return time - shift
  }

  /// The end of the part that is wanted, on the way out.
  var movedEnd: MediaTime? { end.flatMap { MediaTime($0, in: base) }.map(moved) }

  /// Where a moment lies.
  enum Place { case before, inside, after }

  /// Whether a frame that appears at `time` is wanted.
  func place(of time: MediaTime) -> Place {
    if let end, let end = MediaTime(end, in: base), time >= end { return .after }
    if let start, let start = MediaTime(start, in: base), time < start { return .before }
    return .inside
  }

  /// Moves the times of another stream's packet; false when it lies outside what is wanted, and `lead` before it.
  func move(
    _ packet: UnsafeMutablePointer<AVPacket>, in packetBase: AVRational, lead: MediaTime
  ) -> Bool {
    let ticks =
      packet.pointee.pts != cff_no_time ? packet.pointee.pts : packet.pointee.dts
    if let begin = MediaTime(ticks, in: packetBase).map(later) {
      if place(of: begin) == .after { return false }
      let length = MediaTime(max(packet.pointee.duration, 0), in: packetBase) ?? .zero
      if place(of: begin + length + lead) == .before { return false }
    }
    let move = av_rescale_q(shift, base, packetBase) - (offset.ticks(in: packetBase) ?? 0)
    if packet.pointee.pts != cff_no_time { packet.pointee.pts -= move }
    if packet.pointee.dts != cff_no_time { packet.pointee.dts -= move }
    return true
  }
}
