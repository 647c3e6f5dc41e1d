internal import CFFmpeg

/// Pictures that move: GIF, APNG and WebP.
enum AnimatedPicture {
  /// FFmpeg's names of their containers.
  static let containers: Set = ["gif", "apng", "webp"]

  /// The container that an output's name means where FFmpeg would take another one.
  ///
  /// A PNG made of a moving picture moves too.
  ///
  /// - Throws: `MediaError` for numbered GIFs, whose transparency FFmpeg would lose.
  static func container(for path: String, like movie: MovieFile?) throws -> String? {
    let name = path.lowercased()
    let isSequence = av_filename_number_test(path) == 1
    if isSequence, name.hasSuffix(".gif") {
      throw MediaError(
        .usage, "write \(path)",
        "numbered GIFs are not written; name numbered .png files, or one .gif that moves")
    }
    if !isSequence, name.hasSuffix(".png"), movie?.isAnimatedPicture ?? false { return "apng" }
    return nil
  }
}
