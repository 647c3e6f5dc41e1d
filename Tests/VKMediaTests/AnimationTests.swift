import Foundation
import Testing
import VKCore
import VKPipeline

@testable import VKMedia

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

  /// The same bars with the third frame held for 0.3 s.
  private func unevenBars(_ space: Workspace) throws -> String {
    try space.ffmpeg(
      "-i \(bars(space)) -vsync 0 -vf setpts='if(eq(N,2),20,if(gt(N,2),N*10+20,N*10))/100/TB',"
        + "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse", to: "uneven.gif")
  }

  @Test(arguments: [("b.gif", "gif"), ("b.png", "apng"), ("b.apng", "apng")])
  func aMovingPictureKeepsItsPixelsAndDelays(_ name: String, _ codec: String) throws {
    let space = try Workspace()
    let movie = try MovieFile(unevenBars(space))
    let writer = try MovieWriter(space.path(name), like: movie)
    let times = try copy(movie, to: writer)
    #expect(times == [0, 1, 2, 5, 6].map { MediaTime(value: $0, timescale: 10) })
    #expect(writer.statistics.warnings.isEmpty)
    let output = space.path(name)
    #expect(try probe(output, "stream=codec_name") == [codec])
    #expect(try probedTimes(output) == times)
    let lasts = try probe(output, "frame=pkt_duration_time").map { $0.split(separator: ",")[0] }
    #expect(lasts.suffix(1) == ["0.100000"])
    let pixels = try [space.path("uneven.gif"), output].map {
      try run(
        "ffmpeg",
        ["-v", "error", "-i", $0, "-vsync", "0", "-pix_fmt", "rgba"]
          + ["-f", "framemd5", "-"]
      )
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",").last }
    }
    #expect(pixels[0].count == 5 && pixels[0] == pixels[1])
  }

  @Test func aMovingWebPHoldsEveryFrameWithItsDelay() throws {
    let space = try Workspace()
    let movie = try MovieFile(unevenBars(space))
    try copy(movie, to: MovieWriter(space.path("b.webp"), like: movie))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: space.path("b.webp"))))
    // WebP container specification: chunks of a name, a length and as many bytes, padded to even; a frame's time in
    // milliseconds lies in three bytes from the thirteenth of ANMF on, the number of loops after the colour in ANIM.
    var (at, delays, loops) = (12, [Int](), -1)
    while at + 8 <= bytes.count {
      let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
      if name == "ANMF" {
        delays.append((0..<3).reduce(0) { $0 | Int(bytes[at + 20 + $1]) << (8 * $1) })
      }
      if name == "ANIM" { loops = Int(bytes[at + 12]) | Int(bytes[at + 13]) << 8 }
      at += 8 + (length + 1) & ~1
    }
    #expect(delays.count == 5 && delays.prefix(4) == [100, 100, 300, 100])
    #expect(loops == 0)
  }

  @Test func aStillWebPOfRGBIsExact() throws {
    let space = try Workspace()
    let source = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=37x21 -frames:v 1 -pix_fmt rgb24", to: "a.png")
    let picture = try Picture(source)
    try picture.write(to: space.path("a.webp"))
    let again = try run(
      "ffmpeg",
      ["-v", "error", "-i", space.path("a.webp"), "-pix_fmt", "rgb24"]
        + ["-f", "framemd5", "-"])
    let before = try run("ffmpeg", ["-v", "error", "-i", source, "-f", "framemd5", "-"])
    #expect(again.split(separator: " ").last == before.split(separator: " ").last)
  }

  @Test func numberedWebPsAreOnePictureEachAndGIFsRefused() throws {
    let space = try Workspace()
    let movie = try MovieFile(bars(space))
    try copy(movie, to: MovieWriter(space.path("n%d.webp"), like: movie))
    for n in 1...5 {
      let frames = try probe(space.path("n\(n).webp"), "stream=nb_read_frames", ["-count_frames"])
      #expect(frames == ["1"])
    }
    #expect(throws: MediaError.self) { try MovieWriter(space.path("n%d.gif")) }
  }

  @Test func manyColoursAreDitheredCloseToTheirOwn() throws {
    let space = try Workspace()
    let size = Size(64, 64)
    let buffer = try PixelBuffer(format: .rgba, size: size)
    func color(_ x: Int, _ y: Int) -> [Int] { [x * 4, y * 4, 255 - (x + y) * 2, 255] }
    buffer.withLockedPlanes(.readWrite) { planes in
      for y in 0..<64 {
        for x in 0..<256 {
          planes[0].bytes[y * planes[0].bytesPerRow + x] = UInt8(color(x / 4, y)[x % 4])
        }
      }
    }
    try Picture(buffer).write(to: space.path("a.gif"))
    let raw = try space.ffmpeg("-i @a.gif -f rawvideo -pix_fmt rgba", to: "a.raw")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(bytes.count == 64 * 64 * 4)
    // 4096 colours of a plane over 256: cells of 16 by 16, so that no pixel is farther than a cell and the error that
    // it was handed. In the mean over 8 by 8 pixels dithering gives the colour itself.
    var (worst, worstMean) = (0, 0.0)
    for block in 0..<64 {
      for component in 0..<4 {
        var sum = 0
        for pixel in 0..<64 {
          let (x, y) = (block % 8 * 8 + pixel % 8, block / 8 * 8 + pixel / 8)
          let difference = Int(bytes[(y * 64 + x) * 4 + component]) - color(x, y)[component]
          sum += difference
          worst = max(worst, abs(difference))
        }
        worstMean = max(worstMean, abs(Double(sum) / 64))
      }
    }
    #expect(worst <= 32 && worstMean <= 3, "\(worst) \(worstMean)")
  }

  @Test func theQualityOfJPEGIsHighAndCanBeSaid() throws {
    let space = try Workspace()
    let picture = try Picture(
      space.ffmpeg("-f lavfi -i mandelbrot=s=128x96 -frames:v 1 -pix_fmt rgb24", to: "a.png"))
    var sizes: [Int] = []
    for quality in [nil, 2, 20] as [Double?] {
      var options = MovieWriterOptions()
      options.quality = quality
      options.overwrite = true
      try picture.write(to: space.path("a.jpg"), options: options)
      sizes.append(try Data(contentsOf: URL(filePath: space.path("a.jpg"))).count)
    }
    #expect(sizes[0] == sizes[1] && sizes[2] * 3 < sizes[1])
    #expect(try probe(space.path("a.jpg"), "stream=pix_fmt") == ["yuvj444p"])
  }

  @Test func aMovingWebPIsReadFrameByFrame() throws {
    let space = try Workspace()
    let source = try MovieFile(unevenBars(space))
    try copy(source, to: MovieWriter(space.path("b.webp"), like: source))
    let movie = try MovieFile(space.path("b.webp"))
    #expect(movie.isAnimatedPicture && movie.format.size == Size(64, 48))
    let frames = try readAll(movie)
    let times = [0, 1, 2, 5, 6].map { MediaTime(value: $0, timescale: 10) }
    #expect(frames.compactMap(\.time) == times)
    for (n, frame) in frames.enumerated() {
      #expect(try coverage(frame) == (0..<64).map { (n * 10...n * 10 + 12).contains($0) })
    }
    var options = MovieOptions()
    options.startTime = MediaTime(value: 2, timescale: 10)
    let later = try readAll(MovieFile(space.path("b.webp"), options: options))
    #expect(later.compactMap(\.time) == [0, 3, 4].map { MediaTime(value: $0, timescale: 10) })
    #expect(try coverage(later[1]) == (0..<64).map { (30...42).contains($0) })
  }

  /// Three pieces of 4 × 4 on a canvas of 8 × 4: red all over the left; half covering blue two columns to the right, laid
  /// over it and then taken away; green in the place of the left, its half coverage as it is.
  @Test func piecesOfAWebPAreLaidOverAndTakenAway() throws {
    let space = try Workspace()
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    }
    func piece(_ color: String, x: UInt8, flags: UInt8) throws -> [UInt8] {
      let path = try space.ffmpeg(
        "-f lavfi -i color=\(color):s=4x4,format=rgba -frames:v 1 -c:v libwebp -lossless 1"
          + " -pix_fmt bgra", to: "piece.webp")
      let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let place: [UInt8] = [x / 2, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0, 0, 40, 0, 0, flags]
      return chunk("ANMF", place + file[12...])
    }
    let content =
      try Array("WEBP".utf8) + chunk("VP8X", [0x12, 0, 0, 0, 7, 0, 0, 3, 0, 0])
      + chunk("ANIM", [0, 0, 0, 0, 0, 0])
      + piece("0xff0000ff", x: 0, flags: 0) + piece("0x0000ff80", x: 2, flags: 1)
      + piece("0x00ff0040", x: 0, flags: 2)
    let path = try space.write(chunk("RIFF", content), to: "pieces.webp")
    let frames = try readAll(MovieFile(path))
    let rows = frames.map { frame in
      let bytes = packed(frame.pixelBuffer)
      return [0, 3, 5, 7].map { Array(bytes[($0 * 4)..<($0 * 4 + 4)]) }
    }
    let (red, none): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 0, 0])
    try #require(rows.count == 3)
    #expect(rows[0] == [red, red, none, none])
    // Blue covers 128 of 255 of red: 255 · 127 / 255 = 127.
    #expect(rows[1] == [red, [127, 0, 128, 255], [0, 0, 255, 128], none])
    #expect(rows[2] == [[0, 255, 0, 64], [0, 255, 0, 64], none, none])
    #expect(frames[1].time == MediaTime(value: 40, timescale: 1000))
  }
}
