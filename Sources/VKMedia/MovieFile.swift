internal import CFFmpeg
internal import Glibc
public import VKCore
public import VKPipeline

/// A movie that is read once from beginning to end: a file, a pipe, numbered pictures, a stream.
///
/// Everything that the system's FFmpeg opens; `-` is standard input. Pictures are decoded into the engine's memory and
/// stay as they are stored: cropped exactly, not turned (`orientation` says how they should be), their colours tagged.
/// Times are the container's, to the tick. Opening and reading block; one thread reads.
public final class MovieFile: FrameReader, GraphSource {
  /// The path or address that was opened.
  public let path: String
  /// What frames will be like; some streams change on the way.
  public let format: StreamFormat
  /// The length of what will be read, where that is known.
  public let duration: MediaTime?
  /// About how many frames will be read, where that is known.
  public let frameCountEstimate: Int?
  /// How the pictures must be turned to be upright.
  public let orientation: Orientation
  /// What the container holds.
  public let info: MediaInfo
  /// The conversion that the processor has to do because the engine's kernels do not read the stored format;
  /// nil when there is none.
  public let conversion: String?
  /// The movie's place in a graph.
  public let graphNode = GraphNode()
  let demuxer: Demuxer
  let options: MovieOptions
  private let stopSignal = StopSignal()
  private let measures = Locked(MovieStatistics())
  private let state = Locked(State())

  private struct State {
    var sinks: [any PacketSink] = []
    var reader: MovieReader?
  }

  /// Opens a movie and finds its best video stream, never a cover picture.
  ///
  /// - Throws: `MediaError` when there is nothing to read, no video in it, or no decoder for it.
  public init(_ path: String, options: MovieOptions = MovieOptions()) throws {
    let isCanvas = options.painting != nil
    let options = isCanvas ? try options.asCanvas() : options
    demuxer = try Demuxer(isCanvas ? "/dev/zero" : path, options: options, stop: stopSignal)
    self.path = path
    self.options = options
    let stream = demuxer.stream.pointee
    format = Self.format(of: demuxer, options: options)
    conversion = Self.conversion(stream.codecpar.pointee)
    orientation =
      options.orientation
      ?? cff_stream_display_matrix(demuxer.stream).flatMap { Orientation(displayMatrix: $0) } ?? .up
    info = demuxer.info
    let whole = MediaTime(stream.duration, in: stream.time_base) ?? demuxer.info.duration
    duration = Self.length(of: whole, options: options)
    frameCountEstimate = Self.frameCount(stream, whole: whole, duration: duration, options: options)
  }

  /// What has happened so far.
  ///
  /// Thread-safe.
  public var statistics: MovieStatistics { measures.withLock { $0 } }

  /// Where the beginning of the part that is read lies in the frames' time.
  var origin: MediaTime {
    guard options.startTime == nil else { return .zero }
    let micro = AVRational(num: 1, den: AV_TIME_BASE)
    return MediaTime(demuxer.context.pointee.start_time, in: micro) ?? .zero
  }

  /// Where the movie begins in a container whose clock started at any time (a broadcast's), for files begin at zero.
  var arbitraryOrigin: MediaTime? {
    let flags = demuxer.context.pointee.iformat.pointee.flags
    return flags & AVFMT_TS_DISCONT != 0 && origin != .zero ? origin : nil
  }

  /// The part that is read, in the frames' time.
  var part: (start: MediaTime?, end: MediaTime?) {
    (options.startTime.map { _ in .zero }, FrameClock(demuxer, options: options).movedEnd)
  }

  /// The frames, read on a thread of their own; it waits when the receiver does.
  public func frames() -> AsyncThrowingStream<Frame, any Error> {
    FrameThread.frames(of: self)
  }

  /// The number of the first picture that is read, where pictures have numbers.
  var firstPictureNumber: Int? {
    guard let sequence = demuxer.sequence, let first = sequence.firstNumber else { return nil }
    let base = AVRational(num: sequence.rate.den, den: sequence.rate.num)
    let skipped = options.startTime?.ticks(in: base) ?? 0
    return first + Int(sequence.entries.first { $0.tick >= skipped }?.tick ?? 0)
  }

