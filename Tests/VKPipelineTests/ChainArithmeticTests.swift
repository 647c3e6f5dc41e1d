import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// What chains of filters at one pixel hold their values to, and how they read further pictures.
@Suite struct ChainArithmeticTests {
  private func rendered(
    _ filters: [any Filter], _ inputs: [PixelBuffer], unclamped: Bool = false
  ) throws -> PixelBuffer {
    let context = try RenderContext(device: .systemDefault)
    var options = ChainOptions()
    options.isUnclamped = unclamped
    return try ChainExecutor(context: context).submit(
      filters, inputs: inputs, format: inputs[0].format, options: options
    ).picture()
  }

  /// A grey ramp in every component.
  private func ramp(_ format: PixelFormat) throws -> PixelBuffer {
    let buffer = try PixelBuffer(format: format, size: Size(32, 2), colorSpace: .unspecified)
    for component in format.components.indices {
      let count = buffer.samples(component).count
      let largest = Double(format.maximumCode)
      buffer.setSamples(component, (0..<count).map { Double($0 % 32) / 31 * largest })
    }
    return buffer
  }

  /// `min(max(v + 0.5, 0), 1) - 0.25`, and the like, by hand.
  @Test(arguments: [PixelFormat.rgba64, .gbrp16])
  func valuesAreHeldBetweenFilters(format: PixelFormat) throws {
    let chains: [(filters: [any Filter], value: (Double) -> Double)] = [
      (
        [BrightnessAdjustment(brightness: 0.5), BrightnessAdjustment(brightness: -0.25)],
        { min($0 + 0.5, 1) - 0.25 }
      ),
      (
        [BrightnessAdjustment(brightness: -0.5), BrightnessAdjustment(brightness: 0.25)],
        { max($0 - 0.5, 0) + 0.25 }
      ),
      (
        [ContrastAdjustment(contrast: 4), ContrastAdjustment(contrast: 0.5)],
        { (min(max(($0 - 0.5) * 4 + 0.5, 0), 1) - 0.5) * 0.5 + 0.5 }
      ),
    ]
    let input = try ramp(format)
    for chain in chains {
      let output = try rendered(chain.filters, [input])
      for component in 0..<3 {
        let expected = input.samples(component).map { chain.value($0 / 65535) * 65535 }
        let worst = zip(output.samples(component), expected).map { abs($0 - $1) }.max() ?? 0
        #expect(worst <= 0.6, "\(format) \(chain.filters.count)")
      }
    }
  }

  /// Codes that no RGB colour has stay what they are through filters that change nothing.
  @Test(arguments: [PixelFormat.yuv444p, .nv12, .yuv420p10, .yuva420p])
  func coloursBeyondRGBAreKept(format: PixelFormat) throws {
    let input = try randomPicture(format, Size(34, 18), seed: 11)
    let identities: [any Filter] = [
      BrightnessAdjustment(), FFmpegEq(), ContrastAdjustment(), FFmpegHue(degrees: 0),
      SaturationAdjustment(),
    ]
    let output = try rendered(identities, [input])
    for component in format.components.indices {
      #expect(output.samples(component) == input.samples(component), "\(format) \(component)")
    }
  }

  /// Gains of codes by hand, as FFmpeg documents them, alone and around a filter of RGB that changes nothing.
  @Test(arguments: [PixelFormat.yuv420p, .nv12, .yuv422p10, .yuyv422])
  func codesAreWhatIsStored(format: PixelFormat) throws {
    let input = try randomPicture(format, Size(34, 18), seed: 12)
    let eq = FFmpegEq(contrast: 0.5, brightness: 0.125, saturation: 0.5)
    let largest = Double(format.maximumCode)
    let unit = Double(255 << (format.bitDepth - 8))
    for filters in [[eq], [eq, BrightnessAdjustment()] as [any Filter]] {
      let output = try rendered(filters, [input])
      for component in 0..<3 {
        let middle = component == 0 ? 0.5 : 128.0 / 255
        let expected = input.samples(component).map {
          let value = ($0 / unit - middle) * 0.5 + middle + (component == 0 ? 0.125 : 0)
          return min(max(value * unit, 0), largest)
        }
        let worst = zip(output.samples(component), expected).map { abs($0 - $1) }.max() ?? 0
        #expect(worst <= 0.51, "\(format) \(component) \(filters.count)")
      }
    }
  }

  /// The product of two pictures whose chroma says nothing: that of their lumas.
  @Test(arguments: [PixelFormat.nv12, .yuv420p, .yuv422p10, .uyvy422, .yuva420p])
  func furtherPicturesAreReadPixelByPixel(format: PixelFormat) throws {
    var colors = ColorSpace.unspecified
    colors.range = .full
    let size = Size(45, 19)
    let pictures = try [21, 22].map { seed in
      let picture = try randomPicture(format, size, seed: UInt64(seed), colorSpace: colors)
      let middle = Double(1 << (format.bitDepth - 1))
      for component in 1...2 {
        let count = picture.samples(component).count
        picture.setSamples(component, [Double](repeating: middle, count: count))
      }
      if format.hasAlpha {
        let count = picture.samples(3).count
        picture.setSamples(3, [Double](repeating: Double(format.maximumCode), count: count))
      }
      return picture
    }
    let output = try rendered([MultiplyBlend()], pictures)
    let largest = Double(format.maximumCode)
    let expected = zip(pictures[0].samples(0), pictures[1].samples(0)).map { $0 * $1 / largest }
    let worst = zip(output.samples(0), expected).map { abs($0 - $1) }.max() ?? 0
    #expect(worst <= 0.51, "\(format): \(worst)")
  }
}
