import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct OutputPlaceTests {
  private func code(_ body: () throws -> Void) -> MediaError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MediaError)?.code
    }
  }

  @Test func refusalsComeBeforeAnythingIsWritten() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 3)
    let movie = try MovieFile(clip)
    let before = try space.names()
    var options = MovieWriterOptions()
    #expect(code { _ = try MovieWriter(clip, like: movie) } == .sameFile)
    options.overwrite = true
    #expect(code { _ = try MovieWriter(clip, like: movie, options: options) } == .sameFile)
    try FileManager.default.createSymbolicLink(
      atPath: space.path("link.mp4"), withDestinationPath: clip)
    #expect(code { _ = try MovieWriter(space.path("link.mp4"), like: movie) } == .sameFile)
    try FileManager.default.removeItem(atPath: space.path("link.mp4"))
    #expect(code { _ = try MovieWriter(clip) } == .exists)
    #expect(code { _ = try MovieWriter(space.path("none/b.mp4")) } == .cannotCreate)
    #expect(code { _ = try MovieWriter(space.folder.path + "/b") } == .cannotCreate)
    #expect(code { _ = try MovieWriter(space.folder.path) } == .cannotCreate)
    options.codec = "nosuch"
    #expect(code { _ = try MovieWriter(space.path("b.mp4"), options: options) } == .noEncoder)
    options = MovieWriterOptions()
    options.format = "nosuch"
    #expect(code { _ = try MovieWriter(space.path("b.mp4"), options: options) } == .usage)
    options = MovieWriterOptions()
    options.pixelFormat = "nosuch"
    #expect(code { _ = try MovieWriter(space.path("b.mp4"), options: options) } == .usage)
    #expect(try space.names() == before)
  }

  @Test func theFileAppearsWhenItIsComplete() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 30))
    let before = Set(try space.names())
    let writer = try MovieWriter(space.path("b.mp4"), like: movie)
    var seen: Set<String> = []
    while let frame = try movie.nextFrame() {
      try writer.consume(frame)
      seen.formUnion(Set(try space.names()).subtracting(before))
    }
    #expect(seen == [".b.partial-\(getpid()).mp4"])
    try writer.finish(error: nil)
    #expect(Set(try space.names()).subtracting(before) == ["b.mp4"])
  }

  @Test func anErrorLeavesNoFileAndKeepsTheOldOne() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 5))
    _ = try space.write([1, 2, 3], to: "b.mp4")
    let before = try space.names()
    var options = MovieWriterOptions()
    options.overwrite = true
    let writer = try MovieWriter(space.path("b.mp4"), like: movie, options: options)
    while let frame = try movie.nextFrame() { try writer.consume(frame) }
    try writer.finish(error: ToolFailure(text: "stop"))
    #expect(try space.names() == before)
    #expect(try Data(contentsOf: URL(filePath: space.path("b.mp4"))) == Data([1, 2, 3]))
  }

  @Test func noFrameIsAnErrorAndNoFile() throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path("b.mp4"))
    #expect(code { try writer.finish(error: nil) } == .noFrames)
    #expect(try space.names() == [])
  }

  @Test func oneFrameIsAMovie() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 1))
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie))
    #expect(try readAll(MovieFile(space.path("b.mp4"))).count == 1)
  }

  @Test func anEncoderThatRefusesSaysWhy() throws {
    let space = try Workspace()
    let buffer = try PixelBuffer(format: .yuv420p, size: Size(17, 13))
    let writer = try MovieWriter(space.path("b.mp4"))
    let error = #expect(throws: MediaError.self) {
      try writer.consume(Frame(buffer, time: .zero))
    }
    #expect(error?.code == .encoderRefused)
    #expect(error?.detail.contains("not divisible by 2") ?? false)
    try writer.finish(error: error)
    #expect(try space.names() == [])
  }

  @Test func aSizeThatChangesIsRefused() throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path("b.mkv"))
    try writer.consume(Frame(PixelBuffer(format: .yuv420p, size: Size(32, 16)), time: .zero))
    #expect(
      code {
        _ = try writer.prepare(for: StreamFormat(size: Size(64, 32), pixelFormat: .yuv420p))
      } == .encoderRefused)
    try writer.finish(error: nil)
  }

  @Test(arguments: ["mkv", "mp4", "y4m"])
  func aPipeGetsTheMovie(_ format: String) throws {
    let space = try Workspace()
    #expect(mkfifo(space.path("pipe.\(format)"), 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(filePath: "/bin/sh")
    reader.arguments = [
      "-c", "sleep 0.2; cat '\(space.path("pipe.\(format)"))' >'\(space.path("b.\(format)"))'",
    ]
    try reader.run()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 12))
    try copy(movie, to: MovieWriter(space.path("pipe.\(format)"), like: movie))
    reader.waitUntilExit()
    #expect(try readAll(MovieFile(space.path("b.\(format)"))).count == 12)
  }

  @Test func aReaderThatGoesAwayIsAnErrorAndNotASignal() throws {
    let space = try Workspace()
    #expect(mkfifo(space.path("pipe"), 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(filePath: "/bin/sh")
    reader.arguments = ["-c", "head -c 100 '\(space.path("pipe"))' >/dev/null"]
    try reader.run()
    var options = MovieWriterOptions()
    options.format = "rawvideo"
    let writer = try MovieWriter(space.path("pipe"), options: options)
    let buffer = try PixelBuffer(format: .yuv420p, size: Size(640, 480))
    let error = #expect(throws: MediaError.self) {
      for n in Int64(0)..<100 {
        try writer.consume(Frame(buffer, time: MediaTime(value: n, timescale: 25)))
      }
    }
    #expect(error?.code == .io)
    try writer.finish(error: error)
  }

  @Test func aBlockedWriteEndsWhenCancelled() throws {
    let space = try Workspace()
    #expect(mkfifo(space.path("pipe"), 0o600) == 0)
    let descriptor = open(space.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    var options = MovieWriterOptions()
    options.format = "rawvideo"
    let writer = try MovieWriter(space.path("pipe"), options: options)
    let buffer = try PixelBuffer(format: .yuv420p, size: Size(640, 480))
    Thread.detachNewThread {
      usleep(200_000)
      writer.cancel()
    }
    let error = #expect(throws: MediaError.self) {
      for n in Int64(0)..<100 {
        try writer.consume(Frame(buffer, time: MediaTime(value: n, timescale: 25)))
      }
    }
    #expect(error?.code == .stopped)
    try writer.finish(error: error)
  }
}
