import Foundation
import Testing

/// Changes at given times, snapshots, questions while a run goes on.
@Suite struct EditScriptEndToEndTests {
  /// Frame N of the clip shows N in bars at 30 frames a second; inverted bars are the number's complement.
  @Test func commandsHoldFromTheFrameOfTheirTime() throws {
    let folder = try ScratchFolder()
    try """
    # from the thirtieth frame on
    1 filter invert

    1.5 snapshot \(folder.path("at45.png"))
    00:00:02 filter none
    3000ms stop
    """.write(to: folder["script"], atomically: true, encoding: .utf8)
    let run = try Tool.vkfilter(
      "run", "-i", try Clips.numbered.get(), "-vf", "null", "--edit-script", folder.path("script"),
      "-c:v", "libx264", "-crf", "0", folder.path("out.mkv"))
    #expect(run.status == 0, "\(run.errors)")
    let numbers = try barNumbers(folder.path("out.mkv"))
    #expect(numbers == (0..<90).map { (30..<60).contains($0) ? 4095 - $0 : $0 })
    #expect(try barNumbers(folder.path("at45.png")) == [4095 - 45])
  }

  /// The numbers that the bars of each frame show.
  private func barNumbers(_ path: String) throws -> [Int] {
    let pixels = [UInt8](try Clips.pixels(path, "gray"))
    return stride(from: 0, to: pixels.count, by: 96 * 32).map { frame in
      (0..<12).reduce(0) { $0 + (pixels[frame + 16 * 96 + $1 * 8 + 4] > 127 ? 1 << $1 : 0) }
    }
  }

  @Test func mutedSoundIsLeftOutForThatTime() throws {
    let folder = try ScratchFolder()
    try "0.5 mute audio\n1.25 unmute audio\n".write(
      to: folder["script"], atomically: true, encoding: .utf8)
    let run = try Tool.vkfilter(
      "run", "-i", try Clips.short.get(), "-vf", "null", "--edit-script", folder.path("script"),
      folder.path("out.mp4"))
    #expect(run.status == 0, "\(run.errors)")
    func times(_ path: String) throws -> [Double] {
      try Tool.ffprobe("-select_streams", "a", "-show_entries", "packet=pts_time", path)
        .compactMap { Double($0.prefix { $0 != "," }) }
    }
    let expected = try times(try Clips.short.get()).filter { $0 < 0.5 || $0 >= 1.25 }
    #expect(try times(folder.path("out.mp4")) == expected)
  }

  @Test(arguments: [
    ("1 filter invert\n2 nonsense\n", "line 2"), ("one filter invert\n", "'one' is no time"),
    ("3\n", "a command is missing"), ("1 filter none\n2 set brightness.brightness 0.1\n", "line 2"),
    ("1 set brightness.colour 3\n", "no parameter colour"),
    ("1 filter alpha-blend\n", "takes 2 -i"),
  ])
  func aScriptThatIsWrongIsRefusedBeforeAnythingIsWritten(text: String, culprit: String) throws {
    let folder = try ScratchFolder()
    try text.write(to: folder["script"], atomically: true, encoding: .utf8)
    let run = try Tool.vkfilter(
      "run", "-i", try Clips.short.get(), "-vf", "brightness", "--edit-script",
      folder.path("script"), folder.path("out.mp4"))
    #expect(run.status == 64)
    #expect(run.errors.contains(culprit), "\(run.errors)")
    #expect(folder.names == ["script"])
  }

