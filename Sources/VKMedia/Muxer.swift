internal import CFFmpeg
internal import VKCore

/// A container that is being written: packets of pictures from an encoder, others copied from an input.
///
/// Thread-safe: the encoder's thread and the input's thread both hand packets in.
final class Muxer: Sendable {
  // SAFETY: FFmpeg's objects are touched only with the lock held.
  struct State: @unchecked Sendable {
    let context: UnsafeMutablePointer<AVFormatContext>
    var channel: OutputChannel?
    var interleaver = Interleaver<Packet>()
    var outputs: [Output] = []
    /// Track numbers of the inputs' streams.
    var copies: [StreamID: Int] = [:]
    var video = -1
    /// What is added to all times.
    var shift = MediaTime.zero
    /// Packets that came before the header was written.
    var early: [(Packet, StreamID)] = []
    var hasHeader = false
    var hasEnded = false
    var endedInputs: Set<Int> = []
    /// Whether reading the movie ended early.
    var isCut = false
    var failure: (any Error)?
    /// From when on copied sound is left out, or goes on.
    var muting: [(from: MediaTime, isMuted: Bool)] = []
    var statistics = WriterStatistics()

    /// Whether a packet is sound that is left out.
    func isMuted(_ packet: Packet, track: Int) -> Bool {
      guard !muting.isEmpty, let parameters = outputs[track].stream.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO,
        let time = MediaTime(packet.pointer.pointee.pts, in: outputs[track].base)
      else { return false }
      return muting.last { $0.from <= time }?.isMuted ?? false
    }

    var container: String { String(cString: context.pointee.oformat.pointee.name) }

    /// Whether FFmpeg moves all times when one lies before zero.
    var movesNegativeTimes: Bool {
      context.pointee.oformat.pointee.flags & AVFMT_TS_NEGATIVE == 0
        && context.pointee.avoid_negative_ts != Int32(AVFMT_AVOID_NEG_TS_DISABLED)
    }

    /// Says something once.
    mutating func warn(_ text: String) {
      if !statistics.warnings.contains(text) { statistics.warnings.append(text) }
    }
  }

  /// A track of the output.
  struct Output {
    let stream: UnsafeMutablePointer<AVStream>
    /// The time base of packets on their way in.
    let base: AVRational
    var lastDecodingTime: Int64?
  }

  let formatName: String
  let path: String
  private let place: OutputPlace
  private let stop: StopSignal
  /// Ends the wait for a reader of a FIFO.
  private let giveUp = StopSignal()
  /// Pictures that are complete.
  private let pictures = Locked(0)
  private let state: Locked<State>

  init(_ place: OutputPlace, muxer: UnsafePointer<AVOutputFormat>, stop: StopSignal) throws {
    var context: UnsafeMutablePointer<AVFormatContext>?
    try check(
      avformat_alloc_output_context2(&context, muxer, nil, place.url), "write \(place.path)",
      else: .cannotCreate)
    let output = try allocated(context, "a container")
    output.pointee.interrupt_callback = stop.interruptCallback
    self.place = place
    self.stop = stop
    path = place.path
    formatName = String(cString: muxer.pointee.name)
    state = Locked(State(context: output))
  }

  deinit {
    state.withLock { state in
      Self.closeOutput(&state)
      avformat_free_context(state.context)
    }
  }

  /// Whether the container can go back in its output to complete what stands at the beginning.
  var isSearchable: Bool {
    switch place.kind {
    case .descriptor, .special: false
    default: true
    }
  }

  /// What has happened so far.
  var statistics: WriterStatistics { state.withLock { $0.statistics } }

  /// Changes the counts; says each warning once.
  func note(_ change: (inout WriterStatistics) -> Void) {
    state.withLock { change(&$0.statistics) }
  }

  func warn(_ text: String) {
    note { if !$0.warnings.contains(text) { $0.warnings.append(text) } }
  }

  /// Leaves copied sound out from `time` on, or lets it go on.
  func mute(_ isMuted: Bool, from time: MediaTime) {
    state.withLock { $0.muting.append((time, isMuted)) }
  }

  // MARK: Making the container

