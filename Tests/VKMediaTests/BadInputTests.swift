import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct BadInputTests {
  private func code(_ body: () throws -> Void) -> MediaError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MediaError)?.code
    }
  }

  @Test func eachFaultHasACodeOfItsOwn() throws {
    let space = try Workspace()
    let lines = String(repeating: "Dear reader, this is no film.\n", count: 100)
    let text = try space.write(Array(lines.utf8), to: "a.txt")
    let fake = try space.write(Array("Dear reader, this is no film.\n".utf8), to: "a.mp4")
    let empty = try space.write([], to: "empty.mp4")
    let sound = try space.ffmpeg("-f lavfi -i sine=d=0.2", to: "a.wav")
    #expect(code { _ = try MovieFile(space.path("none.mp4")) } == .noInput)
    #expect(code { _ = try MovieFile(space.folder.path) } == .noInput)
    #expect(code { _ = try MovieFile(text) } == .notAVideo)
    #expect(code { _ = try MovieFile(fake) } == .invalidData)
    #expect(code { _ = try MovieFile(empty) } == .invalidData)
    #expect(code { _ = try MovieFile(sound) } == .notAVideo)
    #expect(code { _ = try MovieFile("nosuch://host/a") } == .unsupported)
    var options = MovieOptions()
    options.demuxer = "nosuch"
    #expect(code { _ = try MovieFile(text, options: options) } == .usage)
    options = MovieOptions()
    options.formatOptions["nosuch"] = "1"
    #expect(code { _ = try MovieFile(sound, options: options) } == .usage)
  }

  @Test func theErrorSaysWhatAndWhy() throws {
    let space = try Workspace()
    let path = space.path("none.mp4")
    let error = #expect(throws: MediaError.self) { try MovieFile(path) }
    #expect(error?.description == "open \(path): No such file or directory")
  }

  @Test func aFileCutShortGivesWhatIsThere() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.mp4", count: 60, size: Size(160, 120),
      arguments: "-vf noise=alls=20 -c:v libx264 -crf 10 -g 10 -movflags +faststart")
    let whole = try Data(contentsOf: URL(filePath: clip))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: space.path("cut.mp4")))
    let movie = try MovieFile(space.path("cut.mp4"))
    let frames = try readAll(movie)
    #expect(frames.count > 15 && frames.count < 45)
    #expect(movie.statistics.corruptPackets > 0 || !movie.statistics.warnings.isEmpty)
  }

  @Test func anIndexlessMP4IsRefused() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 60, size: Size(160, 120))
    let whole = try Data(contentsOf: URL(filePath: clip))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: space.path("cut.mp4")))
    #expect(code { _ = try MovieFile(space.path("cut.mp4")) } == .invalidData)
  }

  @Test func damagedPacketsAreCountedAndPassedOver() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.ts", count: 50, size: Size(160, 120),
      arguments: "-vf noise=alls=20 -c:v libx264 -crf 10 -g 5 -bf 0")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: clip)))
    for at in stride(from: bytes.count / 3, to: bytes.count / 2, by: 97) { bytes[at] ^= 0x5a }
    let damaged = try space.write(bytes, to: "damaged.ts")
    let movie = try MovieFile(damaged)
    let frames = try readAll(movie)
    #expect(movie.statistics.corruptPackets > 0)
    #expect(frames.count >= 30)
  }

  @Test func anEndlessWaitOnAPipeEndsWhenStopped() throws {
    let space = try Workspace()
    let pipe = space.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let clip = try NumberedClip.make(space, "a.nut", count: 4, arguments: "-c:v rawvideo")
    let feeder = Process()
    feeder.executableURL = URL(filePath: "/bin/sh")
    feeder.arguments = ["-c", "exec 3>'\(pipe)'; cat '\(clip)' >&3; sleep 60"]
    try feeder.run()
    defer { feeder.terminate() }
    var options = MovieOptions()
    options.formatOptions["probesize"] = "2000"
    let movie = try MovieFile(pipe, options: options)
    Thread.detachNewThread {
      usleep(300_000)
      movie.stop()
    }
    let begin = Date()
    var count = 0
    while try movie.nextFrame() != nil { count += 1 }
    #expect(Date().timeIntervalSince(begin) < 5)
    #expect(count <= 4)
  }

  @Test func aPipeIsReadToItsEnd() throws {
    let space = try Workspace()
    let pipe = space.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let clip = try NumberedClip.make(space, "a.mkv", count: 33)
    let feeder = Process()
    feeder.executableURL = URL(filePath: "/bin/sh")
    feeder.arguments = ["-c", "sleep 0.2; cat '\(clip)' >'\(pipe)'"]
    try feeder.run()
    let frames = try readAll(MovieFile(pipe))
    #expect(NumberedClip.lumas(frames) == (0..<33).map(NumberedClip.luma))
    feeder.waitUntilExit()
  }

  @Test func framesComeAsASequenceToo() async throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 21)
    var lumas: [UInt8] = []
    for try await frame in try MovieFile(clip).frames() { lumas += NumberedClip.lumas([frame]) }
    #expect(lumas == (0..<21).map(NumberedClip.luma))
  }
}
