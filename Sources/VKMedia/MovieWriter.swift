internal import CFFmpeg
internal import Glibc
public import VKCore
public import VKPipeline

/// Writes frames into a movie: a file, a pipe (`-`), numbered pictures, an address.
///
/// The encoder reads frames where they lie. Every frame is written at its exact time as far as the container can hold it.
/// A file grows beside its final name and is renamed when it is complete; on failure it is removed.
/// The consumer's methods are called from one thread, `cancel` and `statistics` from any.
///
/// SAFETY: `session` is used by the one thread that feeds the consumer; all else is immutable or locked.
public final class MovieWriter: ImageConsumer, @unchecked Sendable {
  /// Where the movie goes.
  public let path: String
  /// FFmpeg's name of the container.
  public var container: String { muxer.formatName }
  let options: MovieWriterOptions
  let plan: EncoderPlan
  let muxer: Muxer
  let tracks: TrackList
  /// Further files that streams are copied from, and where they hand them.
  private let further: [(source: any StreamFeeder, tracks: InputTracks)]
  /// Where the sound of the movie itself ends, where that is known beforehand.
  private let soundEnd: MediaTime?
  private let isFull = Locked(false)
  private let pausing = Locked(false)
  let ending = Locked(Ending())
  /// Where the beginnings of further files lie.
  private let origin: MediaTime
  /// The number of the first picture of a sequence.
  let firstNumber: Int
  let format: UnsafePointer<AVOutputFormat>
  var session = Session()

  struct Session {
    var format: StreamFormat?
    var frames = PixelFormat.bgra
    var stored = AV_PIX_FMT_NONE
    var colors: OutputColors?
    var encoder: VideoEncoder?
    var end: MediaTime?
    /// The first frame's time as it came.
    var first: MediaTime?
    var rate: ConstantRate<Frame>?
    var framesEncoded = 0
    var pause = RecordingPause()
    var isFinished = false
  }

  /// Gets ready to write like `movie`: its time base, tags and metadata; its other streams are copied.
  ///
  /// To be made before the movie is read. `sources`, inputs 1 and on of `options.streams`, only give streams.
  /// - Throws: `MediaError` when the output may not or cannot be made, or there is no encoder for it.
  public convenience init(
    _ path: String, like movie: MovieFile, adding sources: [StreamSource] = [],
    options: MovieWriterOptions = MovieWriterOptions()
  ) throws {
    try self.init(path, movie: movie, sources: sources, options: options)
  }

  /// Gets ready to write frames alone.
  ///
  /// - Throws: `MediaError` when the output may not or cannot be made, or there is no encoder for it.
  public convenience init(
    _ path: String, options: MovieWriterOptions = MovieWriterOptions()
  ) throws {
    try self.init(path, movie: nil, sources: [], options: options)
  }

  /// Gets ready to write frames with sound of the system's, which is encoded: by the container's usual encoder unless the
  /// options name one.
  package convenience init(
    _ path: String, sound: SoundInput?, options: MovieWriterOptions = MovieWriterOptions()
  ) throws {
    var options = options
    if sound != nil, options.audioCodec == nil {
      let format = try Self.format(for: path, like: nil, options: options)
      guard let codec = avcodec_find_encoder(format.pointee.audio_codec) else {
        throw MediaError(
          .usage, "write \(path)", "\(String(cString: format.pointee.name)) holds no sound")
      }
      options.audioCodec = String(cString: codec.pointee.name)
    }
    try self.init(path, movie: nil, sources: sound.map { [$0] } ?? [], options: options)
  }

  private init(
    _ path: String, movie: MovieFile?, sources: [any StreamFeeder], options: MovieWriterOptions
  ) throws {
    MediaLog.prepare()
    let format = try Self.format(for: path, like: movie, options: options)
    plan = try EncoderPlan(format: format, path: path, options: options)
    firstNumber = options.startNumber ?? movie?.firstPictureNumber ?? 1
    let place = try OutputPlace(
      path, muxer: String(cString: format.pointee.name), overwrite: options.overwrite,
      inputs: options.inputPaths + (movie.map { [$0.path] } ?? []), firstNumber: firstNumber)
    let muxer = try Muxer(place, muxer: format, stop: StopSignal())
    let main = try movie.map { try MovieInput($0, format: format, options: options) }
    let beside = try sources.enumerated().map { index, source in
      try MovieInput(
        source, number: index + 1, from: movie?.origin ?? .zero, format: format, options: options)
    }
    for input in [main].compactMap({ $0 }) + beside { input.warnings.forEach(muxer.warn) }
    func sink(of input: MovieInput, _ number: Int) -> InputTracks {
      InputTracks(muxer, input: number, copied: input.copies, encoded: input.encoded)
    }
    if let main { movie?.attach(sink(of: main, 0)) }
    further = zip(sources, beside.enumerated().map { sink(of: $1, $0 + 1) }).map { ($0, $1) }
    origin = movie?.origin ?? .zero
    tracks = TrackList(main, further: beside, selectors: options.streams)
    soundEnd = main?.soundEnd
    self.path = path
    self.options = options
    self.muxer = muxer
    self.format = format
    session.rate = options.constantRate.map {
      ConstantRate($0, limit: options.frameLimit, holdsFrames: options.holdsFrames)
    }
  }

