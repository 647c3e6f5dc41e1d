import Foundation
import Testing

/// Real clips through the real program, checked by FFmpeg.
@Suite struct RunEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String..., input: Data? = nil) throws -> Run {
    let run = try Tool.run(Tool.vkfilter, ["run", "--quiet"] + words, input: input)
    try #require(run.status == 0, "\(words.joined(separator: " ")): \(run.errors)")
    return run
  }

  @Test func aPhoneRecordingKeepsEveryFrameItsTimesAndItsSound() throws {
    let (input, output) = (try Clips.phone, folder.path("out.mp4"))
    _ = try run("-i", input, "-vf", "monochrome", "-preset", "ultrafast", output)
    #expect(try Clips.times(output) == Clips.times(input))
    let base = ["-select_streams", "v:0", "-show_entries", "stream=time_base"]
    #expect(
      try Tool.ffprobe(base[0], base[1], base[2], base[3], output)
        == Tool.ffprobe(base[0], base[1], base[2], base[3], input))
    for path in [input, output] {
      try Tool.ffmpeg(
        "-i", path, "-map", "0:a", "-f", "s16le",
        "\(path == input ? folder.path("a") : folder.path("b"))")
    }
    #expect(try Data(contentsOf: folder["a"]) == Data(contentsOf: folder["b"]))
    #expect(folder.names == ["a", "b", "out.mp4"])
  }

  @Test func theFirstFrameIsTheInputsFirstFrame() throws {
    let output = folder.path("out.mkv")
    _ = try run("-i", try Clips.phone, "-vf", "null", "-frames:v", "1", "-c:v", "ffv1", output)
    #expect(
      try Clips.pixels(output, "yuv420p", frames: 1)
        == Clips.pixels(try Clips.phone, "yuv420p", frames: 1))
  }

  @Test func burnedInNumbersAreAllThereOnceAndInOrder() throws {
    let output = folder.path("out.mkv")
    _ = try run("-i", try Clips.numbered.get(), "-vf", "invert,invert", output)
    let pixels = try Clips.pixels(output, "gray")
    try #require(pixels.count == 300 * 96 * 32)
    let numbers = (0..<300).map { frame in
      (0..<12).reduce(0) {
        $0 | (pixels[frame * 96 * 32 + 16 * 96 + $1 * 8 + 4] > 127 ? 1 << $1 : 0)
      }
    }
    #expect(numbers == Array(0..<300))
  }

  @Test(arguments: ["yuv420p", "nv12", "yuv444p", "gray", "bgra", "yuv420p10le"])
  func anEmptyChainGivesBackTheBytes(format: String) throws {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25,scale=33:17", "-frames:v", "3", "-pix_fmt",
      format, "-f",
      "rawvideo", folder.path("in.raw"))
    let raw = ["-f", "rawvideo", "-s", "33x17", "-pix_fmt", format, "-r", "25"]
    let output = try Tool.run(
      Tool.vkfilter,
      ["run"] + raw + ["-i", folder.path("in.raw"), "-vf", "null"]
        + ["-f", "rawvideo", "-pix_fmt", format, "-"])
    #expect(output.status == 0, "\(output.errors)")
    #expect(output.output == (try Data(contentsOf: folder["in.raw"])))
  }

  @Test func rawFramesGoThroughPipesInPiecesOfAnySize() throws {
    let frames = Data((0..<(5 * 16 * 8 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let output = try run(
      "-f", "rawvideo", "-s", "16x8", "-pix_fmt", "bgra", "-r", "25", "-i", "-", "-vf", "null",
      "-f", "rawvideo", "-", input: frames)
    #expect(output.output == frames)
  }

  @Test func aPipeOfY4MNeedsNoOptions() throws {
    try Tool.ffmpeg("-i", try Clips.short.get(), "-an", folder.path("in.y4m"))
    let output = try run(
      "-i", "-", "-vf", "null", "-f", "yuv4mpegpipe", "-",
      input: try Data(contentsOf: folder["in.y4m"]))
    try output.output.write(to: folder["out.y4m"])
    #expect(
      try Clips.pixels(folder.path("out.y4m"), "yuv420p")
        == Clips.pixels(folder.path("in.y4m"), "yuv420p"))
  }

  @Test func aPartIsCutAtItsTimes() throws {
    let output = folder.path("out.mkv")
    _ = try run("-ss", "0.4", "-i", try Clips.short.get(), "-t", "0.8", "-vf", "null", output)
    #expect(try Clips.times(output).count == 20)
    let all = try Clips.pixels(try Clips.short.get(), "gray")
    let first = try Clips.pixels(output, "gray", frames: 1)
    let expected = all.dropFirst(10 * 160 * 90).prefix(160 * 90)
    let worst = zip(first, expected).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) < 24, "the first frame is not frame 10")
  }

  @Test func framesCanBeCountedOff() throws {
    let output = folder.path("out.mkv")
    _ = try run("-i", try Clips.short.get(), "-frames:v", "7", "-vf", "null", output)
    #expect(try Clips.times(output).count == 7)
  }

  @Test func zeroSaturationTakesAllColour() throws {
    let output = folder.path("out.mkv")
    _ = try run(
      "-i", try Clips.short.get(), "-vf", "saturation=0", "-frames:v", "2", "-c:v", "ffv1", output)
    let pixels = try Clips.pixels(output, "yuv420p")
    let frame = 160 * 90 * 3 / 2
    try #require(pixels.count == 2 * frame)
    let chroma = pixels[(160 * 90)..<frame]
    #expect(chroma.allSatisfy { (127...129).contains($0) })
  }

  @Test func twoInputsMeetInAFilterThatTakesTwo() throws {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=white:s=160x90:r=25:d=2", "-pix_fmt", "yuv420p", "-c:v", "ffv1",
      folder.path("white.mkv"))
    let output = folder.path("out.mkv")
    _ = try run(
      "-i", try Clips.short.get(), "-i", folder.path("white.mkv"), "-vf", "alpha-blend=mix=1",
      "-c:v", "ffv1", "-frames:v", "3", output)
    #expect(try Clips.pixels(output, "gray").prefix(3 * 160 * 90).allSatisfy { $0 > 250 })
  }

  @Test func statisticsCountEveryFrame() throws {
    _ = try run(
      "-i", try Clips.short.get(), "-vf", "brightness=0.1,contrast=1.1", "--stats",
      folder.path("stats.json"), "-f", "null", "-")
    let data = try Data(contentsOf: folder["stats.json"])
    let stats = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(stats["version"] as? Int == 1)
    #expect(stats["framesIn"] as? Int == 50)
    #expect(stats["framesOut"] as? Int == 50)
    #expect(stats["dispatches"] as? Int == 50)
    #expect((stats["dropped"] as? [String: Int])?.isEmpty == true)
    #expect(stats["objectsCreatedAfterWarmUp"] as? Int == 0)
    #expect(stats["frameCopiesOnCPU"] as? Int == 0)
    for key in [
      "device", "wallSeconds", "gpuSeconds", "framesInFlight", "passes", "warnings",
      "objectsCreatedAfterWarmUp",
    ] {
      #expect(stats[key] != nil, "\(key) is missing")
    }
  }

  @Test func theDeviceInUseIsNamed() throws {
    let run = try Tool.vkfilter(
      "run", "-i", try Clips.short.get(), "-vf", "null", "-frames:v", "1", "-f", "null", "-")
    #expect(run.status == 0)
    #expect(run.errors.contains("llvmpipe") && run.errors.contains("software"), "\(run.errors)")
  }
}
