internal import VKCore

/// What outputs ask of the encoder that they share: the slowest of them counts.
///
/// Thread-safe.
final class EncoderRates: Sendable {
  private struct State {
    var wanted = 0
    var limits: [ObjectIdentifier: Int] = [:]
    var applied = 0
    var needsKeyFrame = false

    var current: Int { min(wanted, limits.values.min() ?? .max) }
  }

  private let state = Locked(State())

  /// Bits a second that the encoder aims at.
  var current: Int { state.withLock { $0.current } }
  /// Bits a second that were asked for.
  var wanted: Int { state.withLock { $0.wanted } }

  func begin(with rate: Int) {
    state.withLock { ($0.wanted, $0.applied) = (rate, rate) }
  }

  /// Whether a picture that decoding can begin with was asked for since the last call.
  func takeKeyFrameRequest() -> Bool {
    state.withLock { state in
      defer { state.needsKeyFrame = false }
      return state.needsKeyFrame
    }
  }

  /// The bits a second that the encoder must be told, where they have changed.
  func takeChange() -> Int? {
    state.withLock { state in
      guard state.current != state.applied else { return nil }
      state.applied = state.current
      return state.applied
    }
  }

  func requestKeyFrame() { state.withLock { $0.needsKeyFrame = true } }

  func limit(_ rate: Int?, by output: ObjectIdentifier) {
    state.withLock { $0.limits[output] = rate.map { max($0, 16_000) } }
  }
}

/// One output's hold on the encoder.
final class OutputControl: EncoderControl {
  private let rates: EncoderRates

  init(_ rates: EncoderRates) { self.rates = rates }

  deinit { rates.limit(nil, by: ObjectIdentifier(self)) }

  var bitRate: Int { rates.wanted }
  func requestKeyFrame() { rates.requestKeyFrame() }
  func limit(bitsPerSecond: Int?) { rates.limit(bitsPerSecond, by: ObjectIdentifier(self)) }
}
