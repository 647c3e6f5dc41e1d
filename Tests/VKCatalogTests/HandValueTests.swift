import TestSupport
import Testing
import VKCatalog
import VKCore

/// A filter, one pixel, and what the cited formula makes of it, worked out by hand.
struct HandValue: Sendable, CustomStringConvertible {
  let filter: any Filter
  let inputs: [SIMD4<Double>]
  let expected: SIMD4<Double>

  init(_ filter: any Filter, _ inputs: [SIMD4<Double>], _ expected: SIMD4<Double>) {
    self.filter = filter
    self.inputs = inputs
    self.expected = expected
  }

  var description: String { "\(type(of: filter))" }
}

/// Luminance of `plain`: 0.2125·0.2 + 0.7154·0.4 + 0.0721·0.6 = 0.37192.
private let plain = SIMD4<Double>(0.2, 0.4, 0.6, 1)
private let sheer = SIMD4<Double>(0.2, 0.4, 0.6, 0.4)
private let swap: [Float] = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]

private let handValues: [HandValue] = [
  .init(BrightnessAdjustment(brightness: 0.25), [sheer], SIMD4(0.45, 0.65, 0.85, 0.4)),
  .init(BrightnessAdjustment(brightness: -0.5), [plain], SIMD4(0, 0, 0.1, 1)),
  .init(BrightnessAdjustment(), [plain], plain),
  .init(ContrastAdjustment(contrast: 2), [sheer], SIMD4(0, 0.3, 0.7, 0.4)),
  .init(SaturationAdjustment(saturation: 0), [sheer], SIMD4(0.37192, 0.37192, 0.37192, 0.4)),
  // 0.37192 + 2·(c - 0.37192)
  .init(SaturationAdjustment(saturation: 2), [plain], SIMD4(0.02808, 0.42808, 0.82808, 1)),
  .init(ExposureAdjustment(exposure: 1), [sheer], SIMD4(0.4, 0.8, 1, 0.4)),
  .init(ExposureAdjustment(exposure: -2), [plain], SIMD4(0.05, 0.1, 0.15, 1)),
  .init(GammaAdjustment(gamma: 2), [sheer], SIMD4(0.04, 0.16, 0.36, 0.4)),
  .init(GammaAdjustment(gamma: 0.5), [SIMD4(0.25, 0, 1, 1)], SIMD4(0.5, 0, 1, 1)),
  .init(GammaAdjustment(gamma: 0), [SIMD4(0.25, 0, 1, 1)], SIMD4(1, 1, 1, 1)),
  .init(RGBAdjustment(red: 0.5, green: 1, blue: 2), [sheer], SIMD4(0.1, 0.4, 1, 0.4)),
  .init(ColorInversion(), [sheer], SIMD4(0.8, 0.6, 0.4, 0.4)),
  .init(Luminance(), [sheer], SIMD4(0.37192, 0.37192, 0.37192, 0.4)),
  // 0.3588·0.2 + 0.7044·0.4 + 0.1368·0.6 = 0.4356, and so on.
  .init(SepiaToneFilter(), [sheer], SIMD4(0.4356, 0.3630, 0.2904, 0.4)),
  .init(SepiaToneFilter(intensity: 0.5), [plain], SIMD4(0.3178, 0.3815, 0.4452, 1)),
  // 2·0.37192·(0.6, 0.45, 0.3)
  .init(MonochromeFilter(), [sheer], SIMD4(0.446304, 0.334728, 0.223152, 0.4)),
  // Luminance 0.8: 1 - 2·0.2·(1 - k)
  .init(MonochromeFilter(), [SIMD4(0.8, 0.8, 0.8, 1)], SIMD4(0.84, 0.78, 0.72, 1)),
  .init(MonochromeFilter(intensity: 0.5), [plain], SIMD4(0.323152, 0.367364, 0.411576, 1)),
  .init(FalseColor(), [sheer], SIMD4(0.37192, 0, 0.31404, 0.4)),
  // The colours of the first demonstration of Core Image's filter: mix((0, 0.2, 0), (0, 0, 1), y).
  .init(
    FalseColor(firstColor: Color(0, 0.2, 0), secondColor: .blue), [plain],
    SIMD4(0, 0.125616, 0.37192, 1)),
  // I = -0.1833958, Q = 0.0200648. Half a turn negates both: c + B·(-2·I, -2·Q).
  .init(HueAdjustment(hue: 180), [sheer], SIMD4(0.525842, 0.326176, 0.125557, 0.4)),
  // A quarter turn: I becomes Q, Q becomes -I: c + B·(Q - I, -I - Q).
  .init(HueAdjustment(hue: 90), [plain], SIMD4(0.495998, 0.238898, 0.653183, 1)),
  .init(ColorMatrixFilter(colorMatrix: swap), [sheer], SIMD4(0.4, 0.6, 0.2, 0.4)),
  .init(ColorMatrixFilter(colorMatrix: swap, intensity: 0.5), [plain], SIMD4(0.3, 0.5, 0.4, 1)),
  .init(OpacityAdjustment(opacity: 0.5), [sheer], SIMD4(0.2, 0.4, 0.6, 0.2)),
  .init(
    LevelsAdjustment(
      minimum: Color(0.1, 0.1, 0.1), maximum: Color(0.5, 0.5, 0.5),
      minOutput: Color(0.2, 0.2, 0.2), maxOutput: Color(0.8, 0.8, 0.8)), [sheer],
    SIMD4(0.35, 0.65, 0.8, 0.4)),
  // 0.25^(1/2), 0.25^(1/0.5), 0.25
  .init(
    LevelsAdjustment(middle: Color(2, 0.5, 1)), [SIMD4(0.25, 0.25, 0.25, 1)],
    SIMD4(0.5, 0.0625, 0.25, 1)),
  .init(Posterize(colorLevels: 4), [sheer], SIMD4(0.25, 0.5, 0.5, 0.4)),
  .init(ChromaKeying(), [SIMD4(0, 1, 0, 1)], SIMD4(0, 1, 0, 0)),
  .init(ChromaKeying(), [SIMD4(1, 0, 0, 0.8)], SIMD4(1, 0, 0, 0.8)),
  // Green's chroma is (-0.41836, -0.33126), grey's is 0: a distance of 0.53363.
  .init(
    ChromaKeying(thresholdSensitivity: 0.5, smoothing: 0.1), [SIMD4(0.5, 0.5, 0.5, 1)],
    SIMD4(0.5, 0.5, 0.5, 0.263164)),
  // The only pixel of a picture is its centre.
  .init(Vignette(), [sheer], sheer),
  .init(
    Vignette(center: Point(0, 0.5), color: .white, start: 0, end: 1), [sheer],
    SIMD4(0.6, 0.7, 0.8, 0.4)),
  // In the only pixel's middle x + y is 1: a multiple of 0.25, but 0.01 beyond one of 0.03; the lines
  // of x - y run through it, those half a distance away do not.
  .init(Crosshatch(crossHatchSpacing: 0.25), [SIMD4(0.9, 0.9, 0.9, 0.4)], SIMD4(0, 0, 0, 0.4)),
  .init(Crosshatch(crossHatchSpacing: 0.25), [SIMD4(1.0, 1, 1, 1)], SIMD4(1, 1, 1, 1)),
  .init(Crosshatch(), [SIMD4(0.8, 0.8, 0.8, 1)], SIMD4(1, 1, 1, 1)),
  .init(Crosshatch(), [SIMD4(0.7, 0.7, 0.7, 1)], SIMD4(0, 0, 0, 1)),
  .init(CGAColorspaceFilter(), [SIMD4(0.9, 0.3, 0.8, 0.4)], SIMD4(1, 1.0 / 3, 1, 0.4)),
  .init(CGAColorspaceFilter(), [SIMD4(0.2, 0.7, 0.8, 1)], SIMD4(1.0 / 3, 1, 1, 1)),
  .init(CGAColorspaceFilter(), [SIMD4(0.2, 0.3, 0.3, 0.4)], SIMD4(0, 0, 0, 0.4)),
  .init(CGAColorspaceFilter(), [SIMD4(0.9, 0.9, 0.8, 1)], SIMD4(1, 1, 1, 1)),
  .init(AlphaBlend(), [plain, SIMD4(1, 0, 0, 0.5)], SIMD4(0.4, 0.3, 0.45, 1)),
  .init(AlphaBlend(mix: 1), [sheer, SIMD4(1, 0, 0, 1)], SIMD4(1, 0, 0, 1)),
  // Alpha 0.5 + 0.4·0.5 = 0.7, the colours as for SourceOverBlend below.
  .init(AlphaBlend(), [sheer, SIMD4(1, 0, 0, 1)], SIMD4(0.771429, 0.114286, 0.171429, 0.7)),
  .init(SourceOverBlend(), [plain, SIMD4(1, 0, 0, 0.5)], SIMD4(0.6, 0.2, 0.3, 1)),
  // Alpha 0.5 + 0.4·0.5 = 0.7; red (0.5 + 0.2·0.2) / 0.7, green 0.4·0.2 / 0.7, blue 0.6·0.2 / 0.7.
  .init(
    SourceOverBlend(), [sheer, SIMD4(1, 0, 0, 0.5)], SIMD4(0.771429, 0.114286, 0.171429, 0.7)),
  .init(SourceOverBlend(), [SIMD4(0.3, 0.3, 0.3, 0), SIMD4(1, 0, 0, 0)], SIMD4(0.3, 0.3, 0.3, 0)),
  .init(MultiplyBlend(), [plain, SIMD4(0.5, 0.25, 1, 1)], SIMD4(0.1, 0.1, 0.6, 1)),
  // Over an opaque picture: c·(1 - 0.5 + 0.5·d).
  .init(MultiplyBlend(), [plain, SIMD4(0.5, 0, 1, 0.5)], SIMD4(0.15, 0.2, 0.6, 1)),
  .init(MultiplyBlend(), [SIMD4(1, 1, 1, 0), SIMD4(0.5, 0.2, 1, 0.4)], SIMD4(0.5, 0.2, 1, 0.4)),
]

