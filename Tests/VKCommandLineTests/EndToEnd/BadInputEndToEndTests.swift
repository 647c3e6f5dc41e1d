import Foundation
import Testing

/// Each bad input gets one line that names it, its exit code, and leaves no file behind.
@Suite struct BadInputEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Runs vkfilter and expects it to fail with `code`, to name `culprit` in one line and to leave the folder as it was.
  private func expectFailure(
    _ code: Int32, naming culprit: String, _ words: [String], input: Data? = nil,
    environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = folder.names
    let run = try Tool.run(Tool.vkfilter, words, input: input, environment: environment)
    #expect(run.status == code, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.contains(culprit), "\(run.errors)", sourceLocation: sourceLocation)
    let errors = run.errorLines.filter { !$0.hasPrefix("vkfilter: device llvmpipe") }
    #expect(errors.count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(folder.names == before, sourceLocation: sourceLocation)
  }

  private func run(_ input: String, _ rest: String...) -> [String] {
    ["run", "-i", input] + rest
  }

  @Test func aMissingFile() throws {
    try expectFailure(
      66, naming: "nosuch.mp4", run("nosuch.mp4", "-vf", "null", folder.path("o.mp4")))
  }

  @Test func aFolderAsInput() throws {
    try expectFailure(66, naming: "/tmp", run("/tmp", "-vf", "null", folder.path("o.mp4")))
  }

  @Test func aFileWithoutVideo() throws {
    let sound = try Clips.sound.get()
    try expectFailure(65, naming: "sound.m4a", run(sound, "-vf", "null", folder.path("o.mp4")))
  }

  @Test func aMovieCutOffBeforeItsIndexNoiseAndNothing() throws {
    let whole = try Data(contentsOf: URL(filePath: try Clips.short.get()))
    try whole.prefix(whole.count * 6 / 10).write(to: folder["cut.mp4"])
    try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3) })
      .write(to: folder["noise.mp4"])
    try Data().write(to: folder["empty.mp4"])
    for name in ["cut.mp4", "noise.mp4", "empty.mp4"] {
      try expectFailure(
        65, naming: name, run(folder.path(name), "-vf", "null", folder.path("o.mp4")))
    }
  }

  @Test func aStreamCutInItsMiddleGivesItsWholeFrames() throws {
    try Tool.ffmpeg("-i", try Clips.short.get(), "-c", "copy", folder.path("in.ts"))
    let whole = try Data(contentsOf: folder["in.ts"])
    try whole.prefix(whole.count / 2).write(to: folder["cut.ts"])
    let output = folder.path("o.mkv")
    let run = try Tool.vkfilter("run", "-i", folder.path("cut.ts"), "-vf", "null", output)
    #expect(run.status == 0, "\(run.errors)")
    #expect((10..<50).contains(try Clips.times(output).count))
  }

  @Test func aStreamWithoutFrames() throws {
    try Data("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420jpeg\n".utf8).write(to: folder["none.y4m"])
    try expectFailure(
      65, naming: "none.y4m", run(folder.path("none.y4m"), "-vf", "null", folder.path("o.mp4")))
    try expectFailure(
      65, naming: "frame",
      [
        "run", "-f", "rawvideo", "-s", "64x48", "-pix_fmt", "rgba", "-r", "25", "-i", "-", "-vf",
        "null", folder.path("o.mp4"),
      ], input: Data())
  }

  @Test func aMovieOfOneFrameIsAMovie() throws {
    try Tool.ffmpeg("-i", try Clips.short.get(), "-frames:v", "1", folder.path("one.mp4"))
    let output = folder.path("o.mp4")
    let run = try Tool.vkfilter("run", "-i", folder.path("one.mp4"), "-vf", "null", output)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Clips.times(output).count == 1)
    let duration = try Tool.ffprobe("-show_entries", "format=duration", output)
    #expect(try #require(Double(duration.first ?? "")) >= 0.03)
  }

  @Test func anEncoderThatIsNotThereOrRefuses() throws {
    let clip = try Clips.short.get()
    try expectFailure(
      69, naming: "nosuch", run(clip, "-vf", "null", "-c:v", "nosuch", folder.path("o.mp4")))
    try expectFailure(
      73, naming: "libx264",
      run(clip, "-vf", "crop=33:17:0:0", "-c:v", "libx264", folder.path("o.mp4")))
  }

  @Test func aContainerThatIsNone() throws {
    try expectFailure(
      73, naming: "o.nosuch", run(try Clips.short.get(), "-vf", "null", folder.path("o.nosuch")))
  }

  @Test func anOutputWhoseFolderIsMissing() throws {
    try expectFailure(
      73, naming: "none/o.mp4",
      run(try Clips.short.get(), "-vf", "null", folder.path("none/o.mp4")))
  }

  @Test func anOutputThatExists() throws {
    try Data("mine".utf8).write(to: folder["o.mp4"])
    try expectFailure(
      73, naming: "o.mp4", run(try Clips.short.get(), "-vf", "null", folder.path("o.mp4")))
    #expect(try Data(contentsOf: folder["o.mp4"]) == Data("mine".utf8))
  }

  @Test func anOutputThatIsTheInputByAnyName() throws {
    let bytes = try Data(contentsOf: URL(filePath: try Clips.short.get()))
    try bytes.write(to: folder["in.mp4"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("soft.mp4"), withDestinationPath: folder.path("in.mp4"))
    try FileManager.default.linkItem(at: folder["in.mp4"], to: folder["hard.mp4"])
    for name in ["in.mp4", "./in.mp4", "soft.mp4", "hard.mp4"] {
      try expectFailure(
        73, naming: name, run(folder.path("in.mp4"), "-vf", "null", "-y", folder.path(name)))
      #expect(try Data(contentsOf: folder["in.mp4"]) == bytes)
    }
  }

  @Test(arguments: [
    ("nosuch", "nosuch"), ("monochrome=nosuch=1", "nosuch"), ("saturation=9", "saturation"),
    ("saturation=x", "'x'"), ("saturation=0,,", "character 14"), ("saturation='", "character 12"),
    ("alpha-blend=mix=0.5", "alpha-blend"),
  ]) func aChainWithAnError(chain: String, culprit: String) throws {
    try expectFailure(
      64, naming: culprit, run(try Clips.short.get(), "-vf", chain, folder.path("o.mp4")))
  }

  @Test func aLookupTableThatIsMissingOrWrong() throws {
    try expectFailure(
      66, naming: "none.cube",
      run(try Clips.short.get(), "-vf", "lut3d=none.cube", folder.path("o.mp4")))
    try Data("LUT_3D_SIZE 2\n0 0 0\n1 1\n".utf8).write(to: folder["bad.cube"])
    try expectFailure(
      65, naming: "bad.cube",
      run(try Clips.short.get(), "-vf", "lut3d=\(folder.path("bad.cube"))", folder.path("o.mp4")))
  }

  @Test func noDeviceAndNoDeviceOfThatName() throws {
    let words = run(try Clips.short.get(), "-vf", "null", folder.path("o.mp4"))
    try expectFailure(
      69, naming: "Vulkan", words,
      environment: ["VK_DRIVER_FILES": "/nosuch", "VK_ICD_FILENAMES": "/nosuch"])
    for name in ["nosuch", "99", "-1"] {
      try expectFailure(69, naming: "llvmpipe", words + ["--device", name])
    }
    try expectFailure(64, naming: "--device", words + ["--device", ""])
  }

  @Test func aDeviceWithoutANeededFeature() throws {
    // The layer that counts can also make the device lack timeline semaphores.
    let library = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tools/counters/build")
    let built = try ScratchFolder()
    let build = try Tool.run(library, [built.url.path(percentEncoded: false)])
    try #require(build.status == 0, "\(build.errors)")
    try expectFailure(
      69, naming: "timelineSemaphore",
      run(try Clips.short.get(), "-vf", "null", folder.path("o.mp4")),
      environment: [
        "VK_ADD_LAYER_PATH": built.url.path(percentEncoded: false),
        "VK_INSTANCE_LAYERS": "VK_LAYER_VKFILTER_counters",
        "VKFILTER_HIDE_FEATURE": "timelineSemaphore",
      ])
  }

  @Test func noVulkanLoader() throws {
    // A file that is no library stands first on the path where the loader is looked for.
    try FileManager.default.createDirectory(at: folder["lib"], withIntermediateDirectories: true)
    try Data("none".utf8).write(to: folder["lib"].appending(path: "libvulkan.so.1"))
    try expectFailure(
      69, naming: "libvulkan", run(try Clips.short.get(), "-vf", "null", folder.path("o.mp4")),
      environment: ["LD_LIBRARY_PATH": folder.path("lib")])
  }

  @Test func anOptionThatIsNotThereIsNamed() throws {
    try expectFailure(
      64, naming: "-pass",
      run(try Clips.short.get(), "-pass", "2", "-vf", "null", folder.path("o.mp4")))
  }

  /// MP4 does not hold the subtitles of this Matroska file's kind, which is a warning.
  @Test func strictTakesWarningsForErrorsAndKeepsWhatWasThere() throws {
    let folder = try ScratchFolder()
    try "1\n00:00:00,000 --> 00:00:01,000\nword\n".write(
      to: folder["in.srt"], atomically: true, encoding: .utf8)
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-i", folder.path("in.srt"), "-pix_fmt",
      "yuv420p", "-c:s", "srt", folder.path("in.mkv"))
    try Data("old".utf8).write(to: folder["out.mp4"])
    let words = ["run", "-y", "-i", folder.path("in.mkv"), "-vf", "null"]
    let strict = try Tool.run(Tool.vkfilter, words + ["--strict", folder.path("out.mp4")])
    #expect(strict.status == 65)
    #expect(strict.errors.contains("warning:") && strict.errors.contains("--strict"))
    #expect(try Data(contentsOf: folder["out.mp4"]) == Data("old".utf8))
    let lax = try Tool.run(Tool.vkfilter, words + [folder.path("out.mp4")])
    #expect(lax.status == 0)
    #expect(try Data(contentsOf: folder["out.mp4"]).count > 1000)
  }

  /// The clock jumps back in the midst of the file, which is known only on the way.
  @Test func strictTakesLateWarningsForErrorsToo() throws {
    let folder = try ScratchFolder()
    let clip = folder.path("a.ts")
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-pix_fmt", "yuv420p", clip)
    let data = try Data(contentsOf: folder["a.ts"])
    try (data + data).write(to: folder["twice.ts"])
    let words = ["run", "-i", folder.path("twice.ts"), "-vf", "null"]
    let strict = try Tool.run(Tool.vkfilter, words + ["--strict", folder.path("strict.mkv")])
    #expect(strict.status == 65, "\(strict.errors)")
    let lax = try Tool.run(Tool.vkfilter, words + [folder.path("lax.mkv")])
    #expect(lax.status == 0)
    #expect(lax.errors.contains("warning:"))
    #expect(folder.names == ["a.ts", "lax.mkv", "twice.ts"])
  }
}
