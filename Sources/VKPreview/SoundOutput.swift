internal import CSDL
package import VKCore

/// Sound on its way to the ear, and the clock that it is.
///
/// Thread-safe.
package final class SoundOutput: Sendable {
  private struct State {
    /// The time of the first sample.
    var begin: MediaTime?
    var queued = 0
    var isPlaying = false
    var isClosed = false
  }

  private let device: UInt32
  private let rate: Int
  private let frameLength: Int
  private let state = Locked(State())

  /// Opens the system's sound for 32-bit floats, channels in turn.
  ///
  /// - Throws: `PreviewError` when there is no SDL or nothing to hear with.
  package init(rate: Int, channels: Int) throws {
    self.rate = rate
    frameLength = 4 * channels
    device = try WindowThread.shared.perform {
      let device = csdl_open_sound(Int32(rate), Int32(channels))
      guard device > 0 else {
        throw PreviewError(
          .noSound, "play sound", "no device plays it: \(String(cString: csdl_error()))")
      }
      return device
    }
  }

  deinit { close() }

  /// Adds samples; `time` is the first one's.
  package func queue(_ samples: UnsafeRawBufferPointer, at time: MediaTime) {
    state.withLock { state in
      guard !state.isClosed, let bytes = samples.baseAddress else { return }
      if state.begin == nil { state.begin = time }
      if csdl_queue_sound(device, bytes, UInt32(samples.count)) { state.queued += samples.count }
    }
  }

  /// Begins to play once the pictures have come to the first sample.
  func pictureShown(at time: MediaTime) {
    state.withLock { state in
      guard !state.isPlaying, !state.isClosed, let begin = state.begin, time >= begin else {
        return
      }
      state.isPlaying = true
      csdl_pause_sound(device, false)
    }
  }

  /// The time of what is heard now; nil when nothing is.
  var heard: MediaTime? {
    state.withLock { state in
      guard state.isPlaying, !state.isClosed, let begin = state.begin else { return nil }
      let waiting = Int(csdl_queued_sound(device))
      guard waiting > 0 else { return nil }
      let samples = (state.queued - waiting) / frameLength
      return begin + MediaTime(value: Int64(samples), timescale: Int32(rate))
    }
  }

  /// Whether samples wait to be heard, now that it is playing.
  package var isHeard: Bool { heard != nil }
  /// Whether it has begun to play.
  package var isPlaying: Bool { state.withLock { $0.isPlaying && !$0.isClosed } }
  /// How much sound waits to be heard.
  package var secondsAhead: Double {
    state.withLock { $0.isClosed ? 0 : Double(csdl_queued_sound(device)) }
      / Double(frameLength * rate)
  }

  /// Ends the sound at once.
  package func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    let device = device
    WindowThread.shared.post { csdl_close_sound(device) }
  }
}
