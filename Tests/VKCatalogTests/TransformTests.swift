import TestSupport
import Testing
import VKCatalog
import VKCore

@Suite struct TransformTests {
  private let picture = DoubleImage.noise(Size(16, 8), seed: 4, opaque: true).quantized(bits: 16)

  private func moved(_ matrix: [Float], _ source: (Int, Int) -> (Int, Int)?) throws {
    let expected = DoubleImage(size: picture.size) { x, y in
      guard let (i, j) = source(x, y) else { return SIMD4(0, 0, 0, 1) }
      return picture[i, j]
    }
    expectNear(
      try Rendering.render([TransformOperation(transform: matrix)], [picture]), expected,
      tolerance: 5e-5, "transform")
  }

  @Test func theLastRowMovesByHalfPictureWidths() throws {
    // Half of half a width is four columns; a quarter, two rows.
    try moved([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, -0.25, 0, 1]) { x, y in
      x >= 4 && y < 6 ? (x - 4, y + 2) : nil
    }
  }

  @Test func aQuarterTurnKeepsShapes() throws {
    // Right becomes down: what is 8 rows high fills 8 columns in the middle.
    try moved([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) { x, y in
      (4..<12).contains(x) ? (y + 4, 11 - x) : nil
    }
  }

  @Test func theLastColumnDividesAndWhatIsBehindIsNotSeen() throws {
    try moved([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1]) { _, _ in nil }
    // A picture twice as far away: half as large.
    let half = try Rendering.render(
      [TransformOperation(transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2])], [picture])
    #expect(half[3, 4] == SIMD4(0, 0, 0, 1) && half[4, 1] == SIMD4(0, 0, 0, 1))
    let corner = (picture[0, 0] + picture[1, 0] + picture[0, 1] + picture[1, 1]) / 4
    #expect(abs((half[4, 2] - corner).x) < 5e-5)
  }

  @Test func aMatrixWithoutInverseShowsNothing() throws {
    try moved([Float](repeating: 0, count: 16)) { _, _ in nil }
  }
}
