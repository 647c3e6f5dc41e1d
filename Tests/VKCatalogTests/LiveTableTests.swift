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
      #expect(executor.statistics.chainsCompiled == 1, "\(type(of: filters[0]))")
    }
  }
}
