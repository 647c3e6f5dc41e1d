import TestSupport
import Testing
import VKCatalog
import VKCore

/// A filter with parameters worth testing, and what its result may be off by beyond rounding.
struct ReferenceCase: Sendable, CustomStringConvertible {
  let filter: any Filter
  let slack: Double

  init(_ filter: any Filter, slack: Double = 1e-5) {
    self.filter = filter
    self.slack = slack
  }

  var description: String { "\(filter)" }
}

private let matrix: [Float] = [
  0.7, 0.3, 0, 0, 0.1, 0.8, 0.1, 0, 0, 0.25, 0.7, 0.05, 0.1, 0, 0, 0.9,
]

private let pointCases: [ReferenceCase] = [
  .init(BrightnessAdjustment(brightness: 0.2)), .init(ContrastAdjustment(contrast: 1.7)),
  .init(SaturationAdjustment(saturation: 1.6)), .init(ExposureAdjustment(exposure: -1.3)),
  .init(GammaAdjustment(gamma: 2.2), slack: 5e-5), .init(GammaAdjustment(gamma: 0.45), slack: 5e-5),
  .init(RGBAdjustment(red: 1.3, green: 0.8, blue: 0.5)), .init(HueAdjustment(hue: 77)),
  .init(HueAdjustment(hue: -300)), .init(ColorMatrixFilter(colorMatrix: matrix)),
  .init(ColorMatrixFilter(colorMatrix: matrix, intensity: 0.4)), .init(ColorInversion()),
  .init(Luminance()), .init(SepiaToneFilter(intensity: 0.7)),
  .init(OpacityAdjustment(opacity: 0.3)),
  .init(MonochromeFilter(intensity: 0.7, color: Color(0.2, 0.6, 0.9))),
  .init(FalseColor(firstColor: Color(0.1, 0.3, 0), secondColor: Color(1, 0.9, 0.6))),
  .init(
    LevelsAdjustment(
      minimum: Color(0.1, 0.05, 0.2), middle: Color(1.4, 0.8, 1), maximum: Color(0.9, 0.95, 0.8),
      minOutput: Color(0.1, 0, 0.05), maxOutput: Color(1, 0.9, 0.8)), slack: 5e-5),
  .init(Vignette(center: Point(0.4, 0.6), color: Color(0.2, 0, 0.3), start: 0.1, end: 0.6)),
  .init(ChromaKeying(thresholdSensitivity: 0.15, smoothing: 0.2, colorToReplace: .red)),
  .init(WhiteBalance(temperature: 7500, tint: -60)),
  .init(WhiteBalance(temperature: 3000, tint: 90)),
  .init(HighlightsAndShadows(shadows: 0.6, highlights: 0.4), slack: 1e-4),
  .init(Haze(distance: 0.1, slope: 0.2)), .init(Haze(distance: -0.2, slope: -0.1)),
  .init(LuminanceRangeReduction()), .init(Vibrance(vibrance: 1)), .init(Vibrance(vibrance: -0.8)),
  .init(
    HighlightAndShadowTint(
      shadowTintIntensity: 0.3, highlightTintIntensity: 0.9,
      shadowTintColor: Color(0.1, 0.7, 0.3), highlightTintColor: Color(0.9, 0.8, 0.1))),
  .init(HSBFilter(hue: 130, saturation: 1.4, brightness: 0.8)), .init(HSBFilter(hue: -40)),
  .init(SkinTone(skinToneAdjust: 0.8), slack: 5e-5),
  .init(SkinTone(skinToneAdjust: -0.6, skinHue: 0.95, skinHueThreshold: 10), slack: 5e-5),
  .init(SkinTone(skinToneAdjust: 0.7, upperSkinToneColor: .orange), slack: 5e-5),
]

private let amber = Color(0.9, 0.6, 0.1, 0.7)

private let generatorCases: [ReferenceCase] =
  ([
    SolidColorGenerator(color: amber), CircleGenerator(radius: 0.3, center: Point(0.4, 0.7)),
    CircleGenerator(radius: 0.1, circleColor: amber, backgroundColor: .transparent),
    CheckerboardGenerator(width: 5, center: Point(0.3, 0.2), secondColor: amber),
    LinearGradientGenerator(start: Point(0.1, 0.2), end: Point(0.8, 0.5), firstColor: amber),
    RadialGradientGenerator(
      center: Point(0.4, 0.6), innerRadius: 0.1, outerRadius: 0.45, secondColor: amber),
    PerlinNoise(colorStart: .blue, colorFinish: amber),
    PerlinNoise(colorStart: .black, colorFinish: .white, scale: 300),
  ] as [any Filter]).map { ReferenceCase($0, slack: 1e-4) }

