internal import CFFmpeg
internal import VKCore

/// Copies and converts pictures on the processor, with libswscale where the format changes.
///
/// Sizes stay. Between YUV formats the matrix and the range stay too; RGB gets full range.
///
/// SAFETY: one thread uses a converter.
final class PixelConverter: @unchecked Sendable {
  private var context: OpaquePointer?

  deinit { sws_freeContext(context) }

  /// Makes a buffer in `memory` with the pixels of `frame`, which mean what `color` says.
  func buffer(
    from frame: UnsafePointer<AVFrame>, format: PixelFormat, color: ColorSpace,
    allocate: (Int) throws -> any PixelMemory
  ) throws -> PixelBuffer {
    let size = Size(Int(frame.pointee.width), Int(frame.pointee.height))
    let layout = try PixelLayout(format: format, size: size)
    let source = AVPixelFormat(frame.pointee.format)
    let result = color.converted(from: source, to: format)
    let buffer = PixelBuffer(
      memory: try allocate(layout.length), format: format, size: size, planes: layout.planes,
      colorSpace: result)
    let target = try FrameHandle.over(buffer, format: format.avFormat)
    try convert(frame, color: color, to: target.pointer, color: result)
    return buffer
  }

  /// Fills `target`, whose planes are there, with the pixels of `source`.
  func convert(
    _ source: UnsafePointer<AVFrame>, color: ColorSpace, to target: UnsafeMutablePointer<AVFrame>,
    color targetColor: ColorSpace
  ) throws {
    let formats = (AVPixelFormat(source.pointee.format), AVPixelFormat(target.pointee.format))
    let (from, to) = (Interpretation(color, source), Interpretation(targetColor, target))
    if let known = PixelFormat(formats.0), known == PixelFormat(formats.1), from == to {
      // A yuv format and its yuvj twin differ in nothing but the range, which is compared already.
      target.pointee.format = source.pointee.format
      cff_copy_pixels(target, source)
      return
    }
    let status = cff_convert_pixels(
      &context, target, to.matrix, to.range, source, from.matrix, from.range)
    guard status >= 0 else {
      let names = [formats.0, formats.1].map { pixelFormatName($0) ?? "?" }
      throw MediaError(
        status: status, "convert \(names[0]) to \(names[1])", else: .unsupported)
    }
  }

  /// What libswscale must be told about a picture.
  private struct Interpretation: Equatable {
    let matrix: Int32
    let range: Int32

    init(_ color: ColorSpace, _ frame: UnsafePointer<AVFrame>) {
      let size = Size(Int(frame.pointee.width), Int(frame.pointee.height))
      let format = AVPixelFormat(frame.pointee.format)
      let isRGB = isRGBFormat(format)
      let isGray = av_pix_fmt_count_planes(format) == 1 && PixelFormat(format)?.model == .gray
      // The weights of RGB are those of the other side; libswscale asks for some all the same.
      let like = color.resolved(for: isRGB ? .bgra : isGray ? .gray8 : .yuv420p, size: size)
      matrix = isRGB ? 1 : Int32(like.matrix.rawValue)
      range = like.range == .full ? 1 : 0
    }
  }
}

/// Whether a format holds red, green and blue, or indices of a palette of them.
func isRGBFormat(_ format: AVPixelFormat) -> Bool {
  guard let flags = av_pix_fmt_desc_get(format)?.pointee.flags else { return false }
  return flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
}

extension ColorSpace {
  /// What the colours mean after a conversion from FFmpeg's format to the engine's.
  func converted(from source: AVPixelFormat, to target: PixelFormat) -> ColorSpace {
    var result = self
    switch (isRGBFormat(source), target.model) {
    case (false, .rgb):
      result.matrix = .rgb
      result.range = .full
      result.chromaLocation = .unspecified
    case (true, .yuv):
      result.matrix = .unspecified
      result.range = .limited
    default: break
    }
    return result
  }
}

extension FrameHandle {
  /// A frame whose planes lie in `buffer`; it does not keep the buffer alive.
  static func over(_ buffer: PixelBuffer, format: AVPixelFormat) throws -> FrameHandle {
    let frame = try FrameHandle()
    frame.pointer.pointee.width = Int32(buffer.size.width)
    frame.pointer.pointee.height = Int32(buffer.size.height)
    frame.pointer.pointee.format = format.rawValue
    for (index, plane) in buffer.planes.enumerated() {
      let bytes = (buffer.memory.baseAddress + plane.offset).assumingMemoryBound(to: UInt8.self)
      cff_frame_set_plane(frame.pointer, Int32(index), bytes, Int32(plane.bytesPerRow))
    }
    return frame
  }
}
