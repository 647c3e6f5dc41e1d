import Foundation
import Testing

/// What is shown in a window of a real Wayland compositor.
@Suite(.enabled(if: WaylandServer.isInstalled, WaylandServer.advice), .serialized)
struct WaylandEndToEndTests {
  /// A picture of 64×128 in which no two pixels near each other are alike; it is as high as the screen.
  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    UInt32((x * 5 + 3) & 255) << 16 | UInt32((y * 7 + 11) & 255) << 8 | UInt32((x * y + 90) & 255)
  }

  private static let raw = ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", "64x128", "-r", "25"]

  private func clip(_ folder: ScratchFolder) throws {
    var picture = Data()
    for index in 0..<64 * 128 {
      let word = Self.pixel(index % 64, index / 64)
      picture.append(contentsOf: [
        UInt8(word & 255), UInt8(word >> 8 & 255), UInt8(word >> 16), 255,
      ])
    }
    try picture.write(to: folder["clip.raw"])
  }

  /// The upper half of the screen with the picture in its middle, black beside it.
  private func screen(_ pixel: (Int, Int) -> UInt32) -> XWindow.Pixels {
    XWindow.Pixels(WaylandServer.size.width, 64) { x, y in
      (48..<112).contains(x) ? pixel(x - 48, y) : 0
    }
  }

  /// The same of what is seen; in the lower half Weston shows its pointer.
  private func upperHalf(_ seen: XWindow.Pixels) -> XWindow.Pixels {
    XWindow.Pixels(seen.width, min(seen.height, 64)) { seen[$0, $1] }
  }

  @Test func aPictureIsSeenAsItIsAndKeysDoWhatTheyDo() throws {
    let (server, folder) = (try WaylandServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(
      ["play", "--stats", "stats.json", "-stream_loop", "-1"] + Self.raw
        + ["clip.raw", "-vf", "negate"], in: folder)
    let negative = screen { 0xFF_FFFF - Self.pixel($0, $1) }
    try server.screen.wait(for: "the negative") { upperHalf($0) == negative }
    try server.screen.press("f")
    let plain = screen(Self.pixel)
    try server.screen.wait(for: "the picture without the filter") { upperHalf($0) == plain }
    try server.screen.press("q")
    #expect(try play.end(within: 120) == 0, "\(play.errors)")
    let data = try Data(contentsOf: folder["stats.json"])
    let statistics = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    // The screen is larger than the picture: the window was made larger to fill it.
    #expect(statistics["windowSize"] as? [Int] == [160, 128])
    #expect(statistics["frameCopiesOnCPU"] as? Int == 0)
  }

  /// A picture that stands and one that comes again and again.
  @Test(arguments: [[], ["-stream_loop", "-1"]])
  func aWindowAloneEndsWithItsCompositor(words: [String]) throws {
    let (server, folder) = (try WaylandServer(), try ScratchFolder())
    try clip(folder)
    let play = try server.vkfilter(["play"] + words + Self.raw + ["clip.raw"], in: folder)
    let plain = screen(Self.pixel)
    try server.screen.wait(for: "the picture") { upperHalf($0) == plain }
    server.die()
    #expect(try play.end(within: 120) == 69, "\(play.errors)")
    #expect(play.errors.contains("the display that the window was on is gone"), "\(play.errors)")
  }

  /// The window is lost in the middle; what is written has all 100 frames, and it is said.
  @Test func aCompositorThatDiesTakesTheWindowAndNotTheRecording() throws {
    let (server, folder) = (try WaylandServer(), try ScratchFolder())
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=64x128:r=25:d=4", "-c:v", "libx264", "-preset",
      "ultrafast", folder.path("in.mp4"))
    let run = try server.vkfilter(
      ["run", "-re", "-i", "in.mp4", "--preview", "-c:v", "ffv1", "out.mkv"], in: folder)
    try server.screen.wait(for: "red") { $0.width == 160 && $0[80, 32] >> 16 >= 247 }
    server.die()
    #expect(try run.end(within: 120) == 0, "\(run.errors)")
    #expect(run.errors.contains("there is no window any more"), "\(run.errors)")
    let frames = try Tool.ffprobe(
      "-count_frames", "-show_entries", "stream=nb_read_frames", folder.path("out.mkv"))
    #expect(frames == ["100"])
  }
}
