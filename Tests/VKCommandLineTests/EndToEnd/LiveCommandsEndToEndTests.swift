import Foundation
import Testing

/// Changes while a run goes on.
@Suite struct LiveCommandsEndToEndTests {
  @Test func aFilterIsExchangedAndTheRunStopped() throws {
    let folder = try ScratchFolder()
    let output = folder.path("out.y4m")
    // A minute of black pictures: long enough that the commands come in its midst.
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=black:s=640x360:r=100:d=60", "-pix_fmt", "yuv420p", "-c:v",
      "libx264", "-preset", "ultrafast", folder.path("in.mkv"))
    let run = try Tool.start(
      Tool.vkfilter,
      [
        "run", "-i", folder.path("in.mkv"), "-vf", "null", "--commands", "-", "--progress", "json",
        output,
      ])
    try run.wait(for: "\"frames\":", seconds: 20)
    try run.write(Data("nonsense\nfilter invert\n".utf8))
    Thread.sleep(forTimeInterval: 1)
    try run.write(Data("stop\n".utf8))
    #expect(try run.end(within: 10) == 0)
    #expect(run.errors.contains("'nonsense'"))
    let frames = try FileHandle(forReadingFrom: folder["out.y4m"])
    let size = 640 * 360 * 3 / 2 + "FRAME\n".utf8.count
    let header = try #require(try frames.read(upToCount: 200)?.firstIndex(of: 10)) + 1
    func luma(at frame: Int) throws -> UInt8? {
      try frames.seek(toOffset: UInt64(header + frame * size + 6 + 1000))
      return try frames.read(upToCount: 1)?.first
    }
    let count = (Int(try frames.seekToEnd()) - header) / size
    #expect(try luma(at: 0) == 16)
    #expect(try luma(at: count - 1) == 235)
  }
}
