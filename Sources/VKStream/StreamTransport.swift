internal import VKMedia

/// What a session speaks with its server.
///
/// Reports come from any thread.
protocol StreamTransport: AnyObject, Sendable {
  /// Reaches the server; returns once the session is established, and reports what becomes of it afterwards.
  ///
  /// - Throws: `StreamError` within a few seconds when it cannot.
  func connect(_ report: @escaping @Sendable (SessionStatus) -> Void) async throws
  /// Where the packets of a stream to be published go; it reports `publishing` once the server has it.
  ///
  /// - Throws: `StreamError` when the server refuses.
  func publisher(
    _ name: String?, _ tracks: PublishedTracks,
    report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> any PacketReceiver
  /// A stream that is published elsewhere; `options` say how it is read.
  ///
  /// - Throws: `StreamError` when there is no such stream.
  func player(
    _ name: String?, options: MovieOptions, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> RemoteStream
  /// Ends the session.
  func disconnect() async
}

/// What a stream holds that is to be published.
struct PublishedTracks: Sendable {
  /// Whether there is sound.
  var hasSound: Bool
  /// FFmpeg's name of the codec of pictures, where one was asked for.
  var pictures: String?

  init(hasSound: Bool, pictures: String? = nil) {
    self.hasSound = hasSound
    self.pictures = pictures
  }
}

/// A stream that is received.
struct RemoteStream: Sendable {
  /// Its pictures and its sound.
  let movie: MovieFile
  /// Ends it.
  let stop: @Sendable () async -> Void
}

/// What a connection that packets go to has counted.
protocol ConnectionCounts: Sendable {
  /// Bytes that were sent.
  var bytesSent: Int { get }
  /// How often the connection was made.
  var connections: Int { get }
  /// Pictures that were let go because they could not be sent in time.
  var dropped: Int { get }
}

extension NetworkOutput: ConnectionCounts {
  var bytesSent: Int { sent.bytes }
  var connections: Int { sent.connections }
}
