import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

struct ChromaSitingTests {
  /// Blue difference codes of the first row for a picture whose columns have these blue values over black.
  private func chroma(
    _ columns: [Double], _ location: ColorSpace.ChromaLocation
  ) throws -> [UInt8] {
    var input = try DoubleImage(size: Size(columns.count, 4)) { x, _ in
      SIMD4(0, 0, columns[x], 1)
    }.pixelBuffer(.rgb24)
    input.colorSpace.chromaLocation = location
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: .yuv420p)
    return output.withLockedPlanes(.readOnly) { Array($0[1].bytes[0..<columns.count / 2]) }
  }

  /// BT.601 limited: Cb = 128 + 112 B.
  ///
  /// Left-sited chroma weighs columns 2k − 1, 2k, 2k + 1 by 1/4, 1/2, 1/4; centred chroma is
  /// the mean of 2k and 2k + 1.
  @Test func chromaIsAveragedAroundItsPlace() throws {
    let columns = [0.0, 0, 0, 1, 0, 0, 1, 1]
    #expect(try chroma(columns, .left) == [128, 156, 156, 212])
    #expect(try chroma(columns, .center) == [128, 184, 128, 240])
    #expect(try chroma(columns, .topLeft) == [128, 156, 156, 212])
  }

  /// Only row 1 is blue.
  ///
  /// On the top row: rows 2j − 1 to 2j + 1 by 1/4, 1/2, 1/4; on the bottom row 2j to 2j + 2; else the mean.
  @Test(arguments: [
    (ColorSpace.ChromaLocation.topLeft, [UInt8(156), 156]), (.bottomLeft, [184, 128]),
    (.left, [184, 128]),
  ])
  func rowsFollowTheSitingToo(location: ColorSpace.ChromaLocation, codes: [UInt8]) throws {
    var input = try DoubleImage(size: Size(4, 4)) { _, y in SIMD4(0, 0, y == 1 ? 1 : 0, 1) }
      .pixelBuffer(.rgb24)
    input.colorSpace.chromaLocation = location
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: .yuv420p)
    let found = output.withLockedPlanes(.readOnly) { planes in
      (0..<2).map { planes[1].bytes[$0 * planes[1].bytesPerRow] }
    }
    #expect(found == codes)
  }

  /// A step in left-sited chroma: even columns are their sample, odd ones the mean of two.
  @Test(arguments: [PixelFormat.yuv444p, .yuv422p])
  func fullerChromaIsInterpolatedOnlyWhereItGetsFuller(format: PixelFormat) throws {
    let space = ColorSpace(matrix: .bt709, range: .limited, chromaLocation: .left)
    let input = try PixelBuffer(format: .yuv420p, size: Size(16, 4), colorSpace: space)
    input.withLockedPlanes(.readWrite) { planes in
      for index in planes[0].bytes.indices { planes[0].bytes[index] = 128 }
      for y in 0..<2 {
        for x in 0..<8 {
          planes[1].bytes[y * planes[1].bytesPerRow + x] = x < 4 ? 64 : 192
          planes[2].bytes[y * planes[2].bytesPerRow + x] = 128
        }
      }
    }
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: format)
    let row = output.withLockedPlanes(.readOnly) { Array($0[1].bytes[0..<$0[1].size.width]) }
    let full: [UInt8] = [64, 64, 64, 64, 64, 64, 64, 128] + Array(repeating: 192, count: 8)
    #expect(row == (format == .yuv444p ? full : stride(from: 0, to: 16, by: 2).map { full[$0] }))
  }

  /// A filter with a memory sees each pixel once though averaging computes some twice: constant blue stays what it is.
  @Test func memoryIsUpdatedOncePerPixel() throws {
    let renderer = try ChainRenderer([LowPassFilter(strength: 0.5)], device: .systemDefault)
    var rows: [[UInt8]] = []
    for blue in [1.0, 0] {
      let input = try DoubleImage(size: Size(32, 4)) { _, _ in SIMD4(0, 0, blue, 1) }
        .pixelBuffer(.rgb24)
      let output = try renderer.render([input], to: .yuv420p)
      rows.append(output.withLockedPlanes(.readOnly) { Array($0[1].bytes[0..<16]) })
    }
    #expect(rows[0] == Array(repeating: 240, count: 16))
    #expect(rows[1] == Array(repeating: 184, count: 16))
  }

  /// Odd edges repeat their last pixel, and every siting gives flat colour back as it was.
  @Test(arguments: [Size(1, 1), Size(17, 13)])
  func flatColourKeepsItsCodes(size: Size) throws {
    for location: ColorSpace.ChromaLocation in [
      .left, .center, .topLeft, .top, .bottomLeft, .bottom,
    ] {
      var input = try DoubleImage(size: size) { _, _ in SIMD4(1, 0, 0, 1) }.pixelBuffer(.bgra)
      input.colorSpace.chromaLocation = location
      let output = try ChainRenderer([], device: .systemDefault).render([input], to: .nv12)
      // BT.601: red is 81, 90, 240.
      output.withLockedPlanes(.readOnly) { planes in
        for y in 0..<planes[1].size.height {
          for x in 0..<planes[1].size.width {
            let place = y * planes[1].bytesPerRow + 2 * x
            #expect(Array(planes[1].bytes[place...(place + 1)]) == [90, 240])
          }
        }
        #expect(planes[0].bytes[0] == 81)
      }
    }
  }
}
