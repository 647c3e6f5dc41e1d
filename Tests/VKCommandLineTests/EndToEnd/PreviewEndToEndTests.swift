import Foundation
import Testing

/// What `play` shows in a window of a real X server.
@Suite(.enabled(if: XServer.isInstalled, XServer.advice), .serialized)
struct PreviewEndToEndTests {
  /// A picture in which no two pixels near each other are alike.
  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    UInt32((x * 5 + 3) & 255) << 16 | UInt32((y * 7 + 11) & 255) << 8 | UInt32((x * y + 90) & 255)
  }

  /// Raw pictures of 64×48, all the same: rows of blue, green, red, any.
  private func clip(_ folder: ScratchFolder, frames: Int = 1) throws {
    var picture = Data()
    for y in 0..<48 {
      for x in 0..<64 {
        let word = Self.pixel(x, y)
        picture.append(contentsOf: [
          UInt8(word & 255), UInt8(word >> 8 & 255), UInt8(word >> 16), 255,
        ])
      }
    }
    var clip = Data()
    for _ in 0..<frames { clip += picture }
    try clip.write(to: folder["clip.raw"])
  }

  private static let raw = ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", "64x48", "-r", "25"]

  /// The picture at one place of a window, black around it.
  private func placed(_ width: Int, _ height: Int, atX left: Int, _ top: Int) -> XWindow.Pixels {
    XWindow.Pixels(width, height) { x, y in
      let (px, py) = (x - left, y - top)
      return (0..<64).contains(px) && (0..<48).contains(py) ? Self.pixel(px, py) : 0
    }
  }

  @Test func aPictureIsSeenAsItIsUntilItsWindowIsClosed() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(
      ["play", "--stats", "stats.json"] + Self.raw + ["clip.raw"], in: folder)
    let window = try server.window("clip.raw", of: play)
    let whole = placed(64, 48, atX: 0, 0)
    try window.wait(for: "the picture") { $0 == whole }
    // Bars beside it, then above and below it: the window manager's size holds, the picture keeps its own.
    let wide = placed(160, 48, atX: 48, 0)
    try window.resize(160, 48)
    try window.wait(for: "the picture between bars") { $0 == wide }
    let high = placed(64, 80, atX: 0, 16)
    try window.resize(64, 80)
    try window.wait(for: "the picture below a bar") { $0 == high }
    try window.close()
    #expect(try play.end(within: 120) == 0, "\(play.errors)")
    let statistics = try statistics(folder)
    // One set of pictures for each size.
    #expect(statistics["windowPicturesMade"] as? Int == 3)
    #expect(statistics["windowSize"] as? [Int] == [64, 80])
    #expect(statistics["framesOut"] as? Int == 1)
  }

  @Test func fillCutsWhatDoesNotFitAndStretchDrawsOut() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try clip(folder)
    let fill = try server.vkfilter(
      ["play", "--gravity", "fill", "--window", "48x48"] + Self.raw + ["clip.raw"], in: folder)
    let window = try server.window("clip.raw", of: fill)
    // 48 of the 64 columns, from the ninth on.
    let middle = XWindow.Pixels(48, 48) { x, y in Self.pixel(x + 8, y) }
    try window.wait(for: "the middle of the picture") { $0 == middle }
    try window.press("q")
    #expect(try fill.end(within: 120) == 0, "\(fill.errors)")

    let stretch = try server.vkfilter(
      ["play", "--gravity", "stretch", "--window", "64x96"] + Self.raw + ["clip.raw"], in: folder)
    let tall = try server.window("clip.raw", of: stretch)
    // Drawn out, neighbours are between the rows they come from: red, which only columns tell apart, stays.
    try tall.wait(for: "the picture drawn out") { seen in
      guard seen.width == 64, seen.height == 96 else { return false }
      return (0..<64 * 96).allSatisfy { index in
        let wanted = Int(Self.pixel(index % 64, 0) >> 16)
        return abs(Int(seen.words[index] >> 16) - wanted) <= 1
      }
    }
    try tall.close()
    #expect(try stretch.end(within: 120) == 0, "\(stretch.errors)")
  }

  @Test func keysToggleTheFilterTakeStillsAndTellWhatIsShown() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(
      ["play", "-stream_loop", "-1"] + Self.raw + ["clip.raw", "-vf", "negate"], in: folder)
    let window = try server.window("clip.raw", of: play)
    let plain = placed(64, 48, atX: 0, 0)
    let negative = XWindow.Pixels(64, 48) { x, y in 0xFF_FFFF - Self.pixel(x, y) }
    try window.wait(for: "the negative") { $0 == negative }
    try window.press("f")
    try window.wait(for: "the picture without the filter") { $0 == plain }
    try window.press("f")
    try window.wait(for: "the negative again") { $0 == negative }
    try window.press("i")
    try window.waitForTitle { $0.contains("64x48") && $0.contains(" shown") }
    try window.press("i")
    try window.waitForTitle { $0 == "clip.raw" }
    try window.press("s")
    try play.wait(for: "still still-0001.png", seconds: 120)
    try window.press("q")
    #expect(try play.end(within: 120) == 0, "\(play.errors)")
    let still = try Tool.ffmpeg(
      "-i", folder.path("still-0001.png"), "-f", "rawvideo", "-pix_fmt", "bgr0", "-")
    let words = still.output.withUnsafeBytes { bytes in
      (0..<64 * 48).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) & 0xFF_FFFF }
    }
    #expect(words == negative.words)
  }

  @Test func aWindowThatIsNotSeenIsNotPaintedAndIsRightAgainAfter() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(
      ["play", "-stream_loop", "-1", "--stats", "stats.json"] + Self.raw + ["clip.raw"], in: folder)
    let window = try server.window("clip.raw", of: play)
    let whole = placed(64, 48, atX: 0, 0)
    try window.wait(for: "the picture") { $0 == whole }
    try window.press("i")
    try window.hide()
    try window.waitForTitle { $0.contains(" unseen") }
    try window.show()
    try window.wait(for: "the picture again") { $0 == whole }
    play.process.interrupt()
    #expect(try play.end(within: 120) == 130, "\(play.errors)")
    #expect((try statistics(folder)["dropped"] as? [String: Int])?["unseen"] ?? 0 > 0)
  }

  @Test func aMovieLastsAsLongAsItsTimesSay() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-c:v", "libx264", "-preset",
      "ultrafast", folder.path("clip.mp4"))
    let play = try server.vkfilter(
      ["play", "--stats", "stats.json", "clip.mp4", "-vf", "monochrome"], in: folder)
    #expect(try play.end(within: 120) == 0, "\(play.errors)")
    let statistics = try statistics(folder)
    let late = (statistics["dropped"] as? [String: Int])?["late"] ?? 0
    #expect(statistics["framesIn"] as? Int == 50)
    #expect((statistics["framesOut"] as? Int ?? 0) + late == 50)
    #expect(statistics["wallSeconds"] as? Double ?? 0 >= 1.96)
    #expect(statistics["objectsCreatedAfterWarmUp"] as? Int == 0)
    #expect(statistics["frameCopiesOnCPU"] as? Int == 0)
    #expect(statistics["windowPicturesMade"] as? Int == 1)
  }

  @Test func theMoviesSoundIsHeardSampleBySample() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i",
      "sine=440:r=44100:d=2", "-c:v", "ffv1", "-c:a", "pcm_s16le", "-ac", "2",
      folder.path("clip.mkv"))
    let play = try server.vkfilter(["play", "clip.mkv"], in: folder)
    #expect(try play.end(within: 120) == 0, "\(play.errors)")
    // Where the machine is slow there is silence in between, so that only what is no silence is compared.
    let heard = samples(try Data(contentsOf: folder["heard"]))
    let decoded = samples(
      try Tool.ffmpeg("-i", folder.path("clip.mkv"), "-f", "f32le", "-").output)
    #expect(heard.count > decoded.count * 9 / 10 && heard.count <= decoded.count)
    #expect(heard == Array(decoded.prefix(heard.count)))

    let mute = try server.vkfilter(["play", "-an", "-frames:v", "5", "clip.mkv"], in: folder)
    try FileManager.default.removeItem(at: folder["heard"])
    #expect(try mute.end(within: 120) == 0, "\(mute.errors)")
    #expect(!folder.names.contains("heard"))
  }

  private func samples(_ data: Data) -> [Float] {
    data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }.filter { $0 != 0 }
  }

  @Test func whatIsWrittenIsSeenAndFilteredOnce() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=64x48:r=25:d=4", "-c:v", "libx264", "-preset",
      "ultrafast", folder.path("in.mp4"))
    let run = try server.vkfilter(
      [
        "run", "-re", "-i", "in.mp4", "-vf", "negate", "--preview", "--stats", "stats.json",
        "out.mp4",
      ], in: folder)
    let window = try server.window("out.mp4", of: run)
    // FFmpeg's red is 254, 0, 0 in BT.601 and becomes cyan.
    try window.wait(for: "cyan") { seen in
      seen.width == 64
        && seen.words.allSatisfy { $0 >> 16 <= 8 && $0 >> 8 & 255 >= 247 && $0 & 255 >= 247 }
    }
    #expect(try run.end(within: 120) == 0, "\(run.errors)")
    let statistics = try statistics(folder)
    #expect(statistics["framesOut"] as? Int == 100)
    #expect(statistics["dispatches"] as? Int == 100)
  }

  /// The window is lost in the middle; what is written has all 100 frames, and it is said.
  @Test func aServerThatDiesTakesTheWindowAndNotTheRecording() throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx264", "-preset", "ultrafast",
      folder.path("in.mp4"))
    let run = try server.vkfilter(
      ["run", "-re", "-i", "in.mp4", "--preview", "-c:v", "ffv1", "out.mkv"], in: folder)
    _ = try server.window("out.mkv", of: run)
    server.die()
    #expect(try run.end(within: 120) == 0, "\(run.errors)")
    #expect(run.errors.contains("there is no window any more"), "\(run.errors)")
    let frames = try Tool.ffprobe(
      "-count_frames", "-show_entries", "stream=nb_read_frames", folder.path("out.mkv"))
    #expect(frames == ["100"])
  }

  /// A picture that stands and one that comes again and again.
  @Test(arguments: [[], ["-stream_loop", "-1"]])
  func aWindowAloneEndsWithItsServer(words: [String]) throws {
    let (server, folder) = (try XServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(["play"] + words + Self.raw + ["clip.raw"], in: folder)
    let window = try server.window("clip.raw", of: play)
    try window.wait(for: "the picture") { $0.width == 64 }
    server.die()
    #expect(try play.end(within: 120) == 69, "\(play.errors)")
  }

  private func statistics(_ folder: ScratchFolder) throws -> [String: Any] {
    let data = try Data(contentsOf: folder["stats.json"])
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}

/// `play` without a window.
@Suite struct PlayEndToEndTests {
  @Test func withoutADisplayTheMessageSaysWhatToSet() throws {
    let run = try Tool.run(
      URL(filePath: "/usr/bin/env"),
      [
        "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", Tool.vkfilter.path(percentEncoded: false), "play",
        "-f", "generator", "-s", "64x48", "checkerboard=8",
      ])
    #expect(run.status == 69)
    #expect(run.errors.contains("DISPLAY") || run.errors.contains("install libsdl2-2.0-0"))
  }

  @Test func anOutputInPlaceOfTheWindowIsWritten() throws {
    let folder = try ScratchFolder()
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "ffv1", folder.path("in.mkv"))
    let written = try Tool.vkfilter(
      "play", "-stream_loop", "1", folder.path("in.mkv"), "-vf", "hflip", "-c:v", "ffv1",
      folder.path("out.mkv"))
    #expect(written.status == 0, "\(written.errors)")
    let frames = try Tool.ffprobe(
      "-count_frames", "-show_entries", "stream=nb_read_frames", folder.path("out.mkv"))
    #expect(frames == ["50"])
  }

  @Test func anOptionOfAnEncoderNeedsAnOutput() throws {
    let run = try Tool.vkfilter("play", "in.mp4", "-crf", "20")
    #expect(run.status == 64)
    #expect(run.errors.contains("-crf is for an output"))
    for words in [
      ["play", "--gravity", "fill", "in.mp4", "out.mp4"],
      ["run", "-i", "in.mp4", "--window", "64x48", "out.mp4"],
    ] {
      let run = try Tool.run(Tool.vkfilter, words)
      #expect(run.status == 64)
      #expect(run.errors.contains("is for a window"))
    }
  }
}
