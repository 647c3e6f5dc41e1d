public import Dispatch
public import VKCore

/// A consumer that learns which pipeline it is in: to start it, or to leave it.
package protocol AttachedConsumer: ImageConsumer {
  func attach(to pipeline: Pipeline)
}

/// A consumer that waits for a loop of the user's, which may not come back.
protocol LoopConsumer: ImageConsumer {
  /// The run is to end: what still comes, a few elements, waits for no room.
  func stopWaiting()
}

/// Elements on their way from a consumer's thread to an asynchronous loop.
///
/// Holds a few; a producer that is told to keep all waits when it is full.
final class ElementChannel<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var waiter: CheckedContinuation<Element?, any Error>?
    var end: Result<Void, any Error>?
    var isAbandoned = false
    var isUnbounded = false
  }

  private let state = Locked(State())
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Hands an element over, waiting for room; an element that nobody will ask for is let go.
  func send(_ element: Element) {
    let waiter = state.wait { state -> CheckedContinuation<Element?, any Error>?? in
      if let waiter = state.waiter {
        state.waiter = nil
        return .some(waiter)
      }
      if state.isAbandoned { return .some(nil) }
      guard state.isUnbounded || state.elements.count < capacity else { return nil }
      state.elements.append(element)
      return .some(nil)
    }
    waiter?.resume(returning: element)
  }

  /// Ends the sequence.
  func end(_ error: (any Error)?) {
    let waiter = state.signal { state -> CheckedContinuation<Element?, any Error>? in
      guard state.end == nil else { return nil }
      state.end = error.map { .failure($0) } ?? .success(())
      defer { state.waiter = nil }
      return state.waiter
    }
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
  }

  /// Lets producers go on without room for what they bring.
  func unbind() { state.signal { $0.isUnbounded = true } }

  /// Lets producers go on: nobody asks any more.
  func abandon() {
    state.signal { state in
      state.isAbandoned = true
      state.elements.removeAll()
    }
  }

  /// The next element; nil at the end.
  func next() async throws -> Element? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.signal { state -> Result<Element?, any Error>? in
          if !state.elements.isEmpty { return .success(state.elements.removeFirst()) }
          if let end = state.end { return end.map { nil } }
          if state.isAbandoned { return .success(nil) }
          state.waiter = continuation
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      abandon()
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(throwing: CancellationError())
    }
  }
}

/// Pictures for a loop of the user's: `for try await (pixelBuffer, time) in output`.
///
/// Iterating starts the source where it is not running. The times are strictly increasing. One loop at a time iterates.
public final class PixelBufferOutput: ImageConsumer, AsyncSequence, AttachedConsumer, LoopConsumer {
  /// A picture and its time.
  public typealias Element = (pixelBuffer: PixelBuffer, time: MediaTime)
  /// What the loop throws: errors of any part of the pipeline.
  public typealias Failure = any Error

  /// The pictures' format; nil keeps the source's.
  public let format: PixelFormat?
  /// What happens when frames come faster than they are taken.
  public let latePolicy: LatePolicy
  private let channel: ElementChannel<Frame>
  /// What iterating starts; given up at the end, for the pipeline holds this output.
  private let pipeline = Locked<Pipeline?>(nil)

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - format: the pictures' format; nil keeps the source's.
  ///   - policy: what happens when the loop is slower than the source.
  public init(format: PixelFormat? = nil, policy: LatePolicy = .keepAll) {
    self.format = format
    latePolicy = policy
    channel = ElementChannel(capacity: 2)
  }

  /// Says which pixel format is wanted.
  public func prepare(for format: StreamFormat) throws -> PixelFormat {
    self.format ?? format.pixelFormat
  }

  /// Takes a frame.
  public func consume(_ frame: Frame) throws { channel.send(frame) }

  /// Ends the stream.
  public func finish(error: (any Error)?) throws {
    channel.end(error)
    pipeline.withLock { $0 = nil }
  }

  package func attach(to pipeline: Pipeline) { self.pipeline.withLock { $0 = pipeline } }

  func stopWaiting() { channel.unbind() }

  /// Begins to iterate.
  public func makeAsyncIterator() -> Iterator {
    Iterator(channel: channel, pipeline: pipeline.withLock { $0 })
  }

  /// Gives the pictures one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private final class Reader: Sendable {
      let channel: ElementChannel<Frame>
      init(_ channel: ElementChannel<Frame>) { self.channel = channel }
      // A loop that was left early must not hold up the pipeline.
      deinit { channel.abandon() }
    }

    private let reader: Reader
    private let pipeline: Pipeline?
    private var hasStarted = false

    init(channel: ElementChannel<Frame>, pipeline: Pipeline?) {
      reader = Reader(channel)
      self.pipeline = pipeline
    }

    /// The next picture; nil at the end.
    public mutating func next() async throws -> Element? {
      if !hasStarted {
        hasStarted = true
        try pipeline?.begin(PipelineSettings())
      }
      guard let frame = try await reader.channel.next() else { return nil }
      return (frame.pixelBuffer, frame.time ?? .zero)
    }
  }
}

