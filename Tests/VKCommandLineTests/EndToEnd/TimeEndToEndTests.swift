import Foundation
import Testing

/// Rates, parts and repetitions through the real program, checked by FFmpeg.
@Suite struct TimeEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws -> Run {
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
