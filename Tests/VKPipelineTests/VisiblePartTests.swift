import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// One frame whose pixels hold their place, from a source that says how it is to be turned.
private final class Places: FrameReader, GraphSource {
  let graphNode = GraphNode()
  let size: Size
  let orientation: Orientation
  private let isGiven = Locked(false)

  init(_ size: Size, _ orientation: Orientation) {
    self.size = size
    self.orientation = orientation
  }

  func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { try self.nextFrame() }
  }
  func start(memory: DeviceMemoryPool) throws {}
  func stop() { isGiven.withLock { $0 = true } }

  func nextFrame() throws -> Frame? {
    let isOver = isGiven.withLock { given in
      defer { given = true }
      return given
    }
    guard !isOver else { return nil }
    let buffer = try PixelBuffer(format: .bgra, size: size)
    buffer.withLockedPlanes(.readWrite) { planes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          planes[0].bytes.storeBytes(
            of: UInt32(x + y * size.width) | 0xFF00_0000,
            toByteOffset: y * planes[0].bytesPerRow + 4 * x, as: UInt32.self)
        }
      }
    }
    return Frame(buffer, time: .zero)
  }
}

private final class LastPicture: ImageConsumer {
  let picture = Locked<PixelBuffer?>(nil)
  func prepare(for format: StreamFormat) throws -> PixelFormat { format.pixelFormat }
  func consume(_ frame: Frame) throws { picture.withLock { $0 = frame.pixelBuffer } }
  func finish(error: (any Error)?) throws {}
}

@Suite struct VisiblePartTests {
  /// At one unit of the preview a pixel, the cropped picture is what the preview's points see of the sensor.
  ///
  /// Turning is part of the first pass, and so is cutting: one dispatch.
  @Test(arguments: (0..<8).map { Orientation(quarterTurns: $0 % 4, isMirrored: $0 > 3) })
  func theCroppedPictureIsWhatAFilledPreviewShows(_ orientation: Orientation) async throws {
    let sensor = Size(40, 30)
    let upright = orientation.swapsAxes ? Size(30, 40) : Size(40, 30)
    for preview in [Size(upright.width, 20), Size(20, upright.height), upright] {
      let visible = VisibleRect(
        frame: sensor, preview: preview, gravity: .fill, orientation: orientation)
      let source = Places(sensor, orientation)
      let output = LastPicture()
      source --> Crop(visible) --> output
      let report = try await source.run()
      #expect(report.dispatches == 1)
      let picture = try #require(output.picture.withLock { $0 })
      try #require(picture.size == preview)
      var wrong = 0
      picture.withLockedPlanes(.readOnly) { planes in
        for y in 0..<preview.height {
          for x in 0..<preview.width {
            let device = visible.devicePoint(
              fromPreviewPoint: Point(Float(x) + 0.5, Float(y) + 0.5))
            let expected = Int(device.x * 40) + Int(device.y * 30) * 40
            let word = planes[0].bytes.loadUnaligned(
              fromByteOffset: y * planes[0].bytesPerRow + 4 * x, as: UInt32.self)
            if Int(word & 0xFF_FFFF) != expected { wrong += 1 }
          }
        }
      }
      #expect(wrong == 0, "\(orientation) in \(preview)")
    }
  }
}
