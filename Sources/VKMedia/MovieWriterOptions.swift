public import VKCore
public import VKPipeline

/// How a movie is written.
public struct MovieWriterOptions: Sendable {
  /// FFmpeg's encoder; nil takes the container's usual one.
  ///
  /// libx264 at crf 18 for most containers, libvpx-vp9 for WebM, none at all for `null`, exact pixels for y4m and raw.
  public var codec: String?
  /// FFmpeg's muxer; nil goes by the file's extension.
  public var format: String?
  /// Constant quality, smaller is better; an error with encoders that have none.
  public var crf: Double?
  /// The encoder's own scale of quality (2 … 31 for JPEG and MPEG), smaller is better.
  public var quality: Double?
  /// Bits a second.
  public var bitRate: Int?
  /// The encoder's preset.
  public var preset: String?
  /// The stored pixel format by FFmpeg's name, or several joined by `|`, of which the first that the encoder takes is
  /// written; nil keeps the frames' own where the encoder takes it.
  public var pixelFormat: String?
  /// The frame rate to write into the container; frames keep their times.
  public var frameRate: (Int32, Int32)?
  /// A constant rate that frames are brought to, as a ratio above zero; nil keeps their times.
  ///
  /// Each moment of the rate shows the frame whose time is nearest (of two, the earlier); the statistics count the
  /// frames that were repeated and skipped for it. Sound is not touched.
  public var constantRate: (Int32, Int32)?
  /// Whether a frame is shown at the constant rate from the moment nearest to its time until the next frame is, as by FFmpeg's
  /// filter `fps`, rather than each moment showing the nearest frame.
  public var holdsFrames = false
  /// How the times of frames change before anything else; nil keeps them.
  ///
  /// Sound is not touched.
  public var timeChange: TimeChange?
  /// The most frames that are written at the constant rate; what comes after them is let go.
  public var frameLimit: Int?
  /// Whether frames that come with another size are scaled to the first one's.
  ///
  /// nil scales them for everything but raw bytes and pictures; an encoder that must follow and cannot is an error.
  public var resizesOutput: Bool?
  /// What happens to frames that come faster than they are written.
  public var latePolicy = LatePolicy.keepAll
  /// Whether an output that exists is replaced.
  public var overwrite = false
  /// Which streams are written, and in which order; nil takes all of the movie's that the container holds.
  ///
  /// Input 0 is the movie whose pictures are written, 1 and on are the further sources. The movie's own pictures are
  /// always written; other streams of pictures are copied as they are.
  public var streams: [StreamSelector]?
  /// FFmpeg's encoder for sound (`aac`, `libopus`, `flac`, `pcm_s16le` …); nil copies it.
  ///
  /// Encoded sound is cut to the sample where a part of a movie is read; copied sound to the packet, the beginning of the
  /// first one being marked as not to be played where the container can say so.
  public var audioCodec: String?
  /// Bits of encoded sound a second; nil takes the encoder's usual ones.
  public var audioBitRate: Int?
  /// Whether sound is written.
  public var copiesAudio = true
  /// Whether subtitles are copied.
  public var copiesSubtitles = true
  /// Whether timed data, attachments and chapters are copied.
  public var copiesData = true
  /// Whether timed data is copied, where data is.
  public var copiesTimedData = true
  /// Whether chapters are copied, where data is.
  public var copiesChapters = true
  /// Whether titles, languages and the like come along: the file's, the streams' and the chapters'.
  public var copiesMetadata = true
  /// Whether the end of the pictures, or of the first sound that ends, is the end of all.
  ///
  /// Sound of further sources is known to end in time; that of the movie itself where its container says its length.
  public var endsWithShortest = false
  /// How players shall turn the picture; pixels are written as they come.
  public var orientation = Orientation.up
  /// The colours of the file; frames that come in others are converted, and parts not said stay the frames'.
  public var colorSpace = ColorSpace.unspecified
  /// Encoding threads; 0 lets the encoder choose.
  public var threads = 0
  /// The number of the first picture of a sequence; nil takes the input's, or 1 when it has none.
  public var startNumber: Int?
  /// Further paths that are read while this is written, and must not be overwritten.
  public var inputPaths: [String] = []
  /// Metadata of the file, over what is copied.
  public var metadata: [String: String] = [:]
  /// Further options of the encoder by FFmpeg's names.
  public var encoderOptions: [String: String] = [:]
  /// Further options of the muxer by FFmpeg's names.
  public var muxerOptions: [String: String] = [:]

  /// Called when the movie is complete, before it appears under its name; what it throws takes the movie away.
  public var willPublish: (@Sendable () throws -> Void)?

  /// The container's usual encoder; everything else copied; an output that exists refused.
  public init() {}
}

/// What happened while a movie was written.
public struct WriterStatistics: Sendable {
  /// Frames taken.
  public var framesReceived = 0
  /// Frames left out because their time was not after the one before.
  public var framesDropped = 0
  /// Frames that came when the shortest stream had ended and that was the end.
  public var framesAfterEnd = 0
  /// Frames left out while the writer was paused.
  public var framesPaused = 0
  /// Frames left out because no moment of the constant rate is near to them.
  public var framesSkipped = 0
  /// Frames written again because several moments of the constant rate are near to one.
  public var framesRepeated = 0
  /// Whole pictures that the processor converted for the encoder.
  public var copiesOnCPU = 0
  /// Packets of pictures in the file.
  public var packetsWritten = 0
  /// Packets of other streams in the file.
  public var packetsCopied = 0
  /// What the user should know, each said once.
  public var warnings: [String] = []

  /// Nothing yet.
  package init() {}
}