/// The numbers of a filter, one a frame, for a loop of the user's.
///
/// Iterating starts the source where it is not running. One loop at a time iterates.
public struct ReductionValues<Value: Sendable>: AsyncSequence, Sendable {
  /// One frame's numbers.
  public typealias Element = Value
  /// What the loop throws: errors of any part of the pipeline.
  public typealias Failure = any Error

  private let node: GraphNode
  /// Held, as the source may have no other owner.
  private let root: GraphNode

  init(node: GraphNode) {
    self.node = node
    root = node.root
  }

  /// Begins to iterate: connects to the filter.
  public func makeAsyncIterator() -> Iterator {
    let consumer = ValueOutput<Value>()
    node.connect(consumer)
    return Iterator(consumer: consumer, pipeline: Pipeline(root: root, source: root.source))
  }

  /// Gives the numbers one by one.
  public struct Iterator: AsyncIteratorProtocol {
    private let consumer: ValueOutput<Value>
    private let pipeline: Pipeline
    private var hasStarted = false

    init(consumer: ValueOutput<Value>, pipeline: Pipeline) {
      self.consumer = consumer
      self.pipeline = pipeline
    }

    /// The next frame's numbers; nil at the end.
    public mutating func next() async throws -> Value? {
      if !hasStarted {
        hasStarted = true
        try pipeline.begin(PipelineSettings())
      }
      return try await consumer.channel.next()?.value
    }
  }
}

/// Receives numbers.
final class ValueOutput<Value: Sendable>: ValueConsumer, LoopConsumer {
  let channel = ElementChannel<(value: Value, time: MediaTime?)>(capacity: 2)

  var acceptsStills: Bool { true }
  func stopWaiting() { channel.unbind() }
  func prepare(for format: StreamFormat) throws -> PixelFormat { format.pixelFormat }
  func consume(_ frame: Frame) throws {}

  func consume(value: any Sendable, time: MediaTime?) throws {
    guard let value = value as? Value else { return }
    channel.send((value, time))
  }

  func finish(error: (any Error)?) throws { channel.end(error) }
}

/// Pictures for a function of the user's, called on a queue of the user's choice, one after another.
public final class CallbackOutput: ImageConsumer {
  /// Where the function is called.
  public struct Queue: Sendable {
    let queue: DispatchQueue?

    /// A serial queue of its own.
    public static func serial(_ label: String) -> Queue {
      Queue(queue: DispatchQueue(label: label))
    }

    /// A queue that exists.
    public static func dispatch(_ queue: DispatchQueue) -> Queue { Queue(queue: queue) }
    /// The pipeline's thread for this output.
    public static let pipeline = Queue(queue: nil)
  }

  /// The pictures' format; nil keeps the source's.
  public let format: PixelFormat?
  /// What happens when frames come faster than they are taken.
  public let latePolicy: LatePolicy
  private let queue: Queue
  private let body: @Sendable (PixelBuffer, MediaTime) throws -> Void

  /// Makes an output; the source waits for the function unless the policy says otherwise.
  public init(
    format: PixelFormat? = nil, queue: Queue = .pipeline, policy: LatePolicy = .keepAll,
    _ body: @escaping @Sendable (PixelBuffer, MediaTime) throws -> Void
  ) {
    self.format = format
    self.queue = queue
    latePolicy = policy
    self.body = body
  }

  /// Says which pixel format is wanted.
  public func prepare(for format: StreamFormat) throws -> PixelFormat {
    self.format ?? format.pixelFormat
  }

  /// Takes a frame.
  public func consume(_ frame: Frame) throws {
    let time = frame.time ?? .zero
    if let queue = queue.queue {
      try queue.sync { try body(frame.pixelBuffer, time) }
    } else {
      try body(frame.pixelBuffer, time)
    }
  }

  /// Ends the stream.
  public func finish(error: (any Error)?) throws {}
}

/// Raw frames from memory: GPUImage's raw data input.
public final class PixelBufferInput: FrameReader, GraphSource {
  /// The format that frames are expected in.
  public let format: PixelFormat
  /// How pictures must be turned to be upright: a part of the first pass.
  public let orientation: Orientation
  /// The source's place in a graph.
  public let graphNode = GraphNode()
  private let queue = BoundedQueue<Frame>(capacity: 4)

  /// Makes an input for frames of a format, which stand upright once they are turned as said.
  public init(format: PixelFormat, orientation: Orientation = .up) {
    self.format = format
    self.orientation = orientation
  }

  /// Sends a picture; waits while the pipeline is busy with those before.
  ///
  /// Any thread.
  ///
  /// - Precondition: the picture has the input's format.
  public func send(_ pixelBuffer: PixelBuffer, time: MediaTime? = nil, duration: MediaTime? = nil) {
    precondition(pixelBuffer.format == format, "the picture has the input's format")
    queue.push(Frame(pixelBuffer, time: time, duration: duration))
  }

  /// Ends the stream; what was sent is still processed.
  public func finish() { queue.close() }

  /// The frames that are sent.
  public func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { [queue] in try queue.pop() }
  }

  package func start(memory: DeviceMemoryPool) throws {}
  package func nextFrame() throws -> Frame? { try queue.pop() }
  package func stop() { queue.close() }
}
