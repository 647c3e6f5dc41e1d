import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

/// What encoders are given: the frames' own format, else the nearest, with a word on what is lost.
struct EncoderFormatTests {
  /// A frame's format, an encoder, the format in which frames are asked for, and what is said to be lost.
  static let choices: [(PixelFormat, String, PixelFormat, lost: String?)] = [
    (.yuv420p, "libx264", .yuv420p, nil), (.yuv422p10, "libx264", .yuv422p10, nil),
    (.p010, "libx264", .yuv420p10, nil), (.nv16, "ffv1", .yuv422p, nil),
    (.yuyv422, "ffv1", .yuv422p, nil), (.rgba, "ffv1", .bgra, nil), (.argb, "ffv1", .bgra, nil),
    (.yuva444p10, "ffv1", .yuva444p10, nil), (.ya8, "ffv1", .ya8, nil),
    (.yuv444p12, "libx264", .yuv444p10, "all but 10 of 12 bits a sample"),
    (.yuva420p, "libx264", .yuv420p, "alpha"), (.gray10, "png", .gray16, nil),
    (.rgba64, "png", .rgba64, nil), (.bgra, "png", .rgba, nil),
    (.gbrpf32, "png", .rgb48, "all but 16 of 32 bits a sample"),
    (.rgbaf32, "ffv1", .rgba64, "all but 16 of 32 bits a sample"),
    (.yuv422p10, "mpeg4", .yuv420p, "all but 8 of 10 bits a sample"),
  ]

  @Test(arguments: choices) func theNearestFormatIsTaken(
    _ choice: (PixelFormat, String, PixelFormat, lost: String?)
  ) throws {
    let workspace = try Workspace()
    var options = MovieWriterOptions()
    options.codec = choice.1
    let writer = try MovieWriter(workspace.path("out.mkv"), options: options)
    let frames = try writer.prepare(
      for: StreamFormat(size: Size(64, 48), pixelFormat: choice.0))
    #expect(frames == choice.2)
    let warnings = writer.statistics.warnings
    if let lost = choice.lost {
      #expect(warnings.contains { $0.hasPrefix("\(lost) is lost") }, "\(warnings)")
    } else {
      #expect(warnings.isEmpty)
    }
    try writer.finish(error: CancellationError())
  }
}
