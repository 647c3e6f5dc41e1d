internal import Foundation
internal import VKCore
internal import VKMedia

/// A server that takes streams by WHIP (RFC 9725) or gives them by its counterpart WHEP: an offer is posted, and answered.
final class WHIPTransport: StreamTransport {
  private let address: StreamAddress
  private let options: StreamSessionOptions
  private let http: HTTPClient
  private let url: URL
  private let operation: String
  /// Servers that help to find a way, as the server said at first.
  private let servers = Locked<[ICEServer]>([])

  /// - Throws: `StreamError` when the address or an option cannot be.
  init(_ address: StreamAddress, _ options: StreamSessionOptions) throws(StreamError) {
    self.address = address
    self.options = options
    let text = address.text(scheme: address.spoken.scheme)
    operation = "reach \(address.bare)"
    url = try webAddress(text, operation)
    http = HTTPClient(options, address, operation: operation)
    let given = try iceServers(options.iceServers)
    servers.withLock { $0 = given }
  }

  func connect(_ report: @escaping @Sendable (SessionStatus) -> Void) async throws {
    // Servers need not answer this question: that one answers is enough.
    let answer = try await http.send("OPTIONS", url)
    guard ![401, 403].contains(answer.status) else { throw answer.error(operation) }
    learn(answer)
  }

  private func learn(_ answer: HTTPAnswer) {
    let more = ICEServer.servers(inLink: answer.headers["link"] ?? "")
    servers.withLock { list in list += more.filter { !list.contains($0) } }
  }

  func publisher(
    _ name: String?, _ tracks: PublishedTracks,
    report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> any PacketReceiver {
    guard address.spoken.protocol == "whip" else {
      throw StreamError(.usage, operation, "a stream is published by whip+http://, not by whep")
    }
    return try await PersistentPublisher.make(reconnects: options.reconnects, report: report) {
      [self] report in try await publish(name, tracks, report)
    }
  }

  private func publish(
    _ name: String?, _ tracks: PublishedTracks, _ report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> WebRTCPublisher {
    let place = Locked<URL?>(nil)
    let publisher = WebRTCPublisher(tracks, operation: operation, report: report) {
      [self] in await delete(place.withLock { $0 })
    }
    let peer = try await makePeer(.sends(tracks)) { [weak publisher] in
      publisher?.requestKey()
    }
    try await arrange(peer, name, place)
    publisher.watch(peer)
    return publisher
  }

  func player(
    _ name: String?, options: MovieOptions, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> RemoteStream {
    guard address.spoken.protocol == "whep" else {
      throw StreamError(.usage, operation, "a stream is played by whep+http://, not by whip")
    }
    let place = Locked<URL?>(nil)
    let peer = try await makePeer(.receives) {}
    try await arrange(peer, name, place)
    let player = WebRTCPlayer(peer, operation: operation, watchesReports: true, report: report) {
      [self] in await delete(place.withLock { $0 })
    }
    return try await player.open(options)
  }

  func disconnect() async { http.close() }

  private func makePeer(
    _ direction: WebRTCPeer.Direction, onKeyRequest: @escaping @Sendable () -> Void
  ) async throws -> WebRTCPeer {
    let (servers, operation) = (servers.withLock { $0 }, operation)
    return try await onThread {
      try WebRTCPeer(
        direction, servers: servers, operation: operation, onKeyRequest: onKeyRequest)
    }
  }

  /// Posts the offer of a connection and gives it the answer.
  private func arrange(_ peer: WebRTCPeer, _ name: String?, _ place: Locked<URL?>) async throws {
    let offer = try await onThread { try peer.offer() }
    let (answer, location) = try await post(offer, name)
    place.withLock { $0 = location }
    do {
      try await onThread { try peer.accept(answer) }
    } catch {
      await delete(location)
      throw error
    }
  }

  /// Posts an offer.
  ///
  /// - Throws: `StreamError` when the server does not answer as it should.
  func post(_ offer: String, _ name: String?) async throws -> (answer: String, location: URL) {
    let target = name.map { url.appending(path: $0) } ?? url
    let answer = try await http.send(
      "POST", target, type: "application/sdp", body: Data(offer.utf8))
    guard answer.status == 201 else {
      throw (200..<300).contains(answer.status)
        ? StreamError(.refused, operation, "the server says \(answer.status) where 201 is wanted")
        : answer.error(operation)
    }
    let location = answer.headers["location"].flatMap {
      URL(string: $0, relativeTo: answer.url)?.absoluteURL
    }
    guard let location else {
      throw StreamError(
        .refused, operation, "the server's answer has no Location, so that nothing could be ended")
    }
    return (answer.text, location)
  }

  /// Tells the server that a stream has ended.
  func delete(_ place: URL?) async {
    // Another host is not told what lets in here.
    guard let place, place.host == url.host else { return }
    _ = try? await http.send("DELETE", place, seconds: 2)
  }
}

extension StreamAddress {
  /// The address as everybody may see it, without its query.
  var bare: String { text(without: Set(query.map(\.name))) }
}

/// The address of a server of the web.
///
/// - Throws: `StreamError` when it is none.
func webAddress(_ text: String, _ operation: String) throws(StreamError) -> URL {
  guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
    url.host?.isEmpty == false
  else {
    throw StreamError(
      .usage, operation, "this is spoken over http or https: whip+https://HOST/PATH")
  }
  return url
}

/// The servers that help to find a way.
///
/// - Throws: `StreamError` for a text that is none.
func iceServers(_ texts: [String]) throws(StreamError) -> [ICEServer] {
  var servers: [ICEServer] = []
  for text in texts {
    guard let server = ICEServer(text) else {
      throw StreamError(
        .usage, "find a way to the server",
        "an ICE server is written stun:HOST[:PORT] or turn:USER:PASSWORD@HOST[:PORT]")
    }
    servers.append(server)
  }
  return servers
}
