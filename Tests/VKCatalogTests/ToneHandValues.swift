import VKCatalog
import VKCore

/// Luminance of `plain`: 0.37192; mean 0.4; 0.3·r + 0.59·g + 0.11·b = 0.362.
private let plain = SIMD4<Double>(0.2, 0.4, 0.6, 1)
private let sheer = SIMD4<Double>(0.2, 0.4, 0.6, 0.4)
private let light = SIMD4<Double>(0.5, 0.25, 1, 1)
private let half = SIMD4<Double>(0.5, 0.25, 1, 0.5)

let toneValues: [HandValue] = [
  .init(WhiteBalance(), [sheer], sheer),
  // 0.15 of the way to (2·0.2·0.93, 2·0.4·0.54, 1 - 2·0.4·1) = (0.372, 0.432, 0.2).
  .init(WhiteBalance(temperature: 7500), [sheer], SIMD4(0.2258, 0.4048, 0.54, 0.4)),
  .init(WhiteBalance(temperature: 4000), [plain], SIMD4(0.1312, 0.3872, 0.76, 1)),
  // Q grows by 0.05226.
  .init(WhiteBalance(tint: 100), [plain], SIMD4(0.232453, 0.366167, 0.689082, 1)),
  // l = 0.09, s = 0.3 - 0.76·0.09 - 0.09 = 0.1416: 0.1·0.2316 / 0.09.
  .init(
    HighlightsAndShadows(shadows: 1), [SIMD4(0.1, 0.1, 0.1, 0.4)],
    SIMD4(0.257333, 0.257333, 0.257333, 0.4)),
  // l = 0.72, h = 1 - (√0.28 - 0.8·0.28) - 0.72 = -0.02515.
  .init(
    HighlightsAndShadows(highlights: 0), [SIMD4(0.8, 0.8, 0.8, 1)],
    SIMD4(0.772055, 0.772055, 0.772055, 1)),
  .init(HighlightsAndShadows(shadows: 1, highlights: 0), [SIMD4(0, 0, 0, 1)], SIMD4(0, 0, 0, 1)),
  .init(Haze(), [sheer], SIMD4(0, 0.25, 0.5, 0.4)),
  // The only pixel of a picture is half way down.
  .init(Haze(distance: 0.1, slope: 0.2), [plain], SIMD4(0, 0.25, 0.5, 1)),
  .init(LuminanceThreshold(threshold: 0.37), [sheer], SIMD4(1, 1, 1, 0.4)),
  .init(LuminanceThreshold(threshold: 0.38), [plain], SIMD4(0, 0, 0, 1)),
  .init(
    LuminanceRangeReduction(rangeReductionFactor: 0.5), [sheer],
    SIMD4(0.26404, 0.46404, 0.66404, 0.4)),
  .init(Solarize(threshold: 0.4), [sheer], SIMD4(0.8, 0.6, 0.4, 0.4)),
  .init(Solarize(threshold: 0.3), [plain], plain),
  // -0.6 of the way to 0.6.
  .init(Vibrance(vibrance: 1), [sheer], SIMD4(0, 0.28, 0.6, 0.4)),
  .init(Vibrance(vibrance: -0.5), [plain], SIMD4(0.32, 0.46, 0.6, 1)),
  // mix(red, c, y) = (0.702464, 0.148768, 0.223152); then 0.37192 of the way back.
  .init(
    HighlightAndShadowTint(shadowTintIntensity: 1), [sheer], SIMD4(0.515588, 0.4, 0.6, 0.4)),
  .init(
    HighlightAndShadowTint(highlightTintIntensity: 1), [plain],
    SIMD4(0.172335, 0.344670, 0.6, 1)),
  // A third of a turn: what is more than grey moves on by a channel to (0.2, -0.2, 0), 0.058 too dark.
  .init(HSBFilter(hue: 120), [sheer], SIMD4(0.62, 0.22, 0.42, 0.4)),
  .init(HSBFilter(saturation: 0.5), [plain], SIMD4(0.281, 0.381, 0.481, 1)),
  .init(HSBFilter(brightness: 2), [plain], SIMD4(0.4, 0.8, 1, 1)),
  // Hue 1/24, saturation 1/2, weight exp(-40/120²) = 0.997226: hue 0.290973, or saturation 0.898890.
  .init(
    SkinTone(skinToneAdjust: 1), [SIMD4(0.8, 0.5, 0.4, 1)], SIMD4(0.501664, 0.8, 0.4, 1)),
  .init(
    SkinTone(skinToneAdjust: 1, upperSkinToneColor: .orange), [SIMD4(0.8, 0.5, 0.4, 1)],
    SIMD4(0.8, 0.260666, 0.080888, 1)),
]

