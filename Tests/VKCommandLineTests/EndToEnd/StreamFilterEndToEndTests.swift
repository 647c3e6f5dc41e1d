import Foundation
import Testing

/// FFmpeg's `format`, `fps` and `setpts` through the real program, against FFmpeg's own.
@Suite struct StreamFilterEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ chain: String, _ words: String..., to file: String) throws -> String {
    let output = folder.path(file)
    let run = try Tool.run(
      Tool.vkfilter, ["run", "-i", try Clips.short.get(), "-vf", chain] + words + [output])
    try #require(run.status == 0, "\(chain): \(run.errors)")
    return output
  }

  private func times(_ file: String) throws -> [String] {
    try Tool.ffprobe("-select_streams", "v", "-show_entries", "packet=pts_time", file)
      .sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
  }

  @Test(arguments: ["10", "60", "30000/1001", "24", "ntsc", "12.5", "fps=17"])
  func theFramesOfFpsAreFFmpegs(_ rate: String) throws {
    let made = try run("fps=\(rate)", to: "a.yuv")
    let expected = folder.path("b.yuv")
    _ = try Tool.ffmpeg("-i", try Clips.short.get(), "-vf", "fps=\(rate)", expected)
    let bytes = try [made, expected].map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(bytes[0] == bytes[1], "\(bytes[0].count) bytes, not \(bytes[1].count)")
  }

  @Test func fpsWritesItsRateAndLimitsCountItsFrames() throws {
    let output = try run("fps=10,hflip", "-frames:v", "12", to: "a.mp4")
    #expect(
      try Tool.ffprobe(
        "-select_streams", "v", "-show_entries", "stream=nb_frames,avg_frame_rate", output)
        == ["10/1,12"])
  }

  @Test(arguments: [
    ("2*PTS", 0.0, 2.0), ("PTS*0.5", 0, 0.5), ("PTS/4", 0, 0.25), ("PTS-STARTPTS+1/TB", 1, 1),
    ("(PTS-STARTPTS)*0.5+0.25/TB", 0.25, 0.5),
  ])
  func setptsMovesAndStretchesEveryFrame(_ item: (text: String, first: Double, factor: Double))
    throws
  {
    let before = try times(try Clips.short.get()).compactMap(Double.init)
    let after = try times(try run("setpts=\(item.text)", to: "a.mp4")).compactMap(Double.init)
    #expect(after.count == before.count)
    for (time, source) in zip(after, before) {
      #expect(abs(time - item.first - source * item.factor) < 1e-4)
    }
  }

  @Test func slowerTimesAreFFmpegsAndSoundStays() throws {
    let made = try run("setpts=2*PTS", to: "a.mkv")
    let expected = folder.path("b.mkv")
    _ = try Tool.ffmpeg(
      "-i", try Clips.short.get(), "-vf", "setpts=2*PTS", "-an", "-bf", "0", expected)
    #expect(try times(made) == times(expected))
  }

  @Test func timesChangeBeforeTheRateIsMade() throws {
    let output = try run("setpts=0.5*PTS,fps=25", to: "a.yuv")
    let expected = folder.path("b.yuv")
    _ = try Tool.ffmpeg("-i", try Clips.short.get(), "-vf", "setpts=0.5*PTS,fps=25", expected)
    #expect(
      try Data(contentsOf: URL(filePath: output)) == Data(contentsOf: URL(filePath: expected)))
  }

  @Test func theLastFormatIsWritten() throws {
    for (chain, name) in [
      ("hflip,format=yuv444p", "yuv444p"), ("format=gbrp|yuv422p", "yuv422p"),
      ("format=pix_fmts=yuv420p|yuv444p", "yuv420p"), ("format=rgb24,hflip", "yuv420p"),
    ] {
      let output = try run(chain, "-an", "-c:v", "libx264", "-y", to: "a.mp4")
      #expect(
        try Tool.ffprobe("-select_streams", "v", "-show_entries", "stream=pix_fmt", output)
          == [name], "\(chain)")
    }
  }

  @Test func aGreyFormatInBetweenTakesColourAway() throws {
    let made = try run("format=gray,hflip,format=yuv420p", to: "a.yuv")
    let expected = folder.path("b.yuv")
    _ = try Tool.ffmpeg("-i", try Clips.short.get(), "-vf", "hue=s=0,hflip", expected)
    #expect(try Data(contentsOf: URL(filePath: made)) == Data(contentsOf: URL(filePath: expected)))
  }

  @Test func whatCannotBeHadIsRefused() throws {
    for (words, text) in [
      (["-vf", "setpts=PTS+10"], "no constant shift"), (["-vf", "setpts=N/25/TB"], "STARTPTS, TB"),
      (["-vf", "setpts=if(lt(PTS\\,9)\\,PTS\\,2*PTS)"], "no constant shift"),
      (["-vf", "setpts=-PTS"], "no constant shift"), (["-vf", "fps=0"], "rate above 0"),
      (["-vf", "fps=25,low-pass"], "put it last"), (["-vf", "fps=5", "-r", "5"], "exclude"),
      (["-vf", "fps=5,fps=7"], "twice"), (["-vf", "fps=5,setpts=2*PTS"], "put it before"),
      (["-vf", "setpts=2*PTS", "-t", "1"], "before -i"), (["-vf", "format=nope"], "nope"),
      (["-vf", "format=nope,hflip"], "engine's formats"),
      (["-vf", "format=rgb24,negate"], "stored planes"),
    ] {
      let run = try Tool.run(
        Tool.vkfilter, ["run", "-i", try Clips.short.get()] + words + [folder.path("a.mp4")])
      #expect(run.status == 64 && run.errors.contains(text), "\(words): \(run.errors)")
    }
  }
}
