import Foundation
import Testing

/// What `explain`, `analyze` and `image` give.
@Suite struct PlanAndNumbersEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func plan(_ chain: String) throws -> [String: Any] {
    let run = try Tool.vkfilter("explain", "-i", try Clips.short.get(), "-vf", chain, "--json")
    try #require(run.status == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
  }

  @Test func fiveColourFiltersAreOneDispatch() throws {
    let chain =
      "monochrome=intensity=0.5,brightness=0.05,contrast=1.2,saturation=1.3,rgb=red=1.02:blue=0.97"
    let plan = try plan(chain)
    #expect(plan["dispatches"] as? Int == 1)
    let passes = try #require(plan["passes"] as? [[String: Any]])
    #expect(
      passes.first?["filters"] as? [String]
        == ["monochrome", "brightness", "contrast", "saturation", "rgb"])
    // 160x90 of 4:2:0: 14400 bytes of luma and 2 × 3600 of chroma.
    #expect(plan["bytesRead"] as? Int == 21600)
    #expect(plan["bytesWritten"] as? Int == 21600)
  }

  @Test func aGuessedColourIsSaid() throws {
    let run = try Tool.vkfilter("explain", "-i", try Clips.short.get(), "-vf", "null")
    #expect(run.status == 0)
    #expect(run.text.contains("matrix BT.601 (not tagged; fewer than 1280 columns and 577 rows)"))
  }

  @Test func theGeneratedProgramIsPrintedOnDemand() throws {
    let words = ["explain", "-i", try Clips.short.get(), "-vf", "invert"]
    #expect(!(try Tool.run(Tool.vkfilter, words).text.contains("#version")))
    #expect(try Tool.run(Tool.vkfilter, words + ["--glsl"]).text.contains("#version 450"))
  }

  @Test func theMeanColourOfAFlatPictureIsItsColour() throws {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=0x4080c0:s=64x48:r=5:d=1,format=rgb24", "-c:v", "png",
      folder.path("flat.mkv"))
    let run = try Tool.vkfilter("analyze", "-i", folder.path("flat.mkv"), "-vf", "average-color")
    try #require(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 5)
    for (index, line) in lines.enumerated() {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["frame"] as? Int == index)
      let value = try #require(object["value"] as? [String: Double])
      for (name, byte) in [("red", 64.0), ("green", 128), ("blue", 192), ("alpha", 255)] {
        #expect(abs(try #require(value[name]) * 255 - byte) < 0.01, "\(name): \(value)")
      }
    }
  }

  @Test func numbersAreNoMovieAndPicturesNoNumbers() throws {
    let clip = try Clips.short.get()
    for words in [
      ["run", "-i", clip, "-vf", "average-color", folder.path("o.mp4")],
      ["analyze", "-i", clip, "-vf", "monochrome"],
    ] {
      let run = try Tool.run(Tool.vkfilter, words)
      #expect(run.status == 64)
      #expect(run.errors.contains("analyze"), "\(run.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func aPictureIsInvertedToTheByte() throws {
    let (input, output) = (try Clips.picture.get(), folder.path("out.png"))
    let run = try Tool.vkfilter("image", "-i", input, "-vf", "invert", output)
    try #require(run.status == 0, "\(run.errors)")
    let before = try Clips.pixels(input, "rgb24")
    #expect(try Clips.pixels(output, "rgb24") == Data(before.map { 255 - $0 }))
    #expect(folder.names == ["out.png"])
  }

  @Test func aBatchGoesOnAfterABadPicture() throws {
    let input = try Clips.picture.get()
    for name in ["a.png", "c.png"] {
      try FileManager.default.copyItem(atPath: input, toPath: folder.path(name))
    }
    try Data("no picture".utf8).write(to: folder["b.png"])
    let words = ["a.png", "b.png", "c.png"].map { folder.path($0) }
    let run = try Tool.run(
      Tool.vkfilter, ["image", "--output-dir", folder.path("out"), "-vf", "invert"] + words)
    #expect(run.status == 65)
    #expect(run.errors.contains("b.png") && !run.errors.contains("c.png"), "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(names.sorted() == ["a.png", "c.png"])
    let before = try Clips.pixels(input, "rgb24")
    #expect(
      try Clips.pixels(folder.path("out/c.png"), "rgb24") == Data(before.map { 255 - $0 }))
  }

  @Test func aSequenceOfPicturesBecomesAnother() throws {
    try Tool.ffmpeg("-i", try Clips.short.get(), "-frames:v", "4", folder.path("in%02d.png"))
    let run = try Tool.vkfilter(
      "run", "-i", folder.path("in%02d.png"), "-vf", "null", folder.path("out%02d.png"))
    try #require(run.status == 0, "\(run.errors)")
    for number in 1...4 {
      #expect(
        try Clips.pixels(folder.path("out0\(number).png"), "rgb24")
          == Clips.pixels(folder.path("in0\(number).png"), "rgb24"))
    }
  }
}
