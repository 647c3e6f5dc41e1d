internal import CFFmpeg
internal import VKCore

/// The first line of a Y4M stream: tags in any order, those that are not known passed over.
///
/// Source: the manual page yuv4mpeg(5) of mjpegtools, and FFmpeg's tags for what is not in it.
struct Y4MHeader {
  /// What every Y4M stream begins with.
  static let magic = Array("YUV4MPEG2".utf8)
  /// What every frame's header begins with.
  static let frameMagic = Array("FRAME".utf8)
  /// The longest line that is taken for a header.
  static let lengthLimit = 1 << 16

  let size: Size
  /// FFmpeg's name of the samples' layout.
  let pixelFormat: String
  let chromaLocation: AVChromaLocation
  let range: AVColorRange
  let fieldOrder: AVFieldOrder
  /// Whether every frame says for itself how it is interlaced.
  let isMixed: Bool
  /// Frames a second; nil when that is not said.
  let frameRate: (Int32, Int32)?
  /// Width of a pixel over its height; nil when that is not said.
  let pixelAspectRatio: (Int32, Int32)?
  /// Bytes of a frame without its header.
  let frameLength: Int

  /// Reads a header line without its end.
  ///
  /// - Throws: `MediaError` that names the tag that is missing or not understood.
  init(_ line: [UInt8], path: String) throws {
    func fault(_ detail: String) -> MediaError {
      MediaError(.invalidData, "open \(path)", "its Y4M header \(detail)")
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    func tag(_ name: String) -> String? {
      words.last { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }
    guard let width = tag("W").flatMap(Int32.init), let height = tag("H").flatMap(Int32.init),
      width > 0, height > 0
    else { throw fault("gives no size (W and H)") }
    let sampling = tag("C") ?? tag("XYSCSS=")?.lowercased() ?? ""
    guard let layout = Self.layout(of: sampling) else {
      throw fault("asks for C\(sampling), which is not known")
    }
    (pixelFormat, chromaLocation) = layout
    size = Size(Int(width), Int(height))
    frameLength = Int(av_image_get_buffer_size(av_get_pix_fmt(pixelFormat), width, height, 1))
    guard frameLength > 0 else { throw fault("gives a size that is too large, \(size)") }
    range =
      ["FULL": AVCOL_RANGE_JPEG, "LIMITED": AVCOL_RANGE_MPEG][tag("XCOLORRANGE=") ?? ""]
      ?? AVCOL_RANGE_UNSPECIFIED
    fieldOrder =
      ["p": AV_FIELD_PROGRESSIVE, "t": AV_FIELD_TT, "b": AV_FIELD_BB][tag("I") ?? ""]
      ?? AV_FIELD_UNKNOWN
    isMixed = tag("I") == "m"
    frameRate = tag("F").flatMap(Self.ratio)
    pixelAspectRatio = tag("A").flatMap(Self.ratio)
  }

  private static func layout(of sampling: String) -> (String, AVChromaLocation)? {
    switch sampling {
    case "": return ("yuv420p", AVCHROMA_LOC_UNSPECIFIED)
    case "420", "420jpeg": return ("yuv420p", AVCHROMA_LOC_CENTER)
    case "420mpeg2": return ("yuv420p", AVCHROMA_LOC_LEFT)
    case "420paldv": return ("yuv420p", AVCHROMA_LOC_TOPLEFT)
    case "444alpha": return ("yuva444p", AVCHROMA_LOC_UNSPECIFIED)
    default: break
    }
    var name: String
    if sampling.hasPrefix("mono") {
      name = "gray" + sampling.dropFirst(4)
    } else {
      name = "yuv" + sampling.prefix(3) + "p" + sampling.dropFirst(3).drop { $0 == "p" }
    }
    if name.last?.isNumber ?? false { name += "le" }
    let isKnown = av_get_pix_fmt(name) != AV_PIX_FMT_NONE
    return isKnown ? (name, AVCHROMA_LOC_UNSPECIFIED) : nil
  }

  /// `A:B`, nil unless both are positive.
  private static func ratio(_ text: String) -> (Int32, Int32)? {
    let parts = text.split(separator: ":").map { Int32($0) ?? 0 }
    return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? (parts[0], parts[1]) : nil
  }
}

extension Y4MHeader {
  /// The options to read the bare frames with.
  ///
  /// - Throws: `MediaError` when the user says what the header says.
  func asRaw(_ options: MovieOptions, path: String) throws -> MovieOptions {
    guard options.size == nil, options.pixelFormat == nil else {
      throw MediaError(
        .usage, "open \(path)", "a Y4M stream says its size and pixel format itself")
    }
    var options = options
    options.demuxer = "rawvideo"
    options.size = size
    options.pixelFormat = pixelFormat
    options.frameRate = options.frameRate ?? frameRate.map { "\($0.0)/\($0.1)" } ?? "25"
    return options
  }

  /// Says of the stream what FFmpeg cannot know from bare frames.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) {
    let ratio = pixelAspectRatio.map { AVRational(num: $0.0, den: $0.1) }
    stream.pointee.sample_aspect_ratio = ratio ?? AVRational(num: 0, den: 1)
    stream.pointee.codecpar.pointee.sample_aspect_ratio = stream.pointee.sample_aspect_ratio
    stream.pointee.codecpar.pointee.color_range = range
    stream.pointee.codecpar.pointee.chroma_location = chromaLocation
    stream.pointee.codecpar.pointee.field_order = fieldOrder
  }

  /// What the user should know.
  func warnings(_ options: MovieOptions) -> [String] {
    var list: [String] = []
    if frameRate == nil, options.frameRate == nil {
      list.append(
        "the Y4M header gives no frame rate: 25 frames a second are taken (-r says another)")
    }
    if isMixed {
      list.append("the Y4M frames are interlaced in different ways, which is not kept")
    }
    return list
  }
}
