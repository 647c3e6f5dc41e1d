import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

/// Greys row by row, opaque.
private func greys(_ rows: [[Double]]) -> DoubleImage {
  DoubleImage(size: Size(rows[0].count, rows.count)) { x, y in
    SIMD4(rows[y][x], rows[y][x], rows[y][x], 1)
  }
}

/// White where a claim about a place holds, else black.
private func drawing(_ size: Size, _ isWhite: (Int, Int) -> Bool) -> DoubleImage {
  DoubleImage(size: size) { x, y in
    let value = isWhite(x, y) ? 1.0 : 0
    return SIMD4(value, value, value, 1)
  }
}

private func value<F: ReductionFilter>(
  of filter: F, _ picture: DoubleImage, format: PixelFormat = .rgba
) throws -> F.Value {
  let renderer = try ChainRenderer([filter], device: Rendering.device.get())
  return try #require(renderer.values([picture.pixelBuffer(format)]) as? F.Value)
}

@Suite struct AnalysisTests {
  private let square = drawing(Size(61, 47)) { (20..<44).contains($0) && (12..<33).contains($1) }

  @Test(
    arguments: [
      HarrisCornerDetector(blurRadiusInPixels: 1.5, threshold: 0.05),
      NobleCornerDetector(blurRadiusInPixels: 1.5, threshold: 0.1),
      ShiTomasiFeatureDetector(blurRadiusInPixels: 1.5, threshold: 0.1), FASTCornerDetection(),
    ] as [any ReductionFilter])
  func aSquareHasFourCorners(_ filter: any ReductionFilter) throws {
    let renderer = try ChainRenderer([filter], device: Rendering.device.get())
    let points = try #require(renderer.values([square.pixelBuffer(.rgba)]) as? [Point])
    let pixels = points.map { (x: Double($0.x) * 61 - 0.5, y: Double($0.y) * 47 - 0.5) }
    #expect(pixels.count == 4)
    for (x, y) in [(20.0, 12.0), (43, 12), (20, 32), (43, 32)] {
      #expect(
        pixels.contains { abs($0.x - x) < 2.5 && abs($0.y - y) < 2.5 }, "\(x),\(y): \(pixels)")
    }
    let flat = greys([[0.3, 0.3], [0.3, 0.3], [0.3, 0.3]])
    #expect(try (renderer.values([flat.pixelBuffer(.rgba)]) as? [Point])?.isEmpty == true)
  }

  @Test func aDotIsACornerOfTheSegmentTestWhateverItsSign() throws {
    for isWhite in [true, false] {
      let dot = drawing(Size(15, 15)) { ($0 == 7 && $1 == 4) == isWhite }
      #expect(
        try value(of: FASTCornerDetection(threshold: 0.9), dot)
          == [Point(7.5 / 15, 4.5 / 15)])
    }
  }

  @Test func aRingTellsWhereItGrowsLighter() throws {
    // Columns 0, 0.1, …: a ring's mean is its middle's value; lighter to the right, 0 degrees.
    let ramp = greys((0..<9).map { _ in (0..<10).map { Double($0) / 10 } })
    let result = try Rendering.render([ColourFASTFeatureDetection(blurRadiusInPixels: 0)], [ramp])
    #expect(abs(result[5, 4].x - 0.5) < 1e-4 && abs(result[5, 4].w - 0.5) < 1e-4)
    // At the left edge three columns repeat: (2·0 + 1·0.1 + 1·0.1 + 2·0.3 + 2·0)/8 is 0.1.
    #expect(abs(result[0, 4].x - 0.55) < 1e-4)
    // Squares, lighter downwards: a quarter turn clockwise. Four rows at ±1 and four at ±3 add 40/8.
    let down = greys((0..<9).map { y in (0..<10).map { _ in Double(y * y) / 100 } })
    let turned = try Rendering.render([ColourFASTFeatureDetection(blurRadiusInPixels: 0)], [down])
    #expect(abs(turned[5, 4].x - 0.525) < 1e-4 && abs(turned[5, 4].w - 0.75) < 1e-4)
    // Green, which grows evenly downwards, does not differ, so that red's way to the right counts alone.
    let both = DoubleImage(size: Size(10, 9)) { x, y in
      SIMD4(Double(x * x) / 100, Double(y) / 10, 0, 1)
    }
    let right = try Rendering.render([ColourFASTFeatureDetection(blurRadiusInPixels: 0)], [both])
    #expect(abs(right[5, 4].w - 0.5) < 1e-3)
  }

  @Test func pixelsOfAStraightLineMeetInAPoint() throws {
    // Columns plus rows are 70: with centres from -1 to 1, x + y = 2·71/62 - 2 = 0.290. The slope -1 meets at
    // 1/(1 + 1), the middle of column 46, and 0.145, row 35; columns 9 to 61 have a pixel of the line.
    let line = drawing(Size(62, 62)) { $0 + $1 == 70 }
    let result = try Rendering.render([ParallelCoordinateLineTransform()], [line])
    let brightest = result.pixels.enumerated().max { $0.element.x < $1.element.x }
    #expect(brightest?.offset == 35 * 62 + 46)
    #expect(abs(result[46, 35].x - 53.0 / 62) < 2e-5)
    // Each pixel has one vote a column.
    for x in 0..<62 {
      let votes = (0..<62).reduce(0) { $0 + result[x, $1].x * 62 }
      #expect(abs(votes - 53) < 0.01)
    }
  }

  @Test func twoByTwoRedsBecomeAPixel() throws {
    let picture = DoubleImage(size: Size(3, 3)) { x, y in
      SIMD4(Double(3 * y + x) / 10, 1, 1, 0.5)
    }
    let result = try Rendering.render([ColorPacking()], [picture])
    let expected = [
      SIMD4(0, 0.1, 0.3, 0.4), SIMD4(0.2, 0.2, 0.5, 0.5), SIMD4(0.6, 0.7, 0.6, 0.7),
      SIMD4(0.8, 0.8, 0.8, 0.8),
    ]
    #expect(result.size == Size(2, 2))
    for (pixel, wanted) in zip(result.pixels, expected) {
      #expect((0..<4).allSatisfy { abs(pixel[$0] - wanted[$0]) < 2e-5 }, "\(pixel) \(wanted)")
    }
  }

  @Test func bordersOfHalvesAreLines() throws {
    func lines(_ isWhite: (Int, Int) -> Bool) throws -> [HoughTransformLineDetector.Line] {
      try value(of: HoughTransformLineDetector(), drawing(Size(64, 48), isWhite))
    }
    // Two rows of 64 pixels, or two columns of 48, lie along the border.
    #expect(try lines { $1 >= 20 } == [.init(angle: 90, distance: 20, votes: 128)])
    #expect(try lines { x, _ in x >= 30 } == [.init(angle: 0, distance: 30, votes: 96)])
    let slanting = try lines { $0 + $1 >= 50 }
    #expect(slanting.count == 1)
    // 50 / √2 is 35.4.
    let line = try #require(slanting.first)
    #expect(line.angle == 45 && abs(line.distance - 35.4) <= 2)
    // From the corner down to the left: atan(2) beyond straight down, 5·cos(atan(0.5)) far.
    let steep = try #require(lines { Double($1) <= 0.5 * Double($0) + 5 }.first)
    #expect(abs(steep.angle - 116.6) <= 3 && abs(steep.distance - 4.9) <= 3, "\(steep)")
    #expect(try lines { _, _ in true }.isEmpty)
  }

  @Test func linesThatAreFoundCanBePainted() throws {
    typealias Line = HoughTransformLineDetector.Line
    func expect(_ line: Line, _ slope: Float, _ intercept: Float) {
      guard case .infinite(let m, let b) = line.painted(in: Size(64, 48)) else {
        Issue.record("\(line) has ends")
        return
      }
      #expect(abs(m - slope) < 1e-3 && abs(b - intercept) < 1e-3, "\(line): \(m), \(b)")
    }
    // Row 20 of 48 is at 2·20/48 - 1, column 30 of 64 at 2·30/64 - 1.
    expect(Line(angle: 90, distance: 20, votes: 1), 0, -0.16667)
    expect(Line(angle: 0, distance: 30, votes: 1), 10_000, -0.0625)
    // Columns plus rows are 50: 32·(x + 1) + 24·(y + 1) = 50.
    expect(Line(angle: 45, distance: 35.35534, votes: 1), -1.33333, -0.25)
  }

  @Test func binsHoldEveryPixelOnceOrEveryOther() throws {
    let picture = DoubleImage(size: Size(3, 1)) { x, _ in
      [SIMD4(0, 1, 0.5, 1), SIMD4(1, 1, 0.25, 0), SIMD4(0, 1.0 / 255, 0.5, 0.3)][x]
    }
    func row(_ counts: [Int: Int]) -> [Int] { (0..<256).map { counts[$0] ?? 0 } }
    let all = try value(of: Histogram(type: .rgb, downsamplingFactor: 1), picture)
    #expect(all.red == row([0: 2, 255: 1]) && all.green == row([255: 2, 1: 1]))
    #expect(all.blue == row([128: 2, 64: 1]) && all.luminance.isEmpty)
    let half = try value(of: Histogram(type: .green, downsamplingFactor: 2), picture)
    #expect(half.green == row([255: 1, 1: 1]) && half.red.isEmpty && half.blue.isEmpty)
    // 0.7154 + 0.0721·128/255; 0.2125 + 0.7154 + 0.0721·64/255; 0.7154/255 + 0.0721·128/255, cut.
    let light = try value(of: Histogram(type: .luminance, downsamplingFactor: 1), picture)
    #expect(light.luminance == row([191: 1, 241: 1, 9: 1]))
  }

  @Test func equalizationGivesTheShareOfPixelsUpToAValue() throws {
    let picture = greys([[10.0 / 255, 10.0 / 255], [20.0 / 255, 200.0 / 255]])
    for type in [HistogramType.rgb, .luminance] {
      let filter = HistogramEqualization(type: type, downsamplingFactor: 1)
      expectNear(
        try Rendering.render([filter], [picture], format: .rgba),
        greys([[0.5, 0.5], [0.75, 1]]), tolerance: 1.01 / 255, "equalization-\(type)")
    }
    // Blue by itself; black stays black, and does not count.
    let two = greys([[0, 0, 0.4, 0.8]])
    expectNear(
      try Rendering.render(
        [HistogramEqualization(type: .blue, downsamplingFactor: 1)], [two], format: .rgba),
      DoubleImage(size: two.size) { x, y in
        SIMD4(two[x, y].x, two[x, y].x, [0, 0, 0.25, 0.5][x], 1)
      }, tolerance: 1.01 / 255, "equalization-blue")
  }

  @Test func barsOfAHistogramStandOnTheBottom() throws {
    // Twice black, once white: columns of the first and the last bin.
    let filter = HistogramDisplay(type: .luminance, downsamplingFactor: 1, width: 256, height: 8)
    let bars = try Rendering.render([filter], [greys([[0, 1, 0]])], format: .rgba)
    let expected = DoubleImage(size: Size(256, 8)) { x, y in
      let isBar = x == 0 || x == 255 && y >= 4
      return isBar ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
    }
    expectNear(bars, expected, tolerance: 0, "histogram-display")
  }

  @Test func theMeanDecidesForItsOwnFrame() throws {
    let picture = greys([[0.2, 0.6], [0.6, 0.2]])
    #expect(abs(try value(of: AverageLuminanceExtractor(), picture) - 0.4) < 1e-5)
    let expectations: [(Float, [[Double]])] = [
      (1, [[0, 1], [1, 0]]), (0.4, [[1, 1], [1, 1]]), (2, [[0, 0], [0, 0]]),
    ]
    for (multiplier, expected) in expectations {
      let filter = AverageLuminanceThreshold(thresholdMultiplier: multiplier)
      expectNear(
        try Rendering.render([filter], [picture], format: .rgba), greys(expected), tolerance: 0,
        "mean-threshold-\(multiplier)")
    }
  }

  /// Greys that 8 bits would round to one, 77: the mean lies between them.
  @Test func theMeanDecidesBetweenGreysNearIt() throws {
    let picture = greys([[0.3010, 0.3014, 0.3010], [0.3010, 0.3010, 0.3014]])
    expectNear(
      try Rendering.render([AverageLuminanceThreshold()], [picture]),
      greys([[0, 1, 0], [0, 0, 1]]), tolerance: 0, "mean-threshold-near")
    let flat = greys([[0.3, 0.3, 0.3], [0.3, 0.3, 0.3]])
    expectNear(
      try Rendering.render([AverageLuminanceThreshold()], [flat]),
      greys([[1, 1, 1], [1, 1, 1]]), tolerance: 0, "mean-threshold-flat")
  }

  /// More than 2³² parts in each sum.
  @Test func theMeanOfManyLightPixelsDoesNotRunOver() throws {
    let picture = drawing(Size(80, 60)) { x, _ in x < 60 }
    expectNear(
      try Rendering.render([AverageLuminanceThreshold(thresholdMultiplier: 1.3)], [picture]),
      picture, tolerance: 0, "mean-threshold-many")
    expectNear(
      try Rendering.render([AverageLuminanceThreshold(thresholdMultiplier: 1.34)], [picture]),
      drawing(picture.size) { _, _ in false }, tolerance: 0, "mean-threshold-too-many")
  }

  @Test func nothingThatMovesHasNoPlace() throws {
    let renderer = try ChainRenderer([MotionDetector()], device: Rendering.device.get())
    func motion(_ rows: [[Double]]) throws -> MotionDetector.Motion {
      try #require(renderer.values([greys(rows).pixelBuffer(.rgba)]) as? MotionDetector.Motion)
    }
    #expect(try motion([[0, 0, 0, 0]]) == .init(position: nil, intensity: 0))
    // Two of four pixels; their middles are at 0.625 and 0.875.
    #expect(
      try motion([[0, 0, 1, 1]]) == .init(position: Point(0.75, 0.5), intensity: 0.5))
  }

  @Test func cannyMakesALineOneThick() throws {
    let step = greys((0..<9).map { _ in (0..<21).map { $0 < 10 ? 0.4 : $0 == 10 ? 0.45 : 0.5 } })
    let line = drawing(Size(21, 9)) { x, _ in x == 10 }
    let canny = CannyEdgeDetection(
      blurRadiusInPixels: 1, upperThreshold: 0.1, lowerThreshold: 0.02)
    expectNear(try Rendering.render([canny], [step]), line, tolerance: 0, "canny")
  }

  @Test func tilesStandInForGreys() throws {
    let picture = greys([[1, 1, 0, 0], [1, 1, 0, 0]])
    let tiles = greys([[0.1, 0.2, 0.3, 0.4]])
    let filter = Mosaic(
      inputTileSize: Point(0.5, 1), displayTileSize: Point(0.5, 1), numTiles: 2, colorOn: false)
    expectNear(
      try Rendering.render([filter], [picture, tiles]),
      greys([[0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4]]), tolerance: 2e-5, "mosaic")
  }

  @Test func oneRadiusHasAFilterOfItsOwn() throws {
    let picture = DoubleImage.noise(Size(33, 21), seed: 8)
    expectNear(
      try Rendering.render([KuwaharaRadius3Filter()], [picture]),
      try Rendering.render([KuwaharaFilter(radius: 3)], [picture]), tolerance: 0, "kuwahara")
  }

  /// A chain that counts for its next filter goes on with the picture that it had.
  @Test func countingLeavesThePictureAsItIs() throws {
    let picture = DoubleImage.noise(Size(33, 21), seed: 8, opaque: true).quantized(bits: 8)
    let chain: [any Filter] = [
      ColorInversion(), GaussianBlur(blurRadiusInPixels: 1.5),
      AverageLuminanceThreshold(thresholdMultiplier: 0.9), ColorInversion(),
    ]
    let before = try Rendering.render(Array(chain.prefix(2)), [picture], format: .rgba)
    expectNear(
      try Rendering.render(chain, [picture], format: .rgba),
      try Rendering.render(Array(chain.dropFirst(2)), [before], format: .rgba), tolerance: 0,
      share: 0.995, "counting")
  }
}