  /// What has happened so far.
  ///
  /// Thread-safe.
  public var statistics: WriterStatistics { muxer.statistics }

  /// Whether no frame is wanted any more, because the sound has ended and the options say that this is the end.
  ///
  /// Thread-safe.
  package var isComplete: Bool { isFull.withLock { $0 } }

  /// Pictures need no time, movies do.
  public var acceptsStills: Bool { isPictures || AnimatedPicture.containers.contains(container) }

  /// What happens to frames that come faster than they are written, by the options.
  public var latePolicy: LatePolicy { options.latePolicy }

  /// What was written before a source was lost is a movie.
  public var keepsInterruptedStreams: Bool { true }

  /// Whether frames of another size are written as they are: raw bytes and pictures, unless the options say otherwise.
  public var acceptsSizeChanges: Bool { !(options.resizesOutput ?? !mayChangeSize) }

  /// Ends blocked writing from any thread; the file is not completed and is removed at once.
  public func cancel() { muxer.cancel() }

  /// Ends the wait for a reader of a pipe that nobody has opened yet, from any thread.
  package func stopWaiting() { muxer.stopWaiting() }

  /// Whether frames are left out; those that follow close up, as if no time had passed.
  ///
  /// For live sources: streams that are copied from a movie are not paused. Thread-safe.
  public var isPaused: Bool {
    get { pausing.withLock { $0 } }
    set { pausing.withLock { $0 = newValue } }
  }

  /// Leaves the copied sound out from a moment of the movie on, or lets it go on.
  ///
  /// Thread-safe. Sound that is written already stays: pictures later than `time` must be to come.
  public func setAudioMuted(_ isMuted: Bool, from time: MediaTime) {
    muxer.mute(isMuted, from: time)
  }

  /// Chooses the pixel format that frames are wanted in: the stream's own where the encoder takes it.
  ///
  /// - Throws: `MediaError` when the encoder takes no such format, or the size changes on the way.
  public func prepare(for format: StreamFormat) throws -> PixelFormat {
    if let before = session.format {
      if before.size != format.size { try noteSizeChange(from: before.size, to: format.size) }
      if before.pixelAspectRatio != format.pixelAspectRatio {
        muxer.warn("the shape of pixels changes on the way; the file keeps saying the first one")
      }
      if before.colorSpace != format.colorSpace {
        muxer.warn("the colours' meaning changes on the way; all frames get the first one's")
      }
      return session.frames
    }
    session.format = format
    (session.frames, session.stored) = try plan.formats(for: StreamShape(format))
    let colors = OutputColors(
      format, frames: session.frames, stored: session.stored, codec: plan.codec,
      said: options.colorSpace)
    session.colors = colors
    colors.warnings.forEach(muxer.warn)
    if let wanted = plan.wanted, wanted != session.stored {
      let names = [wanted, session.stored].map { pixelFormatName($0) ?? "?" }
      muxer.warn(
        "the encoder does not take \(names[0]); \(names[1]) is written, which holds the same")
    }
    if plan.wanted == nil, let stored = pixelFormatName(session.stored) {
      for loss in losses(from: format.pixelFormat, to: session.stored) {
        muxer.warn("\(loss) is lost: the encoder takes nothing nearer than \(stored)")
      }
    }
    return session.frames
  }

  /// The colours that the caller wants and the encoder can hold.
  public func colorSpace(
    for format: StreamFormat, storedAs pixelFormat: PixelFormat
  ) -> ColorSpace {
    colors(
      of: format, after: session.format, storedAs: session.frames,
      wanted: session.colors?.wanted ?? options.colorSpace)
  }

  func noteSizeChange(from before: Size, to size: Size) throws {
    guard mayChangeSize else {
      throw MediaError(
        .encoderRefused, "write \(path)",
        "the size changes from \(before) to \(size), which \(container) cannot follow;"
          + " let pictures be scaled, or add scale to the chain")
    }
    muxer.warn("the size changes from \(before) to \(size); pictures are written as they are")
  }

  /// Encodes a frame at its time; the first one opens the encoder and the output.
  ///
  /// - Throws: `MediaError` when the encoder refuses it or writing fails.
  public func consume(_ frame: Frame) throws {
    muxer.note { $0.framesReceived += 1 }
    var frame = frame
    guard session.pause.admits(&frame.time, isPaused: isPaused) else {
      muxer.note { $0.framesPaused += 1 }
      return
    }
    for (source, _) in further { source.leaveOut(session.pause.gaps) }
    frame = retimed(frame)
    guard session.rate != nil else { return try encode(frame, at: frame.time) }
    let time = frame.time ?? session.end ?? .zero
    if let shown = session.rate?.take(frame, at: time, lasting: frame.duration) {
      try encode(shown)
    }
  }

