import Foundation
import Testing

/// Colours through the whole program: inputs are made by FFmpeg, answers are read by ffprobe and FFmpeg.
struct ColorEndToEndTests {
  private func tags(_ path: String) throws -> String {
    try Tool.ffprobe(
      "-select_streams", "v:0", "-show_entries",
      "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries", path
    ).joined()
  }

  /// Ten-bit HEVC of 64×36, PQ or HLG.
  private func hdr(_ transfer: String, _ folder: ScratchFolder) throws -> String {
    let path = folder.path("\(transfer).mkv")
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x36:r=5:d=0.4", "-pix_fmt", "yuv420p10le", "-c:v",
      "libx265", "-x265-params",
      "log-level=none:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:range=limited",
      path)
    return path
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func hdrStaysWhereItCanAndIsToneMappedWhereItCannot(transfer: String) throws {
    let folder = try ScratchFolder()
    let input = try hdr(transfer, folder)
    for (name, options, expected) in [
      ("a.mp4", [], "yuv420p10le,tv,bt2020nc,\(transfer),bt2020"),
      ("b.mp4", ["-pix_fmt", "yuv420p"], "yuv420p,tv,bt709,bt709,bt709"),
      ("c.mpg", ["-c:v", "mpeg2video"], "yuv420p,tv,bt709,bt709,bt709"),
      ("d.avi", ["-c:v", "mjpeg"], "yuvj420p,pc,bt470bg,unknown,unknown"),
      ("e.gif", [], "bgra,unknown,unknown,unknown,unknown"),
    ] {
      let output = folder.path(name)
      let run = try Tool.run(
        Tool.vkfilter, ["run", "-i", input, "-vf", "null"] + options + [output])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try tags(output).hasPrefix(expected), "\(name)")
      #expect(run.errors.contains("tone-mapped") == !options.isEmpty || name == "e.gif", "\(name)")
    }
  }

  /// HDR10's numbers are in the bare stream of what stays PQ, and nowhere in what is tone-mapped.
  @Test func staticMetadataStaysWithPQ() throws {
    let folder = try ScratchFolder()
    let input = folder.path("a.mkv")
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x36:r=5:d=0.4", "-pix_fmt", "yuv420p10le", "-c:v",
      "libx265", "-x265-params",
      "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:hdr10=1"
        + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
        + ":max-cll=1000,400", input)
    for (options, isKept) in [([], true), (["-pix_fmt", "yuv420p"], false)] {
      let output = folder.path("b.mp4")
      let run = try Tool.run(
        Tool.vkfilter,
        ["run", "-y", "-i", input, "-vf", "hflip", "-c:v", "libx265"] + options + [output])
      #expect(run.status == 0, "\(run.errors)")
      let bare = folder.path("c.hevc")
      try Tool.ffmpeg("-i", output, "-c", "copy", bare)
      let said = try Tool.ffprobe("-show_frames", "-read_intervals", "%+#1", bare).joined()
      #expect(said.contains("10000000/10000") == isKept)
      #expect(said.contains("1000,400") == isKept)
    }
  }

  /// A tag that lies is overridden before the input; the output says what the pixels are.
  @Test func tagsThatLieAreOverridden() throws {
    let folder = try ScratchFolder()
    let input = folder.path("a.mp4")
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=black:s=64x36:r=5:d=0.4", "-vf",
      "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-c:v", "libx264", "-qp", "0",
      "-x264-params", "fullrange=on:colormatrix=smpte240m", input)
    let output = folder.path("b.mp4")
    let run = try Tool.vkfilter(
      "run", "-color_range", "tv", "-colorspace", "bt709", "-i", input, "-crf", "0", output)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try tags(output).hasPrefix("yuv420p,tv,bt709"))
    #expect(try Clips.pixels(output, "rgb24").prefix(3).allSatisfy { $0 <= 2 })
    // Without the options the tags are obeyed: code 16 of full range is grey.
    let obeyed = folder.path("c.png")
    _ = try Tool.vkfilter("image", "-i", input, obeyed)
    #expect(try Clips.pixels(obeyed, "gray").first == 16)
  }

  /// After the inputs the options convert what is tagged otherwise and name what is not tagged.
  @Test func outputColoursAreTrue() throws {
    let folder = try ScratchFolder()
    for (name, isTagged) in [("a.mkv", true), ("b.mkv", false)] {
      var words = ["-f", "lavfi", "-i", "color=red:s=64x36:r=5:d=0.4", "-vf"]
      words += ["scale=out_color_matrix=bt601:out_range=tv,format=yuv444p", "-c:v", "ffv1"]
      if isTagged { words += ["-colorspace", "smpte170m", "-color_range", "tv"] }
      let made = try Tool.run(
        URL(filePath: "/usr/bin/ffmpeg"), ["-nostdin", "-v", "error"] + words + [folder.path(name)])
      #expect(made.status == 0)
      let output = folder.path("o_\(name)")
      let run = try Tool.vkfilter(
        "run", "-i", folder.path(name), "-colorspace", "bt709", "-color_range", "pc", "-c:v",
        "ffv1",
        output)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try tags(output).hasPrefix("yuv444p,pc,bt709"))
      let codes = [0, 64 * 36, 2 * 64 * 36].map { try? Clips.pixels(output, "yuv444p")[$0] }
      // Red in full range: 54, 99, 255 by BT.709. FFmpeg's codes of BT.601, 81, 90, 240, keep their matrix where it is not
      // tagged, and the range, which FFmpeg tags always, becomes full: 76, 85, 255.
      let expected: [UInt8] = isTagged ? [54, 99, 255] : [76, 85, 255]
      for (code, wanted) in zip(codes, expected) {
        #expect(abs(Int(code ?? 0) - Int(wanted)) <= 1, "\(name) \(codes)")
      }
    }
  }

  /// Left-sited chroma: even columns take their sample unblended; centred: 3/4 and 1/4.
  @Test func chromaLiesWhereItsTagSays() throws {
    let folder = try ScratchFolder()
    let input = folder.path("a.mkv")
    try Tool.ffmpeg(
      "-f", "lavfi", "-i",
      "nullsrc=s=64x32:r=5:d=0.4,format=yuv420p,geq=lum=128:cb='if(lt(X,16),64,192)':cr=128",
      "-chroma_sample_location", "left", "-c:v", "ffv1", input)
    for (options, expected) in [
      ([], [UInt8(64), 64, 128, 192, 192]),
      (["-chroma_sample_location", "center"], [64, 64, 96, 160, 192]),
    ] {
      let output = folder.path("b.mkv")
      let run = try Tool.run(
        Tool.vkfilter,
        ["run"] + options + ["-i", input, "-pix_fmt", "yuv444p", "-c:v", "ffv1", "-y", output])
      #expect(run.status == 0, "\(run.errors)")

      let place = 64 * 32 + 64 * 5 + 29
      #expect(Array(try Clips.pixels(output, "yuv444p")[place..<(place + 5)]) == expected)
    }
  }

  @Test func wordsThatAreNoneAreNamed() throws {
    let run = try Tool.vkfilter("run", "-colorspace", "bt7o9", "-i", "a.mp4", "b.mp4")
    #expect(run.status == 64)
    #expect(run.errors.contains("-colorspace: 'bt7o9' is none of"))
    #expect(run.errors.contains("bt2020nc"))
  }
}
