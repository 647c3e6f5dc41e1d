internal import Foundation
internal import VKCore
internal import VKMedia

/// A Janus server with video rooms: streams are published and played in a room, by their names.
final class JanusTransport: StreamTransport {
  private let address: StreamAddress
  private let operation: String
  private let http: HTTPClient
  private let session: JanusSession
  private let servers: [ICEServer]
  /// The room as the server writes it; nil before it was asked.
  private let room = Locked<Janus.Identifier?>(nil)

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
    let url = try webAddress(text, operation)
    http = HTTPClient(options, address, operation: operation)
    servers = try iceServers(options.iceServers)
    session = JanusSession(
      url, http, token: options.bearerToken, secret: address["secret"], operation: operation)
  }

  func connect(_ report: @escaping @Sendable (SessionStatus) -> Void) async throws {
    try await session.open { report(.disconnected(reason: $0.detail)) }
  }

  func disconnect() async {
    await session.destroy()
    http.close()
  }

  // MARK: Rooms

  /// Who is in the room; finds out whether the server's rooms have numbers or names.
  private func participants(_ handle: Int) async throws -> [Janus.Room.Participant] {
    let text = address["room"] ?? ""
    let forms = (Int(text).map { [.number($0)] } ?? []) + [Janus.Identifier.text(text)]
    var failure: (any Error)?
    for form in room.withLock({ $0 }).map({ [$0] }) ?? forms {
      do {
        let answer = try await session.ask(
          handle, Janus.RoomRequest(request: "listparticipants", room: form))
        room.withLock { $0 = form }
        return answer.plugindata?.data.participants ?? []
      } catch {
        failure = failure ?? error
        guard (error as? StreamError)?.code == .refused else { throw error }
      }
    }
    throw failure ?? StreamError(.notFound, operation, "there is no such room")
  }

  private func request(_ what: String, _ kind: String? = nil) -> Janus.RoomRequest {
    Janus.RoomRequest(
      request: what, room: room.withLock { $0 }, ptype: kind, pin: address["pin"])
  }

  func publisher(
    _ name: String?, hasSound: Bool, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> any PacketReceiver {
    let name = name ?? address["name"] ?? "vkfilter"
    let operation = "publish \(name)"
    let handle = Locked<Int?>(nil)
    let publisher = WebRTCPublisher(hasSound: hasSound, operation: operation, report: report) {
      [session] in
      guard let handle = handle.withLock({ $0 }) else { return }
      _ = try? await session.ask(handle, Janus.RoomRequest(request: "leave"))
      await session.detach(handle)
    }
    let number = try await session.attach { [weak publisher] event in
      if let error = Self.ending(event, operation) { publisher?.fail(error) }
    }
    handle.withLock { $0 = number }
    do {
      let others = try await participants(number)
      guard !others.contains(where: { $0.publisher == true && $0.display == name }) else {
        throw StreamError(.nameInUse, operation, "somebody publishes by that name; take another")
      }
      let servers = servers
      let requestKey: @Sendable () -> Void = { [weak publisher] in publisher?.requestKey() }
      let peer = try await onThread {
        try WebRTCPeer(
          .sends(hasSound: hasSound), servers: servers, operation: operation,
          onKeyRequest: requestKey)
      }
      let offer = try await onThread { try peer.offer() }
      var request = request("joinandconfigure", "publisher")
      (request.display, request.video, request.audio) = (name, true, hasSound)
      if case .text = request.room { request.id = .text(name) }
      let answer = try await session.ask(
        number, request, Janus.Description(type: "offer", sdp: offer))
      guard let description = answer.jsep else {
        throw StreamError(.incompatible, operation, "the server has no answer to the offer")
      }
      try await onThread { try peer.accept(description.sdp) }
      publisher.watch(peer)
      return publisher
    } catch {
      await session.detach(number)
      throw error
    }
  }

  func player(
    _ name: String?, options: MovieOptions, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> RemoteStream {
    let name = name ?? address["name"]
    let operation = "play \(name ?? "a stream")"
    let current = Locked<WebRTCPlayer?>(nil)
    let handle = try await session.attach { event in
      guard let error = Self.ending(event, operation) else { return }
      current.withLock { $0 }?.end(Self.isOver(event) ? .stopped : .failed(error))
    }
    do {
      let all = try await participants(handle).filter { $0.publisher != false }
      let feed = all.first { name == nil || $0.display == name || $0.id == .text(name ?? "") }
      guard let feed else {
        throw StreamError(
          .notFound, operation,
          "nobody publishes that in the room"
            + (all.isEmpty
              ? "" : "; there are " + all.compactMap(\.display).joined(separator: ", ")))
      }
      var request = request("join", "subscriber")
      request.streams = [Janus.RoomRequest.Feed(feed: feed.id)]
      let joined = try await session.ask(handle, request)
      guard let offer = joined.jsep else {
        throw StreamError(.incompatible, operation, "the server offers nothing")
      }
      let servers = servers
      let peer = try await onThread {
        try WebRTCPeer(.receives, servers: servers, operation: operation)
      }
      let answer = try await onThread { try peer.answer(to: offer.sdp) }
      let watch = Locked<Task<Void, Never>?>(nil)
      let player = WebRTCPlayer(peer, operation: operation, report: report) { [session] in
        watch.withLock { $0 }?.cancel()
        _ = try? await session.ask(handle, Janus.RoomRequest(request: "leave"))
        await session.detach(handle)
      }
      current.withLock { $0 = player }
      _ = try await session.ask(
        handle, Janus.RoomRequest(request: "start"), Janus.Description(type: "answer", sdp: answer))
      let task = Task { [weak self, weak player] in
        while let self, await isPublished(feed.id, handle) {}
        if !Task.isCancelled { player?.end(.stopped) }
      }
      watch.withLock { $0 = task }
      return try await player.open(options)
    } catch {
      await session.detach(handle)
      throw error
    }
  }

  /// Waits for a moment, then tells whether a stream is still published: who plays it is not told when it ends.
  private func isPublished(_ feed: Janus.Identifier, _ handle: Int) async -> Bool {
    try? await Task.sleep(for: .seconds(1))
    guard !Task.isCancelled, let all = try? await participants(handle) else {
      return !Task.isCancelled
    }
    return all.contains { $0.id == feed && $0.publisher != false }
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
