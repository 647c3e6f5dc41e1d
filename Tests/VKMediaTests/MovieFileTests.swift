import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct MovieFileTests {
  @Test func everyFrameOnceAndInOrderThroughBFrames() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 61, rate: "24000/1001")
    let movie = try MovieFile(clip)
    let frames = try readAll(movie)
    #expect(NumberedClip.lumas(frames) == (0..<61).map(NumberedClip.luma))
    let expected = (0..<61).map { MediaTime(value: Int64($0) * 1001, timescale: 24000) }
    #expect(frames.map(\.time) == expected)
    #expect(frames.allSatisfy { $0.duration == MediaTime(value: 1001, timescale: 24000) })
    #expect(movie.frameCountEstimate == 61)
    #expect(movie.duration == MediaTime(value: 61 * 1001, timescale: 24000))
    #expect(movie.format.frameRate ?? (0, 0) == (24000, 1001))
  }

  @Test(arguments: [
    "-c:v libx264 -bf 2", "-c:v mpeg4", "-c:v mjpeg", "-c:v libvpx-vp9 -cpu-used 8", "-c:v ffv1",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none", "-c:v prores_ks", "-c:v huffyuv",
  ])
  func decodersWithDirectRenderingCopyNothing(_ arguments: String) throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.mkv", count: 8, size: Size(320, 180), arguments: arguments + " -an")
    let movie = try MovieFile(clip)
    #expect(try readAll(movie).count == 8)
    #expect(movie.statistics.framesDecoded == 8)
    #expect(movie.statistics.copiesOnCPU == 0)
    #expect(movie.statistics.corruptPackets == 0)
  }

  @Test(arguments: ["-c:v rawvideo", "-c:v libaom-av1 -cpu-used 8 -usage realtime"])
  func decodersWithoutDirectRenderingCopyOnceAndSayIt(_ arguments: String) throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.nut", count: 3, size: Size(64, 64), arguments: arguments)
    let movie = try MovieFile(clip)
    #expect(try readAll(movie).count == 3)
    #expect(movie.statistics.copiesOnCPU == 3)
  }

  @Test(arguments: [
    (Size(17, 13), "ffv1", "yuv444p"), (Size(17, 13), "ffv1", "yuv420p"),
    (Size(1, 1), "ffv1", "gray"), (Size(1028, 36), "libx264", "yuv420p"),
    (Size(1920, 1080), "libx264", "yuv420p"), (Size(34, 32), "utvideo", "gbrp"),
    (Size(31, 9), "ffv1", "yuv420p10le"), (Size(19, 5), "ffv1", "gbrap16le"),
    (Size(21, 7), "ffv1", "yuva422p10le"), (Size(23, 9), "ffv1", "yuv444p12le"),
    (Size(17, 5), "ffv1", "bgra"), (Size(9, 3), "ffv1", "gray12le"),
    (Size(19, 5), "png", "rgb24"), (Size(130, 70), "mjpeg", "yuvj422p"),
    (Size(64, 33), "ffv1", "gray16le"), (Size(66, 34), "libx265", "yuv420p10le"),
    (Size(50, 40), "libvpx-vp9", "yuv444p"), (Size(37, 41), "qtrle", "rgb24"),
  ])
  func pixelsEqualFFmpegsOwn(_ size: Size, _ codec: String, _ format: String) throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=1920x1080:d=0.12 -vf scale=\(size.width):\(size.height)"
        + " -pix_fmt \(format) -c:v \(codec)", to: codec == "qtrle" ? "a.mov" : "a.mkv")
    let raw = try space.ffmpeg("-i \(clip) -f rawvideo -pix_fmt \(format)", to: "a.raw")
    let frames = try readAll(MovieFile(clip))
    let expected = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(frames.flatMap { packed($0.pixelBuffer) } == expected)
    #expect(frames.allSatisfy { $0.pixelBuffer.size == size })
    #expect(frames.first?.pixelBuffer.format.name == format.replacing("yuvj", with: "yuv"))
  }

  @Test func aCropOnAnyColumnIsExact() throws {
    let space = try Workspace()
    try space.ffmpeg(
      "-f lavfi -i testsrc2=s=320x240:d=0.2 -pix_fmt yuv420p -c:v libx264 -bf 0", to: "whole.mp4")
    let clip = try space.ffmpeg(
      "-i @whole.mp4 -c copy -bsf:v"
        + " h264_metadata=crop_left=6:crop_top=10:crop_right=8:crop_bottom=4", to: "cropped.mp4")
    let raw = try space.ffmpeg(
      "-i @whole.mp4 -vf crop=306:226:6:10:exact=1 -f rawvideo -pix_fmt yuv420p", to: "a.raw")
    let frames = try readAll(MovieFile(clip))
    #expect(frames.first?.pixelBuffer.size == Size(306, 226))
    let expected = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(frames.flatMap { packed($0.pixelBuffer) } == expected)
  }

  @Test func formatsThatTheEngineDoesNotReadAreConvertedAndNamed() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuv440p -c:v ffv1", to: "a.mkv")
    let movie = try MovieFile(clip)
    // 64·48·2 bytes are read, 64·48·3 are written.
    #expect(
      movie.conversion
        == "yuv440p to yuv444p by libswscale: the processor moves 15360 bytes a frame")
    let frames = try readAll(movie)
    #expect(frames.first?.pixelBuffer.format == .yuv444p)
    #expect(movie.statistics.copiesOnCPU == frames.count)
    let raw = try space.ffmpeg(
      "-i \(clip) -vf extractplanes=y -frames:v 1 -f rawvideo -pix_fmt gray", to: "y.raw")
    let expected = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    let buffer = try #require(frames.first).pixelBuffer
    #expect(Array(packed(buffer).prefix(64 * 48)) == expected)
  }

  @Test func colourTagsAndPixelShapeAreTheFiles() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuv420p -vf setsar=16/11 -colorspace bt2020nc"
        + " -color_primaries bt2020 -color_trc smpte2084 -color_range tv"
        + " -chroma_sample_location topleft -c:v libx264", to: "a.mp4")
    let movie = try MovieFile(clip)
    let frame = try #require(try readAll(movie).first)
    let expected = ColorSpace(
      matrix: .bt2020, range: .limited, primaries: 9, transfer: 16, chromaLocation: .topLeft)
    #expect(frame.pixelBuffer.colorSpace == expected)
    #expect(movie.format.colorSpace == expected)
    #expect(frame.pixelBuffer.pixelAspectRatio == (16, 11))
    #expect(movie.format.pixelAspectRatio == (16, 11))
  }

  @Test func jpegFormatsAreFullRange() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuvj420p -c:v mjpeg", to: "a.avi")
    let frame = try #require(try readAll(MovieFile(clip)).first)
    #expect(frame.pixelBuffer.format == .yuv420p)
    #expect(frame.pixelBuffer.colorSpace.range == .full)
  }

  @Test(arguments: [90, 180, 270])
  func rotationIsToldAsFFmpegWouldApplyItAndNotApplied(_ degrees: Int) throws {
    let space = try Workspace()
    try space.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:d=0.04 -pix_fmt rgb24 -c:v png", to: "flat.mov")
    let clip = try space.ffmpeg("-i @flat.mov -c copy -metadata:s:v rotate=\(degrees)", to: "a.mov")
    let raw = try space.ffmpeg("-i \(clip) -f rawvideo -pix_fmt rgb24", to: "turned.raw")
    let movie = try MovieFile(clip)
    let frame = try #require(try readAll(movie).first)
    #expect(frame.pixelBuffer.size == Size(64, 48))
    let turned = turn(packed(frame.pixelBuffer), Size(64, 48), movie.orientation)
    #expect(turned == [UInt8](try Data(contentsOf: URL(filePath: raw))))
  }

  /// Mirrors, then turns clockwise, as the definition of `Orientation` says.
  private func turn(_ pixels: [UInt8], _ size: Size, _ orientation: Orientation) -> [UInt8] {
    var rows = (0..<size.height).map { y in
      (0..<size.width).map { x in Array(pixels[((y * size.width + x) * 3)...].prefix(3)) }
    }
    if orientation.isMirrored { rows = rows.map { $0.reversed() } }
    for _ in 0..<orientation.quarterTurns {
      let source = rows
      rows = source[0].indices.map { x in source.indices.reversed().map { y in source[y][x] } }
    }
    return rows.flatMap { $0.flatMap { $0 } }
  }

  @Test func aCoverPictureIsNotTheMovie() throws {
    let space = try Workspace()
    try space.ffmpeg("-f lavfi -i testsrc2=s=640x480:d=0.04 -frames:v 1", to: "cover.png")
    _ = try NumberedClip.make(space, "flat.mp4", count: 5)
    let clip = try space.ffmpeg(
      "-i @cover.png -i @flat.mp4 -map 0 -map 1 -c copy -disposition:v:0 attached_pic", to: "a.mp4")
    let movie = try MovieFile(clip)
    #expect(movie.format.size == Size(32, 16))
    #expect(try readAll(movie).count == 5)
  }
}
