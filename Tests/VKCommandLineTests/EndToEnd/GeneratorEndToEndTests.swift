import Foundation
import Testing

/// `-f generator`: pictures out of nothing.
@Suite struct GeneratorEndToEndTests {
  @Test func aChainPaintsAMovieOfTheSizeRateAndLengthAskedFor() throws {
    let folder = try ScratchFolder()
    let out = folder.path("out.mkv")
    let run = try Tool.vkfilter(
      "run", "-f", "generator", "-s", "48x32", "-r", "30", "-t", "0.5", "-i",
      "checkerboard=16,invert", "-c:v", "ffv1", out)
    #expect(run.status == 0, "\(run.errors)")
    let stream = try Tool.ffprobe(
      "-count_frames", "-show_entries", "stream=width,height,r_frame_rate,nb_read_frames", out)
    #expect(stream == ["48,32,30/1,15"])
    let pixels = [UInt8](try Clips.pixels(out, "rgba", frames: 1))
    // Squares of 16 pixels: white turned to black at the upper left, black to white beside it.
    for (x, grey) in [(0, 0), (15, 0), (16, 255), (31, 255), (32, 0)] as [(Int, UInt8)] {
      #expect(Array(pixels[(4 * x)..<(4 * x + 4)]) == [grey, grey, grey, 255], "column \(x)")
    }
  }

  @Test func itMayBeASecondInputAndAPicture() throws {
    let folder = try ScratchFolder()
    let picture = try Clips.picture.get()
    let out = folder.path("out.png")
    let run = try Tool.vkfilter(
      "image", "-i", picture, "-f", "generator", "-s", "64x32", "-i",
      "circle=0.125:0.5/0.5:red:transparent", "-vf", "source-over", out)
    #expect(run.status == 0, "\(run.errors)")
    let (before, after) = (
      [UInt8](try Clips.pixels(picture, "rgb24")), [UInt8](try Clips.pixels(out, "rgb24"))
    )
    // 8 pixels around the middle at (32, 16) are red, all else is the picture.
    for y in 0..<32 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - 31.5, Double(y) - 15.5)
        let place = 3 * (64 * y + x)
        let expected = dx * dx + dy * dy < 64 ? [255, 0, 0] : Array(before[place..<(place + 3)])
        #expect(Array(after[place..<(place + 3)]) == expected, "\(x),\(y)")
      }
    }
  }

  @Test func numbersOfWhatIsPaintedAreTold() throws {
    let run = try Tool.vkfilter(
      "analyze", "-f", "generator", "-s", "9x7", "-frames:v", "2", "-i", "solid-color=#ff8000",
      "-vf", "average-color")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"red\":1}") })
  }

  @Test func whatCannotPaintIsNamed() throws {
    for (words, part) in [
      (["-i", "checkerbord"], "no filter is called 'checkerbord'"),
      (["-i", "average-color"], "average-color gives numbers"),
      (["-i", "source-over"], "takes 2 -i"),
      (["-pix_fmt", "yuv420p", "-i", "circle"], "yuv420p is no RGB format"),
    ] {
      let run = try Tool.run(
        Tool.vkfilter, ["run", "-f", "generator"] + words + ["-t", "1", "-f", "null", "-"])
      #expect(run.status == 64 && run.errors.contains(part), "\(run.errors)")
    }
  }
}
