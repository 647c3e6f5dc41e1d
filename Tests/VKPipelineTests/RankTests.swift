import TestSupport
import Testing
import VKCompute
import VKCore

@testable import VKPipeline

/// A rank filter with a window of the test's choice.
private struct Ranking: RankFilter {
  var window = RankWindow(radiusX: 0, radiusY: 0, rank: 0)

  init() {}
  init(_ window: RankWindow) { self.window = window }
  static let info = FilterInfo<Self>(
    name: "ranking", category: .morphology, summary: "Rank.", source: "The definition",
    domain: .stored)
}

@Suite struct RankTests {
  private static let windows = [
    RankWindow(radiusX: 1, radiusY: 1, rank: 4), RankWindow(radiusX: 5, radiusY: 2, rank: 27),
    RankWindow(radiusX: 0, radiusY: 3, rank: 0), RankWindow(radiusX: 4, radiusY: 0, rank: 8),
    RankWindow(radiusX: 2, radiusY: 2, rank: 20, planes: 0b101),
  ]

  /// The codes of a component after sorting each window, edge samples repeated.
  private func expected(_ buffer: PixelBuffer, _ component: Int, _ window: RankWindow) -> [Double] {
    let size = buffer.grid(component)
    let codes = buffer.samples(component)
    var result: [Double] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        var seen: [Double] = []
        for dy in -window.radiusY...window.radiusY {
          for dx in -window.radiusX...window.radiusX {
            let line = min(max(y + dy, 0), size.height - 1)
            seen.append(codes[line * size.width + min(max(x + dx, 0), size.width - 1)])
          }
        }
        result.append(seen.sorted()[window.rank])
      }
    }
    return result
  }

  /// Planes and packed pixels of all depths; what a mask leaves out, and alpha, stay.
  @Test(
    arguments: [
      PixelFormat.gray8, .yuv420p, .nv12, .yuyv422, .yuv420p10, .p010, .yuv444p12, .gbrp, .rgb24,
      .rgba, .bgra, .gray16, .rgba64, .yuva420p,
    ], [Size(17, 13), Size(70, 9)])
  func samplesComeByRank(format: PixelFormat, size: Size) throws {
    let input = try randomPicture(format, size, seed: 4)
    // All windows on some, the first and the one with a mask on the others.
    let windows =
      [.gray8, .nv12, .rgba64].contains(format) ? Self.windows : [Self.windows[0], Self.windows[4]]
    for window in windows {
      let output = try ChainRenderer([Ranking(window)], device: .systemDefault).render([input])
      for component in format.components.indices {
        let isAlpha = format.hasAlpha && component == format.components.count - 1
        // A mask names the planes of RGB as green, blue, red.
        let plane = format.model == .rgb ? [2, 0, 1, 3][component] : component
        let isChosen = window.planes >> plane & 1 == 1 && !isAlpha
        let reference =
          isChosen ? expected(input, component, window) : input.samples(component)
        #expect(
          output.samples(component) == reference, "\(format) \(size) \(window) \(component)")
      }
    }
  }

  @Test func onePixelIsItsOwnMedian() throws {
    try samplesComeByRank(format: .nv12, size: Size(1, 1))
  }

  @Test func floatsAreRoundedTo16Bits() throws {
    let input = try randomPicture(.rgbaf32, Size(19, 11), seed: 7)
    let window = RankWindow(radiusX: 1, radiusY: 2, rank: 7)
    let output = try ChainRenderer([Ranking(window)], device: .systemDefault).render([input])
    for component in 0..<3 {
      let worst =
        zip(output.samples(component), expected(input, component, window))
        .map { abs($0 - min(max($1, 0), 1)) }.max() ?? 0
      #expect(worst <= 0.51 / 65535)
    }
  }

  @Test func rankFiltersStandAnywhereInAChain() throws {
    let input = try randomPicture(.nv12, Size(38, 21), seed: 9)
    let window = RankWindow(radiusX: 1, radiusY: 1, rank: 4)
    func once(_ buffer: PixelBuffer) throws -> PixelBuffer {
      try ChainRenderer([Ranking(window)], device: .systemDefault).render([buffer])
    }
    let twice = try ChainRenderer([Ranking(window), Ranking(window)], device: .systemDefault)
      .render([input])
    let apart = try once(once(input))
    for component in 0..<3 { #expect(twice.samples(component) == apart.samples(component)) }
  }
}
