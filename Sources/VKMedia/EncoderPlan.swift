internal import CFFmpeg
internal import VKCore
internal import VKPipeline

/// Which encoder is used, how it is set up and in which pixel formats it may be fed.
struct EncoderPlan {
  /// What happens to frames.
  enum Kind {
    /// They are counted and let go.
    case discard
    /// They are encoded.
    case encode(UnsafePointer<AVCodec>)
  }

  let kind: Kind
  /// Options that the container's usual setting and the user's words amount to.
  private let options: [String: String]
  /// Whether the user said how good or how large the result shall be.
  private let isQualitySaid: Bool
  /// The stored formats that the user asked for.
  private let wishes: [AVPixelFormat]
  private let container: String

  init(
    format: UnsafePointer<AVOutputFormat>, path: String, options: MovieWriterOptions
  ) throws {
    container = String(cString: format.pointee.name)
    wishes = try (options.pixelFormat?.split(separator: "|") ?? []).map { name in
      let found = av_get_pix_fmt(String(name))
      guard found != AV_PIX_FMT_NONE else {
        throw MediaError(
          .usage, "write \(path)", "there is no pixel format \(name); see ffmpeg -pix_fmts")
      }
      return found
    }
    isQualitySaid =
      options.crf != nil || options.bitRate != nil || options.quality != nil
      || ["crf", "qp", "b", "qscale", "quality", "lossless"].contains {
        options.encoderOptions[$0] != nil
      }
    guard container != "null" || options.codec != nil else {
      kind = .discard
      self.options = [:]
      return
    }
    let encoder = try Self.encoder(format, path: path, options: options)
    kind = .encode(encoder)
    var settings = Self.settings(for: encoder, options: options, isSaid: isQualitySaid)
    // NUT holds no decoding time before zero, which reordered frames need.
    if container == "nut", settings["bf"] == nil { settings["bf"] = "0" }
    self.options = settings
  }

  /// The stored format that the user asked for: of several the first that the encoder takes.
  var wanted: AVPixelFormat? {
    guard wishes.count > 1, case .encode(let encoder) = kind, let list = taken(by: encoder) else {
      return wishes.first
    }
    return wishes.first { list.contains($0) } ?? wishes.first
  }

  private static func encoder(
    _ format: UnsafePointer<AVOutputFormat>, path: String, options: MovieWriterOptions
  ) throws -> UnsafePointer<AVCodec> {
    if let name = options.codec {
      let byName = avcodec_find_encoder_by_name(name)
      let byCodec = avcodec_descriptor_get_by_name(name).flatMap {
        avcodec_find_encoder($0.pointee.id)
      }
      guard let encoder = byName ?? byCodec, encoder.pointee.type == AVMEDIA_TYPE_VIDEO else {
        throw MediaError(
          .noEncoder, "write \(path)",
          "FFmpeg here has no video encoder \(name); see ffmpeg -encoders")
      }
      return encoder
    }
    let usual: String? =
      switch String(cString: format.pointee.name) {
      case "mp4", "mov", "matroska", "ipod", "nut", "mpegts", "flv", "ismv", "3gp", "3g2", "f4v":
        "libx264"
      case "webm": "libvpx-vp9"
      case "yuv4mpegpipe": "wrapped_avframe"
      // FFmpeg's other encoder makes one moving picture of all frames.
      case "image2" where path.lowercased().hasSuffix(".webp"): "libwebp"
      default: nil
      }
    if let usual, let encoder = avcodec_find_encoder_by_name(usual) { return encoder }
    let codec = av_guess_codec(format, nil, path, nil, AVMEDIA_TYPE_VIDEO)
    guard codec != AV_CODEC_ID_NONE, let encoder = avcodec_find_encoder(codec) else {
      throw MediaError(
        .noEncoder, "write \(path)",
        "\(String(cString: format.pointee.name)) has no usual video encoder here; name one (-c:v)")
    }
    return encoder
  }

  private static func settings(
    for encoder: UnsafePointer<AVCodec>, options: MovieWriterOptions, isSaid: Bool
  ) -> [String: String] {
    var list: [String: String] = [:]
    switch String(cString: encoder.pointee.name) {
    case "libx264" where !isSaid, "libx264rgb" where !isSaid: list["crf"] = "18"
    case "libvpx-vp9":
      if !isSaid { list["crf"] = "24" }
      list["row-mt"] = "1"
      list["cpu-used"] = "4"
    case "mjpeg" where !isSaid: list["qscale"] = "2"
    case "libx265": list["x265-params"] = "log-level=\(MediaLog.level.rawValue >= 32 ? 2 : 0)"
    default: break
    }
    if let crf = options.crf { list["crf"] = "\(crf)" }
    if let quality = options.quality { list["qscale"] = "\(quality)" }
    if let preset = options.preset { list["preset"] = preset }
    return list.merging(options.encoderOptions) { $1 }
  }

