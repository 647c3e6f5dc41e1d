import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

/// Streams whose size changes on the way, and interlaced ones.
@Suite struct ChangingStreamTests {
  /// Grey of 60, 120 and 180 in three sizes, ten frames each.
  private func changing(_ space: Workspace) throws -> String {
    var whole = Data()
    for (part, size) in ["32x24", "48x26", "16x12"].enumerated() {
      let value = 60 * (part + 1)
      let clip = try space.ffmpeg(
        "-f lavfi -i color=c=0x\(String(repeating: String(value, radix: 16), count: 3)):s=\(size):r=25:d=0.4"
          + " -pix_fmt yuv420p -c:v libx264 -qp 0 -bf 0 -output_ts_offset \(Double(part) * 0.4)",
        to: "\(part).ts")
      whole += try Data(contentsOf: URL(filePath: clip))
    }
    try whole.write(to: URL(filePath: space.path("a.ts")))
    return space.path("a.ts")
  }

  private func run(
    _ space: Workspace, to name: String, resizes: Bool? = nil, format: String? = nil
  ) async throws -> (MovieWriter, PipelineReport) {
    let movie = try MovieFile(changing(space))
    var options = MovieWriterOptions()
    options.resizesOutput = resizes
    options.format = format
    options.encoderOptions = name.hasSuffix("mkv") ? ["qp": "0"] : [:]
    let writer = try MovieWriter(space.path(name), like: movie, options: options)
    return (writer, try await (movie --> writer).run())
  }

  @Test func anEncoderGetsEveryFrameAtTheFirstSize() async throws {
    let space = try Workspace()
    let (_, report) = try await run(space, to: "b.mkv")
    #expect(report.delivered == 30)
    let said = report.warnings.filter { $0.contains("the size changes from 32x24 to 48x26") }
    #expect(said.count == 1, "\(report.warnings)")
    let sizes = try probe(space.path("b.mkv"), "frame=width,height")
    #expect(sizes.filter { $0.hasPrefix("32,24") }.count == 30)
    #expect(!sizes.contains { $0.hasPrefix("48,") || $0.hasPrefix("16,") })
    let lumas = try readAll(MovieFile(space.path("b.mkv"))).map { packed($0.pixelBuffer)[0] }
    let parts = stride(from: 0, to: 30, by: 10).map { Set(lumas[$0..<($0 + 10)]) }
    #expect(parts.allSatisfy { $0.count == 1 } && Set(parts).count == 3, "\(lumas)")
  }

  @Test func rawBytesFollowTheSize() async throws {
    let space = try Workspace()
    let (writer, _) = try await run(space, to: "b.yuv", format: "rawvideo")
    let bytes = 10 * (32 * 24 + 48 * 26 + 16 * 12) * 3 / 2
    #expect(try Data(contentsOf: URL(filePath: space.path("b.yuv"))).count == bytes)
    #expect(writer.statistics.warnings.contains { $0.contains("from 32x24 to 48x26") })
  }

  @Test func rawBytesKeepTheSizeWhenAsked() async throws {
    let space = try Workspace()
    _ = try await run(space, to: "b.yuv", resizes: true, format: "rawvideo")
    let bytes = 30 * 32 * 24 * 3 / 2
    #expect(try Data(contentsOf: URL(filePath: space.path("b.yuv"))).count == bytes)
  }

  @Test func picturesKeepTheirSizes() async throws {
    let space = try Workspace()
    _ = try await run(space, to: "b%02d.png")
    for (name, size) in [("b01.png", "32,24"), ("b11.png", "48,26"), ("b30.png", "16,12")] {
      #expect(try probe(space.path(name), "stream=width,height") == [size])
    }
  }

  @Test func anEncoderThatMustFollowIsAnErrorAndNoFile() async throws {
    let space = try Workspace()
    let error = await #expect(throws: MediaError.self) {
      _ = try await run(space, to: "b.mkv", resizes: false)
    }
    #expect(error?.code == .encoderRefused)
    #expect(error?.detail.contains("from 32x24 to 48x26") ?? false)
    #expect(try space.names().filter { $0.contains("b.") } == [])
  }

  @Test(arguments: [("tff", 1, "1,1"), ("bff", 0, "1,0")])
  func fieldsKeepTheirOrder(_ scan: String, _ top: Int, _ flags: String) async throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=50:d=0.4 -vf interlace=scan=\(scan) -flags +ilme+ildct"
        + " -top \(top) -pix_fmt yuv420p -c:v mpeg2video", to: "a.mpg")
    for name in ["b.mkv", "b.mp4", "b.y4m", "ffv1.mkv"] {
      let movie = try MovieFile(clip)
      #expect(movie.format.fieldOrder == (top == 1 ? .topFirst : .bottomFirst))
      var options = MovieWriterOptions()
      options.codec = name == "ffv1.mkv" ? "ffv1" : nil
      let writer = try MovieWriter(space.path(name), like: movie, options: options)
      let report = try await (movie --> writer).run()
      #expect(report.warnings + writer.statistics.warnings == [], "\(name)")
      let said = try probe(space.path(name), "frame=interlaced_frame,top_field_first")
      #expect(said.count > 5)
      #expect(said.allSatisfy { $0.hasPrefix(flags) }, "\(name): \(said)")
    }
  }

  @Test func anEncoderWithoutFieldsIsTold() throws {
    let space = try Workspace()
    for (name, size) in [("b.webm", Size(64, 48)), ("b.mp4", Size(64, 46))] {
      let writer = try MovieWriter(space.path(name))
      for tick in 0..<3 {
        let buffer = try PixelBuffer(format: .yuv420p, size: size)
        var frame = Frame(buffer, time: MediaTime(value: Int64(tick), timescale: 25))
        frame.fieldOrder = .topFirst
        try writer.consume(frame)
      }
      try writer.finish(error: nil)
      #expect(writer.statistics.warnings.contains { $0.contains("interlaced") })
      #expect(try probe(space.path(name), "packet=size").count == 3)
    }
  }

  @Test func coloursThatChangeAreConvertedToTheFirstOnes() async throws {
    let space = try Workspace()
    var whole = Data()
    for (part, range, luma) in [(0, "tv", 126), (1, "pc", 200)] {
      let clip = try space.ffmpeg(
        "-f lavfi -i nullsrc=s=32x32:r=25:d=0.4,format=yuv420p,geq=lum=\(luma):cb=128:cr=128"
          + " -color_range \(range) -c:v libx264 -qp 0 -bf 0"
          + " -output_ts_offset \(Double(part) * 0.4)", to: "\(part).ts")
      whole += try Data(contentsOf: URL(filePath: clip))
    }
    try whole.write(to: URL(filePath: space.path("a.ts")))
    let movie = try MovieFile(space.path("a.ts"))
    var options = MovieWriterOptions()
    options.encoderOptions = ["qp": "0"]
    let writer = try MovieWriter(space.path("b.mkv"), like: movie, options: options)
    let report = try await (movie --> writer).run()
    #expect(report.delivered == 20)
    #expect(writer.statistics.warnings.contains { $0.contains("colours' meaning changes") })
    #expect(try probe(space.path("b.mkv"), "stream=color_range") == ["tv"])
    let lumas = try readAll(MovieFile(space.path("b.mkv"))).map { packed($0.pixelBuffer)[0] }
    #expect(Set(lumas[..<10]) == [126])
    // 16 + 200 · 219 / 255 = 187.8
    #expect(Set(lumas[10...]) == [188], "\(lumas)")
  }
}
