internal import CFFmpeg
internal import Synchronization
internal import VKCore

/// Ends FFmpeg's blocking calls that take too long, and all of them when everything shall end.
final class IOLimit: Sendable {
  let stop: StopSignal
  /// In microseconds of the monotonic clock.
  private let end = Atomic<Int64>(.max)

  /// Seconds that the other side may usually take.
  private let patience: Double

  init(_ stop: StopSignal, patience: Double) {
    self.stop = stop
    self.patience = patience
  }

  /// Lets what follows take so many seconds, or as long as usual.
  func allow(_ seconds: Double? = nil) {
    let length = Int64((seconds ?? patience) * 1e6)
    end.store(monotonicMicroseconds() + length, ordering: .releasing)
  }

  /// Whether time is over.
  private var isExceeded: Bool { monotonicMicroseconds() > end.load(ordering: .acquiring) }

  /// Says of a call that failed that this was because time was over, where it was.
  ///
  /// - Throws: `MediaError` then.
  func check(_ status: Int32, _ operation: @autoclosure () -> String) throws {
    guard status < 0, !stop.isRaised, isExceeded else { return }
    throw MediaError(
      .timeout, operation(), "the other side has been silent for \(patience) seconds",
      status: status)
  }

  /// FFmpeg's callback that asks whether to give up; it keeps no reference to this object.
  var interruptCallback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        let limit = Unmanaged<IOLimit>.fromOpaque(opaque).takeUnretainedValue()
        return limit.stop.isRaised || limit.isExceeded ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
