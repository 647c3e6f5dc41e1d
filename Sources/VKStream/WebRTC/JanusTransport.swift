internal import Foundation
internal import VKCore
internal import VKMedia

/// A Janus server with video rooms: streams are published and played in a room, by their names.
final class JanusTransport: StreamTransport {
  private let address: StreamAddress
  private let operation: String
  private let http: HTTPClient
  private let url: URL
  private let token: String?
  private let reconnects: Bool
  private let servers: [ICEServer]
  private let session = Locked<JanusSession?>(nil)
  private let tell = Locked<(@Sendable (SessionStatus) -> Void)?>(nil)

  /// - Throws: `StreamError` when the address or an option cannot be.
  init(_ address: StreamAddress, _ options: StreamSessionOptions) throws(StreamError) {
    self.address = address
    operation = "reach \(address.bare)"
    guard address["room"]?.isEmpty == false else {
      throw StreamError(
        .usage, operation, "the address needs a room: janus+http://HOST:8088/janus?room=ROOM")
    }
    let path = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
    let own: Set = ["room", "name", "pin", "secret"]
    let text = address.text(
      scheme: address.spoken.scheme, path: path.isEmpty ? "/janus" : path, without: own)
    url = try webAddress(text, operation)
    http = HTTPClient(options, address, operation: operation)
    servers = try iceServers(options.iceServers)
    token = options.bearerToken
    reconnects = options.reconnects
  }

  func connect(_ report: @escaping @Sendable (SessionStatus) -> Void) async throws {
    tell.withLock { $0 = report }
    _ = try await openedSession()
  }

  func disconnect() async {
    await session.withLock { $0 }?.destroy()
    http.close()
  }

  /// The session, a new one where the last was lost.
  private func openedSession() async throws -> JanusSession {
    if let session = session.withLock({ $0 }), !session.isOver { return session }
    let next = JanusSession(
      url, http, token: token, secret: address["secret"], operation: operation)
    let tell = tell.withLock { $0 }
    try await next.open { tell?(.disconnected(reason: $0.detail)) }
    session.withLock { $0 = next }
    tell?(.established)
    return next
  }

  private func visitor(
    _ operation: String, receive: @escaping @Sendable (Result<Janus.Message, StreamError>) -> Void
  ) async throws -> JanusVisitor {
    try await JanusVisitor(
      openedSession(), room: address["room"] ?? "", pin: address["pin"], operation: operation,
      receive: receive)
  }

  func publisher(
    _ name: String?, _ tracks: PublishedTracks,
    report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> any PacketReceiver {
    let name = name ?? address["name"] ?? "vkfilter"
    return try await PersistentPublisher.make(reconnects: reconnects, report: report) {
      [self] report in try await publish(name, tracks, report)
    }
  }

  private func publish(
    _ name: String, _ tracks: PublishedTracks, _ report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> WebRTCPublisher {
    let operation = "publish \(name)"
    let place = Locked<JanusVisitor?>(nil)
    let publisher = WebRTCPublisher(tracks, operation: operation, report: report) {
      await place.withLock { $0 }?.leave()
    }
    let visitor = try await visitor(operation) { [weak publisher] event in
      if let error = Self.ending(event, operation) { publisher?.fail(error) }
    }
    place.withLock { $0 = visitor }
    do {
      let others = try await visitor.participants()
      guard !others.contains(where: { $0.publisher == true && $0.display == name }) else {
        throw StreamError(.nameInUse, operation, "somebody publishes by that name; take another")
      }
      let servers = servers
      let requestKey: @Sendable () -> Void = { [weak publisher] in publisher?.requestKey() }
      let peer = try await onThread {
        try WebRTCPeer(
          .sends(tracks), servers: servers, operation: operation,
          onKeyRequest: requestKey)
      }
      let offer = try await onThread { try peer.offer() }
      let answer = try await visitor.publish(offer, as: name, hasSound: tracks.hasSound)
      try await onThread { try peer.accept(answer) }
      publisher.watch(peer)
      return publisher
    } catch {
      await visitor.turnAway()
      throw error
    }
  }

  func player(
    _ name: String?, options: MovieOptions, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> RemoteStream {
    let name = name ?? address["name"]
    let operation = "play \(name ?? "a stream")"
    let current = Locked<WebRTCPlayer?>(nil)
    let visitor = try await visitor(operation) { event in
      guard let error = Self.ending(event, operation) else { return }
      current.withLock { $0 }?.end(Self.isOver(event) ? .stopped : .failed(error))
    }
    do {
      let feed = try await visitor.feed(name)
      let offer = try await visitor.join(feed)
      let servers = servers
      let peer = try await onThread {
        try WebRTCPeer(.receives, servers: servers, operation: operation)
      }
      let answer = try await onThread { try peer.answer(to: offer) }
      let player = WebRTCPlayer(
        peer, operation: operation, watchesReports: false, report: report
      ) {
        await visitor.leave()
      }
      current.withLock { $0 = player }
      try await visitor.start(answer)
      Self.watch(feed, visitor, player)
      return try await player.open(options)
    } catch {
      await visitor.turnAway()
      throw error
    }
  }

  /// Asks every second whether a stream is still published: who plays it is not told when it ends.
  private static func watch(
    _ feed: Janus.Identifier, _ visitor: JanusVisitor, _ player: WebRTCPlayer
  ) {
    Task { [weak player] in
      while player?.isOver == false {
        try? await Task.sleep(for: .seconds(1))
        if await !visitor.isPublished(feed) { player?.end(.stopped) }
      }
    }
  }

  /// Whether a stream that is played ends because nobody publishes it any more: then the room closes the connection.
  private static func isOver(_ event: Result<Janus.Message, StreamError>) -> Bool {
    guard case .success(let message) = event else { return false }
    return message.janus == "hangup" && message.reason == "Close PC"
  }

  /// What an event means where it ends a stream; nil for others.
  static func ending(
    _ event: Result<Janus.Message, StreamError>, _ operation: String
  ) -> StreamError? {
    let message: Janus.Message
    switch event {
    case .success(let event): message = event
    case .failure(let error): return StreamError(error.code, operation, error.detail)
    }
    if message.janus == "hangup" || message.janus == "detached" {
      let reason = message.reason ?? "no reason"
      return StreamError(.dropped, operation, "the server has hung up (\(reason))")
    }
    guard let room = message.plugindata?.data else { return nil }
    if room.videoroom == "destroyed" {
      return StreamError(.dropped, operation, "the room was closed")
    }
    if room.leaving == .text("ok"), room.reason == "kicked" {
      return StreamError(.dropped, operation, "the server has thrown this stream out of the room")
    }
    return nil
  }
}