let blendValues: [HandValue] = [
  .init(AddBlend(), [plain, light], SIMD4(0.7, 0.65, 1, 1)),
  .init(ScreenBlend(), [plain, light], SIMD4(0.6, 0.55, 1, 1)),
  // Half of the second picture: half of the way.
  .init(ScreenBlend(), [plain, half], SIMD4(0.4, 0.475, 0.8, 1)),
  .init(ScreenBlend(), [SIMD4(1, 1, 1, 0), half], half),
  .init(DarkenBlend(), [plain, light], SIMD4(0.2, 0.25, 0.6, 1)),
  .init(LightenBlend(), [plain, light], SIMD4(0.5, 0.4, 1, 1)),
  // Nothing laid over changes nothing.
  .init(LightenBlend(), [plain, SIMD4(1, 1, 1, 0)], plain),
  .init(DifferenceBlend(), [plain, light], SIMD4(0.3, 0.15, 0.4, 1)),
  .init(ExclusionBlend(), [plain, light], SIMD4(0.5, 0.45, 0.4, 1)),
  .init(SubtractBlend(), [plain, light], SIMD4(0, 0.15, 0, 1)),
  .init(LinearBurnBlend(), [plain, light], SIMD4(0, 0, 0.6, 1)),
  .init(LinearBurnBlend(), [plain, SIMD4(0, 0, 0, 0)], plain),
  .init(DivideBlend(), [plain, light], SIMD4(0.4, 1, 0.6, 1)),
  .init(DivideBlend(), [SIMD4(0, 0.5, 0, 1), SIMD4(0, 0, 0.5, 1)], SIMD4(0, 1, 0, 1)),
  .init(
    ColorBurnBlend(), [SIMD4(0.8, 0.8, 0.6, 1), light], SIMD4(0.6, 0.2, 0.6, 1)),
  .init(ColorBurnBlend(), [SIMD4(1, 0.5, 0, 1), SIMD4(0, 0, 0, 1)], SIMD4(1, 0, 0, 1)),
  .init(ColorDodgeBlend(), [plain, light], SIMD4(0.4, 0.533333, 1, 1)),
  .init(
    ColorDodgeBlend(), [SIMD4(0, 0.01, 1.0 / 255, 1), SIMD4(1, 1, 253.0 / 255, 1)],
    SIMD4(0, 1, 0.5, 1)),
  .init(HardLightBlend(), [plain, light], SIMD4(0.2, 0.2, 1, 1)),
  .init(OverlayBlend(), [plain, SIMD4(0.5, 0.25, 0.5, 1)], SIMD4(0.2, 0.2, 0.6, 1)),
  .init(SoftLightBlend(), [plain, light], SIMD4(0.2, 0.28, 0.84, 1)),
  // Luminosities 0.362 and 0.4075.
  .init(ColorBlend(), [plain, light], SIMD4(0.4545, 0.2045, 0.9545, 1)),
  // Red brought to 0.9 would be (1.6, 0.6, 0.6); drawn to grey by 1/7.
  .init(
    ColorBlend(), [SIMD4(0.9, 0.9, 0.9, 1), SIMD4(1, 0, 0, 1)], SIMD4(1, 0.857143, 0.857143, 1)),
  .init(LuminosityBlend(), [plain, light], SIMD4(0.2455, 0.4455, 0.6455, 1)),
  .init(HueBlend(), [plain, light], SIMD4(0.411333, 0.278, 0.678, 1)),
  // Cyan is no grey: (0, 0.4, 0.4) has the luminosity 0.28.
  .init(HueBlend(), [plain, SIMD4(0, 1, 1, 1)], SIMD4(0.082, 0.482, 0.482, 1)),
  // (0, 0.375, 0.75) has the luminosity 0.30375.
  .init(SaturationBlend(), [plain, light], SIMD4(0.05825, 0.43325, 0.80825, 1)),
  .init(ChromaKeyBlend(), [SIMD4(0, 1, 0, 1), sheer], sheer),
  .init(ChromaKeyBlend(), [SIMD4(1, 0, 0, 0.8), plain], SIMD4(1, 0, 0, 0.8)),
  .init(MaskFilter(), [plain, SIMD4(0.3, 0.6, 0.9, 0.5)], SIMD4(0.2, 0.4, 0.6, 0.3)),
]

/// The only pixel of a picture lies at half its width and height.
let generatorValues: [HandValue] = [
  .init(SolidColorGenerator(color: Color(1, 0, 0, 0.5)), [plain], SIMD4(0.6, 0.2, 0.3, 1)),
  .init(SolidColorGenerator(color: .blue), [SIMD4(0, 0, 0, 0)], SIMD4(0, 0, 1, 1)),
  .init(CircleGenerator(radius: 0.6, center: Point(0, 0.5)), [plain], SIMD4(1, 1, 1, 1)),
  .init(CircleGenerator(radius: 0.4, center: Point(0, 0.5)), [plain], SIMD4(0, 0, 0, 1)),
  .init(CheckerboardGenerator(width: 1), [plain], SIMD4(1, 1, 1, 1)),
  .init(CheckerboardGenerator(width: 1, center: Point(1, 0)), [plain], SIMD4(0, 0, 0, 1)),
  .init(
    LinearGradientGenerator(start: Point(0.25, 0), end: Point(1.25, 0)), [plain],
    SIMD4(0.75, 0.75, 0.75, 1)),
  .init(
    RadialGradientGenerator(center: Point(0, 0.5), innerRadius: 0.25, outerRadius: 0.75), [plain],
    SIMD4(0.5, 0.5, 0.5, 1)),
  // In the corner of a cell there is no noise.
  .init(PerlinNoise(scale: 2), [plain], SIMD4(0.5, 0.5, 0.5, 1)),
  .init(CrosshairGenerator(positions: [Point(0.5, 0.5)]), [plain], SIMD4(0, 1, 0, 1)),
  .init(CrosshairGenerator(positions: [Point(9.5, 9.5)]), [plain], plain),
  .init(
    LineGenerator(lines: [.infinite(slope: 0.25, intercept: 0)]), [plain], SIMD4(1, 0, 0, 1)),
  .init(
    LineGenerator(lines: [.segment(p1: Point(0, -1), p2: Point(0, 1))], lineColor: .blue), [plain],
    SIMD4(0, 0, 1, 1)),
  .init(
    LineGenerator(lines: [.segment(p1: Point(0.5, 0.5), p2: Point(1, 1))]), [plain], plain),
]
