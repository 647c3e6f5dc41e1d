import Testing

@testable import VKMedia

@Suite struct CertificateTests {
  @Test func certificatesAreVerifiedUnlessItIsSaid() throws {
    for url in ["https://h/a.mp4", "rtmps://h/live", "tls://h:443", "HTTPS://h/a"] {
      #expect(try Certificates.options([:], for: url) == ["tls_verify": "1"])
      #expect(try Certificates.options(["tls_verify": "0"], for: url) == ["tls_verify": "0"])
    }
    for url in ["rtmp://h/live", "http://h/a", "srt://h:1", "a.mp4"] {
      #expect(try Certificates.options(["latency": "1"], for: url) == ["latency": "1"])
    }
  }

  @Test func whatCannotBeVerifiedIsRefusedUnlessItIsSaid() throws {
    #expect(throws: MediaError.self) { try Certificates.options([:], for: "rtsps://h/a") }
    #expect(throws: MediaError.self) {
      try Certificates.options([:], for: "https://h/a.m3u8", opensItself: true)
    }
    #expect(try Certificates.options(["tls_verify": "0"], for: "rtsps://h/a") == [:])
  }
}
