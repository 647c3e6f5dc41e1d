import Foundation
import TestSupport
import Testing
import VKCore

@testable import VKMedia

/// Swaps red and blue.
private struct Swap: PointFilter {
  static let info = FilterInfo<Self>(
    name: "swap", category: .color, summary: "Swap red and blue.", source: "The definition",
    kernel: Kernel(name: "Test/swap", source: "vec4 kernel(vec4 c) { return c.bgra; }"))
}

@Test func picturesAreFilteredUprightAndKeepTheirFormat() async throws {
  // Stored a b / c d / e f, to be turned clockwise: e c a / f d b.
  let stored = try DoubleImage(size: Size(2, 3)) { x, y in
    SIMD4(Double(10 * (x + 2 * y)) / 255, 0, 1, 1)
  }.pixelBuffer(.rgb24)
  let picture = Picture(stored, orientation: Orientation(quarterTurns: 1))
  let result = try await picture.filtered(by: Swap(), Swap(), Swap())
  #expect(result.orientation == .up)
  #expect(result.pixelBuffer.format == .rgb24 && result.pixelBuffer.size == Size(3, 2))
  let image = DoubleImage(result.pixelBuffer)
  let blue = (0..<2).map { y in (0..<3).map { Int((image[$0, y].z * 255).rounded()) } }
  #expect(blue == [[40, 20, 0], [50, 30, 10]])
  #expect(image.pixels.allSatisfy { $0.x == 1 && $0.y == 0 })
}
