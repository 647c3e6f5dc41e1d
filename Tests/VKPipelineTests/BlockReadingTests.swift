import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// Pictures that are read in blocks of pixels.
@Suite struct BlockReadingTests {
  private static let turns: [(filters: [any Filter], axes: MirroredAxes)] = [
    ([HorizontalFlip()], .horizontal), ([VerticalFlip()], .vertical),
    (
      [HorizontalFlip(), VerticalFlip(), VerticalFlip(), VerticalFlip()], [.horizontal, .vertical]
    ),
  ]

  /// The samples of a component, turned round.
  private func turned(_ buffer: PixelBuffer, _ component: Int, _ axes: MirroredAxes) -> [Double] {
    let size = buffer.grid(component)
    let samples = buffer.samples(component)
    return (0..<samples.count).map { index in
      let (x, y) = (index % size.width, index / size.width)
      let from = (
        axes.contains(.horizontal) ? size.width - 1 - x : x,
        axes.contains(.vertical) ? size.height - 1 - y : y
      )
      return samples[from.1 * size.width + from.0]
    }
  }

  /// Sizes that whole blocks fill, and one that they do not.
  @Test(arguments: PixelFormat.all, [Size(64, 36), Size(36, 8)])
  func flippedSamplesAreTheSameSamples(format: PixelFormat, size: Size) throws {
    let input = try randomPicture(format, size, seed: 7)
    for (filters, axes) in Self.turns {
      let output = try ChainRenderer(filters, device: .systemDefault).render([input])
      for component in format.components.indices {
        #expect(
          output.samples(component) == turned(input, component, axes), "\(axes), \(component)")
      }
    }
  }

  /// What comes after a flip sees places in the flipped picture.
  @Test(arguments: [PixelFormat.yuv420p, .nv12, .yuyv422, .rgba, .gbrp16])
  func whatFollowsAFlipSeesTheFlippedPicture(format: PixelFormat) throws {
    let size = Size(64, 36)
    let input = try randomPicture(format, size, seed: 8)
    let flipped = try ChainRenderer([HorizontalFlip()], device: .systemDefault).render([input])
    let chain: [any Filter] = [BrightnessAdjustment(brightness: 0.1), Vignette()]
    let inOne = try ChainRenderer([HorizontalFlip()] + chain, device: .systemDefault)
    let expected = try ChainRenderer(chain, device: .systemDefault).render([flipped])
    #expect(difference(try inOne.render([input]), expected) == nil)
  }

  /// Without limits, colours are linear in the codes, so their mean is the colour of the mean codes.
  @Test(
    arguments: [PixelFormat.yuv420p, .nv12, .yuv422p, .yuv444p, .yuyv422],
    [Size(64, 36), Size(24, 12), Size(16, 4)])
  func theMeanCountsEachPixelWithItsOwnChroma(format: PixelFormat, size: Size) throws {
    let input = try randomPicture(
      format, size, seed: 9, colorSpace: ColorSpace(matrix: .bt709, range: .limited))
    let means = (0..<3).map { index in
      // Squares, so that another row of chroma would give another mean.
      let count = input.samples(index).count
      let ramp = (0..<count).map { 16 + 200 * Double($0 * $0) / Double(count * count) }
      input.setSamples(index, ramp.map { $0.rounded() })
      return input.samples(index).reduce(0, +) / Double(count)
    }
    let renderer = try ChainRenderer([AverageColorExtractor()], device: .systemDefault)
    let color = try #require(renderer.values([input]) as? Color)
    let (y, b, r) = ((means[0] - 16) / 219, (means[1] - 128) / 224, (means[2] - 128) / 224)
    #expect(abs(Double(color.red) - (y + 1.5748 * r)) < 1e-4)
    #expect(abs(Double(color.green) - (y - 0.187324 * b - 0.468124 * r)) < 1e-4)
    #expect(abs(Double(color.blue) - (y + 1.8556 * b)) < 1e-4)
  }
}
