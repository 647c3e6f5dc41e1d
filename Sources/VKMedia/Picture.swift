public import VKCore
public import VKPipeline

/// A still picture.
///
/// Pixels are as the file stores them, `orientation` says how they must be turned to be upright.
public struct Picture: Sendable {
  /// The pixels.
  public var pixelBuffer: PixelBuffer
  /// How the picture must be turned to be upright; upright for pictures of one's own.
  public var orientation: Orientation
  /// The conversion that the processor did because the engine's kernels do not read the stored format.
  public let conversion: String?
  /// What the file says beside that: a colour profile, Exif metadata.
  var attachment: (any Sendable)?

  /// Reads PNG, JPEG or whatever else FFmpeg decodes; of a movie it is the first frame.
  ///
  /// - Throws: `MediaError` when there is nothing to read or no picture in it.
  public init(_ path: String, options: MovieOptions = MovieOptions()) throws {
    var options = options
    options.frameLimit = 1
    let movie = try MovieFile(path, options: options)
    guard let frame = try movie.nextFrame() else {
      throw MediaError(.invalidData, "read \(path)", "no picture in it could be decoded")
    }
    pixelBuffer = frame.pixelBuffer
    orientation = frame.orientation ?? movie.orientation
    conversion = movie.conversion
    attachment = frame.attachment
  }

  /// Makes a picture of pixels.
  public init(_ pixelBuffer: PixelBuffer, orientation: Orientation = .up) {
    self.pixelBuffer = pixelBuffer
    self.orientation = orientation
    conversion = nil
  }

  /// Writes the pixels as they are; the name's end says the format (`.png`, `.jpg` …).
  ///
  /// PNG keeps grey, alpha and 16 bits; PNG, JPEG, WebP and TIFF keep the colour profile that the picture was read with
  /// and how it must be turned, all but TIFF its Exif metadata, too. The file appears under its name when it is complete.
  /// - Throws: `MediaError` when it may not or cannot be made.
  public func write(
    to path: String, options: MovieWriterOptions = MovieWriterOptions()
  ) throws {
    let writer = try MovieWriter(path, options: options)
    var format = StreamFormat(
      size: pixelBuffer.size, pixelFormat: pixelBuffer.format, colorSpace: pixelBuffer.colorSpace)
    format.pixelAspectRatio = pixelBuffer.pixelAspectRatio
    do {
      _ = try writer.prepare(for: format)
      var frame = Frame(pixelBuffer)
      frame.orientation = orientation
      frame.attachment = attachment
      try writer.consume(frame)
    } catch {
      try writer.finish(error: error)
      throw error
    }
    try writer.finish(error: nil)
  }
}

/// Writes every frame into a picture file of its own; times are not kept.
///
/// Used by one thread, as every consumer is.
public final class ImageSequenceWriter: ImageConsumer {
  private let writer: MovieWriter

  /// Gets ready to write `pattern`, in which `%d` or `%04d` stands for the number of the frame.
  ///
  /// - Throws: `MediaError` when the pattern has no number, or the first file may not or cannot be made.
  public init(_ pattern: String, options: MovieWriterOptions = MovieWriterOptions()) throws {
    var options = options
    if options.format == nil { options.format = "image2" }
    writer = try MovieWriter(pattern, options: options)
    guard writer.isSequence else {
      throw MediaError(
        .usage, "write \(pattern)", "there is no place for the number; write %04d where it goes")
    }
  }

  /// Pictures need no time.
  public var acceptsStills: Bool { true }

  /// What has happened so far.
  ///
  /// Thread-safe.
  public var statistics: WriterStatistics { writer.statistics }

  /// Chooses the pixel format that the files are written in.
  ///
  /// - Throws: `MediaError` when the size changes on the way.
  public func prepare(for format: StreamFormat) throws -> PixelFormat {
    try writer.prepare(for: format)
  }

  /// Writes one file.
  ///
  /// - Throws: `MediaError` when it cannot be written.
  public func consume(_ frame: Frame) throws { try writer.consume(frame) }

  /// Ends the sequence; files that are complete stay.
  ///
  /// - Throws: `MediaError` when no frame came.
  public func finish(error: (any Error)?) throws { try writer.finish(error: error) }
}
