internal import CFFmpeg
package import VKCore

/// Decodes pictures that come one by one, each whole: a camera's JPEGs.
///
/// SAFETY: one thread uses a decoder.
package final class PictureDecoder: @unchecked Sendable {
  private let decoder: VideoDecoder
  private let allocator: FrameAllocator
  private let converter = PixelConverter()
  private let packet: Packet

  /// Opens FFmpeg's decoder of that name; pictures are decoded into memory from `take`.
  ///
  /// - Throws: `MediaError` when FFmpeg has no such decoder.
  package init(
    _ name: String, take: @escaping @Sendable (Int) throws -> any PixelMemory
  ) throws {
    MediaLog.prepare()
    allocator = FrameAllocator(take: take)
    decoder = try VideoDecoder(name, allocator: allocator)
    packet = try Packet()
  }

  /// Decodes a picture; nil when it is not whole.
  ///
  /// - Throws: `MediaError` or `GPUError` when memory runs out.
  package func picture(from bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
    av_packet_unref(packet.pointer)
    try check(
      av_new_packet(packet.pointer, Int32(clamping: bytes.count)), "decode a picture",
      else: .outOfMemory)
    packet.pointer.pointee.data.update(
      from: start.assumingMemoryBound(to: UInt8.self), count: Int(packet.pointer.pointee.size))
    guard try decoder.send(packet), case .frame = try decoder.receive() else {
      decoder.reset()
      return nil
    }
    let frame = UnsafePointer(decoder.frame.pointer)
    guard frame.pointee.decode_error_flags == 0,
      frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
    else { return nil }
    let format = AVPixelFormat(frame.pointee.format)
    let color = ColorSpace(ColorTags(frame.pointee), format: format)
    if let known = PixelFormat(format),
      let buffer = allocator.buffer(of: frame, format: known, color: color)
    {
      return buffer
    }
    return try converter.buffer(
      from: frame, format: PixelFormat(format) ?? .nearest(to: format), color: color,
      allocate: allocator.allocate)
  }
}
