package import VKCore

/// Moves and stretches the times of frames, as FFmpeg's `setpts` does; sound keeps its times.
///
/// Source: FFmpeg's documentation of `setpts`.
package struct FFmpegSetPTS: TimedFilter {
  /// The new time stamp, in units of `TB` seconds.
  package var expression: Expression = "PTS"

  /// Makes the filter with its default.
  package init() {}

  /// Names and help.
  package static let info = FilterInfo<Self>(
    name: "setpts", vocabulary: .ffmpeg, category: .stream,
    summary: "Move and stretch the times of frames.", source: "FFmpeg's documentation",
    parameters: [
      .expression(
        "expr", \.expression, over: ["PTS", "STARTPTS", "TB"],
        "The new time: A*PTS, A*(PTS-STARTPTS), either with +N/TB or -N/TB.")
    ])

  /// None: no picture changes.
  package func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] { [] }

  package func retiming() throws(FilterError) -> Retiming { .change(try timeChange()) }

  package func change(_ stream: inout StreamChanges, before rest: [any Filter]) throws(FilterError)
  {
    try requireTimeless(rest, behind: "setpts")
    let change = try timeChange()
    guard stream.times == nil else {
      throw FilterError(
        .invalidValue, "setpts stands twice; join them into one: setpts=0.5*(PTS-STARTPTS)+1/TB")
    }
    guard stream.constantRate == nil || change.keepsRate else {
      throw FilterError(.invalidValue, "setpts stands behind fps; put it before")
    }
    stream.times = change
  }

  /// The change that the expression amounts to: it is tried at a few places and compared with a line through them.
  private func timeChange() throws(FilterError) -> TimeChange {
    let shift = try value(0, 0, 1)
    let (factor, start) = (try value(1, 0, 1) - shift, try value(0, 1, 1) - shift)
    let isFromFirst = start != 0
    guard let gain = ratio(factor, to: 1_000_000), gain.0 > 0,
      let moved = ratio(shift, to: 1_000_000), !isFromFirst || abs(start + factor) < 1e-9
    else { throw unknown }
    for (pts, first, base) in [(12345.0, 678.0, 0.001), (-77.0, 5000.0, 0.04), (9e6, -3.0, 1e-5)] {
      let expected = factor * pts + start * first + shift / base
      let found = try value(pts, first, base)
      guard abs(found - expected) <= 1e-9 * max(abs(found), abs(expected), 1) else { throw unknown }
    }
    return TimeChange(
      numerator: gain.0, denominator: gain.1, isFromFirst: isFromFirst,
      shift: MediaTime(value: Int64(moved.0), timescale: moved.1))
  }

  private func value(_ pts: Double, _ start: Double, _ base: Double) throws(FilterError) -> Double {
    do {
      return try expression.value(["PTS": pts, "STARTPTS": start, "TB": base])
    } catch { throw unknown }
  }

  private var unknown: FilterError {
    FilterError(
      .invalidValue,
      "setpts=\(expression.text) is no constant shift or factor; it is A*PTS, PTS/A, PTS-STARTPTS or"
        + " A*(PTS-STARTPTS) with A above 0, and +N/TB or -N/TB behind it for a shift by N seconds")
  }
}