  /// Makes the tracks, opens the output and writes the header, once.
  ///
  /// Packets that arrived already are kept for it.
  func begin(
    encoder: UnsafeMutablePointer<AVCodecContext>, tracks: TrackList,
    settings: MuxerSettings, first time: MediaTime
  ) throws {
    try state.withLock { state in
      if settings.keepsTimes, let origin = tracks.main?.arbitraryOrigin {
        state.shift = .zero - origin
      }
      try Self.addTracks(encoder, tracks, settings, &state)
      Self.settleTimesBeforeZero(&state, pictures: time)
      try open(&state, settings)
      var options = OptionList(settings.options)
      cff_clear_log_error()
      try check(
        avformat_write_header(state.context, &options.dictionary), "write \(path)",
        else: .encoderRefused)
      state.hasHeader = true
      if let unknown = options.left.first {
        throw MediaError(
          .usage, "write \(path)",
          "the format \(formatName) takes no option \(unknown)")
      }
      let early = state.early
      state.early = []
      for (packet, id) in early { Self.enqueue(packet, of: id, &state) }
      for input in state.endedInputs { state.interleaver.endCopied(from: input, dropping: nil) }
      flush(&state)
    }
  }

  private static func addTracks(
    _ encoder: UnsafeMutablePointer<AVCodecContext>, _ tracks: TrackList,
    _ settings: MuxerSettings, _ state: inout State
  ) throws {
    for track in tracks.order {
      let stream = try allocated(avformat_new_stream(state.context, nil), "a stream")
      switch track {
      case .pictures:
        try settings.fill(stream, from: encoder, input: tracks.main)
        state.video = state.interleaver.addTrack()
        state.outputs.append(Output(stream: stream, base: encoder.pointee.time_base))
      case .encoded(let id, let source, let transcoder):
        try settings.fill(stream, encoding: transcoder.encoder, like: source)
        state.copies[id] = state.interleaver.addTrack(copiedFrom: id.input)
        state.outputs.append(Output(stream: stream, base: transcoder.encoder.pointee.time_base))
      case .copy(let id, let source):
        try settings.fill(stream, copying: source, format: state.context.pointee.oformat)
        state.copies[id] = state.interleaver.addTrack(copiedFrom: id.input)
        state.outputs.append(Output(stream: stream, base: source.pointee.time_base))
      }
    }
    try settings.fill(state.context, input: tracks.main)
  }

  private func open(_ state: inout State, _ settings: MuxerSettings) throws {
    let opensItself = state.context.pointee.oformat.pointee.flags & AVFMT_NOFILE != 0
    if !opensItself, let channel = try OutputChannel.open(place, stop: stop, giveUp: giveUp) {
      state.channel = channel
      state.context.pointee.pb = channel.context
      state.context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
      return
    }
    try place.open {
      guard !opensItself else { return }
      var callback = stop.interruptCallback
      try check(
        avio_open2(&state.context.pointee.pb, place.url, AVIO_FLAG_WRITE, &callback, nil),
        "write \(path)", else: .cannotCreate)
    }
  }

  @discardableResult
  private static func closeOutput(_ state: inout State) -> Int32 {
    if state.channel != nil {
      avio_flush(state.context.pointee.pb)
      let status = state.context.pointee.pb.pointee.error
      state.context.pointee.pb = nil
      state.channel = nil
      return status
    }
    guard state.context.pointee.oformat.pointee.flags & AVFMT_NOFILE == 0 else { return 0 }
    return avio_closep(&state.context.pointee.pb)
  }

  // MARK: Packets

