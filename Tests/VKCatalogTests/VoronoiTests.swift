import TestSupport
import Testing
import VKCatalog
import VKCore

@Suite struct VoronoiTests {
  /// White pixels on black, one in `rarity`, and at least one.
  private func seeds(_ size: Size, rarity: Int, seed: UInt64) -> (DoubleImage, [(Int, Int)]) {
    var random = SeededGenerator(seed: seed)
    var places = [(Int.random(in: 0..<size.width, using: &random), 0)]
    let picture = DoubleImage(size: size) { x, y in
      let isSeed = Int.random(in: 0..<rarity, using: &random) == 0
      if isSeed { places.append((x, y)) }
      return isSeed || (x, y) == places[0] ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
    }
    return (picture, places)
  }

  /// The place that a map's pixel names, by GPUImage's rule with as many blocks a row as are needed.
  private func place(_ pixel: SIMD4<Double>, width: Int) -> (Int, Int) {
    let code = (0..<3).map { Int((pixel[$0] * 255).rounded()) }
    let columns = max(8, (width + 255) / 256)
    return (code[2] % columns * 256 + code[0], code[2] / columns * 256 + code[1])
  }

  private func square(_ a: (Int, Int), _ b: (Int, Int)) -> Int {
    (a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)
  }

  @Test(arguments: awkwardSizes + [Size(300, 5), Size(7, 270), Size(2500, 3)])
  func everyPixelIsGivenItsNearestSeed(_ size: Size) throws {
    let (picture, places) = seeds(size, rarity: 90, seed: UInt64(size.width))
    let map = try Rendering.render([JFAVoronoi()], [picture], format: .rgba)
    var worse = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let found = place(map[x, y], width: size.width)
        let least = places.map { square($0, (x, y)) }.min() ?? 0
        #expect(map[x, y].w == 1 && places.contains { $0 == found }, "\(found) at \(x),\(y)")
        worse += square(found, (x, y)) == least ? 0 : 1
      }
    }
    // Jump flooding misses a seed now and then.
    #expect(worse * 1000 <= size.width * size.height, "\(worse) of \(size)")
  }

  @Test func cellsHaveTheColourAtTheirSeed() throws {
    let size = Size(64, 33)
    let photo = DoubleImage.noise(size, seed: 4).quantized(bits: 8)
    let (picture, _) = seeds(size, rarity: 200, seed: 9)
    let map = try Rendering.render([JFAVoronoi()], [picture], format: .rgba)
    let expected = DoubleImage(size: size) { x, y in
      let seed = place(map[x, y], width: size.width)
      return photo[seed.0, seed.1]
    }
    expectNear(
      try Rendering.render([VoronoiConsumer()], [photo, map], format: .rgba), expected,
      tolerance: 0, "voronoi-consumer")
  }

  @Test func withoutSeedsThePictureStays() throws {
    let photo = DoubleImage.noise(Size(17, 13), seed: 4).quantized(bits: 8)
    let nothing = DoubleImage(size: photo.size) { _, _ in SIMD4(1, 1, 1, 0) }
    let map = try Rendering.render([JFAVoronoi()], [nothing], format: .rgba)
    #expect(map.pixels.allSatisfy { $0.w == 0 })
    expectNear(
      try Rendering.render([VoronoiConsumer()], [photo, map], format: .rgba), photo,
      tolerance: 0, "voronoi-none")
  }
}
