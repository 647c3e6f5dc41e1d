internal import VKCore
internal import VKMedia

/// The way to a media server, and the streams on it.
///
/// The address says what is spoken: `rtmp(s)://`, `srt://`, `rtsp(s)://`, `rtp://`, `udp://`, `tcp://`, an `.m3u8` to be written,
/// `whip+http(s)://`, `whep+http(s)://`, `janus+http(s)://…/janus?room=ROOM`. Thread-safe.
public final class StreamSession: Sendable {
  /// The address, less what nobody else may read.
  public let url: String
  private let transport: Result<any StreamTransport, StreamError>
  private let board = StatusBoard(SessionStatus.connecting)

  /// Gets ready; nothing is reached before `connect`.
  public init(url: String, options: StreamSessionOptions = StreamSessionOptions()) {
    let transport = Result<any StreamTransport, StreamError> { () throws(StreamError) in
      try makeTransport(to: url, options)
    }
    self.transport = transport
    self.url = redacted(url)
  }

  /// The status now, and every change.
  public var statuses: AsyncStream<SessionStatus> { board.statuses }
  /// The status now.
  public var status: SessionStatus { board.current }

  /// Reaches the server.
  ///
  /// - Throws: `StreamError` within five seconds when it cannot be reached, or refuses.
  public func connect() async throws {
    board.post(.connecting)
    do {
      try await transport.get().connect { [board] in board.post($0) }
      board.post(.established)
    } catch {
      let error = StreamError(error, doing: "connect to \(url)")
      board.post(.failed(error))
      throw error
    }
  }

  /// Makes a stream, to be published or played.
  ///
  /// - Throws: `StreamError` when the session's address cannot be.
  public func createStream(_ options: StreamOptions) throws -> LiveStream {
    LiveStream(try transport.get(), options, url: url)
  }

  /// Ends the session; its streams should be stopped before.
  public func disconnect() async {
    await (try? transport.get())?.disconnect()
    board.post(.disconnected(reason: "it was ended here"), isLast: true)
  }
}

private func makeTransport(
  to url: String, _ options: StreamSessionOptions
) throws(StreamError) -> any StreamTransport {
  if !url.contains("://") { return AddressTransport(file: url, options) }
  let address = try StreamAddress(url)
  switch address.spoken.protocol {
  case "whip", "whep": return try WHIPTransport(address, options)
  case "janus": return try JanusTransport(address, options)
  default: return AddressTransport(address, options)
  }
}

extension StreamError {
  /// The error that stands for any of the engine's.
  init(_ error: any Error, doing operation: String) {
    switch error {
    case let error as StreamError: self = error
    case let error as MediaError: self.init(error, hasBegun: false)
    default: self.init(.media, operation, "\(error)")
    }
  }
}
