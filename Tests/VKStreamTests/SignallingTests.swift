import Foundation
import Testing

@testable import VKCore
@testable import VKStream

/// What is said to servers of WebRTC, and what their faults become.
@Suite struct SignallingTests {
  private func whip(
    _ server: TestServer, _ options: StreamSessionOptions = StreamSessionOptions(),
    login: String = ""
  ) throws -> WHIPTransport {
    try WHIPTransport(
      StreamAddress("whip+http://\(login)127.0.0.1:\(server.port)/whip?key=hidden"), options)
  }

  private func code(of work: () async throws -> Void) async -> StreamError.Code? {
    do {
      try await work()
      return nil
    } catch {
      #expect(!"\(error)".contains("hidden") && !"\(error)".contains("secretword"), "\(error)")
      return (error as? StreamError)?.code
    }
  }

  @Test func anOfferIsPostedAndItsPlaceDeleted() async throws {
    let server = try TestServer { question in
      question.method == "POST"
        ? .answer(201, ["Location": "/there/1"], "the answer") : .answer(200)
    }
    var options = StreamSessionOptions()
    options.bearerToken = "secretword"
    let transport = try whip(server, options)
    try await transport.connect { _ in }
    let (answer, place) = try await transport.post("the offer", nil)
    #expect(answer == "the answer")
    #expect(place.absoluteString == "http://127.0.0.1:\(server.port)/there/1")
    await transport.delete(place)
    let asked = server.questions
    #expect(asked.map(\.method) == ["OPTIONS", "POST", "DELETE"])
    #expect(asked.map(\.path) == ["/whip?key=hidden", "/whip?key=hidden", "/there/1"])
    #expect(asked.allSatisfy { $0.headers["authorization"] == "Bearer secretword" })
    #expect(asked[1].headers["content-type"] == "application/sdp")
    #expect(asked[1].body == "the offer")
  }

  @Test func aLoginInTheAddressIsSentAndNotShown() async throws {
    let server = try TestServer { question in
      question.headers["authorization"] == "Basic bWU6c2VjcmV0d29yZA=="
        ? .answer(409, [:], "taken") : .answer(401, ["WWW-Authenticate": "Basic realm=x"])
    }
    let transport = try whip(server, login: "me:secretword@")
    try await transport.connect { _ in }
    #expect(await code { _ = try await transport.post("", nil) } == .nameInUse)
    let stranger = try whip(server)
    #expect(await code { try await stranger.connect { _ in } } == .unauthorized)
  }

  @Test(arguments: [
    (401, StreamError.Code.unauthorized), (403, .unauthorized), (404, .notFound),
    (406, .incompatible), (409, .nameInUse), (500, .refused), (503, .refused), (200, .refused),
  ]) func aRefusalHasAReason(status: Int, wanted: StreamError.Code) async throws {
    let server = try TestServer { question in
      question.method == "POST" ? .answer(status) : .answer(405)
    }
    let transport = try whip(server)
    try await transport.connect { _ in }
    #expect(await code { _ = try await transport.post("", nil) } == wanted)
  }

  @Test func anAnswerWithoutAPlaceIsRefused() async throws {
    let server = try TestServer { _ in .answer(201, [:], "answer") }
    let transport = try whip(server)
    #expect(await code { _ = try await transport.post("", nil) } == .refused)
  }

  @Test func redirectionsKeepTheQuestion() async throws {
    let server = try TestServer { question in
      question.path.hasPrefix("/new")
        ? .answer(201, ["Location": "1"], question.body)
        : .answer(307, ["Location": "/new/place"])
    }
    let transport = try whip(server)
    let (answer, place) = try await transport.post("the offer", nil)
    #expect(answer == "the offer")
    #expect(place.path == "/new/1")
    let forever = try TestServer { _ in .answer(308, ["Location": "/whip"]) }
    let other = try whip(forever)
    #expect(await code { _ = try await other.post("", nil) } == .refused)
  }

  @Test func aLoginIsNotGivenToAnotherServer() async throws {
    let thief = try TestServer { _ in .answer(201, ["Location": "/x"]) }
    let server = try TestServer { _ in
      .answer(307, ["Location": "http://localhost:\(thief.port)/whip"])
    }
    let transport = try whip(server, login: "me:secretword@")
    #expect(await code { _ = try await transport.post("", nil) } == .refused)
    #expect(thief.questions.isEmpty)
  }

  @Test func serversThatBreakOffOrSayNothingAreGivenUp() async throws {
    let broken = try TestServer { _ in .hangUp }
    let first = try whip(broken)
    #expect(await code { try await first.connect { _ in } } == .unreachable)
    let begin = ContinuousClock.now
    let slow = try TestServer { _ in .silence }
    let second = try whip(slow)
    #expect(await code { try await second.connect { _ in } } == .timeout)
    #expect(ContinuousClock.now - begin > .seconds(4))
    broken.stop()
    #expect(await code { try await first.connect { _ in } } == .unreachable)
  }

  @Test func addressesThatCannotBeAreRefused() throws {
    for text in [
      "whip+ftp://host/x", "janus+http://host/janus", "janus+http://host/janus?room=",
    ] {
      let address = try StreamAddress(text)
      #expect(throws: StreamError.self, "\(text)") {
        _ =
          text.hasPrefix("janus")
          ? try JanusTransport(address, StreamSessionOptions()) as any StreamTransport
          : try WHIPTransport(address, StreamSessionOptions())
      }
    }
    var options = StreamSessionOptions()
    options.iceServers = ["nonsense"]
    let address = try StreamAddress("whip+http://host/x")
    #expect(throws: StreamError.self) { try WHIPTransport(address, options) }
  }
}
