import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// An `.acv` file: 16-bit numbers, high byte first; points are (output, input).
private func file(version: Int = 4, _ curves: [[(Int, Int)]]) -> [UInt8] {
  let numbers =
    [version, curves.count] + curves.flatMap { [$0.count] + $0.flatMap { [$0.0, $0.1] } }
  return numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
}

private let straight = [(0, 0), (255, 255)]

@Suite struct CurvesFileTests {
  @Test func curvesAreReadInPhotoshopsOrder() throws {
    // All inverted, red at half contrast, green as it is, blue raised by a third; a fifth is not ours.
    let bytes = file([
      [(255, 0), (0, 255)], [(64, 0), (191, 255)], straight, [(85, 0), (255, 255)], straight,
    ])
    let table = try LookupTable(curvesFile: bytes, name: "x.acv")
    #expect(table.kind == .curve)
    let (first, last) = (table.entries[0], table.entries[255])
    #expect(abs(first.x - 191 / 255) < 1e-6)
    #expect(abs(first.y - 1) < 1e-6)
    #expect(abs(first.z - 170 / 255) < 1e-6)
    #expect(abs(last.x - 64 / 255) < 1e-6)
    #expect(abs(last.y) < 1e-6)
    #expect(abs(last.z) < 1e-6)
  }

  @Test func fewerCurvesLeaveTheRestStraight() throws {
    let table = try LookupTable(curvesFile: file(version: 1, [straight]), name: "x.acv")
    for index in [0, 1, 100, 255] {
      #expect(abs(table.entries[index].y - Float(index) / 255) < 1e-6)
    }
  }

  /// By hand: through (0, 0), (1/2, 3/4) and (1, 1) the second derivative in the middle is -3, so that
  /// 1/4 goes to 3/8 + 3·(1/2 - 1/8)/24 = 0.421875.
  @Test func pointsAreJoinedByANaturalSpline() throws {
    var filter = ToneCurve()
    filter.redControlPoints = "0/0 0.5/0.75 1/1"
    let picture = DoubleImage(size: Size(1, 1)) { _, _ in SIMD4(0.25, 0.25, 0.5, 0.4) }
    expectNear(
      try Rendering.render([filter], [picture]),
      DoubleImage(size: Size(1, 1)) { _, _ in SIMD4(0.421875, 0.25, 0.5, 0.4) }, tolerance: 3e-5,
      "spline")
    // Behind the channels' own: the inversion of that.
    filter.rgbCompositeControlPoints = "0/1 1/0"
    expectNear(
      try Rendering.render([filter], [picture]),
      DoubleImage(size: Size(1, 1)) { _, _ in SIMD4(0.578125, 0.75, 0.5, 0.4) }, tolerance: 3e-5,
      "spline behind")
  }

  @Test func pointsInSwiftAreThoseOfTheText() throws {
    var text = ToneCurve()
    text.blueControlPoints = "0/0.25 1/1"
    let points = ToneCurve(blueControlPoints: [Point(0, 0.25), Point(1, 1)])
    let picture = DoubleImage.noise(Size(17, 13), seed: 3)
    expectNear(
      try Rendering.render([points], [picture]), try Rendering.render([text], [picture]),
      tolerance: 0, "points")
  }

  @Test func withoutPointsNothingChanges() throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 4).quantized(bits: 16)
    expectNear(try Rendering.render([ToneCurve()], [picture]), picture, tolerance: 0, "no points")
  }

  @Test(arguments: [
    ([], "ends"), ([0, 4], "ends"), ([0, 4, 0, 1, 0, 2, 0, 0], "ends"),
    (Array("LUT_3D_SIZE 2".utf8), "not an .acv"), ([0, 4, 0, 0], "0 curves"),
    (file([[(0, 0)]]), "1 points"), (file([[(0, 9), (1, 9)]]), "above"),
    (file([[(0, 0), (256, 255)]]), "256"),
  ])
  func damagedFilesAreNamed(_ bytes: [UInt8], _ word: String) throws {
    let error = #expect(throws: FilterError.self) {
      try LookupTable(curvesFile: bytes, name: "x.acv")
    }
    #expect(error?.code == .invalidFile)
    #expect(error?.detail.hasPrefix("x.acv: ") == true)
    #expect(error?.detail.contains(word) == true, "\(error?.detail ?? "")")
  }

  @Test func chainsReadTheFileByItsName() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "curves-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "look.ACV").path
    try Data(file([[(255, 0), (0, 255)]])).write(to: URL(filePath: path))
    let filters = try FilterChain("tone-curve=acv=\(path)").filters
    let picture = DoubleImage.noise(Size(17, 13), seed: 5).quantized(bits: 16)
    expectNear(
      try Rendering.render(filters, [picture]), picture.mapColor { 1 - $0 }, tolerance: 3e-5,
      "curves in a chain")
  }
}
