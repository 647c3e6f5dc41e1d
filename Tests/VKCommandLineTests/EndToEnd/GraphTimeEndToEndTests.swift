import Foundation
import Testing

/// Graphs whose streams have times of their own through the real program, against FFmpeg's.
@Suite struct GraphTimeEndToEndTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for (file, source) in [
      ("a.mkv", "testsrc2=s=64x36:r=25:d=2"), ("b.mkv", "mandelbrot=s=64x36:r=25"),
      ("c.mkv", "mandelbrot=s=64x36:r=12.5"),
    ] {
      try Tool.ffmpeg(
        "-f", "lavfi", "-i", source, "-t", file == "c.mkv" ? "1" : "2", "-pix_fmt", "yuv444p",
        "-c:v", "ffv1", folder.path(file))
    }
  }

  /// What FFmpeg and this program make of a graph.
  private func make(_ graph: String, _ inputs: String, _ words: [String]) throws -> [String] {
    let files = inputs.flatMap { ["-i", folder.path("\($0).mkv")] }
    let both = ["-filter_complex", graph, "-an", "-pix_fmt", "yuv444p", "-c:v", "ffv1"] + words
    let (made, expected) = (folder.path("made.mkv"), folder.path("expected.mkv"))
    let run = try Tool.run(Tool.vkfilter, ["run", "-y"] + files + both + [made])
    try #require(run.status == 0, "\(graph): \(run.errors)")
    let reference = try Tool.run(
      URL(filePath: "/usr/bin/ffmpeg"),
      ["-nostdin", "-loglevel", "error", "-y"] + files + both
        + ["-vsync", "0", "-enc_time_base", "1/1000", expected])
    try #require(reference.status == 0, "\(graph): \(reference.errors)")
    return [made, expected]
  }

  private func times(_ file: String) throws -> [Int] {
    try Tool.ffprobe("-select_streams", "v", "-show_entries", "packet=pts_time", file)
      .map { Int(((Double($0.prefix { $0 != "," }) ?? -1) * 1000).rounded()) }
  }

  private static let placed = "overlay=8:4:format=yuv444"

  @Test(arguments: [
    (placed + ":eof_action=pass", "ac", []), ("blend=all_mode=average:shortest=1", "ac", []),
    ("blend=all_mode=average", "ca", ["-t", "1.4"]),
    ("blend=all_mode=average", "ca", ["-frames:v", "20"]),
    ("[1:v]setpts=2*(PTS-STARTPTS)[x];[0:v][x]\(placed)", "ac", []),
    ("[0:v]fps=10[x];[1:v]fps=5[y];[x][y]\(placed)", "ac", []),
    ("[1:v]fps=5,hflip[y];[0:v][y]blend=all_mode=average", "ac", []),
    ("[0:v]split[x][y];[y]setpts=PTS+0.4/TB[z];[x][z]blend=all_mode=average", "a", []),
    ("[0:v][1:v]xfade=offset=1.8", "ab", []),
    ("[0:v][1:v]xfade=wiperight:0.5:1", "ab", ["-t", "2.2"]),
    ("[0:v][1:v]xfade=wipeleft:0.5:1[m];[m][2:v]xfade=circleopen:0.5:2", "aba", []),
  ])
  func picturesAndTimesAreFFmpegs(_ item: (graph: String, inputs: String, words: [String])) throws {
    let files = try make(item.graph, item.inputs, item.words)
    let (made, expected) = (try times(files[0]), try times(files[1]))
    #expect(made == expected, "\(item.graph)")
    let pixels = try files.map { [UInt8](try Clips.pixels($0, "yuv444p")) }
    try #require(pixels[0].count == pixels[1].count)
    // Every seventh byte: no multiple of a row or a frame.
    var sum = 0
    let places = stride(from: 0, to: pixels[0].count, by: 7)
    for place in places {
      let difference = Int(pixels[0][place]) - Int(pixels[1][place])
      sum += difference * difference
    }
    // 40 dB.
    #expect(Double(sum) < 6.5 * Double(pixels[0].count / 7), "\(item.graph)")
  }

  @Test func streamsThatStartAtDifferentTimesBeginTogether() throws {
    try Tool.ffmpeg(
      "-i", folder.path("b.mkv"), "-c:v", "mpeg2video", "-bf", "0", "-q:v", "1",
      "-output_ts_offset", "30000", folder.path("late.ts"))
    let output = folder.path("made.mkv")
    let run = try Tool.vkfilter(
      "run", "-y", "-i", folder.path("a.mkv"), "-i", folder.path("late.ts"), "-vf",
      "overlay=shortest=1", "-c:v", "ffv1", output)
    try #require(run.status == 0, "\(run.errors)")
    #expect(try times(output) == (0..<50).map { $0 * 40 })
    // The second one covers all of the first, from its first picture on.
    let pixels = try [output, folder.path("b.mkv")].map {
      [UInt8](try Clips.pixels($0, "gray", frames: 10))
    }
    let apart = pixels[0].indices.reduce(0) { $0 + abs(Int(pixels[0][$1]) - Int(pixels[1][$1])) }
    #expect(apart < 3 * pixels[0].count)
  }

  @Test func whatCannotBeHadIsRefused() throws {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=32x36:r=25:d=1", "-c:v", "ffv1", folder.path("small.mkv"))
    let (a, small) = (folder.path("a.mkv"), folder.path("small.mkv"))
    for (words, text) in [
      (["-i", small, "-filter_complex", "xfade=offset=1"], "from 64x36 to 32x36"),
      (["-i", small, "-filter_complex", "xfade=swirl"], "'swirl'"),
      (["-i", small, "-filter_complex", "xfade=fade:soon"], "it is a duration"),
      (
        ["-i", small, "-filter_complex", "[0]fps=5[a];[a][1]overlay", "-ss", "1"],
        "put it before -i"
      ),
    ] {
      let run = try Tool.run(
        Tool.vkfilter, ["run", "-i", a] + words + [folder.path("refused.mkv")])
      #expect(run.status != 0 && run.errors.contains(text), "\(words): \(run.errors)")
      #expect(!folder.names.contains("refused.mkv"))
    }
  }
}