@Suite struct HandValueTests {
  @Test(arguments: handValues + toneValues + blendValues + generatorValues) func theFormulaByHand(
    _ value: HandValue
  )
    throws
  {
    let size = Size(1, 1)
    let pictures = value.inputs.map { pixel in DoubleImage(size: size) { _, _ in pixel } }
    let result = try Rendering.render([value.filter], pictures)
    expectNear(
      result, DoubleImage(size: size) { _, _ in value.expected }, tolerance: 2e-5,
      "\(value.description)-by-hand")
  }

  @Test func lowPassMixesWithWhatItWroteBefore() throws {
    // 0.2; mix(0.6, 0.2, 0.25) = 0.5; mix(1, 0.5, 0.25) = 0.875.
    let frames = try [0.2, 0.6, 1].map { grey in
      try DoubleImage(size: Size(5, 3)) { _, _ in SIMD4(grey, grey, grey, 1) }.pixelBuffer(.rgba64)
    }
    let results = try Rendering.sequence([LowPassFilter(strength: 0.25)], frames)
    for (result, expected) in zip(results, [0.2, 0.5, 0.875]) {
      expectNear(
        result, DoubleImage(size: Size(5, 3)) { _, _ in SIMD4(expected, expected, expected, 1) },
        tolerance: 2e-5, "low-pass")
    }
  }

