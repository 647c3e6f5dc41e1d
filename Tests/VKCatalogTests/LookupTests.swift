import TestSupport
import Testing
import VKCatalog
import VKCore

/// A cube of a colour function.
private func cube(
  _ size: Int, from low: Double = 0, to high: Double = 1, _ body: (Color3) -> Color3
) -> LookupTable {
  let entries = (0..<(size * size * size)).map { index -> SIMD4<Float> in
    let place = Color3(
      Double(index % size), Double(index / size % size), Double(index / size / size))
    let color = body(low + place / Double(size - 1) * (high - low))
    return SIMD4(Float(color.x), Float(color.y), Float(color.z), 1)
  }
  return LookupTable(
    kind: .cube, size: size, entries: entries,
    domainMinimum: SIMD3(repeating: Float(low)), domainMaximum: SIMD3(repeating: Float(high)))
}

private func curve(_ values: [Color3]) -> LookupTable {
  LookupTable(
    kind: .curve, size: values.count,
    entries: values.map { SIMD4(Float($0.x), Float($0.y), Float($0.z), 1) })
}

/// Tetrahedral interpolation as the textbook walks it: from the cell's dark corner, one axis at a
/// time in the order of the fractions.
private func tetrahedral(_ table: LookupTable, _ c: Color3) -> Color3 {
  let n = table.size
  let at = c * Double(n - 1)
  let cell = each(at) { value, _ in min(value.rounded(.down), Double(n - 2)) }
  let fraction = at - cell
  func entry(_ offset: [Int]) -> Color3 {
    let index = (Int(cell.z) + offset[2]) * n * n + (Int(cell.y) + offset[1]) * n
    let value = table.entries[index + Int(cell.x) + offset[0]]
    return Color3(Double(value.x), Double(value.y), Double(value.z))
  }
  var corner = [0, 0, 0]
  var result = entry(corner)
  var last = result
  for axis in [0, 1, 2].sorted(by: { fraction[$0] > fraction[$1] }) {
    corner[axis] = 1
    let next = entry(corner)
    result += (next - last) * fraction[axis]
    last = next
  }
  return result
}

@Suite struct LookupTests {
  @Test(arguments: awkwardSizes) func aTableThatChangesNothingChangesNothing(size: Size) throws {
    let picture = DoubleImage.noise(size, seed: 4).quantized(bits: 16)
    for table in [.identity, cube(3) { $0 }, cube(17) { $0 }, curve([.zero, .one])] {
      expectNear(
        try Rendering.render([ColorCube(table: table)], [picture]), picture,
        tolerance: 1.01 / 65535, "lookup-identity-\(table.size)")
    }
  }

  @Test func aStraightTableIsExactBetweenItsEntries() throws {
    let picture = DoubleImage.noise(Size(64, 33), seed: 9).quantized(bits: 16)
    expectNear(
      try Rendering.render([ColorCube(table: cube(5) { 1 - $0 })], [picture]),
      picture.mapColor { 1 - $0 }, tolerance: 1.01 / 65535, "lookup-inversion")
    let swapped = cube(2) { Color3($0.y, $0.z, $0.x) }
    expectNear(
      try Rendering.render([ColorCube(table: swapped)], [picture]),
      picture.mapColor { Color3($0.y, $0.z, $0.x) }, tolerance: 1.01 / 65535, "lookup-swap")
  }

  @Test func bentTablesAreInterpolatedInTetrahedra() throws {
    var random = SeededGenerator(seed: 77)
    let table = cube(4) { _ in
      Color3(
        Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
        Double.random(in: 0...1, using: &random))
    }
    let picture = DoubleImage.noise(Size(64, 33), seed: 10).quantized(bits: 16)
    expectNear(
      try Rendering.render([ColorCube(table: table)], [picture]),
      picture.mapColor { tetrahedral(table, $0) }, tolerance: 3e-5, "lookup-tetrahedral")
    // Half the effect is half the way.
    expectNear(
      try Rendering.render([ColorCube(table: table, intensity: 0.5)], [picture]),
      picture.mapColor { ($0 + tetrahedral(table, $0)) / 2 }, tolerance: 3e-5, "lookup-half")
  }

  @Test func curvesWorkChannelByChannel() throws {
    let table = curve([Color3(0, 1, 0.2), Color3(0.5, 0.4, 0.2), Color3(1, 0, 0.8)])
    // At 1/4, 3/4 and 1/2 by hand.
    let picture = DoubleImage(size: Size(3, 1)) { x, _ in
      let value = [0.25, 0.75, 0.5][x]
      return SIMD4(value, value, value, 1)
    }
    let expected = DoubleImage(size: Size(3, 1)) { x, _ in
      [SIMD4(0.25, 0.7, 0.2, 1), SIMD4(0.75, 0.2, 0.5, 1), SIMD4(0.5, 0.4, 0.2, 1)][x]
    }
    expectNear(
      try Rendering.render([ColorCube(table: table)], [picture]), expected, tolerance: 3e-5,
      "lookup-curves")
  }

  @Test func aDomainMovesTheTable() throws {
    // The table spans -0.5…1.5 and squares: 0.5 is its middle entry of three, 0 lies between.
    let table = cube(3, from: -0.5, to: 1.5) { $0 * $0 }
    let picture = DoubleImage(size: Size(2, 1)) { x, _ in
      x == 0 ? SIMD4(0.5, 0.5, 0.5, 1) : SIMD4(1, 1, 1, 1)
    }
    // 0.25; halfway from 0.25 to 2.25, which is cut at 1.
    let expected = DoubleImage(size: Size(2, 1)) { x, _ in
      x == 0 ? SIMD4(0.25, 0.25, 0.25, 1) : SIMD4(1, 1, 1, 1)
    }
    expectNear(
      try Rendering.render([ColorCube(table: table)], [picture]), expected, tolerance: 3e-5,
      "lookup-domain")
  }

  @Test func twoTablesInAChainAreKeptApart() throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 12).quantized(bits: 16)
    let inversion = ColorCube(table: cube(2) { 1 - $0 })
    let swap = ColorCube(table: cube(3) { Color3($0.z, $0.x, $0.y) })
    expectNear(
      try Rendering.render([inversion, swap], [picture]),
      picture.mapColor { 1 - Color3($0.z, $0.x, $0.y) }, tolerance: 3e-5, "lookup-two")
  }
}
