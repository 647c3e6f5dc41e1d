import Foundation
import Testing

/// What signals and readers that leave do to a run.
@Suite struct InterruptionEndToEndTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalFinishesTheFile(signal: Int32) throws {
    let folder = try ScratchFolder()
    let run = try Tool.start(
      Tool.vkfilter,
      [
        "run", "-f", "rawvideo", "-s", "64x48", "-pix_fmt", "yuv420p", "-r", "25", "-i", "-",
        "-vf", "null", "-preset", "ultrafast", "--progress", "json", folder.path("out.mp4"),
      ])
    // More frames than are kept back anywhere on the way, and then silence: the input stays open.
    try run.write(Data(repeating: 100, count: 200 * 64 * 48 * 3 / 2))
    try run.wait(for: "\"frames\":", seconds: 20)
    kill(run.process.processIdentifier, signal)
    let status = try run.end(within: 10)
    #expect(status == 128 + signal)
    #expect(folder.names == ["out.mp4"])
    #expect(try Clips.times(folder.path("out.mp4")).count >= 1)
  }

  @Test func aReaderThatLeavesEndsTheRunWithOneLine() throws {
    let shell = URL(filePath: "/bin/bash")
    let command = """
      "$0" run --quiet -i "$1" -vf null -f rawvideo - | head -c 100000 >/dev/null
      exit ${PIPESTATUS[0]}
      """
    let path = Tool.vkfilter.path(percentEncoded: false)
    let run = try Tool.run(shell, ["-c", command, path, try Clips.phone])
    #expect(run.status == 74)
    #expect(run.errorLines.count == 1, "\(run.errors)")
  }

  @Test func aFullDiskIsSaid() throws {
    let shell = URL(filePath: "/bin/bash")
    let command = #""$0" run --quiet -i "$1" -vf null -f rawvideo - >/dev/full"#
    let path = Tool.vkfilter.path(percentEncoded: false)
    let run = try Tool.run(shell, ["-c", command, path, try Clips.short.get()])
    #expect(run.status == 74)
    #expect(run.errors.contains("No space left"), "\(run.errors)")
  }
}
