import Foundation
import Testing

/// What shells and manual readers are given.
@Suite struct CompletionEndToEndTests {
  @Test(arguments: [
    (["im"], ["image"]), (["run", "--prog"], ["--progress"]),
    (["run", "--progress", ""], ["json", "line", "none"]), (["help", "monochr"], ["monochrome"]),
    (["run", "-vf", "sepia,monochrome=int"], ["sepia,monochrome=intensity="]),
    (["run", "-filter_complex", "[0]monochr"], ["[0]monochrome"]), (["run", "-i", ""], []),
    (["completion", ""], ["bash", "fish", "zsh"]), (["nonsense", ""], []),
  ])
  func wordsBecomeWhatTheyMayBe(words: [String], expected: [String]) throws {
    let run = try Tool.run(Tool.vkfilter, ["complete", "--"] + words)
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test func bashCompletesInTheMidstOfAChain() throws {
    let run = try Tool.run(
      URL(filePath: "/bin/bash"),
      [
        "-c",
        """
        vkfilter() { "$VKFILTER" "$@"; }
        source <(vkfilter completion bash)
        COMP_LINE='vkfilter run -vf monochrome=intensity=0.5:col'; COMP_POINT=${#COMP_LINE}
        _vkfilter; echo "${COMPREPLY[@]}"
        """,
      ], environment: ["VKFILTER": Tool.vkfilter.path(percentEncoded: false)])
    #expect(run.text.hasPrefix("color="), "\(run.text)\(run.errors)")
  }

  /// Every option of `run`'s help stands in the manual, which troff reads without a complaint.
  @Test func theManualIsWholeAndWellFormed() throws {
    let manual = try Tool.vkfilter("man")
    let plain = manual.text.replacingOccurrences(of: "\\-", with: "-")
    let options = try Tool.vkfilter("run", "--help").text.split(separator: "\n")
      .filter { $0.hasPrefix("  -") }.map { $0.split(separator: " ")[0].filter { $0 != "," } }
    #expect(options.count > 30)
    for option in options { #expect(plain.contains("\\fB\(option)"), "\(option)") }
    let troff = URL(filePath: "/usr/bin/groff")
    let check = try Tool.run(troff, ["-man", "-ww", "-z", "-Kutf8"], input: manual.output)
    #expect(check.status == 0)
    #expect(check.errors.isEmpty, "\(check.errors)")
  }

  @Test func helpKnowsFiltersToo() throws {
    let help = try Tool.vkfilter("help", "MonochromeFilter")
    #expect(help.status == 0 && help.text.contains("intensity"))
    let wrong = try Tool.vkfilter("help", "monochrom")
    #expect(wrong.status == 64 && wrong.errors.contains("monochrome"))
  }
}
