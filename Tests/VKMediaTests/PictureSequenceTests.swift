import Foundation
import Testing
import VKCore

@testable import VKMedia

@Suite struct PictureSequenceTests {
  /// A folder `s` with grey pictures, each as bright as its number.
  func pictures(_ space: Workspace, _ names: [(String, UInt8)]) throws {
    try FileManager.default.createDirectory(
      atPath: space.path("s"), withIntermediateDirectories: true)
    for (name, brightness) in names {
      let buffer = try PixelBuffer(format: .gray8, size: Size(4, 2))
      buffer.withLockedPlanes(.readWrite) { planes in
        for index in planes[0].bytes.indices { planes[0].bytes[index] = brightness }
      }
      try Picture(buffer).write(to: space.path("s/" + name))
    }
  }

  private func read(
    _ path: String, _ change: (inout MovieOptions) -> Void = { _ in }
  ) throws -> (brightness: [UInt8], times: [MediaTime], warnings: [String]) {
    var options = MovieOptions()
    change(&options)
    let movie = try MovieFile(path, options: options)
    let frames = try readAll(movie)
    return (
      frames.map { packed($0.pixelBuffer)[0] }, frames.compactMap(\.time), movie.statistics.warnings
    )
  }

  private func ticks(_ ticks: [Int64], _ rate: Int32 = 25) -> [MediaTime] {
    ticks.map { MediaTime(value: $0, timescale: rate) }
  }

  @Test func namesAreReadAsFFmpegWritesThem() throws {
    let padded = try #require(PicturePattern("a/f_%04d.png"))
    #expect(padded.path(7) == "a/f_0007.png" && padded.path(12345) == "a/f_12345.png")
    #expect(padded.number(in: "f_0007.png") == 7 && padded.number(in: "f_12345.png") == 12345)
    for other in ["f_7.png", "f_00007.png", "f_.png", "f_0007.jpg", "g_0007.png", "f_00x7.png"] {
      #expect(padded.number(in: other) == nil, "\(other)")
    }
    let plain = try #require(PicturePattern("%d"))
    #expect(plain.number(in: "10") == 10 && plain.number(in: "010") == nil)
    #expect(PicturePattern("100%%_%d")?.path(3) == "100%_3")
    for path in ["a.png", "%s.png", "%d%d.png", "a%d/b.png", "50%", "%4d.png"] {
      #expect(PicturePattern(path) == nil, "\(path)")
    }
  }

  @Test func numbersAreCountedAsAPersonCounts() {
    let names = ["f10", "f9", "f1a", "f1", "g2", "f09", "f9b", "f"]
    let sorted = names.sorted(by: PictureSequence.comesFirst)
    #expect(sorted == ["f", "f1", "f1a", "f09", "f9", "f9b", "f10", "g2"])
  }

  @Test func aHighFirstNumberIsFoundAndNineComesBeforeTen() throws {
    let space = try Workspace()
    try pictures(space, [("f8.png", 8), ("f9.png", 9), ("f10.png", 10), ("f11.png", 11)])
    for (path, type) in [("s/f%d.png", "sequence"), ("s/f*.png", "glob")] {
      let result = try read(space.path(path)) { $0.formatOptions["pattern_type"] = type }
      #expect(result.brightness == [8, 9, 10, 11])
      #expect(result.times == ticks([0, 1, 2, 3]))
      #expect(result.warnings.isEmpty)
    }
  }

  @Test func aGapIsNamedAndKeepsItsTime() throws {
    let space = try Workspace()
    try pictures(space, [1, 2, 5, 6, 8].map { ("f_000\($0).png", $0) })
    let result = try read(space.path("s/f_%04d.png")) { $0.frameRate = "10" }
    #expect(result.brightness == [1, 2, 5, 6, 8])
    #expect(result.times == ticks([0, 1, 4, 5, 7], 10))
    #expect(result.warnings.count == 1)
    #expect(result.warnings[0].contains("0003, 0004, 0007;"))
  }

  @Test func readingStartsAtANumberOrATime() throws {
    let space = try Workspace()
    try pictures(space, (1...6).map { ("\($0).png", $0) })
    let numbered = try read(space.path("s/%d.png")) { $0.formatOptions["start_number"] = "4" }
    #expect(numbered.brightness == [4, 5, 6] && numbered.times == ticks([0, 1, 2]))
    let timed = try read(space.path("s/%d.png")) {
      $0.startTime = MediaTime(value: 2, timescale: 25)
      $0.frameLimit = 2
    }
    #expect(timed.brightness == [3, 4] && timed.times == ticks([0, 1]))
  }

  @Test func aPictureThatCannotBeDecodedIsNamedAndTheRestGoesOn() throws {
    let space = try Workspace()
    try pictures(space, (1...6).map { ("\($0).png", $0) })
    try Data().write(to: URL(filePath: space.path("s/3.png")))
    try Data("no picture".utf8).write(to: URL(filePath: space.path("s/6.png")))
    let result = try read(space.path("s/%d.png"))
    #expect(result.brightness == [1, 2, 4, 5] && result.times == ticks([0, 1, 3, 4]))
    let named = result.warnings.compactMap { $0.split(separator: " ").first?.suffix(7) }
    #expect(named == ["s/3.png", "s/6.png"])
  }

  @Test func aNameWithAPercentThatIsThereIsThatFile() throws {
    let space = try Workspace()
    try pictures(space, [("whole.png", 42), ("1.png", 1)])
    try FileManager.default.moveItem(
      atPath: space.path("s/whole.png"), toPath: space.path("s/%d.png"))
    #expect(try read(space.path("s/%d.png")).brightness == [42])
  }

  @Test func nothingThatMatchesIsNoInput() throws {
    let space = try Workspace()
    for (path, type) in [("s/%d.png", "sequence"), ("s/*.png", "glob")] {
      let error = #expect(throws: MediaError.self) {
        try read(space.path(path)) { $0.formatOptions["pattern_type"] = type }
      }
      #expect(error?.code == .noInput)
    }
  }
}

extension PictureSequenceTests {
  @Test func whatIsWrittenKeepsTheNumbersThatAreRead() throws {
    let space = try Workspace()
    try pictures(space, (101...104).map { ("\($0).png", UInt8($0)) })
    var options = MovieOptions()
    options.startTime = MediaTime(value: 2, timescale: 25)
    for (name, start, expected) in [
      ("a%d.png", nil, ["a103.png", "a104.png"]), ("b%d.png", 7, ["b7.png", "b8.png"]),
    ] {
      let movie = try MovieFile(space.path("s/%d.png"), options: options)
      var output = MovieWriterOptions()
      output.startNumber = start
      try copy(movie, to: MovieWriter(space.path(name), like: movie, options: output))
      #expect(try space.names().filter { $0.hasPrefix(name.prefix(1)) } == expected)
    }
  }
}
