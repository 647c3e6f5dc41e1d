public import VKCore

/// Where frames come from.
public protocol ImageSource: Sendable {
  /// The frames in the order of their times; the sequence ends with the material or throws.
  func frames() -> AsyncThrowingStream<Frame, any Error>
}

/// A source that is read from a thread of its own, as files, pipes and cameras are.
package protocol FrameReader: ImageSource, AnyObject {
  /// Opens what is needed to read; decoded pictures go into memory from `memory`.
  func start(memory: DeviceMemoryPool) throws
  /// A frame like those to come, whatever is in it, where that is known before the first: it is rendered, and goes nowhere,
  /// so that what takes long the first time is done before `nextFrame` is asked.
  func rehearsal() throws -> Frame?
  /// The next frame, nil at the end. Blocks. One thread calls it.
  func nextFrame() throws -> Frame?
  /// Ends reading from any thread: `nextFrame` returns nil soon.
  func stop()
  /// How the stored picture must be turned to stand upright; known once started.
  var orientation: Orientation { get }
  /// Frames a second (numerator, denominator), where that is known; known once started.
  var frameRate: (Int32, Int32)? { get }
  /// Which rows the source says were taken first; frames may differ.
  var fieldOrder: FieldOrder { get }
  /// Whether frames come when they come, so that late ones are dropped and not waited for.
  var isLive: Bool { get }
  /// Whether, while frames are late, the newest is wanted and older ones are not; of live sources only.
  var dropsLate: Bool { get }
  /// How many frames may wait for the pipeline.
  var queueCapacity: Int { get }
  /// Frames that were lost before they could be given, by reason.
  var lost: [DropReason: Int] { get }
  /// Lets go of what reading holds: called on the reading thread when no frame is wanted any more.
  func close()
  /// Where the source begins in the time of its frames: sources that meet in a filter begin together.
  var beginning: MediaTime { get }
  /// The moment of the system's monotonic clock that frames' times count from, of live sources; nil before it is known.
  var startTime: MediaTime? { get }
  /// What is painted on each frame before anything else is done with it.
  var painting: [any Filter] { get }
}

extension FrameReader {
  package func rehearsal() throws -> Frame? { nil }
  package var orientation: Orientation { .up }
  package var frameRate: (Int32, Int32)? { nil }
  package var fieldOrder: FieldOrder { .progressive }
  package var isLive: Bool { false }
  package var dropsLate: Bool { false }
  package var queueCapacity: Int { 2 }
  package var lost: [DropReason: Int] { [:] }
  package func close() {}
  package var beginning: MediaTime { .zero }
  package var startTime: MediaTime? { nil }
  package var painting: [any Filter] { [] }
}

/// An error by which a source ends early: what it gave before is whole, and is delivered.
package protocol SourceInterruption: Error {
  /// Whether it is one.
  var keepsWhatCame: Bool { get }
}

extension SourceInterruption {
  package var keepsWhatCame: Bool { true }
}

/// What a consumer is about to receive.
public struct StreamFormat: Sendable {
  /// Columns and rows.
  public var size: Size
  /// How the source stores its pixels.
  public var pixelFormat: PixelFormat
  /// What the numbers mean.
  public var colorSpace: ColorSpace
  /// Width of a pixel over its height; 0/1 when it is not said.
  public var pixelAspectRatio: (Int32, Int32) = (0, 1)
  /// Whether the rows of frames were taken at one moment or at two; some streams hold both kinds.
  public var fieldOrder = FieldOrder.progressive
  /// Frames a second (numerator, denominator), where that is known.
  public var frameRate: (Int32, Int32)?
  /// Whether frames come when they come, as from a camera, and not as fast as they are taken.
  public var isLive = false

  /// Makes a description.
  public init(size: Size, pixelFormat: PixelFormat, colorSpace: ColorSpace = .unspecified) {
    self.size = size
    self.pixelFormat = pixelFormat
    self.colorSpace = colorSpace
  }

  /// What the numbers mean once the frames are stored as `format`.
  package func colorSpace(storedAs format: PixelFormat) -> ColorSpace {
    outputColorSpace(
      from: pixelFormat, colorSpace.resolved(for: pixelFormat, size: size), to: format, size: size)
  }
}

/// What happens to frames when a consumer is slower than they come.
public enum LatePolicy: Sendable {
  /// The source waits.
  case keepAll
  /// The oldest frame that waits is dropped and counted.
  case dropLate
}

/// Where frames go.
///
/// The pipeline calls a consumer from one thread of its own, so every method may block.
public protocol ImageConsumer: AnyObject, Sendable {
  /// Gets ready for frames like `format` and says which pixel format it wants them in.
  ///
  /// Called before the first frame and again when the size or the colours change.
  func prepare(for format: StreamFormat) throws -> PixelFormat
  /// The colours that frames like `format` are wanted in, asked after `prepare`; parts not said stay as they come.
  ///
  /// Unless said otherwise PQ and HLG become BT.709 where the pixel format has only 8 bits.
  func colorSpace(for format: StreamFormat, storedAs pixelFormat: PixelFormat) -> ColorSpace
  /// Takes a frame; its pixels stay valid as long as the frame is held.
  func consume(_ frame: Frame) throws
  /// Ends the stream: `error` is nil when everything went well. Called once.
  func finish(error: (any Error)?) throws
  /// Whether frames without a time are wanted; false unless said otherwise.
  var acceptsStills: Bool { get }
  /// What happens when frames come faster than they are taken; `keepAll` unless said otherwise.
  var latePolicy: LatePolicy { get }
  /// Whether a stream that ends because its source is lost is finished as a shorter one; else `finish` gets the error,
  /// behind the last frame. No unless said otherwise.
  var keepsInterruptedStreams: Bool { get }
  /// Whether frames may change their size on the way; where not, all get the first one's. Yes unless said otherwise.
  var acceptsSizeChanges: Bool { get }
}

extension ImageConsumer {
  /// BT.709 for PQ and HLG in 8 bits, else as they come.
  public func colorSpace(
    for format: StreamFormat, storedAs pixelFormat: PixelFormat
  ) -> ColorSpace {
    .usual(for: format, storedAs: pixelFormat)
  }
  /// Whether frames without a time are wanted: no.
  public var acceptsStills: Bool { false }
  /// What happens when frames come faster than they are taken.
  public var latePolicy: LatePolicy { .keepAll }
  /// Whether a stream whose source is lost is finished as a shorter one: no.
  public var keepsInterruptedStreams: Bool { false }
  /// Whether frames may change their size on the way: yes.
  public var acceptsSizeChanges: Bool { true }
}

extension ColorSpace {
  /// What frames become unless said otherwise: BT.709 where PQ or HLG would have 8 bits, else as they come.
  package static func usual(
    for format: StreamFormat, storedAs pixelFormat: PixelFormat
  ) -> ColorSpace {
    format.colorSpace.transfer.isHDR && pixelFormat.bitDepth <= 8
      ? .standardRange(for: pixelFormat) : .unspecified
  }
}
