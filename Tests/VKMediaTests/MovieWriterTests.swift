import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct MovieWriterTests {
  private func lossless() -> MovieWriterOptions {
    var options = MovieWriterOptions()
    options.encoderOptions = ["qp": "0", "preset": "ultrafast", "bf": "2"]
    return options
  }

  @Test(arguments: ["b.mp4", "b.mov", "b.nut", "b.m4v"])
  func everyFrameAtItsExactTime(_ name: String) throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.mp4", count: 40, rate: "12347",
      arguments: "-vf settb=1/12347,setpts=N*N+117*N+55 -enc_time_base -1 -vsync passthrough"
        + " -video_track_timescale 12347 -movie_timescale 12347 -c:v libx264 -qp 0 -bf 2")
    let expected = (0..<40).map { (n: Int64) -> MediaTime in
      let ticks: Int64 = n * n + 117 * n + 55
      return MediaTime(value: ticks, timescale: 12347)
    }
    let movie = try MovieFile(clip)
    var options = lossless()
    if name == "b.nut" { options.encoderOptions["bf"] = nil }
    let writer = try MovieWriter(space.path(name), like: movie, options: options)
    let times = try copy(movie, to: writer)
    #expect(times == expected)
    #expect(try probedTimes(space.path(name)) == expected)
    #expect(writer.statistics.copiesOnCPU == 0)
    #expect(writer.statistics.warnings == [])
    let frames = try readAll(MovieFile(space.path(name)))
    #expect(NumberedClip.lumas(frames) == (0..<40).map(NumberedClip.luma))
  }

  @Test func theLastFrameStaysAsLongAsItDid() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 7, rate: "24000/1001")
    let movie = try MovieFile(clip)
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie, options: lossless()))
    let whole = MediaTime(value: 7 * 1001, timescale: 24000)
    #expect(try MovieFile(space.path("b.mp4")).duration == whole)
    #expect(try MovieFile(space.path("b.mp4")).format.frameRate ?? (0, 0) == (24000, 1001))
  }

  @Test func matroskaRoundsToMilliseconds() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 30, rate: "24000/1001")
    let movie = try MovieFile(clip)
    let writer = try MovieWriter(space.path("b.mkv"), like: movie, options: lossless())
    try copy(movie, to: writer)
    let expected = (0..<30).map { n in
      MediaTime(value: Int64((Double(n) * 1001 / 24).rounded()), timescale: 1000)
    }
    #expect(try probedTimes(space.path("b.mkv")) == expected)
    #expect(writer.statistics.warnings.contains { $0.contains("1/1000") })
  }

  @Test func webmTakesVP9() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 10)
    let movie = try MovieFile(clip)
    let writer = try MovieWriter(space.path("b.webm"), like: movie)
    try copy(movie, to: writer)
    #expect(try probe(space.path("b.webm"), "stream=codec_name") == ["vp9"])
    #expect(try probedTimes(space.path("b.webm")).count == 10)
  }

  @Test func tagsAndPixelShapeAreKept() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.2 -pix_fmt yuv420p -vf setsar=16/11 -colorspace bt2020nc"
        + " -color_primaries bt2020 -color_trc smpte2084 -color_range pc -c:v libx264", to: "a.mp4")
    for name in ["b.mp4", "b.mkv", "b.mov"] {
      let movie = try MovieFile(clip)
      try copy(movie, to: MovieWriter(space.path(name), like: movie, options: lossless()))
      let fields = "color_range,color_space,color_transfer,color_primaries,sample_aspect_ratio"
      #expect(
        try probe(space.path(name), "stream=\(fields)") == ["16:11,pc,bt2020nc,smpte2084,bt2020"])
    }
  }

  @Test func y4mAndRawAreExact() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=35x17:d=0.2 -pix_fmt yuv420p -c:v ffv1", to: "a.mkv")
    for (name, format) in [("b.y4m", "yuv4mpegpipe"), ("b.yuv", "rawvideo")] {
      let expected = try space.ffmpeg("-i \(clip) -f \(format)", to: "expected")
      let movie = try MovieFile(clip)
      var options = MovieWriterOptions()
      options.format = format
      let writer = try MovieWriter(space.path(name), like: movie, options: options)
      try copy(movie, to: writer)
      let bytes = try Data(contentsOf: URL(filePath: space.path(name)))
      #expect(try bytes == Data(contentsOf: URL(filePath: expected)))
    }
  }

  @Test func nullCountsFramesAndEncodesNothing() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 12))
    var options = MovieWriterOptions()
    options.format = "null"
    let writer = try MovieWriter("-", like: movie, options: options)
    try copy(movie, to: writer)
    #expect(writer.statistics.framesReceived == 12)
    #expect(writer.statistics.packetsWritten == 0)
    #expect(writer.statistics.copiesOnCPU == 0)
  }

  @Test(arguments: [
    ("b.mp4", "yuv420p10le", "yuv420p10le"), ("b.mkv", "rgb24", "yuv444p"),
    ("b.mkv", "nv12", "nv12"), ("b.mp4", "gray", "gray"), ("b.webm", "yuv444p", "yuv444p"),
  ])
  func theNearestFormatOfTheEncoderIsAsked(_ name: String, _ from: String, _ expected: String)
    throws
  {
    let space = try Workspace()
    let source = try #require(PixelFormat.named(from))
    let writer = try MovieWriter(space.path(name))
    let format = StreamFormat(size: Size(64, 48), pixelFormat: source)
    #expect(try writer.prepare(for: format).name == expected)
  }

  @Test func whatTheEngineCannotStoreGoesThroughLibswscale() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 5))
    var options = MovieWriterOptions()
    options.codec = "ffv1"
    options.pixelFormat = "yuv420p12le"
    let writer = try MovieWriter(space.path("b.mkv"), like: movie, options: options)
    try copy(movie, to: writer)
    #expect(writer.statistics.copiesOnCPU == 5)
    #expect(try probe(space.path("b.mkv"), "stream=pix_fmt") == ["yuv420p12le"])
  }

  @Test func aFrameASecondStaysInterleavedWithSound() throws {
    let space = try Workspace()
    _ = try NumberedClip.make(
      space, "v.mp4", count: 90, rate: "1", arguments: "-c:v libx264 -g 90")
    let clip = try space.ffmpeg(
      "-i @v.mp4 -f lavfi -i sine=d=90:r=8000 -c:v copy -c:a aac -b:a 16k", to: "a.mkv")
    let movie = try MovieFile(clip)
    try copy(movie, to: MovieWriter(space.path("b.mkv"), like: movie))
    let lines = try probe(space.path("b.mkv"), "packet=dts_time")
    let times = lines.compactMap { Double($0.split(separator: ",").first ?? "") }
    #expect(times.count > 700)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(try packetChecksums(space.path("b.mkv"), "a") == packetChecksums(clip, "a"))
  }
}