  /// Writes a packet of the encoder's; its times are in the encoder's time base.
  func write(_ packet: Packet) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let base = state.outputs[state.video].base
      guard let time = MediaTime(packet.pointer.pointee.dts, in: base) else {
        throw MediaError(
          .encoderRefused, "write \(path)", "the encoder gave a packet without a time")
      }
      state.interleaver.push(
        packet, track: state.video, time: time, bytes: Int(packet.pointer.pointee.size))
      flush(&state)
      if let failure = state.failure { throw failure }
    }
  }

  /// Keeps a failure on the input's thread for the encoder's.
  func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }

  /// Takes a packet of a stream of an input, in the stream's own time base.
  func accept(_ packet: Packet, of id: StreamID) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      guard state.hasHeader else {
        state.early.append((packet, id))
        return
      }
      Self.enqueue(packet, of: id, &state)
      flush(&state)
    }
  }

  private static func enqueue(_ packet: Packet, of id: StreamID, _ state: inout State) {
    guard let track = state.copies[id] else { return }
    let pointer = packet.pointer
    if pointer.pointee.dts == cff_no_time { pointer.pointee.dts = pointer.pointee.pts }
    if pointer.pointee.pts == cff_no_time { pointer.pointee.pts = pointer.pointee.dts }
    let output = state.outputs[track]
    guard let time = MediaTime(pointer.pointee.dts, in: output.base) else { return }
    let end = MediaTime(pointer.pointee.pts + max(pointer.pointee.duration, 0), in: output.base)
    state.interleaver.push(
      packet, track: track, time: time, bytes: Int(pointer.pointee.size),
      until: output.stream.isSound ? end : nil)
  }

  /// Whether the movie was not read to its end.
  var isCut: Bool { state.withLock { $0.isCut || !$0.endedInputs.contains(0) } }

  /// Where the first sound ends that has ended.
  var shortestEnd: MediaTime? { state.withLock { $0.interleaver.firstEnd } }

  /// Says how far an input has been read.
  func reached(_ time: MediaTime, input: Int) {
    state.withLock { state in
      state.interleaver.reached(time, source: input)
      if state.hasHeader { flush(&state) }
    }
  }

  /// Says that an input brings nothing more, and, when reading ended early, from which time on it is let go.
  func endOfPackets(at time: MediaTime?, input: Int) {
    state.withLock { state in
      state.endedInputs.insert(input)
      if input == 0, time != nil { state.isCut = true }
      state.interleaver.endCopied(from: input, dropping: time)
      if state.hasHeader { flush(&state) }
    }
  }

  /// Writes what is certain to be next; a failure is kept for the encoder's thread.
  private func flush(_ state: inout State) {
    guard state.failure == nil, !state.hasEnded else { return }
    while let (packet, track) = state.interleaver.next() {
      if state.isMuted(packet, track: track) { continue }
      if track == state.video {
        do { try place.checkPicture(pictures.withLock { $0 }) } catch {
          state.failure = error
          return
        }
      }
      let status = Self.write(packet, track: track, &state)
      if status < 0 {
        state.failure = MediaError(status: status, "write \(path)", else: .io)
        return
      }
      if track == state.video { pictures.withLock { $0 += 1 } }
    }
  }

  private static func write(_ packet: Packet, track: Int, _ state: inout State) -> Int32 {
    let pointer = packet.pointer
    let output = state.outputs[track]
    if state.shift != .zero, let shift = state.shift.ticks(in: output.base) {
      pointer.pointee.pts += shift
      pointer.pointee.dts += shift
    }
    let time = MediaTime(pointer.pointee.pts, in: output.base)
    av_packet_rescale_ts(pointer, output.base, output.stream.pointee.time_base)
    let clock = output.stream.pointee.time_base
    if track == state.video, time != MediaTime(pointer.pointee.pts, in: clock) {
      state.warn(
        "\(state.container) counts time in \(clock.num)/\(clock.den) s: some times were rounded")
    }
    if pointer.pointee.dts < 0, state.movesNegativeTimes {
      state.warn("\(state.container) holds no times before zero: all times are moved")
    }
    // Rounding to a coarser clock may let two times meet, which containers refuse.
    if let last = output.lastDecodingTime, pointer.pointee.dts <= last {
      pointer.pointee.dts = last + 1
      pointer.pointee.pts = max(pointer.pointee.pts, last + 1)
    }
    state.outputs[track].lastDecodingTime = pointer.pointee.dts
    pointer.pointee.stream_index = output.stream.pointee.index
    pointer.pointee.pos = -1
    if track == state.video {
      state.statistics.packetsWritten += 1
    } else {
      state.statistics.packetsCopied += 1
    }
    cff_clear_log_error()
    // Containers with an order of their own do that inside the interleaving call.
    return state.container.hasPrefix("mxf") || state.container == "gxf"
      ? av_interleaved_write_frame(state.context, pointer)
      : av_write_frame(state.context, pointer)
  }

  // MARK: The end

  /// Writes all that waits and completes the file; `time` is where the pictures end.
  ///
  /// What is copied is cut there where its input has not ended, or when `cutting`. `approve` says at last whether the
  /// file may appear under its name.
  func complete(
    at time: MediaTime?, cutting: Bool = false, then approve: (() throws -> Void)?
  ) throws {
    try state.withLock { state in
      for input in Set(state.copies.keys.map(\.input))
      where cutting || !state.endedInputs.contains(input) {
        state.interleaver.endCopied(from: input, dropping: time)
      }
      state.interleaver.end(track: state.video)
      flush(&state)
      if let failure = state.failure { throw failure }
      state.hasEnded = true
      cff_clear_log_error()
      try check(av_write_trailer(state.context), "write \(path)")
      try check(Self.closeOutput(&state), "write \(path)")
    }
    try approve?()
    try place.publish()
  }

  /// Ends the wait for somebody who reads the output; what is being read goes on.
  func stopWaiting() { giveUp.raise() }

  /// Ends blocked writing and leaves no trace of the file, from any thread and whatever another one does.
  func cancel() {
    stop.raise()
    giveUp.raise()
    place.discard(complete: pictures.withLock { $0 })
  }

  /// Leaves no trace of the file.
  func abandon() {
    state.withLock { state in
      state.hasEnded = true
      Self.closeOutput(&state)
    }
    place.discard(complete: pictures.withLock { $0 })
  }
}
