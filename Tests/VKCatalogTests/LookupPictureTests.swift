import TestSupport
import Testing
import VKCatalog
import VKCore

/// A lookup picture of a cube of `root`² entries along an axis, painted tile by tile.
private func lookupPicture(_ root: Int, _ body: (Color3) -> Color3) -> DoubleImage {
  let side = root * root
  return DoubleImage(size: Size(side * root, side * root)) { x, y in
    let blue = y / side * root + x / side
    let place = Color3(Double(x % side), Double(y % side), Double(blue)) / Double(side - 1)
    return SIMD4(body(place), 1)
  }
}

@Suite struct LookupPictureTests {
  @Test(arguments: [2, 3, 8]) func tilesGoByBlueAndHoldRedAcrossAndGreenDown(root: Int) throws {
    let side = root * root
    let table = try LookupTable(
      lookupImage: lookupPicture(root) { Color3($0.y, $0.z, 1 - $0.x) }.pixelBuffer(.rgb48))
    #expect(table.kind == .cube)
    #expect(table.size == side)
    for (r, g, b) in [(0, 0, 0), (1, 0, 0), (0, 2, 1), (side - 1, 1, side - 2)] {
      let entry = table.entries[(b * side + g) * side + r]
      let expected = SIMD3(Float(g), Float(b), Float(side - 1 - r)) / Float(side - 1)
      #expect(abs(entry.x - expected.x) < 1e-4)
      #expect(abs(entry.y - expected.y) < 1e-4)
      #expect(abs(entry.z - expected.z) < 1e-4)
    }
  }

  @Test(arguments: [PixelFormat.rgb24, .bgra, .rgba64, .gbrp])
  func everyOrderOfRGBSaysTheSame(_ format: PixelFormat) throws {
    let table = try LookupTable(
      lookupImage: lookupPicture(2) { Color3($0.x, 0, 1) }.pixelBuffer(format))
    #expect(table.entries[3].x == 1)
    #expect(table.entries[3].y == 0)
    #expect(table.entries[3].z == 1)
  }

  @Test(arguments: [Size(512, 511), Size(500, 500), Size(1, 1), Size(8, 16)])
  func otherSizesAreRefused(_ size: Size) throws {
    let picture = try PixelBuffer(format: .rgba, size: size)
    let error = #expect(throws: FilterError.self) { try LookupTable(lookupImage: picture) }
    #expect(error?.code == .invalidSize)
    #expect(error?.detail.contains("\(size)") == true)
  }

  @Test(arguments: [PixelFormat.yuv420p, .gray8, .rgbaf32])
  func otherFormatsAreRefused(_ format: PixelFormat) throws {
    let picture = try PixelBuffer(format: format, size: Size(8, 8))
    let error = #expect(throws: FilterError.self) { try LookupTable(lookupImage: picture) }
    #expect(error?.detail.contains("RGB") == true)
  }
}
