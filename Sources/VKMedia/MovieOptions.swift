internal import CFFmpeg
public import VKCore

/// How a movie is opened and which part of it is read.
public struct MovieOptions: Sendable {
  /// Where reading starts, from the movie's beginning; frames before it are decoded and dropped.
  ///
  /// Times of frames and of copied packets are moved so that this moment is zero.
  public var startTime: MediaTime?
  /// How much is read, from `startTime` on.
  public var duration: MediaTime?
  /// Where reading ends, from the movie's beginning; the earlier of this and `duration` counts.
  public var endTime: MediaTime?
  /// The most frames that are read.
  public var frameLimit: Int?
  /// How often the movie is read again after its end; `Int.max` for ever.
  ///
  /// Times go on: a pass is as long as the longest stream, whose copies follow one another without a gap.
  /// `startTime`, `duration` and `endTime` count in the whole. A pipe is read only once.
  public var repeats = 0
  /// Whether the movie is read no faster than it plays.
  public var isRealTime = false
  /// Seconds that the other side of a network may be silent before that is an error; nil for ever.
  public var patience: Double?
  /// FFmpeg's demuxer instead of the one found by looking (`rawvideo`, `image2`, `h264` …).
  public var demuxer: String?
  /// Filters that paint on empty pictures, in place of a file: what a movie is made of that only has a name.
  ///
  /// The pictures have `size` (1280×720 unless said), `frameRate` (25) and `pixelFormat` (an RGB format; rgba). They have no end
  /// but that of `duration`, `endTime` and `frameLimit`.
  public var painting: [any Filter]?
  /// The picture size of a raw input.
  public var size: Size?
  /// The pixel format of a raw input, by FFmpeg's name.
  public var pixelFormat: String?
  /// The frame rate of a raw input or of pictures: `25`, `24000/1001`, `ntsc`.
  ///
  /// The frames of a container that has times of its own get even times of this rate in their place, from zero on.
  public var frameRate: String?
  /// Colours that count instead of the ones the movie says.
  public var colorSpace = ColorSpace.unspecified
  /// Colours that count where the movie says nothing.
  public var untaggedColorSpace = ColorSpace.unspecified
  /// How pictures must be turned, in place of what the movie says.
  public var orientation: Orientation?
  /// Decoding threads; 0 is one a core.
  public var threads = 0
  /// Which video stream, by its index in the container; nil picks the best.
  public var streamIndex: Int?
  /// The streams among which the first video is taken; nil takes all.
  ///
  /// The selectors' input numbers do not count.
  public var streams: [StreamSelector]?
  /// Further options of the demuxer and protocol by FFmpeg's names (`start_number`, `pattern_type` …).
  public var formatOptions: [String: String] = [:]
  /// Further options of the decoder by FFmpeg's names.
  public var decoderOptions: [String: String] = [:]

  /// The whole movie as FFmpeg finds it.
  public init() {}
}

/// What happened while a movie was read.
public struct MovieStatistics: Sendable {
  /// Frames given out.
  public var framesDecoded = 0
  /// Whole pictures that the processor copied or converted on their way out of the decoder.
  public var copiesOnCPU = 0
  /// Packets and frames that were damaged; what could be decoded of them was given out.
  public var corruptPackets = 0
  /// What the user should know, each said once.
  public var warnings: [String] = []

  /// Nothing yet.
  package init() {}
}

extension MovieOptions {
  /// What opens empty pictures: endless zeros, which are black in RGB, and transparent where there is alpha.
  ///
  /// - Throws: `MediaError` when zeros are something else in the pixel format.
  func asCanvas() throws -> MovieOptions {
    var options = self
    options.demuxer = "rawvideo"
    options.size = size ?? Size(1280, 720)
    options.frameRate = frameRate ?? "25"
    options.pixelFormat = pixelFormat ?? PixelFormat.rgba.name
    guard let format = options.pixelFormat.flatMap(PixelFormat.named), format.model == .rgb else {
      throw MediaError(
        .usage, "paint a picture", "\(pixelFormat ?? "") is no RGB format (rgba, rgb24, gbrp16le …)"
      )
    }
    return options
  }

  /// The colours of pixels in FFmpeg's `format` with these tags.
  func colors(_ tags: ColorTags, format: AVPixelFormat) -> ColorSpace {
    var untagged = untaggedColorSpace
    if isRGBFormat(format) {
      untagged.matrix = .unspecified
      untagged.range = .unspecified
    } else if untagged.matrix == .rgb {
      untagged.matrix = .unspecified
    }
    return untagged.overridden(by: ColorSpace(tags, format: format)).overridden(by: colorSpace)
  }
}
