internal import VKCore
internal import VKMedia

/// This side in a room of a Janus server, by a handle of its own.
final class JanusVisitor: Sendable {
  private let session: JanusSession
  private let handle: Int
  private let name: String
  private let pin: String?
  private let operation: String
  /// The room as the server writes it; nil before it was asked.
  private let room = Locked<Janus.Identifier?>(nil)

  /// Goes to the room's door; what is said there, and the session's end, go to `receive`.
  ///
  /// - Throws: `StreamError`.
  init(
    _ session: JanusSession, room name: String, pin: String?, operation: String,
    receive: @escaping @Sendable (Result<Janus.Message, StreamError>) -> Void
  ) async throws {
    self.session = session
    self.name = name
    self.pin = pin
    self.operation = operation
    handle = try await session.attach(receive)
  }

  /// Who is in the room; finds out whether the server's rooms have numbers or names.
  ///
  /// - Throws: `StreamError` when there is no such room.
  func participants() async throws -> [Janus.Room.Participant] {
    let forms = (Int(name).map { [.number($0)] } ?? []) + [Janus.Identifier.text(name)]
    var failure: (any Error)?
    for form in room.withLock({ $0 }).map({ [$0] }) ?? forms {
      do {
        let request = Janus.RoomRequest(request: "listparticipants", room: form)
        let answer = try await session.ask(handle, request)
        room.withLock { $0 = form }
        return answer.plugindata?.data.participants ?? []
      } catch {
        failure = failure ?? error
        guard (error as? StreamError)?.code == .refused else { throw error }
      }
    }
    throw failure ?? StreamError(.notFound, operation, "there is no such room")
  }

  /// Finds a stream by its name; nil takes any.
  ///
  /// - Throws: `StreamError` when nobody publishes it.
  func feed(_ wanted: String?) async throws -> Janus.Identifier {
    let all = try await participants().filter { $0.publisher != false }
    let feed = all.first { one in
      wanted.map { one.display == $0 || one.id == .text($0) } ?? true
    }
    if let feed { return feed.id }
    let others = all.compactMap(\.display).joined(separator: ", ")
    throw StreamError(
      .notFound, operation,
      "nobody publishes that in the room" + (others.isEmpty ? "" : "; there are \(others)"))
  }

  /// Whether a stream is published; true where that cannot be told.
  func isPublished(_ feed: Janus.Identifier) async -> Bool {
    guard let all = try? await participants() else { return true }
    return all.contains { $0.id == feed && $0.publisher != false }
  }

  private func request(_ what: String, _ kind: String) -> Janus.RoomRequest {
    Janus.RoomRequest(request: what, room: room.withLock { $0 }, ptype: kind, pin: pin)
  }

  /// Publishes; the server's answer to the offer.
  ///
  /// - Throws: `StreamError` when the room refuses.
  func publish(_ offer: String, as display: String, hasSound: Bool) async throws -> String {
    var request = request("joinandconfigure", "publisher")
    (request.display, request.video, request.audio) = (display, true, hasSound)
    if case .text = request.room { request.id = .text(display) }
    let description = Janus.Description(type: "offer", sdp: offer)
    guard let answer = try await session.ask(handle, request, description).jsep else {
      throw StreamError(.incompatible, operation, "the server has no answer to the offer")
    }
    return answer.sdp
  }

  /// Asks for a stream; the server's offer.
  ///
  /// - Throws: `StreamError` when the room refuses.
  func join(_ feed: Janus.Identifier) async throws -> String {
    var request = request("join", "subscriber")
    request.streams = [Janus.RoomRequest.Feed(feed: feed)]
    guard let offer = try await session.ask(handle, request).jsep else {
      throw StreamError(.incompatible, operation, "the server offers nothing")
    }
    return offer.sdp
  }

  /// Gives the answer to the server's offer.
  ///
  /// - Throws: `StreamError` when the room refuses.
  func start(_ answer: String) async throws {
    let description = Janus.Description(type: "answer", sdp: answer)
    _ = try await session.ask(handle, Janus.RoomRequest(request: "start"), description)
  }

  /// Leaves.
  func leave() async {
    _ = try? await session.ask(handle, Janus.RoomRequest(request: "leave"))
    await session.detach(handle)
  }

  /// Goes away from the door without having been in.
  func turnAway() async { await session.detach(handle) }
}
