import Testing
import VKCatalog
import VKCore
import VKPipeline

@Suite struct CanvasTests {
  @Test func generatorsPaintOnFramesOfAConstantRate() async throws {
    // 3/20 s a frame: 0, 0.15, 0.30, 0.45 lie before 0.5.
    let canvas = Canvas(
      size: Size(5, 3), frameDuration: MediaTime(value: 3, timescale: 20),
      duration: MediaTime(value: 1, timescale: 2))
    let half = Color(1, 0, 0, 0.5)
    let frames = PixelBufferOutput()
    canvas --> CircleGenerator(radius: 0.2, circleColor: half, backgroundColor: .transparent)
      --> frames
    var times: [MediaTime] = []
    for try await (pixels, time) in frames {
      times.append(time)
      #expect(pixels.size == Size(5, 3) && pixels.format == .rgba)
      pixels.withLockedPlanes(.readOnly) { planes in
        let row = planes[0].bytesPerRow
        // The middle pixel alone is less than 0.2·5 pixels from the middle.
        #expect(Array(planes[0].bytes[(row + 8)..<(row + 12)]) == [255, 0, 0, 128])
        #expect(planes[0].bytes[3] == 0 && planes[0].bytes[row + 7] == 0)
      }
    }
    #expect(times == (0..<4).map { MediaTime(value: Int64($0) * 3, timescale: 20) })
    withExtendedLifetime(canvas) {}
  }

  @Test func oneWithoutAnEndGoesOnUntilItIsStopped() async throws {
    let canvas = Canvas(size: Size(2, 2))
    let frames = PixelBufferOutput()
    canvas --> SolidColorGenerator(color: .blue) --> frames
    var count = 0
    for try await _ in frames {
      count += 1
      if count == 40 { break }
    }
    canvas.pipeline.stop()
    #expect(count == 40)
  }
}
