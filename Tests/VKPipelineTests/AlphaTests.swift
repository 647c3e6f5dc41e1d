import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// Colours count by their alpha wherever pixels are mixed; what is not seen leaves no trace.
struct AlphaTests {
  /// A white disc on nothing; the nothing is black, or green so that any trace of it shows.
  private func disc(_ size: Size, hidden: SIMD3<Double> = .zero) -> DoubleImage {
    DoubleImage(size: size) { x, y in
      let (dx, dy) = (Double(2 * x - size.width + 1), Double(2 * y - size.height + 1))
      let isInside = (dx * dx + dy * dy).squareRoot() < 0.8 * Double(size.width)
      return isInside ? SIMD4(1, 1, 1, 1) : SIMD4(hidden, 0)
    }
  }

  static let chains: [(String, [any Filter])] = [
    ("scaled down", [Scale(width: 31, height: 31)]), ("scaled up", [Scale(width: 77, height: 77)]),
    ("blurred", [GaussianBlur(blurRadiusInPixels: 2)]),
    ("boxed", [BoxBlur(blurRadiusInPixels: 3)]), ("swirled", [SwirlDistortion()]),
    ("dilated", [Dilation(radius: 2)]), ("sharpened", [Sharpen(sharpness: 1)]),
    ("blurred twice", [GaussianBlur(blurRadiusInPixels: 1), GaussianBlur(blurRadiusInPixels: 2)]),
  ]

  /// Whatever is seen of the disc afterwards is white.
  @Test(arguments: [PixelFormat.rgba, .gbrap, .rgba64, .rgbaf16, .rgbaf32, .yuva420p, .yuva444p10])
  func nothingOfWhatIsHiddenShows(format: PixelFormat) throws {
    let source = try disc(Size(51, 51), hidden: SIMD3(0, 1, 0)).pixelBuffer(.rgba64)
    let device = try Device.systemDefault
    let input = try ChainRenderer([], device: device).render([source], to: format)
    for (name, chain) in Self.chains {
      let output = DoubleImage(
        try ChainRenderer(chain, device: device).render([input], to: .rgba64))
      // A pixel of which less is seen than a code has no colour that could be stored.
      let seen = output.pixels.filter { $0.w > 0.02 }
      let lowest = seen.map { min($0.x, $0.y, $0.z) }.min() ?? 0
      #expect(lowest > (format.model == .yuv ? 0.97 : 0.99), "\(name) \(format): \(lowest)")
      #expect(seen.count > 450, "\(name) \(format)")
    }
  }

  /// Half of a 2×2 cell is red and seen, half green and not: the cell's chroma is that of red.
  @Test(arguments: [PixelFormat.yuva420p, .yuva422p])
  func sharedChromaIsThatOfWhatIsSeen(format: PixelFormat) throws {
    let input = try DoubleImage(size: Size(8, 4)) { x, _ in
      x % 2 == 0 ? SIMD4(1, 0, 0, 1) : SIMD4(0, 1, 0, 0)
    }.pixelBuffer(.rgba)
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: format)
    let red = try DoubleImage(size: Size(8, 4)) { _, _ in SIMD4(1, 0, 0, 1) }.pixelBuffer(.rgba)
    let expected = try ChainRenderer([], device: .systemDefault).render([red], to: format)
    for component in 1...2 {
      #expect(output.samples(component) == expected.samples(component))
    }
    #expect(output.samples(3) == (0..<32).map { $0 % 2 == 0 ? 255 : 0 })
  }

  /// Colours times alpha come out as they went in, through formats of every model.
  @Test(arguments: [PixelFormat.rgba64, .ya16, .yuva444p16, .yuva420p, .rgbaf32])
  func premultipliedPicturesStayPremultiplied(format: PixelFormat) throws {
    let size = Size(16, 6)
    let input = try PixelBuffer(format: format, size: size, alphaMode: .premultiplied)
    // Grey of 40 % at an alpha of 50 %, in the codes of full range.
    let largest = Double(format.maximumCode)
    var color = input
    color.colorSpace = ColorSpace(matrix: .bt709, range: .full)
    for component in format.components.indices {
      let isAlpha = component == format.components.count - 1
      let isChroma = format.model == .yuv && (1...2).contains(component)
      let value = isAlpha ? 0.5 : 0.2
      let code = isChroma ? (largest + 1) / 2 : (value * largest).rounded()
      let grid = input.grid(component)
      input.setSamples(
        component,
        [Double](repeating: format.isFloat ? value : code, count: grid.width * grid.height))
    }
    let device = try Device.systemDefault
    let same = try ChainRenderer([], device: device).render([color])
    #expect(same.alphaMode == .premultiplied)
    #expect(difference(input, same) == nil)
    // Inside the chain colours are straight: 0.4 + 0.1 = 0.5, times 0.5 is 0.25.
    let brighter = try ChainRenderer([BrightnessAdjustment(brightness: 0.1)], device: device)
      .render([color])
    let found = brighter.samples(0)[0] / largest
    #expect(abs(found - 0.25) < 1.5 / min(largest, 65535) || format.isFloat)
    #expect(!format.isFloat || abs(found - 0.25) < 1e-5)
  }

  /// Where one frame shows nothing, its colour has no share in the average over time.
  @Test func whatIsHiddenInOneFrameLeavesNoTraceInTheNext() throws {
    let renderer = try ChainRenderer([LowPassFilter(strength: 0.5)], device: .systemDefault)
    func frame(_ color: SIMD4<Double>) throws -> PixelBuffer {
      try DoubleImage(size: Size(5, 3)) { _, _ in color }.pixelBuffer(.rgba64)
    }
    _ = try renderer.render([frame(SIMD4(0, 1, 0, 0))])
    let result = DoubleImage(try renderer.render([frame(SIMD4(1, 0, 0, 1))]))
    let expected = DoubleImage(size: Size(5, 3)) { _, _ in SIMD4(1, 0, 0, 0.5) }
    #expect(Comparison(result, expected, tolerance: 2.0 / 65535).worst < 2.0 / 65535)
  }

  /// A filter that makes parts of an opaque picture transparent gets a format that can say so.
  @Test(arguments: [
    (PixelFormat.rgb24, PixelFormat.rgba), (.yuv420p, .yuva420p), (.nv12, .yuva420p),
    (.gray8, .ya8), (.bgra, .bgra),
  ])
  func whatBecomesTransparentHasAlpha(format: PixelFormat, expected: PixelFormat) throws {
    let input = try randomPicture(format, Size(16, 4), seed: 70)
    let device = try Device.systemDefault
    let half = try ChainRenderer([OpacityAdjustment(opacity: 0.5)], device: device).render([input])
    #expect(half.format == expected)
    if format != .bgra {
      let alpha = half.samples(half.format.components.count - 1)
      #expect(alpha.allSatisfy { abs($0 - 127.5) < 1 })
    }
    let whole = try ChainRenderer([OpacityAdjustment(opacity: 1)], device: device).render([input])
    #expect(whole.format == format)
    let matrix = try ChainRenderer([ColorMatrixFilter(intensity: 0.5)], device: device)
    #expect(try matrix.render([input]).format == format)
  }
}
