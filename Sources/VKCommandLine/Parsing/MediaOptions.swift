/// The options that inputs and outputs take, by FFmpeg's names.
extension Option {
  static let start = Option(
    "-ss", value: "TIME", for: .inputOrOutput, "Start there; times count from there on.")
  static let duration = Option("-t", value: "TIME", for: .inputOrOutput, "Take that much.")
  static let end = Option("-to", value: "TIME", for: .inputOrOutput, "End there.")
  static let format = Option(
    "-f", value: "FORMAT", for: .inputOrOutput,
    "The container (null, rawvideo, yuv4mpegpipe, matroska …) in place of the name's. Before -i also generator:"
      + " -i is a chain that paints on empty pictures (-s, -r, -t), as in"
      + " -f generator -s 640x360 -r 30 -t 5 -i checkerboard=40.")
  static let pixelFormat = Option(
    "-pix_fmt", value: "NAME", for: .inputOrOutput, "How pixels are stored (yuv420p, nv12, bgra …)."
  )
  static let size = Option(
    "-s", "-video_size", value: "WxH", for: .input,
    "The size of raw pictures, and of those that a generator paints (1280x720).")
  static let rate = Option(
    "-r", value: "RATE", for: .inputOrOutput,
    "Before -i: the rate of the input, whatever its times say. Else a constant rate of the output:"
      + " each moment shows the nearest frame.")
  static let pictureRate = Option(
    "-framerate", value: "RATE", for: .input, "The rate of raw pictures and of sequences.")
  static let realTime = Option("-re", for: .input, "Read the input no faster than it plays.")
  static let loop = Option(
    "-stream_loop", value: "N", for: .input, "Read the input N times more; -1: for ever.")
  static let startNumber = Option(
    "-start_number", value: "N", for: .inputOrOutput,
    "The first number of a sequence of pictures (default: the lowest; written: the one read).")
  static let patternType = Option(
    "-pattern_type", value: "TYPE", for: .input, "How a sequence is named: sequence or glob.")
  static let frameLimit = Option(
    "-frames:v", "-vframes", value: "N", for: .output, "End after N frames.")
  static let map = Option(
    "-map", value: "STREAMS", for: .output,
    "Which streams go into the output: 0, 0:v:1, 1:a, 0:s? (no error without), -0:d (not that one)."
      + " The first pictures are filtered, all else is copied.")
  static let noAudio = Option("-an", for: .output, "Leave sound out.")
  static let noSubtitles = Option("-sn", for: .output, "Leave subtitles out.")
  static let noData = Option("-dn", for: .output, "Leave timed data out.")
  static let shortest = Option(
    "-shortest", for: .output, "End where the pictures or the first sound end.")
  static let mapMetadata = Option(
    "-map_metadata", value: "-1", for: .output,
    "-1: leave titles, languages and the like out. They come from the first input.")
  static let mapChapters = Option(
    "-map_chapters", value: "-1", for: .output, "-1: leave chapters out.")
  static let videoEncoder = Option(
    "-c:v", "-codec:v", "-vcodec", value: "NAME", for: .output,
    "The encoder (default: libx264; libvpx-vp9 in webm).")
  static let audioEncoder = Option(
    "-c:a", "-codec:a", "-acodec", value: "NAME", for: .output,
    "The encoder of sound (aac, libopus, flac, pcm_s16le …), or copy: the default.")
  static let audioBitRate = Option(
    "-b:a", value: "RATE", for: .output, "Bits of encoded sound a second (128k).")
  static let quality = Option(
    "-crf", value: "N", for: .output, "The quality of the encoder (default: 18 for libx264).")
  static let encoderQuality = Option(
    "-q:v", "-qscale:v", "-qscale", "-q", value: "N", for: .output,
    "The encoder's own quality: 2 (best) to 31 for JPEG, 0 to 100 (best) for WebP.")
  static let bitRate = Option(
    "-b:v", value: "RATE", for: .output, "Bits a second in place of a quality (8M, 2500k).")
  static let preset = Option("-preset", value: "NAME", for: .output, "The encoder's preset.")
  static let overwrite = Option("-y", for: .output, "Replace an output that exists.")
  static let keep = Option("-n", for: .output, "Refuse an output that exists: the default.")
  static let outputDirectory = Option(
    "--output-dir", value: "DIR", for: .command,
    "Filter every IN into a picture of the same name in DIR; a bad one does not stop the rest.")
  static let framesInFlight = Option(
    "--frames-in-flight", value: "N", for: .command,
    "Frames worked on at once (default: 2 on software devices, else 3).")
  static let timestamps = Option(
    "--timestamps", value: "drop|shift", for: .command,
    "When times jump back: drop the frames, or move all that follows (the default).")
  static let resizeOutput = Option(
    "--resize-output", value: "yes|no", for: .command,
    "When pictures change their size: scale all to the first one's (the default but for raw bytes"
      + " and pictures), or follow.")
  static let statistics = Option(
    "--stats", value: "FILE", for: .command, "Write what was counted and measured, as JSON.")
  static let progress = Option(
    "--progress", value: "json|line|none", for: .command,
    "Report progress on standard error (default: a line, on a terminal).")
  static let strict = Option(
    "--strict", for: .command, "Take every warning for an error: nothing is written then.")
  static let quiet = Option("--quiet", for: .command, "Say nothing but errors.")
  static let logLevel = Option(
    "--log-level", "-v", "-loglevel", value: "LEVEL", for: .command,
    "quiet, error, warning, info or debug.")
  static let hideBanner = Option("-hide_banner", for: .command, "Accepted: there is no banner.")
  static let noStandardInput = Option("-nostdin", for: .command, "Accepted: nothing is ever asked.")

  static let inputOptions =
    [
      start, duration, end, format, pixelFormat, size, rate, pictureRate, realTime, loop,
      startNumber,
      patternType,
    ] + colorOptions
  static let outputOptions = [
    map,
    frameLimit, noAudio, noSubtitles, noData, shortest, mapMetadata, mapChapters, videoEncoder,
    audioEncoder, audioBitRate, quality,
    encoderQuality, bitRate,
    preset,
    overwrite, keep,
  ]
  static let talk = [quiet, logLevel, hideBanner, noStandardInput]
}

extension Arguments {
  /// Sets how much is said, by `--quiet` and `--log-level`; FFmpeg's words for levels mean the nearest of ours.
  func applyLogLevel() throws(Failure) {
    if options.has(.quiet) { console.level = .error }
    let levels: [String: Console.Level] = [
      "quiet": .quiet, "panic": .error, "fatal": .error, "error": .error, "warning": .warning,
      "info": .info, "verbose": .info, "debug": .debug, "trace": .debug,
    ]
    if let word = try options.word(.logLevel, of: levels.keys.sorted()) {
      console.level = levels[word] ?? .info
    }
  }
}
