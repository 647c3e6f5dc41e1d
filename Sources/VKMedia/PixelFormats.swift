internal import CFFmpeg
internal import VKCore

extension PixelFormat {
  /// The engine's format that stores pixels as FFmpeg's does; nil when its kernels do not read it.
  ///
  /// The `yuvj` formats are the `yuv` ones with full range.
  init?(_ format: AVPixelFormat) {
    guard let name = pixelFormatName(format) else { return nil }
    guard let found = PixelFormat.named(name.replacing("yuvj", with: "yuv")) else { return nil }
    self = found
  }

  /// FFmpeg's number for the format; that of no format where FFmpeg does not have it.
  var avFormat: AVPixelFormat { av_get_pix_fmt(name) }

  /// FFmpeg's number for the format, or for one of FFmpeg's that holds the same.
  var nearestAVFormat: AVPixelFormat {
    let own = avFormat
    if own != AV_PIX_FMT_NONE { return own }
    return isFloat ? AV_PIX_FMT_GBRAPF32LE : hasAlpha ? AV_PIX_FMT_RGBA64LE : AV_PIX_FMT_RGB48LE
  }

  /// The engine's format that loses least when pixels are converted from FFmpeg's.
  static func nearest(to format: AVPixelFormat, among formats: [PixelFormat] = all) -> PixelFormat {
    let known = formats.map { ($0, $0.avFormat) }.filter { $0.1 != AV_PIX_FMT_NONE }
    let nearest = nearestFormat(to: format, among: known.map(\.1))
    return known.first { $0.1 == nearest }?.0 ?? .bgra
  }
}

/// The format of `formats` that loses least when pixels are converted from `format`.
func nearestFormat(to format: AVPixelFormat, among formats: [AVPixelFormat]) -> AVPixelFormat {
  let hasAlpha =
    av_pix_fmt_desc_get(format).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }
    ?? false
  var loss: Int32 = 0
  return avcodec_find_best_pix_fmt_of_list(
    formats + [AV_PIX_FMT_NONE], format, hasAlpha ? 1 : 0, &loss)
}

/// What is lost when pixels in `source` are stored as `stored`, in words: alpha and bits.
func losses(from source: PixelFormat, to stored: AVPixelFormat) -> [String] {
  guard let descriptor = av_pix_fmt_desc_get(stored)?.pointee, stored != source.avFormat else {
    return []
  }
  var losses: [String] = []
  if source.hasAlpha, descriptor.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) == 0 {
    losses.append("alpha")
  }
  let depth = Int(descriptor.comp.0.depth)
  let isPalette = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
  if depth < source.bitDepth, !isPalette {
    losses.append("all but \(depth) of \(source.bitDepth) bits a sample")
  }
  return losses
}

/// FFmpeg's name of a pixel format.
func pixelFormatName(_ format: AVPixelFormat) -> String? {
  av_get_pix_fmt_name(format).map { String(cString: $0) }
}

/// Whether the format says full range by its name.
func isFullRangeByName(_ format: AVPixelFormat) -> Bool {
  pixelFormatName(format)?.hasPrefix("yuvj") ?? false
}

/// The `yuvj` format for a `yuv` one, nil when there is none.
func fullRangeFormat(_ format: AVPixelFormat) -> AVPixelFormat? {
  guard let name = pixelFormatName(format), name.hasPrefix("yuv") else { return nil }
  let found = av_get_pix_fmt("yuvj" + name.dropFirst(3))
  return found == AV_PIX_FMT_NONE ? nil : found
}

/// What FFmpeg's colour tags say.
struct ColorTags {
  var matrix: AVColorSpace
  var range: AVColorRange
  var primaries: AVColorPrimaries
  var transfer: AVColorTransferCharacteristic
  var location: AVChromaLocation
}

extension ColorTags {
  init(_ frame: AVFrame) {
    self.init(
      matrix: frame.colorspace, range: frame.color_range, primaries: frame.color_primaries,
      transfer: frame.color_trc, location: frame.chroma_location)
  }

  init(_ parameters: AVCodecParameters) {
    self.init(
      matrix: parameters.color_space, range: parameters.color_range,
      primaries: parameters.color_primaries, transfer: parameters.color_trc,
      location: parameters.chroma_location)
  }

  init(_ color: ColorSpace) {
    self.init(
      matrix: AVColorSpace(UInt32(color.matrix.rawValue)),
      range: AVColorRange(UInt32(color.range.rawValue)),
      primaries: AVColorPrimaries(UInt32(color.primaries.rawValue)),
      transfer: AVColorTransferCharacteristic(UInt32(color.transfer.rawValue)),
      location: AVChromaLocation(UInt32(color.chromaLocation.rawValue)))
  }
}

extension ColorSpace {
  /// The colours that FFmpeg's tags name, for pixels in `format`.
  init(_ tags: ColorTags, format: AVPixelFormat) {
    self.init(
      matrix: Matrix(rawValue: UInt8(clamping: tags.matrix.rawValue)),
      range: isFullRangeByName(format)
        ? .full : Range(rawValue: UInt8(clamping: tags.range.rawValue)) ?? .unspecified,
      primaries: Primaries(rawValue: UInt8(clamping: tags.primaries.rawValue)),
      transfer: Transfer(rawValue: UInt8(clamping: tags.transfer.rawValue)),
      chromaLocation: ChromaLocation(rawValue: UInt8(clamping: tags.location.rawValue))
        ?? .unspecified)
  }
}
