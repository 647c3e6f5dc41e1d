import Testing
import VKCore
import VKMedia

@testable import VKCommandLine

@Suite struct InputSettingsTests {
  static let command = Command(
    name: "try", summary: "", usage: "",
    options: [.input] + Option.inputOptions + Option.outputOptions, operands: 0...1
  ) { _ in }

  private func options(_ words: String...) throws -> MovieOptions {
    try Arguments(words, for: Self.command).movieOptions(0)
  }

  @Test func limitsOfInputAndOutputAddUp() throws {
    // Written out by hand: part of the input 10 s to 40 s; of that from 2 s for 5 s.
    let part = try options("-ss", "10", "-t", "30", "-i", "a", "-ss", "2", "-t", "5", "out")
    #expect(part.startTime == MediaTime(value: 12, timescale: 1))
    #expect(part.endTime == MediaTime(value: 17, timescale: 1))
    let end = try options("-ss", "10", "-i", "a", "-to", "4", "out")
    #expect(end.startTime == MediaTime(value: 10, timescale: 1))
    #expect(end.endTime == MediaTime(value: 14, timescale: 1))
    let whole = try options("-i", "a", "out")
    #expect(whole.startTime == nil && whole.endTime == nil && whole.frameLimit == nil)
  }

  @Test func anEmptyPartIsRefused() {
    #expect(throws: Failure.self) { try options("-ss", "3", "-to", "3", "-i", "a", "out") }
    #expect(throws: Failure.self) { try options("-i", "a", "-t", "0", "out") }
  }

  @Test func rawInputIsDescribedBeforeIt() throws {
    let raw = try options(
      "-f", "rawvideo", "-s", "64x48", "-pix_fmt", "bgra", "-r", "30000/1001", "-i", "-",
      "-frames:v", "3", "-pix_fmt", "nv12", "out")
    #expect(raw.demuxer == "rawvideo")
    #expect(raw.size == Size(64, 48))
    #expect(raw.pixelFormat == "bgra")
    #expect(raw.frameRate == "30000/1001")
    #expect(raw.frameLimit == 3)
  }
}
