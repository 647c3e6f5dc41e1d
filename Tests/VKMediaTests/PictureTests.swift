import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct PictureTests {
  private func picture(_ format: PixelFormat, _ size: Size, color: ColorSpace = .unspecified) throws
    -> Picture
  {
    let buffer = try PixelBuffer(format: format, size: size, colorSpace: color)
    buffer.withLockedPlanes(.readWrite) { planes in
      for plane in planes {
        for index in plane.bytes.indices {
          plane.bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ index / 251)
        }
      }
    }
    return Picture(buffer)
  }

  @Test(arguments: [
    (PixelFormat.rgb24, "rgb24"), (.rgba, "rgba"), (.gray8, "gray"), (.gray16, "gray16be"),
    (.rgb48, "rgb48be"), (.rgba64, "rgba64be"),
  ])
  func pngKeepsEveryBit(_ format: PixelFormat, _ stored: String) throws {
    let space = try Workspace()
    for size in [Size(1, 1), Size(17, 13), Size(64, 33)] {
      var options = MovieWriterOptions()
      options.overwrite = true
      let original = try picture(format, size)
      try original.write(to: space.path("a.png"), options: options)
      #expect(try probe(space.path("a.png"), "stream=pix_fmt") == [stored])
      let again = try Picture(space.path("a.png"))
      #expect(again.pixelBuffer.format == format)
      #expect(packed(again.pixelBuffer) == packed(original.pixelBuffer))
    }
    #expect(try space.names() == ["a.png"])
  }

  @Test func blueBeforeRedIsPutInOrder() throws {
    let space = try Workspace()
    let original = try picture(.bgra, Size(17, 13))
    try original.write(to: space.path("a.png"))
    let bytes = packed(original.pixelBuffer)
    var swapped = bytes
    for at in stride(from: 0, to: bytes.count, by: 4) { swapped.swapAt(at, at + 2) }
    #expect(packed(try Picture(space.path("a.png")).pixelBuffer) == swapped)
  }

  @Test func jpegOfAColourIsThatColour() throws {
    let space = try Workspace()
    let buffer = try PixelBuffer(format: .rgb24, size: Size(32, 32))
    let color: [UInt8] = [200, 60, 30]
    buffer.withLockedPlanes(.readWrite) { planes in
      for y in 0..<32 {
        for x in 0..<96 { planes[0].bytes[y * planes[0].bytesPerRow + x] = color[x % 3] }
      }
    }
    try Picture(buffer).write(to: space.path("a.jpg"))
    let raw = try space.ffmpeg("-i @a.jpg -f rawvideo -pix_fmt rgb24", to: "a.raw")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(bytes.count == 32 * 32 * 3)
    let worst = bytes.enumerated().map { abs(Int($1) - Int(color[$0 % 3])) }.max()
    #expect((worst ?? 255) <= 3)
  }

  @Test func limitedRangeBecomesFullInJPEG() throws {
    let space = try Workspace()
    let color = ColorSpace(matrix: .bt601, range: .limited)
    let buffer = try PixelBuffer(format: .yuv420p, size: Size(16, 16), colorSpace: color)
    buffer.withLockedPlanes(.readWrite) { planes in
      for index in planes[0].bytes.indices { planes[0].bytes[index] = 235 }
      for plane in planes.dropFirst() {
        for index in plane.bytes.indices { plane.bytes[index] = 128 }
      }
    }
    try Picture(buffer).write(to: space.path("a.jpg"))
    let again = try Picture(space.path("a.jpg")).pixelBuffer
    #expect(again.colorSpace.range == .full)
    #expect(packed(again).prefix(256).allSatisfy { $0 >= 254 })
  }

  /// Exif tag 0x0112 and what JEITA CP-3451 says of rows and columns, as mirroring and clockwise turns.
  @Test(arguments: [
    (1, Orientation(quarterTurns: 0)), (2, Orientation(quarterTurns: 0, isMirrored: true)),
    (3, Orientation(quarterTurns: 2)), (4, Orientation(quarterTurns: 2, isMirrored: true)),
    (5, Orientation(quarterTurns: 3, isMirrored: true)), (6, Orientation(quarterTurns: 1)),
    (7, Orientation(quarterTurns: 1, isMirrored: true)), (8, Orientation(quarterTurns: 3)),
  ])
  func exifOrientationIsTold(_ tag: Int, _ expected: Orientation) throws {
    let space = try Workspace()
    let plain = try space.ffmpeg("-f lavfi -i testsrc2=s=32x16:d=0.04 -frames:v 1", to: "a.jpg")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    let tiff: [UInt8] =
      [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag), 0, 0]
      + [0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    bytes.insert(contentsOf: [0xff, 0xe1, 0, UInt8(body.count + 2)] + body, at: 2)
    let turned = try space.write(bytes, to: "turned.jpg")
    #expect(try Picture(turned).orientation == expected)
    #expect(try Picture(turned).pixelBuffer.size == Size(32, 16))
  }

  @Test func aSequenceIsOnePictureAFrame() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mkv", count: 5))
    var options = MovieWriterOptions()
    options.startNumber = 8
    let writer = try ImageSequenceWriter(space.path("p%03d.png"), options: options)
    var format = movie.format
    format.pixelFormat = .gray8
    #expect(try writer.prepare(for: format) == .gray8)
    for n in 0..<5 {
      let buffer = try PixelBuffer(format: .gray8, size: Size(32, 16))
      buffer.withLockedPlanes(.readWrite) { planes in
        for index in planes[0].bytes.indices { planes[0].bytes[index] = UInt8(n + 1) }
      }
      try writer.consume(Frame(buffer))
    }
    try writer.finish(error: nil)
    let names = try space.names().filter { $0.hasSuffix(".png") }
    #expect(names == (8...12).map { "p" + ($0 < 10 ? "00" : "0") + "\($0).png" })
    for (n, name) in names.enumerated() {
      #expect(Set(packed(try Picture(space.path(name)).pixelBuffer)) == [UInt8(n + 1)])
    }
    #expect(throws: MediaError.self) {
      try ImageSequenceWriter(space.path("p%03d.png"), options: options)
    }
    #expect(throws: MediaError.self) { try ImageSequenceWriter(space.path("p.png")) }
  }

  @Test func aSecondFrameForOnePictureIsRefused() throws {
    let space = try Workspace()
    let writer = try MovieWriter(space.path("a.png"))
    let frame = Frame(try PixelBuffer(format: .rgb24, size: Size(4, 4)))
    try writer.consume(frame)
    let error = #expect(throws: MediaError.self) { try writer.consume(frame) }
    #expect(error?.code == .usage)
    try writer.finish(error: error)
    #expect(try space.names() == [])
  }

  @Test func aPictureThatCannotBeDecodedSaysWhy() throws {
    let space = try Workspace()
    let whole = try [UInt8](
      Data(
        contentsOf: URL(
          filePath: space.ffmpeg("-f lavfi -i testsrc2=s=64x48 -frames:v 1", to: "a.png"))))
    for (name, bytes) in [
      ("cut.png", Array(whole.prefix(whole.count / 3))), ("text.png", Array("no picture".utf8)),
    ] {
      let path = try space.write(bytes, to: name)
      let error = #expect(throws: MediaError.self) { try Picture(path) }
      #expect(error?.code == .invalidData && error?.description.contains(name) ?? false)
    }
  }

  @Test func aJPEGThatIsCutShortIsReadWithAWarning() throws {
    let space = try Workspace()
    let path = try space.ffmpeg("-f lavfi -i testsrc2=s=200x150 -frames:v 1 -q:v 1", to: "a.jpg")
    let whole = try Data(contentsOf: URL(filePath: path))
    let cut = try space.write([UInt8](whole.prefix(whole.count / 2)), to: "cut.jpg")
    let trailed = try space.write([UInt8](whole) + [1, 2, 3, 4], to: "trailed.jpg")
    for (path, count) in [(path, 0), (trailed, 0), (cut, 1)] {
      let movie = try MovieFile(path)
      #expect(try readAll(movie).count == 1)
      #expect(movie.statistics.warnings.count == count)
    }
  }

  @Test func contentDecidesNotTheName() throws {
    let space = try Workspace()
    for (kind, name) in [("mjpeg", "a.png"), ("apng", "b.jpg"), ("webp", "c.tiff")] {
      let codec = kind == "webp" ? "-c:v libwebp -f webp" : "-f \(kind)"
      let path = try space.ffmpeg(
        "-f lavfi -i testsrc2=s=20x10 -frames:v 1 \(codec)", to: name)
      #expect(try Picture(path).pixelBuffer.size == Size(20, 10))
    }
  }
}
