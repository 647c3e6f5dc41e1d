import Testing
import VKCore

@testable import VKCommandLine

@Suite struct ArgumentsTests {
  static let start = Option("-ss", value: "TIME", for: .inputOrOutput, "")
  static let format = Option("-f", value: "FORMAT", for: .inputOrOutput, "")
  static let quality = Option("-crf", value: "N", for: .output, "")
  static let loop = Option("-stream_loop", value: "N", for: .input, "")
  static let quiet = Option("--quiet", "-q", for: .command, "")
  static let report = Option("--stats", value: "FILE", for: .command, "")

  static let command = Command(
    name: "try", summary: "", usage: "-i IN OUT",
    options: [.input, start, format, quality, loop, quiet, report], operands: 0...1
  ) { _ in }

  private func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, for: Self.command)
  }

  @Test func anOptionBeforeAnInputIsThatInputsAndOneAfterTheLastIsTheOutputs() throws {
    let arguments = try parse(
      "-ss", "1", "-i", "a", "-f", "mpegts", "-ss", "2", "-i", "b", "-ss", "3", "out")
    #expect(arguments.inputs.map(\.path) == ["a", "b"])
    #expect(arguments.inputs[0].options[Self.start] == "1")
    #expect(arguments.inputs[0].options[Self.format] == nil)
    #expect(arguments.inputs[1].options[Self.start] == "2")
    #expect(arguments.inputs[1].options[Self.format] == "mpegts")
    #expect(arguments.options[Self.start] == "3")
    #expect(arguments.options[Self.format] == nil)
    #expect(arguments.operands == ["out"])
  }

  @Test func anOptionOfTheOutputMayStandAnywhere() throws {
    let arguments = try parse("-crf", "20", "-i", "a", "out", "--quiet")
    #expect(arguments.options[Self.quality] == "20")
    #expect(!arguments.inputs[0].options.has(Self.quality))
    #expect(arguments.options.has(Self.quiet))
  }

  @Test func aDashIsAnOperandAndTwoDashesEndTheOptions() throws {
    #expect(try parse("-i", "-", "-").operands == ["-"])
    #expect(try parse("-i", "a", "--", "-crf").operands == ["-crf"])
  }

  @Test func aLongOptionTakesItsValueAfterAnEqualsSign() throws {
    #expect(try parse("-i", "a", "--stats=x=y").options[Self.report] == "x=y")
  }

  @Test(arguments: [
    (["-i", "a", "-map", "0"], "unknown option -map"),
    (["-i", "a", "-crff", "1"], "did you mean -crf?"),
    (["-i", "a", "-crf"], "option -crf needs a value (N)"),
    (["-i", "a", "--quiet=1"], "option --quiet takes no value"),
    (["-i", "a", "b", "c"], "unexpected argument 'c'"),
    (["-i", "a", "-stream_loop", "2", "b"], "-stream_loop stands before the -i"),
    (["out"], "no input"),
  ]) func whatCannotBeUnderstoodIsNamed(words: [String], message: String) throws {
    let failure = try #require(throws: Failure.self) {
      try Arguments(words, for: Self.command)
    }
    #expect(failure.code == .usage)
    #expect(failure.message.contains(message))
  }

  @Test(arguments: [
    ("12", 12_000_000), ("12.5", 12_500_000), ("250ms", 250_000), ("7us", 7), ("90s", 90_000_000),
    ("01:02", 62_000_000), ("1:00:00.25", 3_600_250_000), ("0.1", 100_000),
  ]) func durationsAreReadToTheMicrosecond(text: String, microseconds: Int64) {
    #expect(MediaTime(duration: text) == MediaTime(value: microseconds, timescale: 1_000_000))
  }

  @Test(arguments: ["", "x", "1:2:3:4", "-1", "1:-2", "1e3", "inf", "0x10", ":", "1:00ms", " 1"])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(MediaTime(duration: text) == nil)
  }

  @Test func valuesOfOptionsAreChecked() throws {
    let option = Option("-x", value: "N", for: .output, "")
    func group(_ text: String) -> Arguments.Group {
      var group = Arguments.Group()
      group.add(text, for: option)
      return group
    }
    #expect(try group("7").integer(option) == 7)
    #expect(throws: Failure.self) { try group("0").integer(option, atLeast: 1) }
    #expect(throws: Failure.self) { try group("1.5").integer(option) }
    #expect(try group("2500k").bitRate(option) == 2_500_000)
    #expect(try group("8M").bitRate(option) == 8_000_000)
    #expect(throws: Failure.self) { try group("fast").bitRate(option) }
    #expect(try group("640x480").size(option) == Size(640, 480))
    #expect(throws: Failure.self) { try group("640x0").size(option) }
    #expect(throws: Failure.self) { try group("640").size(option) }
    let (numerator, denominator) = try #require(try group("30000/1001").rate(option))
    #expect(numerator == 30000 && denominator == 1001)
    let decimal = try #require(try group("29.97").rate(option))
    #expect(decimal.0 == 29970 && decimal.1 == 1000)
    #expect(throws: Failure.self) { try group("0").rate(option) }
    #expect(try group("drop").word(option, of: ["drop", "shift"]) == "drop")
    #expect(throws: Failure.self) { try group("x").word(option, of: ["drop", "shift"]) }
  }
}
