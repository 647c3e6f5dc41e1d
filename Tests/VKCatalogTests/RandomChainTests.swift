import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// Random formats, sizes and chains against formulas in `Double`.
///
/// `VKFILTER_RANDOM_CHAINS` says how many; the largest difference of each depth is printed.
@Suite struct RandomChainTests {
  private static let count =
    ProcessInfo.processInfo.environment["VKFILTER_RANDOM_CHAINS"].flatMap { Int($0) } ?? 150

  private struct Triple {
    let format: PixelFormat
    let size: Size
    let filters: [any Filter]
    let colorSpace: ColorSpace
    let seed: UInt64

    init(number: Int) {
      seed = UInt64(number) + 1000
      var random = SeededGenerator(seed: seed)
      // Every format comes up as often as any other.
      format = PixelFormat.all[number % PixelFormat.all.count]
      size = Size(.random(in: 1...37, using: &random), .random(in: 1...29, using: &random))
      var space = ColorSpace.unspecified
      if format.model == .yuv {
        space = ColorSpace(
          matrix: [.bt601, .bt709, .bt2020].randomElement(using: &random) ?? .bt709,
          range: Bool.random(using: &random) ? .full : .limited,
          chromaLocation: [.left, .center, .topLeft].randomElement(using: &random) ?? .left)
      }
      colorSpace = space
      let length = Int.random(in: 0...4, using: &random)
      var hasPad = false
      filters = (0..<length).map { _ in Self.filter(&random) }.filter { filter in
        // A second one would have to know what the first one made of the size.
        guard filter is Pad else { return true }
        defer { hasPad = true }
        return !hasPad
      }
    }

    private static func filter(_ random: inout SeededGenerator) -> any Filter {
      func value(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
      switch Int.random(in: 0..<21, using: &random) {
      case 0: return BrightnessAdjustment(brightness: value(-0.3...0.3))
      case 1: return ContrastAdjustment(contrast: value(0.5...1.8))
      case 2: return SaturationAdjustment(saturation: value(0...1.8))
      case 3: return ExposureAdjustment(exposure: value(-1...1))
      case 4: return GammaAdjustment(gamma: value(0.5...2))
      case 5: return RGBAdjustment(red: value(0.5...1.3), green: value(0.5...1.3), blue: 1)
      case 6: return HueAdjustment(hue: value(-180...180))
      case 7: return ColorInversion()
      case 8: return Luminance()
      case 9: return SepiaToneFilter(intensity: value(0...1))
      case 10: return MonochromeFilter(intensity: value(0...1), color: Color(0.3, 0.5, 0.8))
      case 11: return FalseColor(firstColor: Color(0.2, 0, 0.3), secondColor: Color(1, 0.8, 0.4))
      case 12:
        return LevelsAdjustment(
          minimum: Color(0.1, 0.05, 0), middle: Color(1.3, 0.8, 1), maximum: Color(0.9, 1, 0.95),
          minOutput: Color(0, 0.1, 0), maxOutput: Color(1, 0.9, 1))
      case 13: return HorizontalFlip()
      case 14: return VerticalFlip()
      case 15: return QuarterTurn(turns: Int(value(1...3)))
      case 16: return Transpose(dir: .counterclockwise)
      case 17:
        return Pad(width: 41, height: 42, x: Int(value(0...3)), y: 2, color: Color(0.2, 0.4, 0.6))
      case 18: return Crop(width: 1, height: 1, x: 0, y: 0)
      case 19: return Vignette(center: Point(0.4, 0.6), start: 0.2, end: value(0.5...0.9))
      default: return OpacityAdjustment(opacity: value(0.3...1))
      }
    }
  }

  /// Colours far enough from the ends that no stored code means one outside 0…1.
  private func input(_ triple: Triple) throws -> PixelBuffer {
    let store = StoredPicture(format: triple.format, colorSpace: triple.colorSpace)
    let noise = DoubleImage.noise(triple.size, seed: triple.seed)
    let isSubsampled = triple.format.chromaShiftX > 0
    let picture = noise.map { pixel in
      let gray = 0.3 + 0.4 * (pixel.x + pixel.y + pixel.z) / 3
      let color = SIMD3(repeating: gray) + 0.25 * (SIMD3(pixel.x, pixel.y, pixel.z) - 0.5)
      return SIMD4(color, isSubsampled ? 0.75 : 0.2 + 0.8 * pixel.w)
    }
    let buffer = try PixelBuffer(
      format: triple.format, size: triple.size, colorSpace: triple.colorSpace)
    for (component, codes) in store.encoded(picture).enumerated() {
      buffer.setSamples(
        component, triple.format.isFloat ? codes : codes.map { $0.rounded() })
    }
    return buffer
  }

  /// Largest difference in codes, and the same as a share of white.
  private func difference(_ triple: Triple) throws -> Double {
    let input = try input(triple)
    let store = StoredPicture(format: triple.format, colorSpace: triple.colorSpace)
    var picture = store.decoded(input)
    for filter in triple.filters {
      let formula = try #require(reference(filter))
      picture = formula([picture]).map { pixel in
        SIMD4((0..<4).map { min(max(pixel[$0], 0), 1) })
      }
    }
    let output = try Rendering.buffer(triple.filters, [input], to: triple.format)
    #expect(output.size == picture.size)
    var worst = 0.0
    for (component, codes) in store.encoded(picture).enumerated() {
      for (found, code) in zip(output.samples(component), codes) {
        worst = max(worst, abs(found - code))
      }
    }
    return worst
  }

  /// Half a code of rounding; float arithmetic and what fast powers cost may add 1/5000 of white.
  @Test func storedCodesAreThoseOfTheFormulas() throws {
    var largest: [String: Double] = [:]
    for number in 0..<Self.count {
      let triple = Triple(number: number)
      let format = triple.format
      let worst = try difference(triple)
      let white = Double(format.maximumCode)
      let half = format.bytesPerSample == 2 && format.isFloat ? 1.0 / 1024 : 0
      let allowed = format.isFloat ? 2e-4 + half : 0.5 + 2e-4 * white
      let names = triple.filters.map { "\(type(of: $0))" }.joined(separator: ",")
      #expect(
        worst <= allowed,
        "\(number): \(format) \(triple.size) \(triple.colorSpace) \(names): \(worst) codes")
      let depth = format.isFloat ? "float\(8 * format.bytesPerSample)" : "\(format.bitDepth) bits"
      largest[depth] = max(largest[depth] ?? 0, worst)
    }
    for (depth, worst) in largest.sorted(by: { $0.key < $1.key }) {
      print("\(Self.count) random chains, \(depth): largest difference \(worst) codes")
    }
  }
}
