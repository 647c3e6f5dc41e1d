import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct Y4MTests {
  @Test(arguments: [
    "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv444p16le",
    "gray10le", "gray16le",
  ])
  func deepFramesAreExactAtOddWidths(_ format: String) throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=51x33:d=0.2 -pix_fmt \(format) -strict -1", to: "a.y4m")
    let movie = try MovieFile(clip)
    try copy(movie, to: MovieWriter(space.path("b.y4m"), like: movie))
    #expect(
      try Data(contentsOf: URL(filePath: space.path("b.y4m")))
        == Data(contentsOf: URL(filePath: clip)))
  }

  /// A stream of 16x8 frames: frame N holds N + 1 in every byte.
  private func stream(
    _ header: String, frames: Int, length: Int, frameTags: String = "", more: [UInt8] = []
  ) -> [UInt8] {
    var bytes = Array("YUV4MPEG2 \(header)\n".utf8)
    for number in 0..<frames {
      bytes += Array("FRAME\(frameTags)\n".utf8)
      bytes += [UInt8](repeating: UInt8(number + 1), count: length)
    }
    return bytes + more
  }

  private func firstBytes(_ frames: [Frame]) -> [UInt8] { frames.map { packed($0.pixelBuffer)[0] } }

  @Test func aHeaderOfAnyLengthAndOrderIsRead() throws {
    let space = try Workspace()
    let long = String(repeating: "x", count: 3000)
    let header =
      "A1952:2280 It H8 XYSCSS=420MPEG2 C420mpeg2 X\(long) Q? XCOLORRANGE=FULL F30000:1001 W16"
    let clip = try space.write(
      stream(header, frames: 3, length: 192, frameTags: " Ip Xnote=\(long)"), to: "a.y4m")
    let movie = try MovieFile(clip)
    #expect(movie.format.size == Size(16, 8))
    #expect(movie.format.frameRate ?? (0, 0) == (30000, 1001))
    #expect(movie.format.pixelAspectRatio == (244, 285))
    #expect(movie.format.colorSpace.range == .full)
    #expect(movie.format.colorSpace.chromaLocation == .left)
    #expect(movie.info.container == "yuv4mpegpipe")
    let frames = try readAll(movie)
    #expect(firstBytes(frames) == [1, 2, 3])
    #expect(frames.last?.time == MediaTime(value: 2002, timescale: 30000))
    #expect(movie.statistics.warnings == [])
  }

  @Test(arguments: [
    ("C420jpeg", "yuv420p", 192), ("C422", "yuv422p", 256), ("C444", "yuv444p", 384),
    ("Cmono", "gray", 128), ("C420p10", "yuv420p10le", 384), ("Cmono16", "gray16le", 256),
    ("XYSCSS=444", "yuv444p", 384), ("", "yuv420p", 192),
  ])
  func samplingsMeanWhatTheySay(_ tag: String, _ format: String, _ length: Int) throws {
    let space = try Workspace()
    let clip = try space.write(
      stream("W16 H8 F25:1 \(tag)", frames: 2, length: length), to: "a.y4m")
    let movie = try MovieFile(clip)
    #expect(movie.format.pixelFormat.name == format)
    #expect(try firstBytes(readAll(movie)) == [1, 2])
  }

  @Test func whatIsNotKnownIsRefusedByName() throws {
    let space = try Workspace()
    for (header, culprit) in [("W16 H8 C427", "C427"), ("W16 C420", "no size"), ("", "no size")] {
      let clip = try space.write(stream(header, frames: 1, length: 192), to: "a.y4m")
      let error = #expect(throws: MediaError.self) { try MovieFile(clip) }
      #expect(error?.code == .invalidData)
      #expect(error?.detail.contains(culprit) ?? false)
    }
  }

  @Test func aMissingRateIsSaidOrGiven() throws {
    let space = try Workspace()
    let clip = try space.write(stream("W16 H8", frames: 3, length: 192), to: "a.y4m")
    let movie = try MovieFile(clip)
    _ = try readAll(movie)
    #expect(movie.format.frameRate ?? (0, 0) == (25, 1))
    #expect(movie.statistics.warnings.contains { $0.contains("25 frames a second") })
    var options = MovieOptions()
    options.frameRate = "12"
    let asked = try MovieFile(clip, options: options)
    #expect(try readAll(asked).last?.time == MediaTime(value: 2, timescale: 12))
    #expect(asked.statistics.warnings == [])
  }

  @Test(arguments: [1, 7, 4096])
  func piecesOfAnySizeMakeTheSameFrames(_ piece: Int) throws {
    let space = try Workspace()
    let pipe = space.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let bytes = stream(
      "W16 H8 F25:1 Xlong=\(String(repeating: "y", count: 90))", frames: 9, length: 192)
    Thread.detachNewThread {
      let descriptor = open(pipe, O_WRONLY)
      var rest = bytes[...]
      while !rest.isEmpty {
        rest.prefix(piece).withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(piece)
      }
      close(descriptor)
    }
    #expect(try firstBytes(readAll(MovieFile(pipe))) == Array(1...9))
  }

  @Test func aPartOfAFrameIsCountedAndToldOf() throws {
    let space = try Workspace()
    let part = Array("FRAME\n".utf8) + [UInt8](repeating: 9, count: 100)
    let clip = try space.write(
      stream("W16 H8 F25:1", frames: 2, length: 192, more: part), to: "a.y4m")
    let raw = try space.write([UInt8](repeating: 7, count: 192 * 2 + 100), to: "a.yuv")
    var options = MovieOptions()
    options.demuxer = "rawvideo"
    options.size = Size(16, 8)
    options.pixelFormat = "yuv420p"
    for movie in [try MovieFile(clip), try MovieFile(raw, options: options)] {
      #expect(try readAll(movie).count == 2)
      #expect(movie.statistics.corruptPackets == 1)
      #expect(movie.statistics.warnings.contains { $0.contains("100 bytes are left over") })
    }
  }

  @Test func aLostFrameHeaderEndsTheStreamWithAWarning() throws {
    let space = try Workspace()
    let clip = try space.write(
      stream("W16 H8 F25:1", frames: 2, length: 192, more: Array("FRAMING".utf8)), to: "a.y4m")
    let movie = try MovieFile(clip)
    #expect(try firstBytes(readAll(movie)) == [1, 2])
    #expect(movie.statistics.warnings.contains { $0.contains("damaged") })
  }

  @Test(arguments: ["", " Xone,two"])
  func theStartIsExactInFilesAndPipes(_ frameTags: String) throws {
    let space = try Workspace()
    let bytes = stream("W16 H8 F25:1", frames: 60, length: 192, frameTags: frameTags)
    let clip = try space.write(bytes, to: "a.y4m")
    var options = MovieOptions()
    options.startTime = MediaTime(value: 40, timescale: 25)
    #expect(try firstBytes(readAll(MovieFile(clip, options: options))) == Array(41...60))
    #expect(mkfifo(space.path("pipe"), 0o600) == 0)
    let feeder = Process()
    feeder.executableURL = URL(filePath: "/bin/sh")
    feeder.arguments = ["-c", "cat '\(clip)' > '\(space.path("pipe"))'"]
    try feeder.run()
    let piped = try readAll(MovieFile(space.path("pipe"), options: options))
    #expect(firstBytes(piped) == Array(41...60))
    feeder.waitUntilExit()
  }
}
