import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore
import VKPipeline

@Suite struct PoissonBlendTests {
  /// Jacobi's iteration by its formula, colours by their alpha.
  private func blended(
    _ under: DoubleImage, _ over: DoubleImage, mix: Double, iterations: Int
  ) -> DoubleImage {
    func mean(_ picture: DoubleImage, _ x: Int, _ y: Int) -> SIMD4<Double>? {
      let sides = [picture[x - 1, y], picture[x + 1, y], picture[x, y - 1], picture[x, y + 1]]
      let alpha = sides.reduce(0) { $0 + $1.w }
      return alpha > 0 ? sides.reduce(.zero) { $0 + $1 * $1.w } / alpha : nil
    }
    var result = under
    for _ in 0..<iterations {
      let before = result
      result = DoubleImage(size: under.size) { x, y in
        let (c, o) = (before[x, y], over[x, y])
        let step = mean(over, x, y).map { o - $0 } ?? .zero
        let target = (mean(before, x, y) ?? c) + step
        var pixel = c + (target - c) * (o.w * mix)
        pixel.w = c.w
        return pixel
      }
    }
    return result
  }

  @Test(arguments: [1, 4]) func itFollowsItsFormula(_ iterations: Int) throws {
    for (index, size) in awkwardSizes.enumerated() {
      let pictures = [3, 4].map {
        DoubleImage.noise(size, seed: UInt64($0 + index)).quantized(bits: 16)
      }
      let expected = blended(pictures[0], pictures[1], mix: 0.7, iterations: iterations)
      let filter = PoissonBlend(mix: 0.7, numIterations: iterations)
      // Dividing by little alpha costs digits, and what is not seen has no colour.
      expectNear(
        try Rendering.render([filter], pictures), expected.quantized(bits: 16),
        tolerance: 1e-4, "poisson-\(iterations)-\(size)"
      ) { x, y in pictures[0][x, y].w < 0.01 }
    }
  }

  @Test func aFlatPictureOverAnotherMakesItSmooth() throws {
    let under = DoubleImage(size: Size(3, 1)) { x, _ in
      SIMD4([0, 0.6, 0.9][x], [0, 0.6, 0.9][x], 0.2, 1)
    }
    let over = DoubleImage(size: Size(3, 1)) { _, _ in SIMD4(0.5, 0.3, 0.7, 1) }
    let result = try Rendering.render([PoissonBlend(mix: 1, numIterations: 1)], [under, over])
    // (0 + 0.9 + 0.6 + 0.6)/4: above and below the only row repeats.
    let expected = [0.15, 0.525, 0.825]
    for x in 0..<3 {
      #expect(abs(result[x, 0].x - expected[x]) < 2e-5 && abs(result[x, 0].z - 0.2) < 2e-5)
    }
  }

  @Test func whatIsNotSeenOfTheSecondPictureDoesNothing() throws {
    let under = DoubleImage.noise(Size(17, 13), seed: 5, opaque: true).quantized(bits: 8)
    let over = DoubleImage(size: under.size) { x, y in SIMD4(x & 1 == 0 ? 1 : 0, 0, 1, 0) }
    expectNear(
      try Rendering.render([PoissonBlend()], [under, over], format: .rgba), under, tolerance: 0,
      "poisson-unseen")
  }

  /// The iterations share one picture, and the next filter takes the next one.
  @Test func theFilterBehindItTakesThePictureBehindItsOwn() throws {
    let pictures = (0..<3).map {
      DoubleImage.noise(Size(17, 13), seed: UInt64(20 + $0), opaque: true).quantized(bits: 16)
    }
    let blend = PoissonBlend(mix: 0.8, numIterations: 4)
    let between = try Rendering.render([blend], Array(pictures.prefix(2)))
    expectNear(
      try Rendering.render([blend, DissolveBlend(mix: 0.5)], pictures),
      try Rendering.render([DissolveBlend(mix: 0.5)], [between, pictures[2]]), tolerance: 3e-5,
      "poisson-then-dissolve")
  }

  /// On a device of its own: what other tests allocate is not counted.
  @Test func moreIterationsTakeNoMoreMemoryAndNoOtherPrograms() throws {
    let size = Size(256, 256)
    func use(_ iterations: Int) throws -> DeviceStatistics {
      let device = try #require(try Device.all.first)
      let pictures = try (0..<2).map { _ in try PixelBuffer(format: .rgba, size: size) }
      _ = try ChainRenderer([PoissonBlend(numIterations: iterations)], device: device)
        .render(pictures)
      return device.statistics
    }
    let (more, less) = (try use(9), try use(4))
    // Another image of 32-bit floats would be 1 MiB; another program would be a pipeline, its layout and its module.
    #expect(more.peakBytesAllocated < less.peakBytesAllocated + 1 << 19)
    #expect(more.objectsCreated < less.objectsCreated + 10, "\(more) \(less)")
  }

  @Test func aSecondPictureOfAnotherSizeIsStretched() throws {
    let under = DoubleImage.noise(Size(32, 24), seed: 7, opaque: true).quantized(bits: 16)
    let over = DoubleImage.noise(Size(11, 9), seed: 8, opaque: true).quantized(bits: 16)
    let stretched = DoubleImage(size: under.size) { x, y in
      over.sampled((Double(x) + 0.5) * 11 / 32, (Double(y) + 0.5) * 9 / 24)
    }
    expectNear(
      try Rendering.render([PoissonBlend(numIterations: 3)], [under, over]),
      blended(under, stretched, mix: 0.5, iterations: 3).quantized(bits: 16), tolerance: 1e-4,
      "poisson-stretched")
  }
}
