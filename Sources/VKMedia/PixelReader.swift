internal import CFFmpeg
package import VKCore

/// Converts pictures in one plane, stored in a format of FFmpeg's that the engine's kernels do not read, on the processor.
///
/// SAFETY: one thread uses a reader.
package final class PixelReader: @unchecked Sendable {
  /// The engine's format that pictures are converted to.
  package let format: PixelFormat
  private let stored: AVPixelFormat
  private let converter = PixelConverter()
  private let take: @Sendable (Int) throws -> any PixelMemory

  /// A reader of FFmpeg's format of that name, into memory from `take`.
  ///
  /// - Throws: `MediaError` when FFmpeg has no such format.
  package init(
    _ name: String, take: @escaping @Sendable (Int) throws -> any PixelMemory
  ) throws {
    stored = av_get_pix_fmt(name)
    guard stored != AV_PIX_FMT_NONE else {
      throw MediaError(.unsupported, "read \(name)", "FFmpeg here does not have that pixel format")
    }
    format = Self.format(for: name)
    self.take = take
  }

  /// The engine's format that loses least of FFmpeg's of that name.
  package static func format(for name: String) -> PixelFormat {
    .nearest(to: av_get_pix_fmt(name))
  }

  /// Converts the picture that begins at `bytes`.
  ///
  /// - Throws: `MediaError` when it cannot be, `GPUError` when memory runs out.
  package func picture(
    at bytes: UnsafeMutableRawPointer, size: Size, bytesPerRow: Int, color: ColorSpace
  ) throws -> PixelBuffer {
    let frame = try FrameHandle()
    frame.pointer.pointee.width = Int32(clamping: size.width)
    frame.pointer.pointee.height = Int32(clamping: size.height)
    frame.pointer.pointee.format = stored.rawValue
    let first = bytes.assumingMemoryBound(to: UInt8.self)
    cff_frame_set_plane(frame.pointer, 0, first, Int32(clamping: bytesPerRow))
    return try converter.buffer(
      from: UnsafePointer(frame.pointer), format: format, color: color, allocate: take)
  }
}
