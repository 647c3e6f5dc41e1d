internal import CFFmpeg
internal import VKCore

/// A file of which streams are copied beside another movie's pictures: music, a second language, subtitles.
///
/// Its beginning is put where the movie begins. `startTime`, `duration`, `endTime`, `repeats`, `demuxer` and
/// `formatOptions` of the options count; `repeats` of `Int.max` lasts as long as the pictures.
///
/// SAFETY: one thread, the writer's, reads it.
public final class StreamSource: @unchecked Sendable {
  /// The path or address that was opened.
  public let path: String
  /// What the container holds.
  public let info: MediaInfo
  let context: UnsafeMutablePointer<AVFormatContext>
  let options: MovieOptions
  private let stop = StopSignal()
  private let channel: InputChannel?
  private let packet: Packet
  private var reading: UnsafeMutablePointer<AVFormatContext>
  private var repetition: Repetition
  private var hasStarted = false
  private(set) var hasEnded = false

  /// Opens a file for its streams.
  ///
  /// - Throws: `MediaError` when there is nothing to read.
  public init(_ path: String, options: MovieOptions = MovieOptions()) throws {
    MediaLog.prepare()
    packet = try Packet()
    channel = try InputChannel.open(path, demuxer: options.demuxer, stop: stop)
    context = try Demuxer.open(path, options: options, channel: channel, stop: stop).0
    do {
      try check(avformat_find_stream_info(context, nil), "read \(path)", else: .invalidData)
    } catch {
      Demuxer.close(context)
      throw error
    }
    reading = context
    self.path = path
    self.options = options
    info = MediaInfo(context, container: nil)
    repetition = Repetition(options.repeats)
  }

  deinit {
    if reading != context { Demuxer.close(reading) }
    Demuxer.close(context)
  }

  /// The end of the part that is read, from the beginning of the file.
  private var end: MediaTime? {
    let start = options.startTime ?? .zero
    return [options.endTime, options.duration.map { start + $0 }].compactMap { $0 }.min()
  }

  /// The part that is read, in the output's time; `origin` is where it begins.
  func part(from origin: MediaTime) -> (start: MediaTime?, end: MediaTime?) {
    let start = options.startTime ?? .zero
    return (options.startTime.map { _ in origin }, end.map { $0 - start + origin })
  }

  /// Where its beginning lies in its own time.
  private var begin: MediaTime {
    MediaTime(context.pointee.start_time, in: AVRational(num: 1, den: AV_TIME_BASE)) ?? .zero
  }

  /// Reads on until all that begins before `time` has been handed to `sink`.
  ///
  /// Both times are the output's; `origin` is where the beginning of the part that is read lies.
  func read(until time: MediaTime, origin: MediaTime, into sink: any PacketSink) throws {
    if !hasStarted { start(sink) }
    while !hasEnded {
      guard try readPacket(sink) else { continue }
      let index = Int(packet.pointer.pointee.stream_index)
      guard let stream = context.pointee.streams[index] else { continue }
      let position = try handOn(index, stream, origin: origin, to: sink)
      if let position, position >= time { return }
    }
  }

  private func start(_ sink: any PacketSink) {
    hasStarted = true
    for index in 0..<Int(context.pointee.nb_streams) {
      context.pointee.streams[index]?.pointee.discard =
        sink.wants(stream: index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
    guard let start = options.startTime, start > .zero,
      repetition.beginsInFirstPass(start, of: info.duration)
    else { return }
    let micro = AVRational(num: 1, den: AV_TIME_BASE)
    // A little before, for the sound that overlaps the start; where searching fails all is read.
    let tick = (begin + start).ticks(in: micro) ?? 0
    avformat_seek_file(context, -1, Int64.min, tick - 100_000, tick, 0)
  }

  /// Reads a packet; at the end goes to the next pass, or ends.
  private func readPacket(_ sink: any PacketSink) throws -> Bool {
    av_packet_unref(packet.pointer)
    cff_clear_log_error()
    let status = av_read_frame(reading, packet.pointer)
    if status >= 0 { return true }
    if status != cff_error_eof { try check(status, "read \(path)") }
    guard repetition.advance(to: options.startTime), channel == nil else {
      hasEnded = true
      sink.endOfPackets(at: nil)
      return false
    }
    let again = try Demuxer.open(path, options: options, channel: nil, stop: stop).0
    if reading != context { Demuxer.close(reading) }
    reading = again
    try check(avformat_find_stream_info(again, nil), "read \(path)", else: .invalidData)
    for index in 0..<min(Int(context.pointee.nb_streams), Int(again.pointee.nb_streams)) {
      again.pointee.streams[index]?.pointee.discard =
        context.pointee.streams[index]?.pointee.discard ?? AVDISCARD_DEFAULT
    }
    return false
  }

  /// Hands a packet on in the output's time, when it lies in the part that is wanted; gives where it begins.
  private func handOn(
    _ index: Int, _ stream: UnsafeMutablePointer<AVStream>, origin: MediaTime,
    to sink: any PacketSink
  ) throws -> MediaTime? {
    let base = stream.pointee.time_base
    let ticks =
      packet.pointer.pointee.pts != cff_no_time
      ? packet.pointer.pointee.pts : packet.pointer.pointee.dts
    guard let own = MediaTime(ticks, in: base) else { return nil }
    let length = MediaTime(max(packet.pointer.pointee.duration, 0), in: base) ?? .zero
    repetition.noteFrame()
    repetition.note(
      stream: index, start: MediaTime(stream.pointee.start_time, in: base), begin: own,
      end: own + length)
    let start = options.startTime ?? .zero
    let inFile = own + repetition.shift - begin
    if let end, inFile >= end {
      hasEnded = true
      sink.endOfPackets(at: nil)
      return nil
    }
    let shift = repetition.shift - begin - start + origin
    let time = own + shift
    defer { sink.reached(time) }
    let isInside =
      options.startTime == nil || inFile + length + sink.lead(stream: index) > start
    guard sink.wants(stream: index), isInside, !(stream.isCoverPicture && repetition.pass > 0),
      let move = shift.ticks(in: base)
    else { return time }
    if packet.pointer.pointee.pts != cff_no_time { packet.pointer.pointee.pts += move }
    if packet.pointer.pointee.dts != cff_no_time { packet.pointer.pointee.dts += move }
    sink.accept(try Packet.taking(packet), stream: index)
    return time
  }
}
