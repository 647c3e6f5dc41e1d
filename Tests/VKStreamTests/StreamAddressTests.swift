import Testing
import VKMedia

@testable import VKStream

@Suite struct StreamAddressTests {
  @Test func anAddressIsTakenApart() throws {
    let address = try StreamAddress(
      "whip+https://ann:t%40lip@media.example:8443/whip/endpoint?room=a%20b&empty")
    #expect(address.spoken == ("whip", "https"))
    #expect(address.user == "ann")
    #expect(address.password == "t@lip")
    #expect(address.host == "media.example")
    #expect(address.port == 8443)
    #expect(address.path == "/whip/endpoint")
    #expect(address["room"] == "a b")
    #expect(address["empty"] == "")
    #expect(address["none"] == nil)
    #expect(
      address.text(scheme: "https", without: ["room", "empty"])
        == "https://media.example:8443/whip/endpoint")
  }

  @Test func aHostMayBeOfSixteenBytes() throws {
    let address = try StreamAddress("srt://[::1]:9000?mode=listener")
    #expect(address.host == "[::1]")
    #expect(address.port == 9000)
    #expect(address.path == "")
    #expect(try StreamAddress("rtmp://[2001:db8::2]/live").port == nil)
  }

  @Test(arguments: ["server/live", "rtmp:/x", ""])
  func whatIsNoAddressIsSaid(_ text: String) {
    let error = #expect(throws: StreamError.self) { try StreamAddress(text) }
    #expect(error?.code == .usage)
  }

  @Test func aPortIsANumber() {
    let error = #expect(throws: StreamError.self) { try StreamAddress("rtmp://a:b/live") }
    #expect(error?.detail == "the port is no number")
  }

  @Test func secretsAreKeptOutOfMessages() throws {
    _ = try StreamAddress("srt://host:9000?passphrase=open-sesame-71&latency=200")
    _ = try StreamAddress("rtsp://bob:hunter2%21x@host/live")
    let said = StreamError(
      .refused, "publish srt://host:9000?passphrase=open-sesame-71", "bob:hunter2%21x or hunter2!x")
    #expect(!redacted(said.description).contains("sesame"))
    #expect(!redacted(said.description).contains("hunter2"))
    #expect(redacted("latency=200 of host") == "latency=200 of host")
    let media = MediaError(.io, "write rtsp://bob:hunter2%21x@host/live", "hunter2!x is wrong")
    #expect(!media.description.contains("hunter2"))
    // As it stands in the address that FFmpeg is given, and may complain of.
    let address = try StreamAddress("rtsp://eve:rain%20and&sun@host/live")
    let given = address.text(user: address.user, password: address.password)
    #expect(given == "rtsp://eve:rain%20and%26sun@host/live")
    #expect(redacted(given) == "rtsp://eve:****************@host/live")
    var options = StreamSessionOptions()
    options.password = "snow & ice"
    #expect(!redacted("rtsp://eve:snow%20%26%20ice@host").contains("snow"))
    options.bearerToken = "tok-9182736455"
    #expect(redacted("Bearer tok-9182736455") == "Bearer **************")
  }
}

@Suite struct StatusBoardTests {
  @Test func everyListenerHearsEveryChange() async {
    let board = StatusBoard(StreamStatus.pending)
    let early = board.statuses
    board.post(.publishing)
    board.post(.publishing)
    let late = board.statuses
    board.post(.notEnoughBandwidth)
    board.post(.stopped, isLast: true)
    board.post(.publishing)
    var heard: [[StreamStatus]] = []
    for statuses in [early, late] {
      var list: [StreamStatus] = []
      for await status in statuses { list.append(status) }
      heard.append(list)
    }
    #expect(heard[0] == [.pending, .publishing, .notEnoughBandwidth, .stopped])
    #expect(heard[1] == [.publishing, .notEnoughBandwidth, .stopped])
    #expect(board.current == .stopped)
  }
}

@Suite struct StreamSessionTests {
  @Test func whoDoesNotAnswerIsUnreachable() async throws {
    let session = StreamSession(url: "rtmp://127.0.0.1:9/live")
    await #expect(throws: StreamError.self) { try await session.connect() }
    guard case .failed(let error) = session.status else {
      Issue.record("the status is \(session.status)")
      return
    }
    #expect(error.code == .unreachable)
    #expect(error.operation == "connect to 127.0.0.1:9")
  }

  @Test func anAddressThatIsNoneFailsWhereItIsUsed() async {
    let session = StreamSession(url: "nonsense://:x")
    let error = await #expect(throws: StreamError.self) { try await session.connect() }
    #expect(error?.code == .usage)
  }

  @Test func aStreamWithoutASourceIsNotPublished() async throws {
    let session = StreamSession(url: "udp://127.0.0.1:9")
    try await session.connect()
    #expect(session.status == .established)
    let stream = try session.createStream(StreamOptions())
    let error = await #expect(throws: StreamError.self) { try await stream.publish() }
    #expect(error?.code == .usage)
    await session.disconnect()
    #expect(session.status == .disconnected(reason: "it was ended here"))
  }
}
