import Foundation
import Testing

/// Rates, parts and repetitions through the real program, checked by FFmpeg.
@Suite struct TimeEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws -> Run { try run(words) }

  private func run(_ words: [String]) throws -> Run {
    let run = try Tool.run(Tool.vkfilter, ["run"] + words)
    try #require(run.status == 0, "\(words.joined(separator: " ")): \(run.errors)")
    return run
  }

  private func statistics() throws -> [String: Any] {
    let data = try Data(contentsOf: folder["stats.json"])
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func aConstantRateCountsWhatItRepeatsAndSkips() throws {
    let output = folder.path("out.mp4")
    let made = try run(
      "-i", try Clips.short.get(), "-vf", "null", "-r", "30", "-frames:v", "45", "--progress",
      "line", "--stats", folder.path("stats.json"), output)
    #expect(
      try Tool.ffprobe("-show_entries", "stream=nb_frames,avg_frame_rate,duration", output)
        .first == "30/1,1.500000,45")
    let numbers = try statistics()
    // 1.5 s hold 38 frames of 25 a second; every sixth moment repeats one.
    #expect(numbers["framesIn"] as? Int == 38)
    #expect(numbers["framesOut"] as? Int == 45)
    #expect(numbers["framesRepeated"] as? Int == 7)
    #expect(made.errors.contains("7 repeated"))
  }

  @Test func halfTheRateIsNoLossByMistake() throws {
    _ = try run(
      "-i", try Clips.short.get(), "-vf", "null", "-r", "12.5", "--stats",
      folder.path("stats.json"), "-f", "null", "-")
    let numbers = try statistics()
    #expect(numbers["dropped"] as? [String: Int] == ["frameRate": 25])
    #expect(numbers["framesOut"] as? Int == 25)
    #expect(numbers["warnings"] as? [String] == [])
  }

  @Test func anEndlessInputEndsWhereTheOutputIsToldTo() throws {
    let output = folder.path("out.mp4")
    _ = try run(
      "-stream_loop", "-1", "-i", try Clips.short.get(), "-vf", "null", "-t", "5", output)
    #expect(
      try Tool.ffprobe("-select_streams", "v", "-show_entries", "stream=nb_frames", output)
        == ["124"])
    let lengths = try Tool.ffprobe("-show_entries", "stream=duration", output).map(Double.init)
    #expect(lengths.allSatisfy { abs(($0 ?? 0) - 5) < 0.05 }, "\(lengths)")
  }

  @Test func soundOfASecondInputGoesWithThePicturesOfTheFirst() throws {
    let (output, sound) = (folder.path("out.mkv"), try Clips.sound.get())
    _ = try run(
      "-i", sound, "-i", try Clips.short.get(), "-vf", "null", "-map", "1:v", "-map", "0:a",
      "-preset", "ultrafast", output)
    #expect(
      try Tool.ffprobe("-show_entries", "stream=codec_name,width", output) == ["h264,160", "aac"])
    #expect(
      try Tool.ffprobe(
        "-count_packets", "-select_streams", "a", "-show_entries",
        "stream=nb_read_packets", output)
        == Tool.ffprobe("-count_packets", "-show_entries", "stream=nb_read_packets", sound))
  }

  /// 1.3 s of sound, which lasts into the thirty-third picture.
  private func sound() throws -> String {
    let path = folder.path("sound.m4a")
    try Tool.ffmpeg("-f", "lavfi", "-i", "sine=d=1.3:r=48000", "-c:a", "aac", path)
    return path
  }

  @Test(arguments: [
    ["-c:a", "copy"], ["-c:a", "aac"], ["-stream_loop"],
  ])
  func theShortestStreamMayEndAll(words: [String]) throws {
    let (output, sound) = (folder.path("out.mp4"), try sound())
    let isEndless = words == ["-stream_loop"]
    let input = try isEndless ? Clips.picture.get() : Clips.short.get()
    _ = try run(
      (isEndless ? ["-stream_loop", "-1"] : []) + ["-i", input, "-i", sound, "-map", "0:v"]
        + ["-map", "1:a", "-shortest", "--stats", folder.path("stats.json")]
        + (isEndless ? [] : words) + [output])
    let counts = try Tool.ffprobe("-show_entries", "stream=nb_frames", output)
    #expect(counts == ["33", "62"])
    #expect(try statistics()["framesOut"] as? Int == 33)
  }

  @Test func longerSoundEndsWithThePictures() throws {
    let (output, sound) = (folder.path("out.mkv"), folder.path("long.wav"))
    try Tool.ffmpeg("-f", "lavfi", "-i", "sine=d=5:r=48000", sound)
    _ = try run(
      ["-i", try Clips.short.get(), "-i", sound, "-map", "0:v", "-map", "1:a", "-shortest", output])
    let ends = try Tool.ffprobe(
      "-select_streams", "a", "-show_entries", "packet=pts_time,duration_time", output
    ).map { $0.split(separator: ",").compactMap { Double($0) }.reduce(0, +) }
    #expect(abs((ends.last ?? 0) - 2) < 0.05)
  }

  @Test func soundOfTheMovieItselfEndsItToo() throws {
    let (source, output) = (folder.path("in.mp4"), folder.path("out.mp4"))
    try Tool.ffmpeg(
      "-i", try Clips.short.get(), "-i", try sound(), "-map", "0:v", "-map", "1:a", "-c", "copy",
      source)
    _ = try run(["-i", source, "-shortest", output])
    #expect(
      try Tool.ffprobe("-select_streams", "v", "-show_entries", "stream=nb_frames", output)
        == ["33"])
  }

  @Test func metadataChaptersAndDataAreLeftOutWhereAsked() throws {
    let source = folder.path("in.mov")
    let text = ";FFMETADATA1\ntitle=T\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=One\n"
    try Data(text.utf8).write(to: folder["meta.txt"])
    try Tool.ffmpeg(
      "-i", try Clips.short.get(), "-i", folder.path("meta.txt"), "-map", "0", "-map_metadata", "1",
      "-metadata:s:a:0", "language=ger", "-timecode", "01:00:00:00", "-c", "copy", source)
    for (words, title, language, chapters, chapter) in [
      ([], "T", "ger", 1, "One"), (["-map_metadata", "-1"], nil, nil, 1, nil),
      (["-map_chapters", "-1"], "T", "ger", 0, nil), (["-dn"], "T", "ger", 1, "One"),
    ] as [([String], String?, String?, Int, String?)] {
      let output = folder.path("out.mkv")
      let made = try run(["-y", "-i", source] + words + [output])
      // Matroska holds no time code: without -dn that is said.
      #expect(made.errors.contains("left out") != (words == ["-dn"]), "\(words)")
      let probe = try Tool.run(
        URL(filePath: "/usr/bin/ffprobe"),
        [
          "-loglevel", "error", "-of", "json", "-show_chapters", "-show_entries",
          "format_tags=title:stream_tags=language", output,
        ])
      let json = try #require(
        try JSONSerialization.jsonObject(with: probe.output) as? [String: Any])
      let tags = (json["format"] as? [String: Any])?["tags"] as? [String: String]
      let streams = json["streams"] as? [[String: Any]] ?? []
      let found = json["chapters"] as? [[String: Any]] ?? []
      #expect(tags?["title"] == title, "\(words)")
      #expect(
        streams.compactMap { ($0["tags"] as? [String: String])?["language"] }.last == language,
        "\(words)")
      #expect(found.count == chapters, "\(words)")
      #expect((found.first?["tags"] as? [String: String])?["title"] == chapter, "\(words)")
    }
    let refused = try Tool.vkfilter(
      "run", "-i", source, "-map_metadata", "1", folder.path("no.mkv"))
    #expect(refused.status == 64 && refused.errors.contains("-map_metadata"))
  }

  @Test func aPartOfALoopedInputMayBeginBehindItsFirstPass() throws {
    let output = folder.path("out.mkv")
    let source = folder.path("silent.mkv")
    try Tool.ffmpeg("-i", try Clips.short.get(), "-an", "-c", "copy", source)
    _ = try run(["-stream_loop", "2", "-ss", "2.4", "-i", source, "-c:v", "ffv1", output])
    // FFmpeg 5.1 begins with the same picture, the eleventh, and loses the third pass.
    let pixels = try [output, source].map { try Clips.pixels($0, "yuv420p") }
    let frame = 160 * 90 * 3 / 2
    #expect(pixels[0].count == 90 * frame)
    #expect(pixels[0].prefix(40 * frame) == pixels[1].dropFirst(10 * frame))
    #expect(pixels[0].dropFirst(40 * frame) == pixels[1])
  }

  @Test func aMapWithoutPicturesOrOfNoInputIsNamed() throws {
    let clip = try Clips.short.get()
    for (map, text) in [
      ("0:a", "no pictures"), ("3", "only 1 input"), ("x", "'x' selects nothing"),
    ] {
      let run = try Tool.vkfilter("run", "-i", clip, "-map", map, folder.path("out.mp4"))
      #expect(run.status == 64 && run.errors.contains(text), "\(map): \(run.errors)")
    }
  }
}
