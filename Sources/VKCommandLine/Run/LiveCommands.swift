import VKCamera
import VKCatalog
import VKCore
import VKMedia
import VKPipeline

/// Changes to a run that goes on.
final class LiveCommands: Sendable {
  private struct State {
    var graph: FilterGraph
    /// The time of the frame that is about to be filtered.
    var time = MediaTime.zero
  }

  private let state: Locked<State>
  private let slots: [FilterSlot]
  private let pipeline: Pipeline
  private let writer: any RunOutput
  private let inputs: Int
  private let replacesFiles: Bool
  private let monitor: RunMonitor
  /// What frames come from, where it is a camera.
  private let camera: Camera?

  /// Gets ready to change `graph`, whose nodes stand in `slots`.
  init(
    _ graph: FilterGraph, slots: [FilterSlot], pipeline: Pipeline, writer: any RunOutput,
    inputs: Int,
    replacesFiles: Bool, monitor: RunMonitor, camera: Camera? = nil
  ) {
    state = Locked(State(graph: graph))
    self.slots = slots
    self.pipeline = pipeline
    self.writer = writer
    self.inputs = inputs
    self.replacesFiles = replacesFiles
    self.monitor = monitor
    self.camera = camera
  }

  /// Begins to take commands from where they come: `-`, or a socket that is to be removed at the end.
  ///
  /// - Throws: `Failure` when the socket cannot be made.
  func open(at place: String?) throws -> CommandSocket? {
    guard let place else { return nil }
    if place == "-" {
      readStandardInput()
      return nil
    }
    return try CommandSocket(place) { self.answer(to: $0) }
  }

  /// Takes lines from standard input until it ends, on a thread of its own.
  func readStandardInput() {
    _ = WorkerThread { [self] in
      while let line = readLine() {
        switch answer(to: line[...]) {
        case .done: break
        case .text(let text): console.report(text)
        case .failed(let message): console.error("command '\(line)': \(message)")
        }
      }
    }
  }

  /// What came of a line.
  enum Answer {
    case done
    case text(String)
    case failed(String)
  }

  /// Does what a line says.
  func answer(to line: Substring) -> Answer {
    do {
      guard let command = try LiveCommand(line) else { return .done }
      return try perform(command, at: state.withLock { $0.time }).map { .text($0) } ?? .done
    } catch {
      return .failed(Failure(error).message)
    }
  }

  /// Does what a script says before the frame of `time`; false when the run ends before it.
  func perform(_ script: EditScript?, at time: MediaTime?) -> Bool {
    guard let time else { return true }
    state.withLock { $0.time = time }
    for entry in script?.due(at: time) ?? [] {
      if case .stop = entry.command { return false }
      do {
        if let text = try perform(entry.command, at: entry.time) { console.report(text) }
      } catch {
        console.error("at \(time.seconds) s: \(Failure(error).message)")
      }
    }
    return true
  }

  /// Does what a command says; gives the text that answers a question.
  ///
  /// - Throws: `Failure`, `FilterError` or `MediaError` when it cannot; nothing has changed then.
  private func perform(_ command: LiveCommand, at time: MediaTime) throws -> String? {
    switch command {
    case .filter, .set:
      try state.withLock { state in
        guard let changed = try command.changed(state.graph, inputs: inputs) else { return }
        state.graph = changed
        for (slot, node) in zip(slots, changed.nodes) { slot.apply(node.chain) }
      }
    case .mute(let isMuted): writer.setAudioMuted(isMuted, from: time)
    case .pause(let isPaused):
      guard camera != nil else {
        throw Failure.usage("only what a camera sees can be paused; a file waits for nobody")
      }
      writer.isPaused = isPaused
    case .camera(let name):
      guard let camera else { throw Failure.usage("the input is no camera that could be changed") }
      // It is made between two frames: waiting for it here would hold them up.
      Task {
        do { try await camera.reconfigure { $0.device = name } } catch {
          console.error("camera \(name): \(Failure(error).message)")
        }
      }
    case .snapshot(let path):
      var options = MovieWriterOptions()
      options.overwrite = replacesFiles
      let snapshot = Snapshot(try MovieWriter(path, options: options), of: pipeline)
      slots[slots.count - 1] --> snapshot
    case .statistics:
      guard let statistics = monitor.statistics() else { return nil }
      return try jsonText(statistics, pretty: false).split(separator: "\n").joined()
    case .stop: pipeline.stop()
    }
    return nil
  }
}

/// Writes the first picture that comes into a file and leaves the graph again.
///
/// What goes wrong is said and does not end the run.
final class Snapshot: ImageConsumer {
  private let writer: MovieWriter
  private let pipeline: Pipeline
  private let isTaken = Locked(false)

  init(_ writer: MovieWriter, of pipeline: Pipeline) {
    self.writer = writer
    self.pipeline = pipeline
  }

  var acceptsStills: Bool { true }

  func prepare(for format: StreamFormat) throws -> PixelFormat {
    do { return try writer.prepare(for: format) } catch {
      leave(error)
      return format.pixelFormat
    }
  }

  func consume(_ frame: Frame) throws {
    guard !isTaken.withLock({ $0 }) else { return }
    do {
      try writer.consume(frame)
      leave(nil)
    } catch {
      leave(error)
    }
  }

  func finish(error: (any Error)?) throws {
    leave(error ?? Failure(.badData, "snapshot \(writer.path): no picture came any more"))
  }

  /// Completes the file or takes it away, and leaves the graph; the first call counts.
  private func leave(_ error: (any Error)?) {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else { return }
    do {
      try writer.finish(error: error)
      if let error { throw error }
      console.info("snapshot \(writer.path) is written")
    } catch {
      console.error(Failure(error).message)
    }
    Task { [pipeline] in try await pipeline.edit { $0.remove(self) } }
  }
}