  /// The frame at the time that the options' change gives it.
  private func retimed(_ frame: Frame) -> Frame {
    guard let change = options.timeChange, let time = frame.time else { return frame }
    let first = session.first ?? time
    session.first = first
    var frame = frame
    frame.time = change.changed(time, first: first, origin: origin)
    frame.duration = frame.duration.map(change.length)
    return frame
  }

  /// Encodes a frame once for each moment of the constant rate at which it is shown.
  private func encode(_ shown: ConstantRate<Frame>.Shown) throws {
    muxer.note {
      $0.framesSkipped += shown.ticks.isEmpty ? 1 : 0
      $0.framesRepeated += max(shown.ticks.count - 1, 0)
    }
    guard let rate = session.rate else { return }
    for tick in shown.ticks {
      var frame = shown.picture
      frame.duration = rate.time(1)
      try encode(frame, at: rate.time(tick))
    }
  }

  private func encode(_ frame: Frame, at time: MediaTime?) throws {
    session.framesEncoded += 1
    guard case .encode(let encoder) = plan.kind else { return }
    let time = try self.time(of: frame, at: time)
    // Beyond the pictures, so that no packet waits; before the header, which tells what lies before zero.
    try readFurther(until: time + MediaTime(value: 2, timescale: 1))
    if options.endsWithShortest, let end = muxer.shortestEnd ?? soundEnd, time >= end {
      isFull.withLock { $0 = true }
      muxer.note { $0.framesAfterEnd += 1 }
      return
    }
    let session = try opened(encoder, for: frame, at: time)
    switch try session.encode(frame, at: time, deliver: muxer.write) {
    case .taken: break
    case .converted: muxer.note { $0.copiesOnCPU += 1 }
    case .late:
      muxer.note { $0.framesDropped += 1 }
      muxer.warn("frames were left out because their times were not after the ones before")
      return
    }
    if !time.isExact(in: session.context.pointee.time_base) {
      muxer.warn("some times were rounded to 1/\(session.context.pointee.time_base.den) s")
    }
    self.session.end = frame.duration.map { time + $0 } ?? time
  }

  private func readFurther(until time: MediaTime) throws {
    for (source, tracks) in further where !source.hasEnded {
      try source.read(until: time, origin: origin, into: tracks)
    }
  }

  /// Reads what is left of further files: all of it, or as much as the pictures last.
  private func finishFurther() throws {
    for (source, tracks) in further where !source.hasEnded {
      let isCut = source.lastsAsPictures || muxer.isCut || options.endsWithShortest
      let end = isCut ? session.end : nil
      try source.finish(at: end, origin: origin, into: tracks)
      tracks.endOfPackets(at: end)
    }
  }

  /// Completes the movie and puts it under its name, or removes it when there was an error.
  ///
  /// - Throws: `MediaError` when no frame came or writing fails; there is no file then.
  public func finish(error: (any Error)?) throws {
    precondition(!session.isFinished, "a writer is finished once")
    session.isFinished = true
    let result = Result { try complete(error: error) }
    ending.end(result)
    try result.get()
  }

  private func complete(error: (any Error)?) throws {
    if error != nil {
      muxer.abandon()
      return
    }
    do {
      guard muxer.statistics.framesReceived > 0 else {
        throw MediaError(.noFrames, "write \(path)", "no frame came, so there is nothing to write")
      }
      if let last = session.rate?.finish() { try encode(last) }
      guard case .encode = plan.kind else {
        try options.willPublish?()
        return
      }
      try finishFurther()
      try session.encoder?.finish(deliver: muxer.write)
      try muxer.complete(
        at: session.end, cutting: options.endsWithShortest, then: options.willPublish)
    } catch {
      muxer.abandon()
      throw error
    }
  }
}

extension MovieWriter {
  var isPictures: Bool { container == "image2" }
  /// Whether the output has no size of its own.
  private var mayChangeSize: Bool {
    guard case .encode = plan.kind else { return true }
    return isPictures || container == "rawvideo"
  }
  /// Whether frames are only counted: the output has a rate or nothing, but no times.
  var isCounted: Bool {
    isPictures || container == "yuv4mpegpipe" || container == "rawvideo"
  }

  /// When a frame is shown; pictures are only counted.
  private func time(of frame: Frame, at time: MediaTime?) throws -> MediaTime {
    guard isCounted else { return time ?? session.end ?? .zero }
    let count = session.framesEncoded
    guard count == 1 || isSequence || !isPictures else {
      throw MediaError(
        .usage, "write \(path)",
        "this is one picture, but more frames came; name a sequence (%04d), take one frame (-frames:v 1)"
          + " or ask for a moving picture (-f apng, .gif, .webp)")
    }
    let rate = frameRate ?? (25, 1)
    return MediaTime(value: Int64(count - 1) * Int64(rate.1), timescale: rate.0)
  }

  /// The rate that is written into the container.
  var frameRate: (Int32, Int32)? {
    if let rate = options.constantRate ?? options.frameRate { return rate }
    return session.format?.frameRate.flatMap { options.timeChange?.rate($0) ?? $0 }
  }
}
