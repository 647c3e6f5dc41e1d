import Foundation
import Testing

@Suite struct PublishEndToEndTests {
  /// FFmpeg waits for a connection and counts what comes.
  @Test func aPlayerGetsEveryFrameAndTheFileToo() throws {
    let folder = try ScratchFolder()
    let port = try freePort()
    let viewer = Process()
    viewer.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    viewer.arguments = [
      "-nostdin", "-loglevel", "error", "-y", "-i", "tcp://127.0.0.1:\(port)?listen=1", "-c",
      "copy",
      folder.path("seen.mkv"),
    ]
    try viewer.run()
    defer { if viewer.isRunning { viewer.terminate() } }
    try waitForListener(at: port)
    let run = try Tool.vkfilter(
      "publish", "-i", Clips.short.get(), "-vf", "negate", "--record", folder.path("take.mp4"),
      "--stats", folder.path("s.json"), "tcp://127.0.0.1:\(port)")
    #expect(run.status == 0, "\(run.errors)")
    viewer.waitUntilExit()
    let seen = try Clips.times(folder.path("seen.mkv"))
    let recorded = try Clips.times(folder.path("take.mp4"))
    #expect(recorded.count == 50)
    #expect(seen.count == 50)
    let data = try Data(contentsOf: URL(filePath: folder.path("s.json")))
    let statistics = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let stream = try #require(statistics["stream"] as? [String: Any])
    #expect(stream["framesEncoded"] as? Int == 50)
    #expect(statistics["framesOut"] as? Int == 50)
  }

  /// A port that nobody used a moment ago.
  private func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    try #require(status == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Waits until a program listens, without a connection, which would be taken for the stream.
  private func waitForListener(at port: Int) throws {
    let entry = ":" + String(format: "%04X", port) + " 00000000:0000 0A"
    for _ in 0..<600 {
      if try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).contains(entry) { return }
      usleep(50_000)
    }
    Issue.record("nobody listens at \(port)")
  }

  @Test func hlsIsWritten() throws {
    let folder = try ScratchFolder()
    let run = try Tool.vkfilter(
      "publish", "-i", Clips.short.get(), "-vf", "negate", folder.path("live.m3u8"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Clips.times(folder.path("live.m3u8")).count == 50)
    let again = try Tool.vkfilter("publish", "-i", Clips.short.get(), folder.path("live.m3u8"))
    #expect(again.status == 73 && again.errors.contains("exists"))
    let replaced = try Tool.vkfilter(
      "publish", "-y", "-i", Clips.short.get(), folder.path("live.m3u8"))
    #expect(replaced.status == 0, "\(replaced.errors)")
  }

  @Test func whatNobodyEverTookIsAFailure() throws {
    let run = try Tool.vkfilter(
      "publish", "-re", "-i", Clips.short.get(), "--reconnect", "srt://127.0.0.1:\(freePort())")
    #expect(run.status == 74, "\(run.errors)")
  }

  @Test(arguments: [
    (["-i", "x.mp4", "--camera", "0", "rtmp://h/a"], "exclude each other"),
    (["-i", "x.mp4", "--silence", "--audio", "default", "rtmp://h/a"], "exclude each other"),
    (["-i", "x.mp4", "--protocol-option", "latency", "srt://h:1"], "NAME=VALUE"),
    (["-i", "x.mp4", "--auth-file", "/nowhere", "srt://h:1"], "/nowhere"),
    (["-i", "x.mp4", "--gravity", "fill", "srt://h:1"], "there is no --preview"),
    (["-i", "x.mp4", "-pix_fmt", "yuv444p", "rtmp://h/live"], "write it before -i"),
    (["-i", "x.mp4", "--play", "other", "rtmp://h/live"], "--play wants --name"),
    (["-i", "x.mp4"], "publish"),
  ])
  func mistakesAreNamed(_ words: [String], _ message: String) throws {
    let run = try Tool.run(Tool.vkfilter, ["publish"] + words)
    #expect(run.status == 64 || run.status == 66)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func nobodyIsThere() throws {
    let run = try Tool.vkfilter(
      "publish", "-i", Clips.short.get(), "rtmp://ann:secret99@127.0.0.1:9/live/x")
    #expect(run.status == 74)
    #expect(run.errors.contains("refused"))
    #expect(!run.errors.contains("secret99"))
  }
}
