public import VKCore

/// Empty pictures at a constant rate, for generators to paint on: a source out of nothing.
///
/// `Canvas(size: Size(640, 360)) --> CheckerboardGenerator() --> writer`. Pictures are transparent black, 8-bit RGBA. All
/// frames are one picture in memory, which no filter changes. Thread-safe; can be run once.
public final class Canvas: FrameReader, GraphSource {
  /// Columns and rows.
  public let size: Size
  /// The time that a frame is shown.
  public let frameDuration: MediaTime
  /// Where the frames end; nil when they go on until the run is stopped.
  public let duration: MediaTime?
  /// The canvas's place in a graph.
  public let graphNode = GraphNode()
  private let state = Locked(State())

  private struct State {
    var picture: PixelBuffer?
    var count = 0
    var isStopped = false
  }

  /// Makes a canvas.
  ///
  /// - Parameters:
  ///   - size: columns and rows, both above zero.
  ///   - frameDuration: the time that a frame is shown, above zero.
  ///   - duration: where the frames end; nil for never.
  public init(
    size: Size, frameDuration: MediaTime = MediaTime(value: 1, timescale: 25),
    duration: MediaTime? = nil
  ) {
    precondition(size.width > 0 && size.height > 0, "a canvas has pixels")
    precondition(frameDuration > .zero, "a frame is shown for some time")
    self.size = size
    self.frameDuration = frameDuration
    self.duration = duration
  }

  /// The frames.
  public func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { try self.nextFrame() }
  }

  package func start(memory: DeviceMemoryPool) throws {
    let layout = try PixelLayout(format: .rgba, size: size)
    try hold(memory.take(length: layout.length), layout)
  }

  private func hold(_ memory: any PixelMemory, _ layout: PixelLayout) {
    memory.baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: memory.length)
    let picture = PixelBuffer(
      memory: memory, format: .rgba, size: size, planes: layout.planes,
      colorSpace: .unspecified)
    state.withLock { $0.picture = picture }
  }

  package func nextFrame() throws -> Frame? {
    if state.withLock({ $0.picture == nil }) {
      let layout = try PixelLayout(format: .rgba, size: size)
      hold(HeapMemory(length: layout.length), layout)
    }
    let (picture, number) = state.withLock { state in
      defer { state.count += 1 }
      return (state.isStopped ? nil : state.picture, Int64(state.count))
    }
    let time = MediaTime(
      value: frameDuration.value * number, timescale: frameDuration.timescale)
    guard let picture, duration.map({ time < $0 }) ?? true else { return nil }
    return Frame(picture, time: time, duration: frameDuration)
  }

  package func stop() { state.withLock { $0.isStopped = true } }

  package var frameRate: (Int32, Int32)? {
    Int32(exactly: frameDuration.value).map { (frameDuration.timescale, $0) }
  }
}
