package import VKCore
package import VKPipeline

/// Reads frames on a thread of its own, one for each request.
package final class FrameThread: Sendable {
  private struct State {
    var request: CheckedContinuation<Frame?, any Error>?
    var isClosed = false
  }

  private let state = Locked(State())
  private let reader: any FrameReader

  private init(_ reader: any FrameReader) { self.reader = reader }

  /// The frames of `reader` as a sequence; the thread ends with the sequence.
  package static func frames(of reader: any FrameReader) -> AsyncThrowingStream<Frame, any Error> {
    let owner = Owner(FrameThread(reader))
    _ = WorkerThread { [thread = owner.thread] in thread.run() }
    return AsyncThrowingStream { try await owner.thread.next() }
  }

  /// Ends the thread when the sequence that holds this goes away.
  private final class Owner: Sendable {
    let thread: FrameThread
    init(_ thread: FrameThread) { self.thread = thread }
    deinit {
      thread.state.signal { $0.isClosed = true }
      thread.reader.stop()
    }
  }

  private func next() async throws -> Frame? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { request in
        state.signal { $0.request = request }
      }
    } onCancel: {
      reader.stop()
    }
  }

  private func run() {
    while let request = nextRequest() {
      request.resume(with: Result { try reader.nextFrame() })
    }
    reader.close()
  }

  private func nextRequest() -> CheckedContinuation<Frame?, any Error>? {
    state.wait { state -> CheckedContinuation<Frame?, any Error>?? in
      if let request = state.request {
        state.request = nil
        return .some(request)
      }
      return state.isClosed ? .some(nil) : nil
    }
  }
}