/// Dividing by little alpha costs digits.
private let blendCases: [ReferenceCase] =
  ([
    AlphaBlend(mix: 0.7), SourceOverBlend(), MultiplyBlend(), AddBlend(), ScreenBlend(),
    DarkenBlend(), LightenBlend(), DifferenceBlend(), ExclusionBlend(), SubtractBlend(),
    LinearBurnBlend(), DivideBlend(), ColorBurnBlend(), ColorDodgeBlend(), HardLightBlend(),
    OverlayBlend(), SoftLightBlend(), ColorBlend(), LuminosityBlend(), HueBlend(),
    SaturationBlend(),
    MaskFilter(), DissolveBlend(mix: 0.3),
    ChromaKeyBlend(thresholdSensitivity: 0.15, smoothing: 0.2, colorToReplace: .red),
  ] as [any Filter]).map { ReferenceCase($0, slack: 3e-5) }

private let samplingCases: [ReferenceCase] = [
  .init(SobelEdgeDetection(edgeStrength: 0.8)), .init(PrewittEdgeDetection(edgeStrength: 1.3)),
  .init(SketchFilter(edgeStrength: 0.6)), .init(EmbossFilter(intensity: 0.7)), .init(Laplacian()),
  .init(
    Convolution3x3(
      convolutionKernel: [0.1, 0.2, 0.3, 0, 0.15, 0.05, -0.1, 0.25, 0.1], bias: -0.05)),
  .init(NonMaximumSuppression()), .init(ColorLocalBinaryPattern()),
  .init(BilateralBlur(), slack: 1e-4), .init(BilateralBlur(distanceNormalizationFactor: 1.5)),
  .init(MedianFilter()), .init(Dilation()), .init(Dilation(radius: 4)),
  .init(Dilation(radius: 5)), .init(Dilation(radius: 20)), .init(Erosion(radius: 2)),
  .init(Erosion(radius: 128)), .init(OpeningFilter(radius: 3)), .init(ClosingFilter(radius: 6)),
  .init(BulgeDistortion(), slack: 2e-4),
  .init(BulgeDistortion(radius: 0.4, scale: -0.6, center: Point(0.4, 0.3)), slack: 2e-4),
  .init(PinchDistortion(), slack: 2e-4),
  .init(PinchDistortion(radius: 0.7, scale: -0.4, center: Point(0.6, 0.7)), slack: 2e-4),
  .init(StretchDistortion(center: Point(0.4, 0.7)), slack: 2e-4),
  .init(ZoomBlur(blurSize: 4, blurCenter: Point(0.3, 0.6)), slack: 2e-4),
  .init(MotionBlur(blurSize: 1.7, blurAngle: 30), slack: 2e-4),
  .init(GaussianBlurPosition(blurSize: 1.4, blurRadius: 0.37), slack: 2e-4),
  .init(HorizontalFlip()), .init(VerticalFlip()),
  .init(QuarterTurn(turns: 1)), .init(QuarterTurn(turns: 2)), .init(QuarterTurn(turns: 3)),
  .init(Transpose(dir: .clockwise)), .init(Transpose(dir: .counterclockwise)),
  .init(Transpose(dir: .clockwiseAndFlip)), .init(Transpose(dir: .counterclockwiseAndFlip)),
  .init(Crop(width: 1, height: 1)), .init(Crop(width: 0, height: 1, x: 0, y: 0)),
  .init(Pad(width: 70, height: 40, x: 3, y: 5, color: Color(0.2, 0.4, 0.6, 0.5))),
  .init(Pad(width: 71, height: 38, x: -1, y: -1)),
  .init(SwirlDistortion(radius: 0.4, angle: -0.5, center: Point(0.45, 0.4)), slack: 2e-4),
]

private let linearCases: [ReferenceCase] = [
  // Cut where 1/1024 is left out; a step loses half of that at most.
  .init(GaussianBlur(blurRadiusInPixels: 0.4), slack: 1.0 / 1024),
  .init(GaussianBlur(blurRadiusInPixels: 3), slack: 1.0 / 1024),
  .init(GaussianBlur(blurRadiusInPixels: 25), slack: 1.0 / 1024),
  .init(BoxBlur(blurRadiusInPixels: 2)), .init(BoxBlur(blurRadiusInPixels: 3.25)),
  .init(TiltShift(blurRadiusInPixels: 3), slack: 1.0 / 1024),
  .init(
    GaussianSelectiveBlur(
      blurRadiusInPixels: 2, excludeCirclePoint: Point(0.4, 0.3), excludeCircleRadius: 0.3,
      excludeBlurSize: 0.2), slack: 1.0 / 1024),
  .init(UnsharpMask(blurRadiusInPixels: 2, intensity: 1.6), slack: 1.0 / 1024),
  .init(UnsharpMask(blurRadiusInPixels: 2, intensity: 0.3), slack: 1.0 / 1024),
  .init(Sharpen(sharpness: 1)), .init(Sharpen(sharpness: -0.2)),
]

private let scaleCases: [ReferenceCase] = Scale.Kernel.allCases.flatMap { kernel in
  [Size(40, 26), Size(9, 50), Size(3, 2)].map {
    ReferenceCase(Scale(width: $0.width, height: $0.height, interpolation: kernel), slack: 5e-5)
  }
}

