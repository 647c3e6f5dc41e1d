import Testing

@testable import VKStream

@Suite struct DescriptionTests {
  @Test func serversAreWrittenAsGStreamerTakesThem() {
    #expect(ICEServer("stun:stun.example.org")?.gstreamerURL == "stun://stun.example.org:3478")
    #expect(ICEServer("stun:[::1]:99")?.gstreamerURL == "stun://[::1]:99")
    #expect(ICEServer("stun:[::1]")?.gstreamerURL == "stun://[::1]:3478")
    #expect(ICEServer("stun:host")?.isRelay == false)
    let relay = ICEServer("turn:me:p@ss:w%20rd@host:5000?transport=tcp")
    #expect(relay?.gstreamerURL == "turn://me:p%40ss%3Aw%20rd@host:5000?transport=tcp")
    #expect(relay?.isRelay == true)
    #expect(
      ICEServer("turns:host", user: "a/b", password: "c")?.gstreamerURL
        == "turns://a%2Fb:c@host:5349")
    for text in ["", "host", "http://host", "stun:", "stun:a b", "turn:u:p@"] {
      #expect(ICEServer(text) == nil, "\(text)")
    }
  }

  @Test func linksNameServers() {
    let header = """
      <stun:stun.example.net>; rel="ice-server", \
      <turn:turn.example.net?transport=udp>; rel="ice-server"; username="us,er"; \
      credential="my\\"word"; credential-type="password", </other>; rel=next
      """
    #expect(
      ICEServer.servers(inLink: header).map(\.gstreamerURL) == [
        "stun://stun.example.net:3478",
        "turn://us%2Cer:my%22word@turn.example.net:3478?transport=udp",
      ])
    #expect(LinkHeader.links(in: "<a; rel=x").isEmpty)
    #expect(LinkHeader.links(in: "<a>;;; <b>; REL = y").map(\.target) == ["a", "b"])
    #expect(LinkHeader.links(in: "<b>; REL = y").first?.parameters == ["rel": "y"])
  }

  @Test func anOfferSaysItsProfile() {
    let bare = "v=0\r\nm=video 9 X 96\r\na=rtpmap:96 H264/90000\r\na=mid:0\r\n"
    #expect(
      SessionDescription.withProfile(bare) == """
        v=0\r\nm=video 9 X 96\r\na=rtpmap:96 H264/90000\r
        a=fmtp:96 packetization-mode=1;profile-level-id=42e01f;level-asymmetry-allowed=1\r
        a=mid:0\r\n
        """)
    let said =
      "a=rtpmap:96 H264/90000\r\na=fmtp:96 profile-level-id=640028;packetization-mode=1\r\n"
    #expect(
      SessionDescription.withProfile(said) == """
        a=rtpmap:96 H264/90000\r
        a=fmtp:96 profile-level-id=640028;packetization-mode=1;level-asymmetry-allowed=1\r\n
        """)
    let other = "a=rtpmap:98 VP8/90000\r\na=fmtp:98 x=1\r\n"
    #expect(SessionDescription.withProfile(other) == other)
  }

  @Test func anAnswerWithoutMediaIsNone() {
    #expect(SessionDescription.hasMedia("v=0\r\nm=video 0 X 96\r\nm=audio 9 X 97\r\n"))
    #expect(!SessionDescription.hasMedia("v=0\r\nm=video 0 X 96\r\nm=audio 0 X 97\r\n"))
    #expect(!SessionDescription.hasMedia("this is no description"))
  }

  @Test func parameterSetsAreFoundBeforeTheFirstSlice() {
    func has(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(AccessUnit.hasParameterSets) }
    #expect(has([0, 0, 0, 1, 9, 16, 0, 0, 0, 1, 0x67, 1, 0, 0, 1, 0x65, 1]))
    #expect(!has([0, 0, 0, 1, 9, 16, 0, 0, 1, 0x65, 1, 0, 0, 1, 0x67, 1]))
    #expect(!has([0, 0, 1, 0x41]))
    #expect(!has([0, 0, 1]))
    #expect(!has([]))
  }
}
