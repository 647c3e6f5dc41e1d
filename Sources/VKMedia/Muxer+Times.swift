internal import CFFmpeg
internal import VKCore

extension Muxer {
  /// Keeps Matroska's times, which cannot lie before zero and which FFmpeg would move.
  ///
  /// Sound that starts before zero is primed instead, which Matroska knows; only what cannot be primed moves the rest.
  static func settleTimesBeforeZero(_ state: inout State, pictures: MediaTime) {
    guard ["matroska", "webm"].contains(state.container) else { return }
    state.context.pointee.avoid_negative_ts = Int32(AVFMT_AVOID_NEG_TS_DISABLED)
    var earliest = min(pictures + state.shift, .zero)
    for (packet, id) in state.early {
      guard let track = state.copies[id] else { continue }
      let output = state.outputs[track]
      let own = MediaTime(packet.pointer.pointee.pts, in: output.base)
      guard let time = own.map({ $0 + state.shift }), time < .zero,
        let parameters = output.stream.pointee.codecpar
      else { continue }
      let rate = AVRational(num: 1, den: parameters.pointee.sample_rate)
      if let samples = time.ticks(in: rate) {
        parameters.pointee.initial_padding = max(
          parameters.pointee.initial_padding, Int32(clamping: -samples))
      } else {
        earliest = min(earliest, time)
      }
    }
    guard earliest < .zero else { return }
    state.shift = state.shift - earliest
    state.warn("\(state.container) holds no times before zero: all times are moved")
  }
}
