internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Ends blocking input and output of FFmpeg and of pipes from another thread.
package final class StopSignal: Sendable {
  private let raised = Atomic(false)
  private let ends: (read: Int32, write: Int32)

  package init() {
    var pair: [Int32] = [-1, -1]
    pipe(&pair)
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  /// Can be read once the signal is raised.
  package var descriptor: Int32 { ends.read }

  /// Whether everything should end.
  package var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Ends everything that waits on this signal, now and later.
  package func raise() {
    guard !raised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    write(ends.write, &byte, 1)
  }

  /// Waits until `descriptor` is ready for `events`; false when the signal was raised first.
  func wait(for descriptor: Int32, events: Int32) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
    ]
    while !isRaised {
      let count = poll(&entries, 2, -1)
      if count < 0 && errno != EINTR { return true }
      if count > 0 && entries[0].revents != 0 { return !isRaised }
    }
    return false
  }

  /// Waits for that long, or until the signal is raised.
  package func sleep(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    var entry = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    while !isRaised {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return }
      poll(&entry, 1, Int32(min(left.rounded(.up), 3_600_000)))
    }
  }

  /// FFmpeg's callback that asks whether to give up; it keeps no reference to this object.
  var interruptCallback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        return Unmanaged<StopSignal>.fromOpaque(opaque).takeUnretainedValue().isRaised ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
