import TestSupport
import Testing
import VKCore

@Suite struct VisibleRectTests {
  static let orientations = (0..<8).map { Orientation(quarterTurns: $0 % 4, isMirrored: $0 > 3) }

  private static func isNear(_ a: Point, _ x: Double, _ y: Double, _ bound: Double = 1e-5) -> Bool {
    abs(Double(a.x) - x) <= bound && abs(Double(a.y) - y) <= bound
  }

  /// A 1280×720 camera held upright above a preview of 375×200: 375/720 units a pixel, so 384 of 1280 rows are seen.
  @Test func aPortraitPreviewShowsTheMiddleRows() {
    let visible = VisibleRect(
      frame: Size(1280, 720), preview: Size(375, 200), gravity: .fill, orientation: .portrait)
    #expect(visible.pictureSize == Size(720, 1280))
    #expect(visible.region == Region(0, 448, 720, 384))
    // The corners as a layer gives them, named by the device's axes.
    let lowerLeft = visible.devicePoint(fromPreviewPoint: Point(375, 0))
    let upperLeft = visible.devicePoint(fromPreviewPoint: Point(0, 0))
    let lowerRight = visible.devicePoint(fromPreviewPoint: Point(375, 200))
    #expect(Self.isNear(lowerLeft, 0.35, 0))
    #expect(Self.isNear(upperLeft, 0.35, 1))
    #expect(Self.isNear(lowerRight, 0.65, 0))
    // The rectangle from them: axes change places between the device and the upright picture.
    let (x, y) = (720 * lowerLeft.y, 1280 * lowerLeft.x)
    let (width, height) = (
      720 * (upperLeft.y - lowerLeft.y), 1280 * (lowerRight.x - lowerLeft.x)
    )
    #expect(abs(x) < 1e-3 && abs(y - 448) < 1e-3)
    #expect(abs(width - 720) < 1e-3 && abs(height - 384) < 1e-3)
  }

  /// Where the sensor's first pixel and the one at the end of its first row are seen, by turning a sheet of paper.
  @Test func theSensorsCornersAreSeenWhereTheyAreTurned() {
    let corners: [(Orientation, (Double, Double), (Double, Double))] = [
      (.landscapeRight, (0, 0), (60, 0)), (.portrait, (60, 0), (60, 40)),
      (.landscapeLeft, (60, 40), (0, 40)), (.portraitUpsideDown, (0, 40), (0, 0)),
    ]
    for (orientation, first, last) in corners {
      for isMirrored in [false, true] {
        let visible = VisibleRect(
          frame: Size(64, 48), preview: Size(60, 40), gravity: .stretch,
          orientation: isMirrored ? orientation.mirrored : orientation)
        func seen(_ at: (Double, Double)) -> (Double, Double) {
          isMirrored ? (60 - at.0, at.1) : at
        }
        let (a, b) = (seen(first), seen(last))
        #expect(Self.isNear(visible.previewPoint(fromDevicePoint: Point(0, 0)), a.0, a.1))
        #expect(Self.isNear(visible.previewPoint(fromDevicePoint: Point(1, 0)), b.0, b.1))
      }
    }
  }

  @Test func fitLeavesBarsThatAreOutsideOfTheFrame() {
    // 1280×720 in 400×400: 0.3125 units a pixel, 225 rows of units, 87.5 above and below.
    let visible = VisibleRect(frame: Size(1280, 720), preview: Size(400, 400), gravity: .fit)
    #expect(visible.region == Region(0, 0, 1280, 720))
    #expect(Self.isNear(visible.devicePoint(fromPreviewPoint: Point(0, 87.5)), 0, 0))
    #expect(Self.isNear(visible.devicePoint(fromPreviewPoint: Point(400, 312.5)), 1, 1))
    #expect(Self.isNear(visible.devicePoint(fromPreviewPoint: Point(200, 0)), 0.5, -87.5 / 225))
  }

  @Test func fillCutsWhatDoesNotFitAndStretchNothing() {
    let fill = VisibleRect(frame: Size(1280, 720), preview: Size(400, 400), gravity: .fill)
    #expect(fill.region == Region(280, 0, 720, 720))
    #expect(Self.isNear(fill.devicePoint(fromPreviewPoint: Point(0, 0)), 280.0 / 1280, 0))
    let stretch = VisibleRect(frame: Size(1280, 720), preview: Size(400, 400), gravity: .stretch)
    #expect(stretch.region == Region(0, 0, 1280, 720))
    #expect(Self.isNear(stretch.devicePoint(fromPreviewPoint: Point(100, 300)), 0.25, 0.75))
    // A preview of one column of a wide picture still shows a pixel.
    let sliver = VisibleRect(frame: Size(3, 1000), preview: Size(4000, 1), gravity: .fill)
    #expect(sliver.region == Region(0, 499, 3, 1))
  }

  @Test(arguments: 0..<UInt64(8))
  func pointsComeBackToWhereTheyWere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for orientation in Self.orientations {
      for gravity in Gravity.allCases {
        let (frame, preview) = (side(&random), side(&random))
        let visible = VisibleRect(
          frame: frame, preview: preview, gravity: gravity, orientation: orientation)
        let point = Point(
          .random(in: 0...Float(preview.width), using: &random),
          .random(in: 0...Float(preview.height), using: &random))
        let device = visible.devicePoint(fromPreviewPoint: point)
        let back = visible.previewPoint(fromDevicePoint: device)
        // A device point of a narrow picture may be many: what a Float keeps of it is that much coarser.
        let bound = 1e-5 * Double(preview.width + preview.height) * Double(reach(device))
        #expect(
          Self.isNear(back, Double(point.x), Double(point.y), bound), "\(visible) \(point)")
        let rect = visible.rect
        #expect(rect.x >= 0 && rect.x + rect.width <= Double(visible.pictureSize.width) + 1e-6)
        #expect(rect.y >= 0 && rect.y + rect.height <= Double(visible.pictureSize.height) + 1e-6)
        if gravity == .fill {
          // What is cut out has the preview's shape.
          let shape = rect.width / rect.height * Double(preview.height) / Double(preview.width)
          #expect(abs(shape - 1) < 1e-9)
          #expect(min(device.x, device.y) > -1e-4 && max(device.x, device.y) < 1.0001)
        }
      }
    }
  }

  private func side(_ random: inout SeededGenerator) -> Size {
    Size(.random(in: 1...4000, using: &random), .random(in: 1...4000, using: &random))
  }

  private func reach(_ point: Point) -> Float {
    max(1, abs(point.x), abs(point.y))
      * max(1, abs(point.x), abs(point.y))
  }

  @Test func mirroringTwiceChangesNothing() {
    for orientation in Self.orientations {
      #expect(orientation.mirrored.mirrored == orientation)
      #expect(orientation.mirrored != orientation)
    }
    #expect(
      Set(Orientation.named.flatMap { [$0.orientation, $0.orientation.mirrored] }).count == 8)
  }
}
