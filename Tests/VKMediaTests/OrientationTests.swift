import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

/// Pictures that must be turned or mirrored to be upright.
@Suite struct OrientationTests {
  private static let all = (0..<8).map { Orientation(quarterTurns: $0 % 4, isMirrored: $0 > 3) }

  /// Three raw frames of 6x4 with that display matrix.
  private func clip(_ space: Workspace, _ orientation: Orientation) throws -> String {
    let source = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=6x4:r=25:d=0.12 -pix_fmt rgb24 -c:v rawvideo", to: "source.nut")
    var options = MovieWriterOptions()
    options.orientation = orientation
    options.codec = "rawvideo"
    options.pixelFormat = "rgb24"
    options.overwrite = true
    let movie = try MovieFile(source)
    try copy(movie, to: MovieWriter(space.path("a.mov"), like: movie, options: options))
    return space.path("a.mov")
  }

  private func run(
    _ clip: String, _ space: Workspace, to name: String, autorotates: Bool,
    orientation: Orientation = .up
  ) async throws -> MovieWriter {
    let movie = try MovieFile(clip)
    var options = MovieWriterOptions()
    options.orientation = orientation
    options.codec = "rawvideo"
    options.pixelFormat = "rgb24"
    let writer = try MovieWriter(space.path(name), like: movie, options: options)
    var settings = PipelineSettings()
    settings.autorotates = autorotates
    try await (movie --> writer).run(settings)
    return writer
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// FFmpeg's program turns pictures by the same matrix.
  @Test(arguments: all)
  func picturesStandAsFFmpegTurnsThem(_ orientation: Orientation) async throws {
    let space = try Workspace()
    let clip = try clip(space, orientation)
    #expect(try MovieFile(clip).orientation == orientation)
    let expected = try space.ffmpeg("-i \(clip) -f rawvideo -pix_fmt rgb24", to: "expected.rgb")
    _ = try await run(clip, space, to: "b.mov", autorotates: true)
    let upright = try space.ffmpeg("-i @b.mov -f rawvideo -pix_fmt rgb24", to: "b.rgb")
    #expect(try bytes(upright) == bytes(expected))
    #expect(try MovieFile(space.path("b.mov")).orientation == .up)
    let sides = try probe(space.path("b.mov"), "stream=width,height")
    #expect(sides == [orientation.swapsAxes ? "4,6" : "6,4"])
  }

  @Test(arguments: all)
  func picturesLeftAsTheyAreKeepTheirMatrix(_ orientation: Orientation) async throws {
    let space = try Workspace()
    let clip = try clip(space, orientation)
    let writer = try await run(
      clip, space, to: "b.mov", autorotates: false, orientation: orientation)
    #expect(writer.statistics.warnings == [])
    #expect(try MovieFile(space.path("b.mov")).orientation == orientation)
    for flag in ["-noautorotate", "-autorotate 1"] {
      let one = try space.ffmpeg("\(flag) -i \(clip) -f rawvideo -pix_fmt rgb24", to: "a.rgb")
      let other = try space.ffmpeg("\(flag) -i @b.mov -f rawvideo -pix_fmt rgb24", to: "b.rgb")
      #expect(try bytes(one) == bytes(other))
    }
  }

  @Test func aContainerWithoutMatricesIsNamed() async throws {
    let space = try Workspace()
    let turned = Orientation(quarterTurns: 1)
    let writer = try await run(
      clip(space, turned), space, to: "b.nut", autorotates: false, orientation: turned)
    #expect(writer.statistics.warnings.contains { $0.contains("turned") })
  }
}
