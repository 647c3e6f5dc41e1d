import VKCore

/// The options that say what colours mean, by FFmpeg's names and words.
extension Option {
  static let colorRange = colorOption("-color_range", ColorSpace.Range.self, "The range of codes")
  static let colorMatrix = colorOption("-colorspace", ColorSpace.Matrix.self, "The matrix")
  static let colorPrimaries = colorOption(
    "-color_primaries", ColorSpace.Primaries.self, "The primaries")
  static let colorTransfer = colorOption(
    "-color_trc", ColorSpace.Transfer.self, "The transfer characteristics")
  static let chromaLocation = colorOption(
    "-chroma_sample_location", ColorSpace.ChromaLocation.self, "Where chroma samples lie")

  static let colorOptions = [
    colorRange, colorMatrix, colorPrimaries, colorTransfer, chromaLocation,
  ]

  private static func colorOption<Word: ColorWord>(
    _ name: String, _ type: Word.Type, _ what: String
  ) -> Option {
    let words = Word.words.map { $0.names[0] }.filter { $0 != "unknown" }
    return Option(
      name, value: "NAME", for: .inputOrOutput,
      "\(what), in place of the input's tag; for the output what it is converted to and tagged, or "
        + "what an input without the tag has: \(words.joined(separator: ", ")).")
  }
}

extension Arguments.Group {
  /// The colours that the options say.
  func colorSpace() throws(Failure) -> ColorSpace {
    ColorSpace(
      matrix: try colorWord(.colorMatrix) ?? .unspecified,
      range: try colorWord(.colorRange) ?? .unspecified,
      primaries: try colorWord(.colorPrimaries) ?? .unspecified,
      transfer: try colorWord(.colorTransfer) ?? .unspecified,
      chromaLocation: try colorWord(.chromaLocation) ?? .unspecified)
  }

  private func colorWord<Word: ColorWord>(_ option: Option) throws(Failure) -> Word? {
    guard let text = self[option] else { return nil }
    guard let word = Word(name: text) else {
      let names = Word.words.flatMap(\.names)
      throw .usage(
        "option \(option.name): '\(text)' is none of \(names.joined(separator: ", "))")
    }
    return word
  }
}
