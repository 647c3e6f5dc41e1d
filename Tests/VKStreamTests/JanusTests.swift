import Foundation
import Glibc
import Testing

@testable import VKCore
@testable import VKMedia
@testable import VKStream

/// A Janus server of the test's own: what it says is from the documentation of Janus' interface.
private final class StandInJanus: Sendable {
  /// What a room answers to a request by its name; nil: the request is only acknowledged.
  typealias Room = @Sendable (_ request: String, _ body: String) -> String?

  let server: TestServer
  private let isGone = Locked(false)

  init(_ room: @escaping Room) throws {
    let isGone = isGone
    server = try TestServer { question in
      if isGone.withLock({ $0 }) { return .hangUp }
      func said(_ name: String) -> Bool { question.body.contains("\"\(name)\"") }
      let transaction = question.body.firstRange(of: "vkfilter-").map {
        question.body[$0.lowerBound...].prefix { $0 != "\"" }
      }
      let head = "\"transaction\":\"\(transaction ?? "")\""
      if question.method == "GET" {
        usleep(300_000)
        return .answer(200, [:], #"{"janus":"keepalive"}"#)
      }
      if said("create") {
        return .answer(200, [:], #"{"janus":"success",\#(head),"data":{"id":11}}"#)
      }
      if said("attach") {
        return .answer(200, [:], #"{"janus":"success",\#(head),"data":{"id":22}}"#)
      }
      for request in ["listparticipants", "joinandconfigure", "join"] where said(request) {
        let data = room(request, question.body) ?? ""
        return .answer(
          200, [:],
          #"{"janus":"success",\#(head),"sender":22,"plugindata":{"data":\#(data)}}"#)
      }
      return .answer(200, [:], #"{"janus":"ack",\#(head)}"#)
    }
  }

  /// Forgets everything, and answers no more.
  func vanish() { isGone.withLock { $0 = true } }

  func transport(_ query: String) throws -> JanusTransport {
    try JanusTransport(
      StreamAddress("janus+http://127.0.0.1:\(server.port)/janus?\(query)"),
      StreamSessionOptions())
  }
}

@Suite struct JanusTests {
  private func error(of work: () async throws -> Void) async -> StreamError? {
    do {
      try await work()
      return nil
    } catch {
      return error as? StreamError
    }
  }

  private let nobody = #"{"videoroom":"participants","participants":[]}"#

  @Test(arguments: [
    (426, StreamError.Code.notFound), (433, .unauthorized), (499, .refused),
  ]) func aRoomThatRefusesHasAReason(fault: Int, wanted: StreamError.Code) async throws {
    let janus = try StandInJanus { _, _ in
      #"{"videoroom":"event","error_code":\#(fault),"error":"words of Janus"}"#
    }
    let transport = try janus.transport("room=hall")
    try await transport.connect { _ in }
    let failure = await error {
      _ = try await transport.publisher("cam", PublishedTracks(hasSound: false)) { _ in }
    }
    #expect(failure?.code == wanted)
    #expect(failure?.detail.contains("words of Janus") == true)
    await transport.disconnect()
    let said = janus.server.questions.map(\.body)
    #expect(said.contains { $0.contains("detach") } && said.contains { $0.contains("destroy") })
  }

  @Test func aNameThatIsTakenIsNotPublishedTwice() async throws {
    let janus = try StandInJanus { _, _ in
      #"{"videoroom":"participants","participants":[{"id":7,"display":"cam","publisher":true}]}"#
    }
    let transport = try janus.transport("room=1234")
    try await transport.connect { _ in }
    let failure = await error {
      _ = try await transport.publisher("cam", PublishedTracks(hasSound: false)) { _ in }
    }
    #expect(failure?.code == .nameInUse)
    let absent = await error {
      _ = try await transport.player("other", options: MovieOptions()) { _ in }
    }
    #expect(absent?.code == .notFound)
    #expect(absent?.detail.contains("cam") == true, "what there is, is told")
    await transport.disconnect()
  }

  @Test func numbersOfRoomsBecomeNamesWhereTheServerWantsNames() async throws {
    let nobody = nobody
    let janus = try StandInJanus { _, body in
      body.contains(#""room":"1234""#)
        ? nobody
        : #"{"videoroom":"event","error_code":430,"error":"Invalid element type (room should be a string)"}"#
    }
    let transport = try janus.transport("room=1234")
    try await transport.connect { _ in }
    let failure = await error {
      _ = try await transport.player("cam", options: MovieOptions()) { _ in }
    }
    #expect(failure?.code == .notFound)
    await transport.disconnect()
  }

  @Test func aServerThatVanishesEndsTheSession() async throws {
    let nobody = nobody
    let janus = try StandInJanus { _, _ in nobody }
    let transport = try janus.transport("room=hall")
    let (reasons, told) = AsyncStream.makeStream(of: String.self)
    try await transport.connect { status in
      if case .disconnected(let reason) = status { told.yield(reason) }
    }
    janus.vanish()
    var iterator = reasons.makeAsyncIterator()
    let reason = await iterator.next()
    #expect(reason?.contains("the session is lost") == true)
    let failure = await error {
      _ = try await transport.publisher("cam", PublishedTracks(hasSound: false)) { _ in }
    }
    #expect(failure?.code == .unreachable)
  }

  @Test func aServerThatIsNotJanusIsSaidToBeNone() async throws {
    let server = try TestServer { _ in .answer(200, [:], "<html>hello</html>") }
    let address = try StreamAddress("janus+http://127.0.0.1:\(server.port)/?room=1")
    let transport = try JanusTransport(address, StreamSessionOptions())
    let failure = await error { try await transport.connect { _ in } }
    #expect(failure?.code == .refused)
  }

  @Test func eventsThatEndAStreamAreUnderstood() throws {
    func ending(_ json: String) throws -> StreamError? {
      let message = try #require(JanusSession.messages(.init(json.utf8)).first)
      return JanusTransport.ending(.success(message), "publish cam")
    }
    #expect(
      try ending(#"{"janus":"hangup","sender":1,"reason":"DTLS alert"}"#)?.code == .dropped)
    #expect(try ending(#"{"janus":"webrtcup","sender":1}"#) == nil)
    #expect(try ending(#"{"janus":"media","sender":1,"receiving":true,"type":"audio"}"#) == nil)
    let kicked = """
      {"janus":"event","sender":1,"plugindata":{"plugin":"janus.plugin.videoroom","data":
      {"videoroom":"event","room":"main","leaving":"ok","reason":"kicked"}}}
      """
    #expect(try ending(kicked)?.detail.contains("thrown") == true)
    let other = """
      {"janus":"event","sender":1,"plugindata":{"data":{"videoroom":"event","leaving":77}}}
      """
    #expect(try ending(other) == nil)
    let closed = """
      [{"janus":"event","sender":1,"plugindata":{"data":{"videoroom":"destroyed"}}}]
      """
    #expect(try ending(closed)?.code == .dropped)
  }
}