private func pictures(for filter: any Filter, _ size: Size, seed: UInt64, opaque: Bool)
  -> [DoubleImage]
{
  let count = FilterCatalog.named("\(type(of: filter))")?.inputs ?? 1
  return (0..<count).map {
    DoubleImage.noise(size, seed: seed + UInt64($0), opaque: opaque).quantized(bits: 16)
  }
}

/// Filters that decide: at a near-tie 32-bit arithmetic may go the other way.
private let decidingCases: [ReferenceCase] = [
  .init(ThresholdSobelEdgeDetection(edgeStrength: 1.2, threshold: 0.4)),
  .init(ThresholdSketchFilter()), .init(ToonFilter(threshold: 0.6, quantizationLevels: 5)),
  .init(KuwaharaFilter()), .init(KuwaharaFilter(radius: 7)), .init(KuwaharaFilter(radius: 26)),
  .init(LocalBinaryPattern()), .init(Pixellate(fractionalWidthOfAPixel: 0.11), slack: 2e-4),
  .init(Pixellate(fractionalWidthOfAPixel: 0), slack: 2e-4),
  .init(
    PixellatePosition(fractionalWidthOfAPixel: 0.09, center: Point(0.4, 0.5), radius: 0.3),
    slack: 2e-4),
  .init(PolkaDot(fractionalWidthOfAPixel: 0.13, dotScaling: 0.7), slack: 2e-4),
  .init(Halftone(fractionalWidthOfAPixel: 0.1)),
  .init(PolarPixellate(pixelSize: Point(0.11, 0.23), center: Point(0.45, 0.52)), slack: 2e-4),
]

@Suite struct ReferenceTests {
  @Test(arguments: pointCases + blendCases + generatorCases + samplingCases)
  func pictureFollowsItsFormula(
    _ item: ReferenceCase
  ) throws {
    try expectFormula(item, opaque: false)
  }

  /// Colour under little alpha says little: where alpha is near 0 its error is divided by next to
  /// nothing, so that only opaque pictures are held to the tolerance here.
  @Test(arguments: linearCases) func sumsFollowTheirFormula(_ item: ReferenceCase) throws {
    try expectFormula(item, opaque: true)
  }

  /// A pass may cut what overshoots 0 or 1; colours far from both do not.
  @Test(arguments: scaleCases) func scaledPicturesFollowTheirFormula(
    _ item: ReferenceCase
  ) throws {
    try expectFormula(item, opaque: true) { 0.3 + 0.4 * $0 }
  }

  @Test(arguments: decidingCases) func decisionsFollowTheirFormula(
    _ item: ReferenceCase
  ) throws {
    try expectFormula(item, opaque: false, share: 0.985)
  }

  private func expectFormula(
    _ item: ReferenceCase, opaque: Bool, share: Double = 1,
    _ change: (Color3) -> Color3 = { $0 }
  ) throws {
    let formula = try #require(reference(item.filter))
    for (index, size) in awkwardSizes.enumerated() {
      let inputs = pictures(for: item.filter, size, seed: UInt64(11 + index), opaque: opaque)
        .map { $0.mapColor(change).quantized(bits: 16) }
      if let sampling = item.filter as? any SamplingFilter,
        (try? sampling.outputSize(for: size)) == nil
      {
        continue
      }
      let expected = formula(inputs).quantized(bits: 16)
      let actual = try Rendering.render([item.filter], inputs)
      expectNear(
        actual, expected, tolerance: 1.01 / 65535 + item.slack, share: share,
        "\(type(of: item.filter))-\(size)-seed\(11 + index)")
    }
  }

  @Test(arguments: pointCases + blendCases + linearCases) func eightBitsAreWithinOneCode(
    _ item: ReferenceCase
  ) throws {
    let formula = try #require(reference(item.filter))
    let size = Size(33, 21)
    let inputs = pictures(for: item.filter, size, seed: 5, opaque: true)
      .map { $0.quantized(bits: 8) }
    let actual = try Rendering.render([item.filter], inputs, format: .rgba)
    expectNear(
      actual, formula(inputs).quantized(bits: 16), tolerance: 1.01 / 255,
      "\(type(of: item.filter))-8-bit")
  }

  /// A near-tie decides between two levels: a few pixels may.
  @Test func decisionsFollowTheirFormula() throws {
    let thresholds: [any Filter] = [0.3, 0.5, 0.71].flatMap { threshold -> [any Filter] in
      [LuminanceThreshold(threshold: threshold), Solarize(threshold: threshold)]
    }
    let around: [any Filter] = [
      AdaptiveThreshold(), AdaptiveThreshold(blurRadiusInPixels: 9), AverageLuminanceThreshold(),
      AverageLuminanceThreshold(thresholdMultiplier: 1.3),
    ]
    for filter in thresholds + around + [2, 4, 10, 33.5].map({ Posterize(colorLevels: $0) }) {
      let formula = try #require(reference(filter))
      let inputs = pictures(for: filter, Size(64, 33), seed: 3, opaque: false)
      expectNear(
        try Rendering.render([filter], inputs), formula(inputs).quantized(bits: 16),
        tolerance: 3e-5, share: 0.998,
        "\(filter)")
    }
  }
}
