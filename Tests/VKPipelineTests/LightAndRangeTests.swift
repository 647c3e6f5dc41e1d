import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// `--linear` and `--unclamped`, through every kind of filter and sample.
struct LightAndRangeTests {
  private func renderer(
    _ filters: [any Filter], linear: Bool = false, unclamped: Bool = false
  ) throws -> ChainRenderer {
    var options = ChainOptions()
    options.isLinear = linear
    options.isUnclamped = unclamped
    return try ChainRenderer(
      filters, context: RenderContext(device: .systemDefault), options: options)
  }

  /// The mean of a place and its right neighbour.
  private struct Halfway: SamplingFilter {
    static let info = FilterInfo<Self>(
      name: "halfway", category: .geometry, summary: "Shift.", source: "The definition",
      kernel: Kernel(
        name: "Test/halfway",
        source: "vec4 kernel(vec2 at) { return sampled(at + vec2(0.5, 0.0)); }"))
  }

  private static let stripes: [(String, [any Filter])] = [
    ("blur", [GaussianBlur(blurRadiusInPixels: 6)]), ("box", [BoxBlur(blurRadiusInPixels: 15.5)]),
    ("scale", [Scale(width: 32, height: 8)]), ("sampling", [Halfway()]),
  ]

  /// Half the light of white is sRGB's 0.7354 (IEC 61966-2-1): 1.055·0.5^(1/2.4) - 0.055; half its code is 0.5.
  @Test(arguments: [PixelFormat.rgb24, .rgba, .gbrp10, .rgb48, .rgbaf16, .rgbaf32])
  func whatIsMixedInLinearLightIsHalfTheLight(format: PixelFormat) throws {
    let input = try DoubleImage(size: Size(64, 8)) { x, _ in
      x % 2 == 0 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
    }.pixelBuffer(format)
    for (name, chain) in Self.stripes {
      for (linear, expected) in [(true, 0.735357), (false, 0.5)] {
        let output = DoubleImage(try renderer(chain, linear: linear).render([input]))
        let middle = output[output.size.width / 2 - 1, 4]
        // 31 of the box's pixels are not an even number; one of them is 3 %.
        let tolerance = name == "box" ? 0.02 : 1.1 / 255
        #expect(abs(middle.x - expected) < tolerance, "\(name) \(format) \(linear): \(middle)")
        #expect(middle.x == middle.y && middle.w > 0.999)
      }
    }
  }

  @Test func blendsAndAveragesOverTimeMixLight() throws {
    let size = Size(17, 13)
    let white = try DoubleImage(size: size) { _, _ in SIMD4(1, 1, 1, 1) }.pixelBuffer(.rgb48)
    let black = try DoubleImage(size: size) { _, _ in SIMD4(0, 0, 0, 1) }.pixelBuffer(.rgb48)
    let blend = try renderer([AlphaBlend(mix: 0.5)], linear: true)
    #expect(abs(DoubleImage(try blend.render([black, white]))[8, 6].x - 0.735357) < 1e-4)
    let average = try renderer([LowPassFilter(strength: 0.5)], linear: true)
    _ = try average.render([white])
    #expect(abs(DoubleImage(try average.render([black]))[8, 6].x - 0.735357) < 1e-4)
  }

  /// Eight times as bright and back again, with filters in between that make passes of their own.
  @Test(arguments: [
    PixelFormat.gray8, .yuv420p, .nv12, .rgb24, .rgba, .gray16, .yuv422p10, .p010, .yuva444p10,
    .gbrp12, .rgba64, .rgbaf16, .rgbaf32,
  ])
  func whatIsBeyondWhiteComesBackWhenNothingIsClamped(format: PixelFormat) throws {
    let source = try DoubleImage(size: Size(34, 13)) { _, _ in SIMD4(0.6, 0.6, 0.6, 1) }
      .pixelBuffer(.rgb48)
    let device = try Device.systemDefault
    let input = try ChainRenderer([], device: device).render([source], to: format)
    let chain: [any Filter] = [
      ExposureAdjustment(exposure: 3), GaussianBlur(blurRadiusInPixels: 1), MedianFilter(),
      Scale(width: 20, height: 9), ExposureAdjustment(exposure: -3),
    ]
    let open = try renderer(chain, unclamped: true).render([input])
    let held = try renderer(chain).render([input])
    let before = input.samples(0)[0]
    // Half floats between the passes of 8-bit pictures have 11 bits.
    let tolerance =
      format.isFloat ? 1e-3 : format.bitDepth == 8 ? 1 : Double(format.maximumCode) / 4000
    #expect(open.samples(0).allSatisfy { abs($0 - before) <= tolerance }, "\(format)")
    #expect(held.samples(0).allSatisfy { $0 < before / 2 })
  }

  @Test(arguments: [PixelFormat.rgbaf16, .rgbaf32, .gbrpf32, .grayf32])
  func numbersBeyondWhiteAreWritten(format: PixelFormat) throws {
    let input = try DoubleImage(size: Size(5, 3)) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
      .pixelBuffer(format)
    let chain = [ExposureAdjustment(exposure: 2)]
    let open = try renderer(chain, unclamped: true).render([input])
    #expect(open.samples(0).allSatisfy { abs($0 - 2) < 1e-5 })
    let held = try renderer(chain).render([input])
    #expect(held.samples(0).allSatisfy { abs($0 - 1) < 1e-5 })
  }
}