  /// Whether this is a picture that moves, and more than one frame of it is read.
  var isAnimatedPicture: Bool {
    AnimatedPicture.containers.contains(info.container) && options.frameLimit != 1
  }

  /// Hands packets that are not decoded to `sink`, which must be there before reading starts.
  func attach(_ sink: any PacketSink) {
    state.withLock { $0.sinks.append(sink) }
  }

  package func start(memory: DeviceMemoryPool) throws {
    try start { try memory.take(length: $0) }
  }

  private func start(take: @escaping @Sendable (Int) throws -> any PixelMemory) throws {
    let sinks = state.withLock { $0.sinks }
    let reader = try MovieReader(
      demuxer, options: options, sinks: sinks, statistics: measures,
      take: take)
    let isFirst = state.withLock { state in
      guard state.reader == nil else { return false }
      state.reader = reader
      return true
    }
    guard isFirst else {
      throw MediaError(.usage, "read \(path)", "it is being read already; open it a second time")
    }
  }

  package func nextFrame() throws -> Frame? {
    if state.withLock({ $0.reader == nil }) {
      try start { HeapMemory(length: $0) }
    }
    return try state.withLock { $0.reader }?.next()
  }

  package func stop() { stopSignal.raise() }
  package var frameRate: (Int32, Int32)? { format.frameRate }
  package var fieldOrder: FieldOrder { format.fieldOrder }
  package var painting: [any Filter] { options.painting ?? [] }
  package var beginning: MediaTime { demuxer.givenRate == nil ? origin : .zero }
}

extension MovieFile {
  private static func format(of demuxer: Demuxer, options: MovieOptions) -> StreamFormat {
    let stream = demuxer.stream
    let parameters = stream.pointee.codecpar.pointee
    let stored = AVPixelFormat(parameters.format)
    let known = PixelFormat(stored)
    let color = options.colors(ColorTags(parameters), format: stored)
    let target = known ?? .nearest(to: stored)
    var format = StreamFormat(
      size: Size(Int(parameters.width), Int(parameters.height)), pixelFormat: target,
      colorSpace: known == nil ? color.converted(from: stored, to: target) : color)
    format.pixelAspectRatio =
      av_guess_sample_aspect_ratio(demuxer.context, stream, nil).positive ?? (0, 1)
    format.fieldOrder = FieldOrder(parameters.field_order)
    format.frameRate =
      demuxer.givenRate ?? av_guess_frame_rate(demuxer.context, stream, nil).positive
    return format
  }

  private static func conversion(_ stream: AVCodecParameters) -> String? {
    let stored = AVPixelFormat(stream.format)
    guard PixelFormat(stored) == nil, let name = pixelFormatName(stored) else { return nil }
    let target = PixelFormat.nearest(to: stored)
    let bytes = [stored, target.avFormat].reduce(0) {
      $0 + max(av_image_get_buffer_size($1, stream.width, stream.height, 1), 0)
    }
    return "\(name) to \(target.name) by libswscale: the processor moves \(bytes) bytes a frame"
  }

  private static func length(of whole: MediaTime?, options: MovieOptions) -> MediaTime? {
    let start = options.startTime ?? .zero
    let all = whole.flatMap { whole -> MediaTime? in
      guard options.repeats < 1_000_000 else { return nil }
      return MediaTime(
        value: whole.value * Int64(options.repeats + 1), timescale: whole.timescale)
    }
    let ends = [all, options.endTime, options.duration.map { start + $0 }].compactMap { $0 }
    guard let end = ends.min() else { return nil }
    return max(end - start, .zero)
  }

  private static func frameCount(
    _ stream: AVStream, whole: MediaTime?, duration: MediaTime?, options: MovieOptions
  ) -> Int? {
    var count: Int?
    if stream.nb_frames > 0, let whole, let duration, whole > .zero {
      count = Int((Double(stream.nb_frames) * duration.seconds / whole.seconds).rounded())
    } else if let duration, let rate = stream.avg_frame_rate.positive {
      count = Int((duration.seconds * Double(rate.0) / Double(rate.1)).rounded())
    }
    guard let limit = options.frameLimit else { return count }
    return min(count ?? limit, limit)
  }
}
