package import VKCore

/// Brings frames to a constant rate, as FFmpeg's `fps` does.
///
/// Each frame is shown from the moment of the rate that is nearest to its time until the next frame is.
///
/// Source: FFmpeg's documentation of `fps` (`round=near`).
package struct FFmpegFPS: TimedFilter {
  /// Frames a second: a number, a ratio or a name.
  package var fps = "25"

  /// Makes the filter with its default.
  package init() {}

  /// Names and help.
  package static let info = FilterInfo<Self>(
    name: "fps", vocabulary: .ffmpeg, category: .stream,
    summary: "Bring frames to a constant rate.", source: "FFmpeg's documentation",
    parameters: [
      .text(
        "fps", \.fps, form: "25, 30000/1001, 29.97, ntsc, pal, film",
        fault: {
          frameRate($0) == nil
            ? "it is a rate above 0: 25, 30000/1001, 29.97, ntsc, pal or film" : nil
        }, "Frames a second.")
    ])

  /// None: no picture changes.
  package func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] { [] }

  package func retiming() throws(FilterError) -> Retiming {
    guard let rate = frameRate(fps) else { throw FilterError(.invalidValue, "fps: no rate") }
    return .rate(rate.0, rate.1)
  }

  package func change(_ stream: inout StreamChanges, before rest: [any Filter]) throws(FilterError)
  {
    try requireTimeless(rest, behind: "fps")
    guard let rate = frameRate(fps) else { return }
    if let other = stream.constantRate, other != rate {
      throw FilterError(.invalidValue, "fps stands twice, with different rates")
    }
    stream.constantRate = rate
  }
}

/// A rate in FFmpeg's words; nil when it is none.
private func frameRate(_ text: String) -> (Int32, Int32)? {
  let names: [String: (Int32, Int32)] = [
    "ntsc": (30000, 1001), "pal": (25, 1), "film": (24, 1), "ntsc_film": (24000, 1001),
    "ntsc-film": (24000, 1001),
  ]
  if let rate = names[text] { return rate }
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { decimal($0) }
  guard numbers.count == parts.count, (1...2).contains(parts.count) else { return nil }
  guard let rate = ratio(numbers[0] / (numbers.count == 2 ? numbers[1] : 1), to: 1_001_000) else {
    return nil
  }
  return rate.0 > 0 ? rate : nil
}
