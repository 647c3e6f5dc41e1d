internal import CFFmpeg
internal import VKCore
internal import VKPipeline

/// The colours that a file is written in: what is wanted, what the encoder can hold, and what is left of the frames' own.
///
/// The pipeline converts frames to them, so that the file says what its pixels mean.
struct OutputColors {
  /// What the pipeline converts frames to; parts not said stay.
  let wanted: ColorSpace
  /// What a person should know of it.
  let warnings: [String]
  private let stored: AVPixelFormat
  private let codec: AVCodecID

  /// - Parameters:
  ///   - stream: the frames as they come.
  ///   - frames: the pixel format that they are wanted in.
  ///   - stored: the encoder's.
  ///   - codec: the encoder's kind; `AV_CODEC_ID_NONE` when nothing is encoded.
  ///   - said: the caller's wish.
  init(
    _ stream: StreamFormat, frames: PixelFormat, stored: AVPixelFormat, codec: AVCodecID,
    said: ColorSpace
  ) {
    self.stored = stored
    self.codec = codec
    let color = stream.colorSpace
    var wanted = said
    var warnings: [String] = []
    let name = String(cString: avcodec_get_name(codec))
    let isPicture = Self.pictures.contains(name)
    let depth = av_pix_fmt_desc_get(stored).map { Int($0.pointee.comp.0.depth) } ?? frames.bitDepth
    let isShallow = min(depth, frames.bitDepth) <= 8
    if color.transfer.isHDR, isShallow || isPicture, said.transfer == .unspecified {
      wanted = ColorSpace.standardRange(for: frames).overridden(by: said)
      let reason = isShallow ? "\(frames) has 8 bits" : "\(name) cannot say \(color.transfer)"
      warnings.append(
        "\(color.transfer) is tone-mapped to \(wanted.transfer) (BT.2390), since \(reason)")
    } else if isPicture, said.primaries == .unspecified, color.assumedPrimaries.isWide {
      wanted.primaries = .bt709
      warnings.append("\(color.assumedPrimaries) colours are converted to BT.709's for \(name)")
    }
    if said.transfer.isHDR, isShallow {
      warnings.append("8 bits are too few for \(said.transfer): steps will show")
    }
    if color.matrix != color.matrix.written, frames.model == .yuv, codec != AV_CODEC_ID_NONE {
      warnings.append("\(color.matrix) is only read: \(color.matrix.written) is written")
    }
    if isFullRangeByName(stored) {
      wanted.range = .full
      // JPEG's matrix is BT.601's, and its chroma lies in the middle.
      if codec == AV_CODEC_ID_MJPEG {
        wanted.matrix = .bt470bg
        wanted.chromaLocation = .center
      }
    }
    if codec == AV_CODEC_ID_MPEG1VIDEO { wanted.chromaLocation = .center }
    self.wanted = wanted
    self.warnings = warnings
  }

  /// What the file says of frames like `buffer`: what they are, after what libswscale does to them on their way in.
  func tags(of buffer: PixelBuffer) -> ColorSpace {
    var color = wanted.overridden(by: buffer.colorSpace)
    if PixelFormat(stored)?.model != buffer.format.model {
      let isRGB = isRGBFormat(stored)
      let usual: ColorSpace.Matrix = buffer.size.height > 576 ? .bt709 : .bt601
      color.matrix = isRGB ? .rgb : wanted.matrix == .unspecified ? usual : wanted.matrix
      color.range = isRGB ? .full : wanted.range == .unspecified ? .limited : wanted.range
      color.chromaLocation = wanted.chromaLocation
    }
    if isFullRangeByName(stored) {
      color.range = .full
      if codec == AV_CODEC_ID_MJPEG { color.matrix = .bt470bg }
    }
    if isRGBFormat(stored) { color.matrix = .rgb }
    let isPNG = codec == AV_CODEC_ID_PNG || codec == AV_CODEC_ID_APNG
    // Displays show BT.709's and sRGB's codes alike; a PNG that named the camera's curve would be shown darker.
    if isPNG, [1, 6, 14, 15].contains(color.transfer.rawValue) { color.transfer = .srgb }
    return color
  }

  /// Codecs of pictures, which no player takes for PQ or HLG.
  private static let pictures: Set<String> = [
    "png", "apng", "mjpeg", "ljpeg", "jpegls", "jpeg2000", "gif", "webp", "tiff", "bmp", "targa",
    "ppm", "pgm", "pgmyuv", "pbm", "pam", "sgi", "sunrast", "pcx", "qoi", "xwd", "dpx",
  ]
}

/// What frames like `format` are brought to: those that mean something else than the first one's, to what those became.
func colors(
  of format: StreamFormat, after first: StreamFormat?, storedAs frames: PixelFormat,
  wanted: ColorSpace
) -> ColorSpace {
  guard let first, first.colorSpace != format.colorSpace else { return wanted }
  return first.colorSpace(storedAs: frames).overridden(by: wanted)
}
