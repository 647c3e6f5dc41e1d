internal import Glibc
public import VKCore
internal import VKMedia
public import VKPipeline

/// A camera: a V4L2 device whose frames flow into a graph.
///
/// Frames come as the driver stores them, in the engine's memory wherever driver and device allow it, with the driver's
/// colour tags and times; these count from the first frame. Frames that the driver lost or damaged are counted. Opening,
/// starting and changing block briefly, on threads of their own where a method is `async`. Thread-safe.
public final class Camera: FrameReader, GraphSource {
  struct State {
    var settings: Settings
    var session: CaptureSession?
    var memory: CaptureMemory?
    var stop = StopSignal()
    var isReading = false
    var hasBegun = false
    /// Why the last stream ended by itself.
    var failure: CameraError?
    var pending: [PendingChange] = []
    var statistics = Statistics()
    var copies = 0
    var discardsLate = true
    /// What the user said.
    var orientation: Orientation?
    var startTime: MediaTime?
  }

  /// A change that the reading thread makes between two frames.
  struct PendingChange: Sendable {
    let settings: Settings
    let done: CheckedContinuation<Void, any Error>
  }

  /// The camera's place in a graph.
  public let graphNode = GraphNode()
  let finder: CameraFinder
  let state: Locked<State>
  /// What only the thread that reads uses.
  let reading = Locked(Reading())

  /// What counts along a stream.
  struct Reading {
    var clock = CaptureClock()
    var gaps = SequenceGaps()
    var framesOfSession = 0
    var brokenInARow = 0
    var excluded: Set<FourCC> = []
  }

  /// Opens a camera and sets it up as near to the settings as it can.
  ///
  /// - Throws: `CameraError` when there is no such camera, or it cannot be used.
  public convenience init(_ settings: Settings = Settings()) throws {
    try self.init(settings, finder: .system)
  }

  /// Opens the camera that looks to `position`, by its driver; where none says so, the first there is.
  ///
  /// - Throws: `CameraError` when there is no camera, or it cannot be used.
  public convenience init(
    position: Position, preset: Preset = .hd1280x720, pixelFormat: PixelFormat? = nil
  ) throws {
    var settings = Settings(preset: preset)
    settings.position = position
    settings.pixelFormat = pixelFormat
    try self.init(settings)
  }

  init(_ settings: Settings, finder: CameraFinder) throws {
    self.finder = finder
    let session = try finder.session(settings, patience: settings.patience)
    state = Locked(State(settings: settings, session: session))
    note(session)
  }

  deinit { state.withLock { $0.stop }.raise() }

  /// The cameras of the system; those that cannot be used say why.
  public static var all: [CameraDescription] { CameraDescription.all }

  // MARK: What it is

  /// What frames are like; of compressed pictures, the usual.
  public var format: StreamFormat {
    guard let session = state.withLock({ $0.session }) else {
      return StreamFormat(size: (settings.preset ?? .hd1280x720).size, pixelFormat: .nv12)
    }
    var format = StreamFormat(
      size: session.setting.size, pixelFormat: session.pixelFormat, colorSpace: session.colorSpace)
    format.frameRate = session.frameRate
    format.fieldOrder = session.fieldOrder
    return format
  }

  /// The driver's name of the format that it gives.
  public var fourCC: FourCC? { state.withLock { $0.session }?.setting.fourCC }
  /// The path of the device.
  public var path: String? { state.withLock { $0.session }?.path }
  /// What was asked for.
  public var settings: Settings { state.withLock { $0.settings } }
  /// Why the last stream ended by itself, the camera being lost; nil when it did not.
  public var failure: CameraError? { state.withLock { $0.failure } }
  /// When the first frame was taken, by the system's monotonic clock; a frame's own time counts from there.
  public var startTime: MediaTime? { state.withLock { $0.startTime } }

  /// What has happened so far.
  public var statistics: Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.copiesOnCPU = state.copies + (state.session?.copies ?? 0)
      statistics.memory = state.session?.place ?? statistics.memory
      return statistics
    }
  }

  /// Whether frames that nobody has taken yet give way to newer ones; else the driver loses frames when there is no room.
  ///
  /// On at first, as is right for what is looked at; to record, turn it off.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { state.withLock { $0.discardsLate } }
    set { state.withLock { $0.discardsLate = newValue } }
  }

  /// How pictures must be turned to be upright; the graph turns them before anything else.
  ///
  /// At first as the driver says that the sensor is built in.
  public var orientation: Orientation {
    get { state.withLock { $0.orientation ?? $0.session?.orientation ?? .up } }
    set { state.withLock { $0.orientation = newValue } }
  }

  /// The device's controls with their values now.
  public var controls: [CameraControl] {
    state.withLock { $0.session }.map { CameraControl.all(of: $0.device) } ?? []
  }

  /// Sets a control by its name to a number, `true`, `false` or an entry of its menu; holds for this device only.
  ///
  /// - Throws: `CameraError` when there is no such control or value.
  public func setControl(_ name: String, to value: String) throws {
    guard let session = state.withLock({ $0.session }) else {
      throw CameraError(.notRunning, "set \(name)", "the camera is not open")
    }
    try session.set([(name, value)])
  }

  // MARK: Running

  /// Starts the camera and all that is connected to it; nothing when it runs already.
  ///
  /// - Throws: `CameraError` when it cannot start, `GPUError` when there is no device.
  public func start(_ settings: PipelineSettings = PipelineSettings()) async throws {
    guard pipeline.report == nil else { return }
    if state.withLock({ $0.session == nil }) {
      try await onThread { [self] in
        // A stream that is just ending has the device yet.
        _ = state.wait(seconds: 10) { $0.isReading ? nil : () }
        try reopen()
      }
    }
    try pipeline.begin(settings)
  }

  /// Ends the stream, and waits until what is connected has all that came and is finished.
  ///
  /// Nothing when it does not run.
  public func stop() async {
    await pipeline.end()
    try? await onThread { [self] in state.wait { $0.isReading ? nil : () } }
  }

  /// Gives memory back that is only kept to be used again.
  public func trimCaches() { pipeline.trimCaches() }

  /// Frames for a loop of one's own, without a graph.
  public func frames() -> AsyncThrowingStream<Frame, any Error> { FrameThread.frames(of: self) }

  /// Says what differs from what was asked for.
  func note(_ session: CaptureSession) { session.notes.forEach(warn) }

  func warn(_ text: String) {
    state.withLock { state in
      if !state.statistics.warnings.contains(text) { state.statistics.warnings.append(text) }
    }
  }
}
