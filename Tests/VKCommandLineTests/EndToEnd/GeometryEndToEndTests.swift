import Foundation
import Testing

/// What `geometry` tells.
@Suite struct GeometryEndToEndTests {
  private func visible(_ words: String...) throws -> Run {
    try Tool.run(Tool.vkfilter, ["geometry", "visible-rect"] + words)
  }

  @Test func theVisiblePartIsPrinted() throws {
    let held = try visible(
      "--frame", "1280x720", "--preview", "375x200", "--gravity", "fill", "--orientation",
      "portrait")
    #expect(held.status == 0)
    #expect(held.text == "0 448 720 384\n")
    let mirrored = try visible(
      "--frame", "1280x720", "--preview", "375x200", "--gravity", "fill", "--orientation",
      "portrait", "--mirrored", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: mirrored.output) as? [String: Any])
    #expect(["x", "y", "width", "height"].map { object[$0] as? Int } == [0, 448, 720, 384])
    #expect(object["picture"] as? [Int] == [720, 1280])
    #expect(try visible("--frame", "1280x720", "--preview", "90x90").text == "0 0 1280 720\n")
  }

  @Test func whatIsMissingOrWrongIsNamed() throws {
    let faults: [([String], String)] = [
      (["visible-rect", "--preview", "4x4"], "--frame WxH"),
      (["visible-rect", "--frame", "4x4"], "--preview WxH"),
      (["visible-rect", "--frame", "4x0", "--preview", "4x4"], "'4x0' is no size"),
      (["visible-rect", "--frame", "4x4", "--preview", "4x4", "--gravity", "full"], "fit, fill"),
      (
        ["visible-rect", "--frame", "4x4", "--preview", "4x4", "--orientation", "left"],
        "landscape-left"
      ),
      (["visiblerect"], "did you mean visible-rect?"),
    ]
    for (words, text) in faults {
      let run = try Tool.run(Tool.vkfilter, ["geometry"] + words)
      #expect(run.status == 64, "\(words)")
      #expect(run.errors.contains(text), "\(words): \(run.errors)")
    }
  }
}
