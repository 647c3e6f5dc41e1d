import Foundation
import TestSupport
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

  /// What a run leaves when a signal comes after a random while.
  private func interrupt(_ random: inout some RandomNumberGenerator) throws {
    let folder = try ScratchFolder()
    let name = ["out.mp4", "out.mkv", "out.ts"].randomElement(using: &random) ?? ""
    let signal = [SIGINT, SIGTERM, SIGHUP].randomElement(using: &random) ?? SIGINT
    let pause = UInt32.random(in: 0..<900_000, using: &random)
    let old = Data("old".utf8)
    let replaces = Bool.random(using: &random)
    if replaces { try old.write(to: folder[name]) }
    let run = try Tool.start(
      Tool.vkfilter,
      ["run", "-stream_loop", "-1", "-i", try Clips.numbered.get(), "-vf", "gaussian-blur=2"]
        + ["-preset", "ultrafast", "-y", folder.path(name)])
    usleep(pause)
    let process = run.process.processIdentifier
    if Bool.random(using: &random) {
      kill(process, SIGTSTP)
      usleep(50_000)
      kill(process, SIGCONT)
    }
    kill(process, SIGPIPE)
    kill(process, signal)
    let moment: Comment = "signal \(signal) after \(pause) us, \(name)"
    let status = try run.end(within: 20)
    // Before the program has begun, the signal or the one for broken pipes ends it by itself.
    #expect([128 + signal, signal, SIGPIPE].contains(status), moment)
    #expect(folder.names.filter { $0 != name } == [], moment)
    guard folder.names == [name] else {
      #expect(!replaces, moment)
      return
    }
    if replaces, try Data(contentsOf: folder[name]) == old { return }
    let frames = try Clips.pixels(folder.path(name), "gray").count / (96 * 32)
    #expect(frames >= 1, moment)
    #expect(try Clips.times(folder.path(name)).count == frames, moment)
  }

  @Test(.timeLimit(.minutes(2)))
  func aSignalAtAnyMomentLeavesAWholeFileOrNone() throws {
    let seed = UInt64(Date().timeIntervalSince1970)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 { try interrupt(&random) }
  }

  /// FFmpeg guesses another format of a transport stream of two or three small frames, of its own making too.
  @Test(arguments: 1...4)
  func fewFramesAreAWholeTransportStream(count: Int) throws {
    let folder = try ScratchFolder()
    let run = try Tool.vkfilter(
      "run", "-i", try Clips.numbered.get(), "-vf", "gaussian-blur=2", "-preset", "ultrafast",
      "-frames:v", "\(count)", folder.path("out.ts"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Clips.pixels(folder.path("out.ts"), "gray").count == count * 96 * 32)
    #expect(try Clips.times(folder.path("out.ts")).count == count)
  }

  @Test func aSecondSignalEndsAtOnceAndLeavesNothing() throws {
    let folder = try ScratchFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let run = try Tool.start(
      Tool.vkfilter,
      ["run", "-i", try Clips.numbered.get(), "-f", "rawvideo", "-s", "96x32"]
        + ["-pix_fmt", "rgba", "-r", "30", "-i", pipe, "-vf", "alpha-blend"]
        + ["-preset", "ultrafast", folder.path("out.mp4")])
    // The second input stalls for ever, so that the run cannot end by itself.
    let writer = open(pipe, O_WRONLY)
    defer { close(writer) }
    let frames = Data(repeating: 100, count: 16 * 96 * 32 * 4)
    frames.withUnsafeBytes { _ = write(writer, $0.baseAddress, $0.count) }
    let process = run.process.processIdentifier
    for _ in 0..<200 where folder.names.count < 2 { usleep(50_000) }
    #expect(folder.names == [".out.partial-\(process).mp4", "pipe"])
    // Until 16 frames are through.
    usleep(2_000_000)
    kill(process, SIGINT)
    usleep(1_200_000)
    #expect(run.process.isRunning)
    kill(process, SIGTERM)
    #expect(try run.end(within: 2) == 128 + SIGINT)
    #expect(folder.names == ["pipe"])
  }

  @Test func aSignalEndsTheWaitForAReader() throws {
    let folder = try ScratchFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let run = try Tool.start(
      Tool.vkfilter,
      ["run", "-i", try Clips.short.get(), "-f", "rawvideo", folder.path("pipe")])
    try run.wait(for: "device", seconds: 20)
    usleep(300_000)
    kill(run.process.processIdentifier, SIGTERM)
    #expect(try run.end(within: 5) == 128 + SIGTERM)
  }

  /// Runs a shell script with the program as `$0` and the short clip as `$1`.
  private func shell(_ script: String) throws -> Run {
    let path = Tool.vkfilter.path(percentEncoded: false)
    return try Tool.run(
      URL(filePath: "/bin/bash"), ["-c", script, path, try Clips.short.get()])
  }

  @Test(arguments: ["-", "pipe:1", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func standardOutputHasManyNames(_ name: String) throws {
    let frames = #""$0" run -i "$1" -t 0.4 -vf null -f rawvideo \#(name)"#
    let bytes = 10 * 160 * 90 * 3 / 2
    #expect(try shell(frames).output.count == bytes)
    #expect(try shell("\(frames) | cat").output.count == bytes)
    #expect(try shell("test -L /dev/stdout").status == 0)
  }

  @Test func whatWasClosedGetsNoData() throws {
    let run = try shell(#""$0" run -i "$1" -vf null -f rawvideo - >&-"#)
    #expect(run.status == 74)
    #expect(run.errors.contains("Bad file descriptor"))
  }

  @Test func dataAndNumbersDoNotShareStandardOutput() throws {
    let run = try shell(#""$0" run -i "$1" -vf null -f rawvideo --stats - -"#)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test func aFileSizeLimitIsAnErrorAndLeavesNothing() throws {
    let folder = try ScratchFolder()
    let path = folder.path("out.y4m")
    let run = try shell(#"ulimit -f 100; "$0" run --quiet -an -i "$1" -vf null '\#(path)'"#)
    #expect(run.status == 74)
    #expect(run.errorLines.count == 1 && run.errors.contains("File too large"), "\(run.errors)")
    #expect(folder.names == [])
  }

  @Test(.enabled(if: geteuid() == 0))
  func aFullFileSystemIsAnErrorAndLeavesNothing() throws {
    let folder = try ScratchFolder()
    let place = folder.url.path(percentEncoded: false)
    let script = """
      mount -t tmpfs -o size=200k none '\(place)' || exit 77
      "$0" run --quiet -an -i "$1" -vf null '\(place)/out.y4m'; status=$?
      ls -A '\(place)'; umount '\(place)'; exit $status
      """
    let run = try shell(script)
    // Some sandboxes let nobody mount.
    guard run.status != 77 else { return }
    #expect(run.status == 74)
    #expect(run.errors.contains("No space left"), "\(run.errors)")
    #expect(run.text == "")
  }

  @Test func aSlowReaderHoldsTheRunBack() throws {
    let folder = try ScratchFolder()
    let (clip, stats) = (folder.path("a.mkv"), folder.path("stats.json"))
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=s=1280x720:r=25:d=16", "-c:v", "libx264", "-preset", "ultrafast",
      "-pix_fmt", "yuv420p", clip)
    let script = """
      "$0" run --quiet --stats '\(stats)' -i '\(clip)' -vf null -f rawvideo - | {
        head -c 1000 >/dev/null; sleep 2; cat >/dev/null; }
      """
    #expect(try shell(script).status == 0)
    struct Stats: Decodable {
      let framesOut: Int
      let peakResidentBytes: Int
    }
    let said = try JSONDecoder().decode(Stats.self, from: Data(contentsOf: URL(filePath: stats)))
    #expect(said.framesOut == 400)
    // The frames have 553 MB in all.
    #expect(said.peakResidentBytes < 400 << 20)
  }
}
