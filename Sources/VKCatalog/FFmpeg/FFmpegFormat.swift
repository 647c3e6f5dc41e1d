package import VKCore

/// Names the pixel format of what is written, as FFmpeg's `format` does.
///
/// Behind all filters it is the output's format. Between filters pictures stay as they are, but for a
/// grey format, which takes colour away.
///
/// Source: FFmpeg's documentation of `format`.
package struct FFmpegFormat: StreamFilter {
  /// Names of pixel formats, joined by `|`; none leaves all open.
  package var names = ""

  /// Makes the filter with its default.
  package init() {}

  /// Names and help.
  package static let info = FilterInfo<Self>(
    name: "format", vocabulary: .ffmpeg, category: .stream,
    summary: "Name the pixel format that is written.", source: "FFmpeg's documentation",
    parameters: [
      .text(
        "pix_fmts", \.names, form: "names joined by |",
        fault: { text in
          let isName = text.split(separator: "|").allSatisfy {
            $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
          }
          return isName ? nil : "it is names of pixel formats joined by |, such as yuv420p|yuv444p"
        }, "Pixel formats; the first that the encoder takes counts.")
    ])

  /// The format that counts between filters.
  private var name: String { String(names.prefix { $0 != "|" }) }

  /// What stays of it between filters.
  package func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    guard PixelFormat.named(name)?.model == .gray else { return [] }
    var hue = FFmpegHue()
    hue.saturation = 0
    return [hue]
  }

  package func change(_ stream: inout StreamChanges, before rest: [any Filter]) throws(FilterError)
  {
    guard !names.isEmpty else { return }
    guard !rest.isEmpty else {
      stream.pixelFormat = names
      return
    }
    guard let format = PixelFormat.named(name) else {
      throw FilterError(
        .invalidValue,
        "format=\(name) stands between filters, where it is one of the engine's formats: "
          + PixelFormat.all.map(\.name).joined(separator: ", "))
    }
    if format.model != .gray, rest.contains(where: { worksOnStoredPlanes($0) }) {
      stream.expected = format
    }
  }
}

/// Whether what a filter does depends on whether planes hold Y′CbCr or RGB.
private func worksOnStoredPlanes<F: Filter>(_ filter: F) -> Bool {
  guard let adaptive = filter as? any AdaptiveFilter else { return F.info.domain == .stored }
  let size = Size(64, 64)
  let parts = try? adaptive.filters(for: FilterSituation(size: size, secondSize: size))
  return (parts ?? []).contains { worksOnStoredPlanes($0) }
}
