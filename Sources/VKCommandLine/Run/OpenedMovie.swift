import VKMedia
import VKStream

/// An input that is open: a movie, or a live stream.
struct OpenedMovie {
  let movie: MovieFile
  /// Says to a server that nobody listens any more.
  let close: @Sendable () async -> Void
  /// What ended a live stream against the will of both sides; to be asked before `close`.
  let failure: @Sendable () -> StreamError?

  /// Opens a file, or reaches the server of a live stream.
  ///
  /// - Throws: `MediaError` or `StreamError` when that cannot be.
  init(_ path: String, options: MovieOptions, _ arguments: Arguments) async throws {
    guard isLiveAddress(path) else {
      movie = try MovieFile(path, options: options)
      close = {}
      failure = { nil }
      return
    }
    let (sessionOptions, name) = try arguments.sessionOptions()
    let session = StreamSession(url: path, options: sessionOptions)
    hideProcessWords()
    try await session.connect()
    var streamOptions = StreamOptions(name: name)
    streamOptions.reading = options
    let stream = try session.createStream(streamOptions)
    movie = try await stream.play()
    failure = {
      guard case .failed(let error) = stream.status else { return nil }
      return error
    }
    close = {
      try? await stream.stop()
      await session.disconnect()
    }
  }
}

extension OpenedMovie {
  /// Closes it after its use.
  ///
  /// - Throws: what went wrong with that, else what ended the stream.
  func end(with result: Result<Void, any Error>) async throws {
    let failure = failure()
    await close()
    try result.get()
    if let failure { throw failure }
  }
}

/// Whether an address is that of a live stream, and not of a file, a pipe or a download.
func isLiveAddress(_ path: String) -> Bool {
  guard let end = path.firstRange(of: "://") else { return false }
  let scheme = path[..<end.lowerBound].lowercased()
  return NetworkScheme.named(scheme) != nil
    || ["whip+", "whep+", "janus+"].contains { scheme.hasPrefix($0) }
}