  @Test func aSocketTakesCommandsAndAnswersThem() throws {
    let folder = try ScratchFolder()
    let socket = folder.path("s")
    let run = try Tool.start(
      Tool.vkfilter,
      [
        "run", "-f", "rawvideo", "-s", "64x64", "-pix_fmt", "gray", "-i", "/dev/zero", "-vf",
        "brightness=0", "--commands", socket, "-f", "null", "-",
      ])
    defer { run.process.terminate() }
    let answers = try Tool.run(
      URL(filePath: "/usr/bin/python3"),
      [
        "-c",
        """
        import socket, sys, time, os
        for _ in range(400):
          if os.path.exists(sys.argv[1]): break
          time.sleep(0.05)
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f = s.makefile('rw')
        def ask(line):
          f.write(line + '\\n'); f.flush(); return f.readline().strip()
        while '"framesOut":0' in ask('stats'): time.sleep(0.05)
        print(ask('set brightness.brightness 0.5'))
        print(ask('set brightness.nothing 1'))
        print(ask('snapshot ' + sys.argv[2]))
        while not os.path.exists(sys.argv[2]): time.sleep(0.05)
        print(ask('snapshot ' + sys.argv[2]))
        print(ask('stop'))
        """, socket, folder.path("still.png"),
      ])
    let lines = answers.text.split(separator: "\n")
    #expect(answers.status == 0, "\(answers.errors)\(run.errors)")
    try #require(lines.count == 5)
    #expect([lines[0], lines[2], lines[4]] == ["ok", "ok", "ok"])
    #expect(lines[1].hasPrefix("error: ") && lines[1].contains("nothing"))
    #expect(lines[3].hasPrefix("error: ") && lines[3].contains("still.png"))
    #expect(try run.end(within: 10) == 0)
    #expect(folder.names == ["still.png"])
    // Black, a half added.
    #expect(
      try Clips.pixels(folder.path("still.png"), "gray").allSatisfy { (127...128).contains($0) })
  }
}

/// Graphs of several inputs.
@Suite struct GraphEndToEndTests {
  /// A quarter of 200, a quarter of 100 inverted and a half of 40, all in full-range grey.
  @Test func aGraphJoinsInputsByNames() throws {
    let folder = try ScratchFolder()
    for value in [200, 100, 40] {
      try Tool.ffmpeg(
        "-f", "lavfi", "-i", "color=s=32x16:d=0.2:r=25,format=gray,geq=lum=\(value)", "-c:v",
        "ffv1",
        "-color_range", "pc", folder.path("\(value).mkv"))
    }
    let run = try Tool.vkfilter(
      "run", "-i", folder.path("200.mkv"), "-i", folder.path("100.mkv"), "-i",
      folder.path("40.mkv"), "-filter_complex",
      "[1]invert[a];[0][a]alpha-blend=mix=0.5[b];[b][2]alpha-blend=mix=0.5[out]", "-c:v", "ffv1",
      folder.path("out.mkv"))
    #expect(run.status == 0, "\(run.errors)")
    let pixels = try Clips.pixels(folder.path("out.mkv"), "gray")
    #expect(pixels.count == 5 * 32 * 16)
    // 50 + 155 / 4 + 20 = 108.75
    #expect(pixels.allSatisfy { (108...110).contains($0) }, "\(pixels.first ?? 0)")
  }

  /// A picture and its mirror image, each a half: what FFmpeg's `blend` makes of them.
  @Test func aPictureMayBeSplit() throws {
    let folder = try ScratchFolder()
    let picture = try Clips.picture.get()
    let run = try Tool.vkfilter(
      "image", "-i", picture, "-filter_complex", "split[a][b];[b]hflip[c];[a][c]alpha-blend=0.5",
      folder.path("out.png"))
    #expect(run.status == 0, "\(run.errors)")
    try Tool.ffmpeg(
      "-i", picture, "-filter_complex",
      "format=gbrp,split[a][b];[b]hflip[c];[a][c]blend=all_mode=average", folder.path("ref.png"))
    let ours = try Clips.pixels(folder.path("out.png"), "rgb24")
    let theirs = try Clips.pixels(folder.path("ref.png"), "rgb24")
    #expect(ours.count == theirs.count)
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func aGraphThatIsWrongIsRefused() throws {
    let folder = try ScratchFolder()
    let run = try Tool.vkfilter(
      "image", "-i", try Clips.picture.get(), "-filter_complex", "[0]invert[a];[b]sepia",
      folder.path("out.png"))
    #expect(run.status == 64)
    #expect(run.errors.contains("[b] (character 15)") || run.errors.contains("2 pictures"))
    #expect(folder.names.isEmpty)
  }
}
