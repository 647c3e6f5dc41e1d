import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// A linear filter with weights of the test's choice, the same on every plane.
struct Weighing: LinearFilter {
  var choose: @Sendable (Size) -> LinearWeights = { _ in
    .separable(horizontal: [1], vertical: [1])
  }

  init() {}
  init(_ choose: @escaping @Sendable (Size) -> LinearWeights) { self.choose = choose }
  static let info = FilterInfo<Self>(
    name: "weighing", category: .convolution, summary: "Weigh.", source: "The definition")
  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    choose(size)
  }
}

/// Rows that sum to 1, with no symmetry that could hide a mistake; some weights are negative.
private func row(_ count: Int, seed: UInt64) -> [Double] {
  var random = SeededGenerator(seed: seed)
  let raw = (0..<count).map { _ in Double.random(in: -0.2...1, using: &random) }
  let sum = raw.reduce(0, +)
  return raw.map { $0 / sum }
}

private typealias Tap = (x: Int, y: Int, weight: Double)

/// All products of two rows of weights, their middles on the pixel.
private func product(_ horizontal: [Double], _ vertical: [Double]) -> [Tap] {
  var taps: [Tap] = []
  for (y, down) in vertical.enumerated() {
    for (x, across) in horizontal.enumerated() {
      taps.append((x - horizontal.count / 2, y - vertical.count / 2, across * down))
    }
  }
  return taps
}

private func positive(_ count: Int, seed: UInt64) -> [Double] {
  var random = SeededGenerator(seed: seed)
  let raw = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
  let sum = raw.reduce(0, +)
  return raw.map { $0 / sum }
}

struct LinearTests {
  static let sizes = [Size(1, 1), Size(2, 3), Size(17, 13), Size(64, 33), Size(5, 70)]
  /// Formats that are filtered in their planes, one of each way of lying there.
  static let planar: [PixelFormat] = [
    .gray8, .yuv420p, .nv12, .yuv420p10, .p010, .gbrp, .yuv444p16, .gbrpf32,
  ]
  static let others = PixelFormat.all.filter {
    !$0.hasAlpha && ($0.model != .rgb || $0.planeCount == 3) && !planar.contains($0)
  }

  /// The codes of a component, row by row.
  private func codes(_ buffer: PixelBuffer, _ component: Int) -> (size: Size, codes: [Double]) {
    (buffer.grid(component), buffer.samples(component))
  }

