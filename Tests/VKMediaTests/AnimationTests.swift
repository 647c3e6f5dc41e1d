import Foundation
import Testing
import VKCore
import VKMedia

/// Pictures that move: GIF, APNG, WebP.
@Suite struct AnimationTests {
  /// A GIF of five frames in which a red bar of 13 columns moves right by ten columns a frame over nothing.
  private func bars(_ space: Workspace) throws -> String {
    try space.ffmpeg(
      "-f lavfi -i nullsrc=s=64x48:r=10:d=0.5,format=rgba,geq=r=255:g=0:b=0:a='255*between(X,N*10,N*10+12)'"
        + " -vf split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse", to: "bars.gif"
    )
  }

  /// Which columns of a row are covered.
  private func coverage(_ frame: Frame) throws -> [Bool] {
    let buffer = frame.pixelBuffer
    let alpha = try #require(buffer.format.hasAlpha ? buffer.format.components.last : nil)
    return buffer.withLockedPlanes(.readOnly) { planes in
      (0..<buffer.size.width).map {
        planes[0].bytes[planes[0].bytesPerRow * 10 + $0 * alpha.step + alpha.offset] == 255
      }
    }
  }

  @Test func aGIFsFramesAreWholeAndKeepTheirTimes() throws {
    let space = try Workspace()
    let frames = try readAll(MovieFile(bars(space)))
    #expect(frames.compactMap(\.time) == (0..<5).map { MediaTime(value: $0, timescale: 10) })
    for (n, frame) in frames.enumerated() {
      #expect(try coverage(frame) == (0..<64).map { (n * 10...n * 10 + 12).contains($0) })
    }
  }

  @Test func aFormatThatHoldsTheSameIsTakenWithAWord() throws {
    let space = try Workspace()
    var options = MovieWriterOptions()
    options.codec = "ffv1"
    options.pixelFormat = "rgba"
    let movie = try MovieFile(bars(space))
    let writer = try MovieWriter(space.path("a.mkv"), like: movie, options: options)
    try copy(movie, to: writer)
    #expect(writer.statistics.warnings.contains { $0.contains("rgba") && $0.contains("bgra") })
    #expect(try probe(space.path("a.mkv"), "stream=pix_fmt") == ["bgra"])
    options.codec = "libx264"
    let refused = try MovieWriter(space.path("b.mkv"), options: options)
    let error = #expect(throws: MediaError.self) { try refused.prepare(for: movie.format) }
    #expect(error?.code == .encoderRefused)
    try refused.finish(error: error)
  }
}
