internal import CFFmpeg

extension MovieWriter {
  /// Whether the name numbers pictures.
  var isSequence: Bool { av_filename_number_test(path) == 1 }

  /// The container that the options, the name or the input's kind call for.
  ///
  /// - Throws: `MediaError` when there is none.
  static func format(
    for path: String, like movie: MovieFile?, options: MovieWriterOptions
  ) throws -> UnsafePointer<AVOutputFormat> {
    if let name = try options.format ?? AnimatedPicture.container(for: path, like: movie) {
      if let found = av_guess_format(name, nil, nil) { return found }
      throw MediaError(
        .usage, "write \(path)", "FFmpeg has no output format \(name); see ffmpeg -muxers")
    }
    if let found = av_guess_format(nil, path, nil) { return found }
    throw MediaError(
      .cannotCreate, "write \(path)", "its name says no format; end it in .mp4 or say -f FORMAT")
  }
}
