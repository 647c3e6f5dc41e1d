import VKCatalog
import VKCore
import VKMedia
import VKPipeline

extension Arguments {
  /// The settings to open the input of that number with.
  ///
  /// What the output limits counts when `isLimited`; unless that is given, for the first input.
  func movieOptions(_ index: Int, isLimited: Bool? = nil) throws(Failure) -> MovieOptions {
    let group = inputs[index].options
    var movie = MovieOptions()
    movie.demuxer = group[.format]
    if movie.demuxer == "generator" { movie.painting = try painting(inputs[index].path) }
    movie.size = try group.size(.size)
    movie.pixelFormat = group[.pixelFormat]
    let rates = [try group.rate(.rate), try group.rate(.pictureRate)]
    movie.frameRate = rates.compactMap { $0 }.first.map { "\($0.0)/\($0.1)" }
    movie.isRealTime = group.has(.realTime)
    if let count = try group.integer(.loop, atLeast: -1) {
      movie.repeats = count < 0 ? .max : count
    }
    if let number = try group.integer(.startNumber) {
      movie.formatOptions["start_number"] = "\(number)"
    }
    movie.formatOptions["pattern_type"] = try group.word(.patternType, of: ["sequence", "glob"])
    movie.colorSpace = try group.colorSpace()
    if isLimited ?? (index == 0) { movie.untaggedColorSpace = try options.colorSpace() }
    try limit(&movie, group, byOutput: isLimited ?? (index == 0))
    return movie
  }

  /// The filters that an input of the format `generator` paints with.
  private func painting(_ text: String) throws(Failure) -> [any Filter] {
    do {
      let chain = try FilterChain(checkingFiles: text)
      try chain.check(inputs: 1, numbers: false)
      return chain.filters
    } catch {
      let failure = Failure(error)
      throw Failure(failure.code, "-f generator -i '\(text)': \(failure.message)")
    }
  }

  /// How long so many frames of the output's rate last.
  private func limitedLength() throws(Failure) -> MediaTime? {
    guard let limit = try options.integer(.frameLimit, atLeast: 1), let rate = try outputRate()
    else { return nil }
    return MediaTime(ticks: Int64(limit), numerator: rate.1, denominator: rate.0)
  }

  /// Ends what is written where the output's options say, for graphs whose length is not that of their main input.
  ///
  /// `beginning` is where the output begins.
  func limit(_ settings: inout PipelineSettings, from beginning: MediaTime) throws(Failure) {
    let start = try options.duration(.start) ?? .zero
    let lengths = [
      try options.duration(.duration), try options.duration(.end).map { $0 - start },
      try limitedLength(),
    ]
    settings.endTime = lengths.compactMap { $0 }.min().map { beginning + $0 }
    if try outputRate() == nil {
      settings.frameLimit = try options.integer(.frameLimit, atLeast: 1)
    }
  }

  /// The part that is read: `-ss`, `-t` and `-to` before the input count from its beginning, those of the output
  /// from where the input's part starts.
  private func limit(
    _ movie: inout MovieOptions, _ group: Group, byOutput: Bool
  ) throws(Failure) {
    let origin = try group.duration(.start)
    var start = origin
    var ends = [try group.duration(.end)]
    if let length = try group.duration(.duration) { ends.append((origin ?? .zero) + length) }
    if byOutput, !isRetimed {
      if let later = try options.duration(.start) { start = (start ?? .zero) + later }
      if let length = try options.duration(.duration) { ends.append((start ?? .zero) + length) }
      if let end = try options.duration(.end) { ends.append((origin ?? .zero) + end) }
      movie.frameLimit = try outputRate() == nil ? options.integer(.frameLimit, atLeast: 1) : nil
      if let length = try limitedLength() { ends.append((start ?? .zero) + length) }
    }
    movie.startTime = start
    movie.endTime = ends.compactMap { $0 }.min()
    if let end = movie.endTime, end <= start ?? .zero {
      throw .usage("the part to take ends where it starts; check -ss, -t and -to")
    }
  }
}