  /// The formats that the encoder and the container take; nil for any.
  private func taken(by encoder: UnsafePointer<AVCodec>) -> [AVPixelFormat]? {
    if container == "yuv4mpegpipe" {
      let sampled = ["yuv420p", "yuv422p", "yuv444p"]
      let deep = [9, 10, 12, 14, 16].flatMap { bits in sampled.map { "\($0)\(bits)le" } }
      let gray = ["gray", "gray9le", "gray10le", "gray12le", "gray16le"]
      let names = sampled + ["yuv411p"] + deep + gray
      return names.map { av_get_pix_fmt($0) }
    }
    guard let list = cff_encoder_pixel_formats(encoder) else { return nil }
    return Array(
      sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != AV_PIX_FMT_NONE })
  }

  /// The encoder's options for frames of a stream.
  ///
  /// WebP keeps RGB to the bit, as PNG and GIF do, and is very good with YUV, which was lossy before; unless the user
  /// says a quality.
  func options(for stream: StreamShape) -> [String: String] {
    guard case .encode(let encoder) = kind, !isQualitySaid else { return options }
    guard encoder.pointee.id == AV_CODEC_ID_WEBP else { return options }
    let usual = stream.format.model == .yuv ? ["quality": "95"] : ["lossless": "1"]
    return usual.merging(options) { $1 }
  }

  /// What frames are asked for, and what the encoder is given; unequal where libswscale has to come in between.
  func formats(for stream: StreamShape) throws -> (frames: PixelFormat, stored: AVPixelFormat) {
    guard case .encode(let encoder) = kind else { return (stream.format, AV_PIX_FMT_NONE) }
    let list = taken(by: encoder)
    if let wanted {
      let stored = try list.map { try Self.equal(to: wanted, among: $0, of: encoder) } ?? wanted
      if stored == AV_PIX_FMT_PAL8 { return (.bgra, stored) }
      return (PixelFormat(stored) ?? .nearest(to: stored), stored)
    }
    guard let list else {
      let source = stream.format.nearestAVFormat
      return (PixelFormat(source) ?? stream.format, source)
    }
    if encoder.pointee.id == AV_CODEC_ID_WEBP, stream.format.model == .yuv, !stream.isWebP {
      return (.bgra, AV_PIX_FMT_BGRA)
    }
    if encoder.pointee.id == AV_CODEC_ID_GIF { return (.bgra, AV_PIX_FMT_PAL8) }
    if encoder.pointee.id == AV_CODEC_ID_MJPEG { return Self.jpeg(for: stream, among: list) }
    return Self.nearest(to: stream.format, among: list)
  }

  /// The kind of the encoder; none when nothing is encoded.
  var codec: AVCodecID {
    if case .encode(let encoder) = kind { encoder.pointee.id } else { AV_CODEC_ID_NONE }
  }

  /// The format that the user asked for, or one of the encoder's that holds the same pixels in another order.
  private static func equal(
    to wanted: AVPixelFormat, among list: [AVPixelFormat], of encoder: UnsafePointer<AVCodec>
  ) throws -> AVPixelFormat {
    if list.contains(wanted) || list.contains(fullRangeFormat(wanted) ?? wanted) { return wanted }
    let best = nearestFormat(to: wanted, among: list)
    if best != AV_PIX_FMT_NONE, av_get_pix_fmt_loss(best, wanted, 1) == 0 { return best }
    let names = list.compactMap { pixelFormatName($0) }.joined(separator: " ")
    throw MediaError(
      .encoderRefused, "encode with \(String(cString: encoder.pointee.name))",
      "it does not take \(pixelFormatName(wanted) ?? "?"), but \(names)")
  }

  /// JPEG holds full range; frames are asked for in the planes of its formats.
  private static func jpeg(for stream: StreamShape, among list: [AVPixelFormat]) -> (
    PixelFormat, AVPixelFormat
  ) {
    let twins = list.filter(isFullRangeByName)
    let source = stream.format.nearestAVFormat
    let best = nearestFormat(to: fullRangeFormat(source) ?? source, among: twins)
    return (PixelFormat(best) ?? stream.format, best)
  }

  private static func nearest(to format: PixelFormat, among list: [AVPixelFormat]) -> (
    PixelFormat, AVPixelFormat
  ) {
    let source = format.nearestAVFormat
    if list.contains(source) { return (PixelFormat(source) ?? format, source) }
    let best = nearestFormat(to: source, among: list)
    let known = PixelFormat.all.filter { list.contains($0.avFormat) }
    if !known.isEmpty {
      let candidate = PixelFormat.nearest(to: source, among: known)
      let alpha: Int32 = format.hasAlpha ? 1 : 0
      let losses = [candidate.avFormat, best].map { av_get_pix_fmt_loss($0, source, alpha) }
      // Two formats may both lose depth, but not the same.
      let depths = [candidate.avFormat, best].map {
        av_pix_fmt_desc_get($0)?.pointee.comp.0.depth ?? 0
      }
      if losses[0] & ~losses[1] == 0, depths[0] >= min(depths[1], Int32(format.bitDepth)) {
        return (candidate, candidate.avFormat)
      }
    }
    return (.nearest(to: best), best)
  }
}

/// A format of frames with the colours that matter for the choice of an encoder's.
struct StreamShape {
  let format: PixelFormat
  let color: ColorSpace
  let size: Size

  init(_ stream: StreamFormat) {
    format = stream.pixelFormat
    color = stream.colorSpace
    size = stream.size
  }

  /// Whether the codes mean what WebP's do: BT.601, limited range.
  var isWebP: Bool {
    let color = color.resolved(for: format, size: size)
    return color.range == .limited && color.matrix.lumaWeights?.red == 0.299
  }
}
