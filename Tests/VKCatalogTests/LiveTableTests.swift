import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

/// Lists and lookup tables are data: other ones need no other code.
@Suite struct LiveTableTests {
  /// A table of two entries a side that turns colours into others.
  private func cube(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> LookupTable {
    LookupTable(kind: .cube, size: 2, entries: LookupTable.identity.entries.map(change))
  }

  private func curve(_ entries: [Float]) -> LookupTable {
    LookupTable(
      kind: .curve, size: entries.count, entries: entries.map { SIMD4($0, $0, $0, 1) })
  }

  @Test func listsAreTextAndValuesAlike() throws {
    let crosses = try #require(
      FilterChain("crosshairs=0.25/0.5 1e-1/-2:width=7").filters.first as? CrosshairGenerator)
    #expect(crosses.positions == [Point(0.25, 0.5), Point(0.1, -2)])
    var lines = try #require(
      FilterChain("lines=1/2/3/4 5/6").filters.first as? LineGenerator)
    #expect(
      lines.lines == [
        .segment(p1: Point(1, 2), p2: Point(3, 4)), .infinite(slope: 5, intercept: 6),
      ])
    lines.lines = [.infinite(slope: 0.5, intercept: -0.25)]
    #expect(lines.lines == [.infinite(slope: 0.5, intercept: -0.25)])
    try lines.validate()
    let many = [Point](repeating: Point(0.5, 0.5), count: 1025)
    for bad in [CrosshairGenerator(positions: many), .init(positions: [Point(.nan, 0)])] {
      #expect(throws: FilterError.self) { try bad.validate() }
    }
    for text in ["lines=1/2/3", "lines=1/x", "crosshairs=1", "crosshairs=0.5/inf"] {
      #expect(throws: FilterError.self) { try FilterChain(text) }
    }
  }

  @Test func othersNeedNoOtherCodeAndAreTheirOwnFrames() throws {
    let picture = DoubleImage.noise(Size(33, 21), seed: 2, opaque: true).quantized(bits: 8)
    let input = try picture.pixelBuffer(.rgba)
    let sets: [[any Filter]] = [
      (1...5).map { count in
        CrosshairGenerator(
          positions: (0..<count).map { Point(Float($0 * 2 + 1) / 12, Float(count) / 7) })
      },
      [
        LineGenerator(lines: []),
        LineGenerator(lines: [.segment(p1: Point(-1, -1), p2: Point(1, 0.5))]),
        LineGenerator(lines: [
          .infinite(slope: 0, intercept: 0.2), .infinite(slope: 1, intercept: 0),
        ]),
      ],
      [
        ColorCube(table: .identity), ColorCube(table: cube { SIMD4(1 - $0.x, $0.z, $0.y, 1) }),
        ColorCube(table: curve([1, 0.2, 0])), ColorCube(table: curve([0, 1, 0, 1, 0])),
        ColorCube(table: .identity),
      ],
    ]
    for filters in sets {
      let executor = ChainExecutor(context: try RenderContext(device: Rendering.device.get()))
      // All are on the device at once.
      let renders = try filters.map { try executor.submit([$0], inputs: [input], format: .rgba) }
      for (filter, render) in zip(filters, renders) {
        expectNear(
          DoubleImage(try render.picture()),
          try Rendering.render([filter], [picture], format: .rgba), tolerance: 0, "\(filter)")
      }
      // A curve is read in another way than a cube.
      let ways = filters.contains { $0 is ColorCube } ? 2 : 1
      #expect(executor.statistics.chainsCompiled == ways, "\(type(of: filters[0]))")
    }
  }
}
