import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

@Suite struct OracleTests {
  @Test func itSaysWhichVersionsMadeIt() throws {
    let oracle = try #require(Oracle.all)
    #expect(Set(oracle.versions.keys).isSuperset(of: ["numpy", "scipy", "scikit-image"]))
    #expect(oracle.cases.count > 100)
    for item in oracle.cases {
      let told: [Any?] = [item.picture, item.points, item.numbers, item.lines]
      #expect(told.compactMap { $0 }.count == 1, "\(item.testDescription)")
    }
  }

  @Test(arguments: Oracle.cases.filter { $0.picture != nil })
  func picturesAreAsOtherProgramsCompute(_ item: OracleCase) throws {
    let stored = try #require(item.picture)
    let expected = try stored.image()
    let result = try Rendering.render(item.filters(), item.pictures())
    let (step, margin) = (stored.step ?? 1, stored.margin ?? 0)
    let size = Size((result.size.width - 1) / step + 1, (result.size.height - 1) / step + 1)
    try #require(size == expected.size)
    let actual = DoubleImage(size: size) { result[$0 * step, $1 * step] }
    func isNearBorder(_ x: Int, _ y: Int) -> Bool {
      min(x, y) < margin || x >= size.width - margin || y >= size.height - margin
    }
    let tolerance = 1.01 / 65535 + (stored.tolerance ?? 0)
    let channels = stored.channels == 4 ? 0..<4 : 0..<3
    // No colour counts where there is none to be seen.
    let seen = actual.map { $0.w == 0 ? .zero : $0 }
    expectNear(
      seen, expected.map { $0.w == 0 ? .zero : $0 }, tolerance: tolerance, share: stored.share ?? 1,
      channels: channels, item.chain, skip: isNearBorder)
  }

  @Test(arguments: Oracle.cases.filter { $0.points != nil })
  func pointsAreWhereOtherProgramsFindThem(_ item: OracleCase) throws {
    let points = try #require(item.points)
    let size = try item.pictures()[0].size
    func isInside(_ point: SIMD2<Double>) -> Bool {
      let far = SIMD2(Double(size.width - 1), Double(size.height - 1)) - point
      return min(point.min(), far.min()) >= points.margin
    }
    let found = try found(item).filter(isInside)
    let expected = points.pixels.map { SIMD2($0[0], $0[1]) }
    for (these, those) in [(found, expected), (expected, found)] {
      let lost = these.filter { a in !those.contains { distance($0, a) <= points.within } }
      #expect(
        Double(lost.count) <= (1 - points.share) * Double(these.count),
        "\(item.testDescription): \(lost) of \(these.count)")
    }
    #expect(!found.isEmpty)
  }

  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let way = a - b
    return (way * way).sum().squareRoot()
  }

  /// Pixels that are told, or white ones.
  private func found(_ item: OracleCase) throws -> [SIMD2<Double>] {
    let pictures = try item.pictures()
    let size = pictures[0].size
    if try item.filters().last is any ReductionFilter {
      return try #require(values(item) as? [Point]).map {
        SIMD2(Double($0.x) * Double(size.width), Double($0.y) * Double(size.height)) - 0.5
      }
    }
    let result = try Rendering.render(item.filters(), pictures)
    return result.pixels.indices.filter { result.pixels[$0].x > 0.5 }.map {
      SIMD2(Double($0 % size.width), Double($0 / size.width))
    }
  }

  @Test(arguments: Oracle.cases.filter { $0.lines != nil })
  func linesAreWhereOtherProgramsFindThem(_ item: OracleCase) throws {
    let expected = try #require(item.lines)
    let found = try #require(values(item) as? [HoughTransformLineDetector.Line])
    #expect(found.count == expected.count, "\(found)")
    for line in expected {
      #expect(
        found.contains {
          abs(Double($0.angle) - line[0]) <= 2 && abs(Double($0.distance) - line[1]) <= 2.5
        }, "\(line) is not among \(found)")
    }
  }

  @Test(arguments: Oracle.cases.filter { $0.numbers != nil })
  func numbersAreThoseOfOtherPrograms(_ item: OracleCase) throws {
    let expected = try #require(item.numbers)
    let told: [Double]
    switch try values(item) {
    case let color as Color:
      told = [color.red, color.green, color.blue, color.alpha].map(Double.init)
    case let number as Float: told = [Double(number)]
    case let counts as Histogram.Counts:
      told = (counts.red + counts.green + counts.blue + counts.luminance).map(Double.init)
    default: told = []
    }
    try #require(told.count == expected.values.count)
    for (number, value) in zip(told, expected.values) {
      #expect(abs(number - value) <= expected.tolerance, "\(item.testDescription)")
    }
  }

  private func values(_ item: OracleCase) throws -> (any Sendable)? {
    let renderer = try ChainRenderer(item.filters(), device: Rendering.device.get())
    return try renderer.values(item.pictures().map { try $0.pixelBuffer(.rgba64) })
  }
}