  /// The weighted sum of a plane's codes in `Double`, edges repeated, held to the codes there are.
  private func expected(
    _ buffer: PixelBuffer, component: Int, _ taps: [Tap]
  ) -> [Double] {
    let (size, codes) = codes(buffer, component)
    let largest = Double(buffer.format.maximumCode)
    var result: [Double] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum = 0.0
        for tap in taps {
          let column = min(max(x + tap.x, 0), size.width - 1)
          let line = min(max(y + tap.y, 0), size.height - 1)
          sum += tap.weight * codes[line * size.width + column]
        }
        result.append(buffer.format.isFloat ? sum : min(max(sum, 0), largest))
      }
    }
    return result
  }

  private func check(
    _ input: PixelBuffer, _ filter: Weighing, tolerance: Double,
    _ taps: [Tap]
  ) throws {
    let output = try ChainRenderer([filter], device: .systemDefault).render([input])
    for component in input.format.components.indices {
      let reference = expected(input, component: component, taps)
      let (size, found) = codes(output, component)
      let worst = zip(found, reference).enumerated().max {
        abs($0.element.0 - $0.element.1) < abs($1.element.0 - $1.element.1)
      }
      guard let worst else { continue }
      #expect(
        abs(worst.element.0 - worst.element.1) <= tolerance,
        """
        \(input.format) \(input.size) component \(component) at \(worst.offset % size.width),\
        \(worst.offset / size.width): \(worst.element.0) for \(worst.element.1)
        """)
    }
  }

  // Planes are rounded once, at the end; 24 bits of a float hold 16-bit codes to 0.01.
  private func tolerance(_ format: PixelFormat) -> Double { format.isFloat ? 1e-5 : 0.52 }

  @Test(arguments: planar, sizes)
  func separableWeightsOnPlanes(format: PixelFormat, size: Size) throws {
    let horizontal = positive(7, seed: 1)
    let vertical = positive(5, seed: 2)
    let input = try randomPicture(format, size, seed: 3)
    let filter = Weighing { _ in .separable(horizontal: horizontal, vertical: vertical) }
    let taps = product(horizontal, vertical)
    try check(input, filter, tolerance: tolerance(format), taps)
  }

  @Test(arguments: others)
  func separableWeightsOnPlanesOfEveryFormat(format: PixelFormat) throws {
    try separableWeightsOnPlanes(format: format, size: Size(17, 13))
  }

  @Test(arguments: planar)
  func longRowsOfWeights(format: PixelFormat) throws {
    let horizontal = positive(61, seed: 4)
    let vertical = positive(51, seed: 5)
    let input = try randomPicture(format, Size(23, 17), seed: 6)
    let filter = Weighing { _ in .separable(horizontal: horizontal, vertical: vertical) }
    let taps = product(horizontal, vertical)
    try check(input, filter, tolerance: tolerance(format), taps)
  }

  @Test(arguments: planar, sizes)
  func matricesOnPlanes(format: PixelFormat, size: Size) throws {
    let weights = row(15, seed: 7)
    let rows = (0..<3).map { Array(weights[$0 * 5..<$0 * 5 + 5]) }
    let input = try randomPicture(format, size, seed: 8)
    let taps = (0..<15).map { (x: $0 % 5 - 2, y: $0 / 5 - 1, weight: weights[$0]) }
    try check(input, Weighing { _ in .matrix(rows) }, tolerance: tolerance(format), taps)
  }

  /// Weighing by alpha: colours times alpha are summed, then divided by the summed alpha.
  @Test(arguments: [PixelFormat.rgba, .bgra, .rgba64], sizes)
  func separableWeightsCountColoursByAlpha(format: PixelFormat, size: Size) throws {
    let horizontal = positive(7, seed: 9)
    let vertical = positive(5, seed: 10)
    let image = DoubleImage.noise(size, seed: 11)
    let input = try image.pixelBuffer(format)
    let stored = DoubleImage(input)
    let filter = Weighing { _ in .separable(horizontal: horizontal, vertical: vertical) }
    let output = try ChainRenderer([filter], device: .systemDefault).render([input])
    let expected = DoubleImage(size: size) { x, y in
      var sum = SIMD4<Double>.zero
      for tap in 0..<35 {
        let pixel = stored[x + tap % 7 - 3, y + tap / 7 - 2]
        let weight = horizontal[tap % 7] * vertical[tap / 7]
        sum += weight * SIMD4(pixel.x * pixel.w, pixel.y * pixel.w, pixel.z * pixel.w, pixel.w)
      }
      guard sum.w > 0 else { return sum }
      return SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
    }
    // Half floats hold the premultiplied rows between the passes of 8-bit pictures.
    let tolerance = format == .rgba64 ? 2.0 / 65535 : 1.0 / 255
    let comparison = Comparison(DoubleImage(output), expected, tolerance: tolerance)
    #expect(comparison.worst <= tolerance, "\(comparison)")
  }

  /// Sums over the exact positions, for a picture made smaller and larger, by a tent.
  @Test(
    arguments: [PixelFormat.gray8, .gbrp, .rgb24, .gray16], [Size(7, 20), Size(40, 9), Size(1, 1)])
  func resamplingFollowsTheDefinition(format: PixelFormat, target: Size) throws {
    let size = Size(17, 13)
    let image = DoubleImage.noise(size, seed: 12, opaque: true)
    let input = try image.pixelBuffer(format)
    let stored = DoubleImage(input)
    let tent = Interpolation(name: "bilinear", radius: 1) { 1 - $0 }
    let filter = Weighing { _ in .resampled(to: target, tent) }
    let output = try ChainRenderer([filter], device: .systemDefault).render([input])
    func weights(_ position: Int, from: Int, to: Int) -> [(Int, Double)] {
      let ratio = Double(from) / Double(to)
      let center = (Double(position) + 0.5) * ratio - 0.5
      let stretch = max(ratio, 1)
      let all = (-40...60).compactMap { index -> (Int, Double)? in
        let weight = 1 - abs(Double(index) - center) / stretch
        return weight > 0 ? (index, weight) : nil
      }
      let sum = all.reduce(0) { $0 + $1.1 }
      return all.map { ($0.0, $0.1 / sum) }
    }
    let expected = DoubleImage(size: target) { x, y in
      var sum = SIMD4<Double>.zero
      for (column, across) in weights(x, from: size.width, to: target.width) {
        for (line, down) in weights(y, from: size.height, to: target.height) {
          sum += across * down * stored[column, line]
        }
      }
      return sum
    }
    let tolerance = format.bitDepth > 8 ? 1.01 / 65535 : 1.01 / 255
    let comparison = Comparison(DoubleImage(output), expected, tolerance: tolerance)
    #expect(comparison.worst <= tolerance, "\(comparison)")
  }
}

extension LinearTests {
  /// A rearrangement behind a change of size sees the new size, not the source's.
  @Test(arguments: [PixelFormat.rgb24, .rgba, .yuv444p])
  func whatFollowsAChangeOfSizeSeesTheNewSize(format: PixelFormat) throws {
    let input = try randomPicture(format, Size(40, 20), seed: 30)
    let tent = Interpolation(name: "bilinear", radius: 1) { 1 - $0 }
    let scale = Weighing { _ in .resampled(to: Size(10, 6), tent) }
    let device = try Device.systemDefault
    let scaled = try ChainRenderer([scale], device: device).render([input], to: .rgb24)
    let padded = try ChainRenderer([scale, Frame(), Vignette()], device: device)
      .render([input], to: .rgb24)
    let expected = try ChainRenderer([Frame(), Vignette()], device: device).render([scaled])
    #expect(padded.size == Size(14, 10))
    let comparison = Comparison(
      DoubleImage(padded), DoubleImage(expected), tolerance: 2.01 / 255)
    #expect(comparison.worst <= 2.01 / 255, "\(comparison)")
  }

  /// Repeats the edge's pixels two pixels further out on all sides.
  private struct Frame: SamplingFilter {
    static let info = FilterInfo<Self>(
      name: "frame", category: .geometry, summary: "Widen.", source: "The definition",
      kernel: Kernel(
        name: "Test/frame",
        source: """
          vec4 kernel(vec2 at) {
            ivec2 p = ivec2(at) - 2;
            return any(greaterThanEqual(p, ivec2(inputSize()) + 1)) ? vec4(1.0) : pixel(p);
          }
          """))
    static let isRearrangement = true
    func outputSize(for size: Size) throws(FilterError) -> Size {
      Size(size.width + 4, size.height + 4)
    }
  }
}
