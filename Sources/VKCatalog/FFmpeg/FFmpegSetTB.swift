package import VKCore

/// Accepted: FFmpeg's `settb` names the clock that times count in, and times here are exact.
///
/// Source: FFmpeg's documentation of `settb`.
package struct FFmpegSetTB: StreamFilter {
  /// The clock.
  package var expression = "intb"

  /// Makes the filter with its default.
  package init() {}

  /// Names and help.
  package static let info = FilterInfo<Self>(
    name: "settb", vocabulary: .ffmpeg, category: .stream,
    summary: "Accepted: times are exact whatever the clock.", source: "FFmpeg's documentation",
    parameters: [
      .text(
        "expr", \.expression, form: "1/1000, AVTB, intb", aliases: ["tb"],
        fault: { $0.isEmpty ? "it is a clock such as 1/1000 or AVTB" : nil }, "The clock.")
    ])

  /// None: no picture changes.
  package func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] { [] }

  package func change(_ stream: inout StreamChanges, before rest: [any Filter]) {}
}