  @Test func highPassIsTheDistanceFromLowPass() throws {
    // |0.6 - 0.5| and |1 - 0.875|, with the averages above.
    try expectGreys(HighPassFilter(strength: 0.25), [0.2, 0.6, 1], [0, 0.1, 0.125])
  }

  @Test func aBufferShowsTheFrameOfSomeFramesAgo() throws {
    let frames = [0.2, 0.6, 1, 0.4, 0.8]
    try expectGreys(ImageBuffer(bufferSize: 0), frames, frames)
    try expectGreys(ImageBuffer(), frames, [0.2, 0.2, 0.6, 1, 0.4])
    try expectGreys(ImageBuffer(bufferSize: 3), frames, [0.2, 0.2, 0.2, 0.2, 0.6])
  }

  private func expectGreys(
    _ filter: any Filter, _ frames: [Double], _ expected: [Double]
  ) throws {
    func grey(_ value: Double) -> DoubleImage {
      DoubleImage(size: Size(5, 3)) { _, _ in SIMD4(value, value, value, 1) }
    }
    let results = try Rendering.sequence([filter], frames.map { try grey($0).pixelBuffer(.rgba64) })
    for (result, value) in zip(results, expected) {
      expectNear(result, grey(value), tolerance: 2e-5, "\(type(of: filter))")
    }
  }

  @Test func theAverageCountsEveryPixel() throws {
    // 17×13 = 221 pixels, one white: no power of four is near.
    let picture = DoubleImage(size: Size(17, 13)) { x, y in
      x == 16 && y == 12 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0.5, 0, 0)
    }
    let color = try Rendering.average(picture)
    #expect(abs(color.red - 1 / 221) < 1e-6)
    #expect(abs(color.green - (0.5 * 220 + 1) / 221) < 1e-4)
    #expect(abs(color.alpha - 1 / 221) < 1e-6)
  }
}
