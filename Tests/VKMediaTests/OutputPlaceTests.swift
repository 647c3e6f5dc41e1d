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

  private func frame(_ tick: Int64) throws -> Frame {
    Frame(
      try PixelBuffer(format: .yuv420p, size: Size(32, 16)),
      time: MediaTime(value: tick, timescale: 25))
  }

  @Test func aFileThatAppearsMeanwhileIsNotTouched() throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path("b.y4m"))
    try writer.consume(frame(0))
    _ = try space.write([1, 2, 3], to: "b.y4m")
    let error = #expect(throws: MediaError.self) { try writer.finish(error: nil) }
    #expect(error?.code == .exists)
    #expect(try Data(contentsOf: URL(filePath: space.path("b.y4m"))) == Data([1, 2, 3]))
    // A whole file is not thrown away: the message says where it is.
    let kept = ".b.partial-\(getpid()).y4m"
    #expect(error?.detail.contains(kept) ?? false)
    #expect(try space.names() == [kept, "b.y4m"])
  }

  @Test func aLinkIsFollowedAndPermissionsStay() throws {
    let space = try Workspace()
    try FileManager.default.createDirectory(
      atPath: space.path("d"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: space.path("link.y4m"), withDestinationPath: "d/real.y4m")
    var options = MovieWriterOptions()
    for round in 0..<2 {
      let writer = try MovieWriter(space.path("link.y4m"), options: options)
      try writer.consume(frame(0))
      try writer.finish(error: nil)
      var status = stat()
      #expect(lstat(space.path("link.y4m"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(lstat(space.path("d/real.y4m"), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
      if round == 1 { #expect(status.st_mode & 0o777 == 0o640) }
      #expect(chmod(space.path("d/real.y4m"), 0o640) == 0)
      options.overwrite = true
    }
    #expect(code { _ = try MovieWriter(space.path("link.y4m")) } == .exists)
  }

  @Test func whatKilledRunsLeftIsCleared() throws {
    let space = try Workspace()
    // No process has a number as high as this one.
    for name in [".b.partial-99999999.y4m", ".b.partial-1.y4m", ".b.partial-x.y4m", ".c.partial-9"]
    {
      _ = try space.write([1], to: name)
    }
    let writer = try MovieWriter(space.path("b.y4m"))
    try writer.consume(frame(0))
    try writer.finish(error: nil)
    #expect(
      try space.names() == [".b.partial-1.y4m", ".b.partial-x.y4m", ".c.partial-9", "b.y4m"])
  }

  @Test func cancellingRemovesTheFileAtOnce() throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path("b.y4m"))
    try writer.consume(frame(0))
    #expect(try space.names().count == 1)
    writer.cancel()
    #expect(try space.names() == [])
    #expect(throws: (any Error).self) { try writer.finish(error: nil) }
    #expect(try space.names() == [])
    let late = try MovieWriter(space.path("c.y4m"))
    late.cancel()
    #expect(code { try late.consume(frame(0)) } == .stopped)
    #expect(try space.names() == [])
  }

  @Test func noPictureOfASequenceIsReplaced() throws {
    let space = try Workspace()
    _ = try space.write([1, 2, 3], to: "b03.png")
    let writer = try MovieWriter(space.path("b%02d.png"))
    let error = #expect(throws: MediaError.self) {
      for tick in Int64(0)..<5 { try writer.consume(frame(tick)) }
    }
    #expect(error?.code == .exists)
    try writer.finish(error: error)
    #expect(try Data(contentsOf: URL(filePath: space.path("b03.png"))) == Data([1, 2, 3]))
    #expect(try space.names() == ["b01.png", "b02.png", "b03.png"])
    var options = MovieWriterOptions()
    options.inputPaths = [space.folder.path + "/./b%02d.png"]
    options.overwrite = true
    #expect(code { _ = try MovieWriter(space.path("b%02d.png"), options: options) } == .sameFile)
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
