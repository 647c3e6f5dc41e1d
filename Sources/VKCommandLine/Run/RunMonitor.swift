import VKCamera
import VKCore
import VKMedia
import VKPipeline

/// What is known of a run at any moment: its counts and its warnings.
final class RunMonitor: Sendable {
  private struct State {
    var pipeline: Pipeline?
    var writer: (any RunOutput)?
    var said: [String] = []
  }

  /// Whether a warning is an error.
  let isStrict: Bool
  private let inputs: @Sendable () -> [MovieStatistics]
  private let begin: ContinuousClock.Instant
  private let camera: Camera?
  private let state = Locked(State())

  /// - Parameters:
  ///   - isStrict: whether a warning is an error.
  ///   - begin: when the run began.
  ///   - camera: what is read, when it is a camera.
  ///   - inputs: what was read so far.
  init(
    isStrict: Bool, since begin: ContinuousClock.Instant, camera: Camera? = nil,
    inputs: @escaping @Sendable () -> [MovieStatistics]
  ) {
    self.inputs = inputs
    self.isStrict = isStrict
    self.begin = begin
    self.camera = camera
  }

  /// Begins with a writer that has not got a frame yet.
  ///
  /// - Throws: `Failure` when there is a warning already and that is an error.
  func watch(_ writer: any RunOutput) throws {
    state.withLock { $0.writer = writer }
    try say(writer.statistics.warnings)
  }

  /// Goes on with what runs.
  func watch(_ pipeline: Pipeline) { state.withLock { $0.pipeline = pipeline } }

  /// The counts of a report, or of the run as far as it is; nil when nothing runs.
  func statistics(_ report: PipelineReport? = nil) -> RunStatistics? {
    let (pipeline, writer) = state.withLock { ($0.pipeline, $0.writer) }
    guard let writer, let report = report ?? pipeline?.report else { return nil }
    let seconds = (ContinuousClock.now - begin).seconds
    return RunStatistics(
      report, read: inputs(), writer: writer, camera: camera.map { CameraCounts($0) },
      seconds: seconds)
  }

  /// Says the warnings that have not been said.
  ///
  /// - Throws: `Failure` when there is one and that is an error.
  func say(_ warnings: [String]) throws {
    let new = state.withLock { state in
      let new = warnings.filter { !state.said.contains($0) }
      state.said += new
      return new
    }
    new.forEach(console.warning)
    if isStrict, !new.isEmpty {
      throw Failure(.badData, "--strict takes warnings for errors; nothing was written")
    }
  }
}
