import VKCatalog
import VKMedia

extension Arguments {
  /// The settings to write the output with.
  func writerOptions() throws(Failure) -> MovieWriterOptions {
    var writer = MovieWriterOptions()
    writer.format = options[.format]
    writer.codec = options[.videoEncoder]
    writer.crf = try options.number(.quality)
    writer.startNumber = try options.integer(.startNumber, atLeast: 0)
    writer.quality = try options.number(.encoderQuality)
    writer.bitRate = try options.bitRate(.bitRate)
    writer.preset = options[.preset]
    writer.pixelFormat = options[.pixelFormat] ?? stream.pixelFormat
    if let name = options[.audioEncoder], name != "copy" { writer.audioCodec = name }
    writer.audioBitRate = try options.bitRate(.audioBitRate)
    writer.colorSpace = try options.colorSpace()
    writer.copiesAudio = !options.has(.noAudio)
    writer.copiesSubtitles = !options.has(.noSubtitles)
    writer.copiesTimedData = !options.has(.noData)
    writer.copiesMetadata = try !isLeftOut(.mapMetadata)
    writer.copiesChapters = try !isLeftOut(.mapChapters)
    writer.endsWithShortest = options.has(.shortest)
    writer.constantRate = try outputRate()
    writer.holdsFrames = stream.constantRate != nil
    writer.timeChange = stream.times
    writer.frameLimit = try options.integer(.frameLimit, atLeast: 1)
    writer.overwrite = options.has(.overwrite)
    writer.resizesOutput = try options.word(.resizeOutput, of: ["yes", "no"]).map { $0 == "yes" }
    writer.inputPaths = inputs.map(\.path)
    if options.has(.overwrite), options.has(.keep) {
      throw .usage("-y and -n exclude each other")
    }
    if writer.codec == "copy" {
      throw .usage("-c:v copy: filtered pictures must be encoded; name an encoder")
    }
    return writer
  }

  /// Whether an option that says where something comes from says nowhere.
  private func isLeftOut(_ option: Option) throws(Failure) -> Bool {
    switch options[option] {
    case "-1": true
    case nil, "0": false
    case let text?:
      throw .usage(
        "option \(option.name): '\(text)' is neither -1, which leaves it out, nor 0, the first input"
      )
    }
  }
}
