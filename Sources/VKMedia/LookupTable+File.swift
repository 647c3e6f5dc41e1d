internal import CFFmpeg
public import VKCore

extension LookupTable {
  /// Reads a lookup picture from a file, usually a PNG of 512 × 512 pixels.
  ///
  /// See `init(lookupImage:)`.
  ///
  /// - Throws: `MediaError` when there is no picture, `FilterError` when it is not a lookup picture.
  public init(contentsOfLookupImage path: String) throws {
    let picture = try Picture(path)
    do {
      try self.init(lookupImage: picture.pixelBuffer)
    } catch {
      throw FilterError(.invalidFile, "\(path): \(error.detail)", cause: error)
    }
  }
}

/// Whether a file's name is that of a picture, as FFmpeg knows them.
package func namesPicture(_ path: String) -> Bool {
  guard let format = av_guess_format(nil, path, nil) else { return false }
  return ["image2", "webp"].contains(String(cString: format.pointee.name))
}
