import TestSupport
import Testing
import VKCompute
import VKCore

@testable import VKPipeline

struct ConversionTests {
  /// H.273: E'R = E'Y + 2 (1 − KR) E'PR and so on, worked out here in `Double` from the weights and ranges of the standards.
  private func reference(
    _ y: Int, _ cb: Int, _ cr: Int, red kr: Double, blue kb: Double, full: Bool, depth: Int
  ) -> SIMD3<Double> {
    let unit = Double(1 << (depth - 8))
    let largest = Double((1 << depth) - 1)
    let luma = full ? Double(y) / largest : (Double(y) - 16 * unit) / (219 * unit)
    let middle = 128 * unit
    let scale = full ? largest : 224 * unit
    let (b, r) = ((Double(cb) - middle) / scale, (Double(cr) - middle) / scale)
    let kg = 1 - kr - kb
    return SIMD3(
      luma + 2 * (1 - kr) * r,
      luma - 2 * (1 - kb) * kb / kg * b - 2 * (1 - kr) * kr / kg * r,
      luma + 2 * (1 - kb) * b)
  }

  static let matrices: [(ColorSpace.Matrix, Double, Double)] = [
    (.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722), (.bt2020, 0.2627, 0.0593),
  ]

  @Test(
    arguments: [PixelFormat.yuv444p, .yuv444p10, .yuv444p16], [ColorSpace.Range.limited, .full])
  func yuvBecomesTheStandardsRGB(format: PixelFormat, range: ColorSpace.Range) throws {
    for (matrix, red, blue) in Self.matrices {
      let size = Size(64, 33)
      let input = try randomPicture(
        format, size, seed: 20, colorSpace: ColorSpace(matrix: matrix, range: range))
      let target: PixelFormat = format.bitDepth > 8 ? .rgb48 : .rgb24
      let output = try ChainRenderer([], device: .systemDefault).render([input], to: target)
      #expect(output.colorSpace.matrix == .rgb && output.colorSpace.range == .full)
      let expected = input.withLockedPlanes(.readOnly) { planes in
        DoubleImage(size: size) { x, y in
          let codes = (0..<3).map { plane -> Int in
            let place = y * planes[plane].bytesPerRow + x * format.bytesPerSample
            let low = Int(planes[plane].bytes[place])
            return format.bytesPerSample == 1
              ? low : low | Int(planes[plane].bytes[place + 1]) << 8
          }
          let color = reference(
            codes[0], codes[1], codes[2], red: red, blue: blue, full: range == .full,
            depth: format.bitDepth)
          return SIMD4(color, 1)
        }.quantized(bits: target.bitDepth)
      }
      let tolerance = target.bitDepth > 8 ? 1.0 / 65535 : 1.0 / 255
      let comparison = Comparison(DoubleImage(output), expected, tolerance: tolerance)
      #expect(comparison.worst <= tolerance * 1.001, "\(matrix) \(comparison)")
    }
  }

  @Test func knownColoursHaveTheirTextbookCodes() throws {
    // BT.709 limited: white 235/128/128, black 16/128/128, red 63/102/240, green 173/42/26, blue 32/240/118 (BT.709, 8 bits).
    let colours: [(SIMD4<Double>, [UInt8])] = [
      (SIMD4(1, 1, 1, 1), [235, 128, 128]), (SIMD4(0, 0, 0, 1), [16, 128, 128]),
      (SIMD4(1, 0, 0, 1), [63, 102, 240]), (SIMD4(0, 1, 0, 1), [173, 42, 26]),
      (SIMD4(0, 0, 1, 1), [32, 240, 118]),
    ]
    for (colour, codes) in colours {
      var input = try DoubleImage(size: Size(1280, 2)) { _, _ in colour }.pixelBuffer(.rgb24)
      input.colorSpace = .unspecified
      let output = try ChainRenderer([], device: .systemDefault).render([input], to: .yuv420p)
      #expect(output.colorSpace.matrix == .bt709 && output.colorSpace.range == .limited)
      let found = output.withLockedPlanes(.readOnly) { $0.map { $0.bytes[0] } }
      #expect(found == codes)
    }
  }

  /// Chroma of 4:2:0 to the left of its pixels (H.264): halfway columns take the mean of two, rows are 3:1.
  @Test func chromaIsInterpolatedByItsSiting() throws {
    var space = ColorSpace(matrix: .bt709, range: .full, chromaLocation: .left)
    for (location, x0) in [(ColorSpace.ChromaLocation.left, 0.0), (.center, 0.5)] {
      space.chromaLocation = location
      let size = Size(16, 12)
      let input = try randomPicture(.yuv420p, size, seed: 21, colorSpace: space)
      let output = try ChainRenderer([], device: .systemDefault).render([input], to: .rgb24)
      let expected = input.withLockedPlanes(.readOnly) { planes in
        DoubleImage(size: size) { x, y in
          func chroma(_ plane: Int) -> Double {
            let codes = DoubleImage(size: Size(8, 6)) { i, j in
              SIMD4(repeating: Double(planes[plane].bytes[j * planes[plane].bytesPerRow + i]))
            }
            return codes.sampled((Double(x) - x0) / 2 + 0.5, (Double(y) - 0.5) / 2 + 0.5).x
          }
          let luma = Double(planes[0].bytes[y * planes[0].bytesPerRow + x]) / 255
          let (b, r) = ((chroma(1) - 128) / 255, (chroma(2) - 128) / 255)
          return SIMD4(
            luma + 1.5748 * r, luma - 0.18732 * b - 0.46812 * r, luma + 1.8556 * b, 1)
        }.quantized(bits: 8)
      }
      let comparison = Comparison(DoubleImage(output), expected, tolerance: 1.0 / 255)
      #expect(comparison.worst <= 1.001 / 255, "\(location) \(comparison)")
    }
  }

  @Test(arguments: [[19], [20, 11, 13], [64, 33, 35]])
  func anyStrideIsRead(strides: [Int]) throws {
    let format: PixelFormat = strides.count == 1 ? .gray8 : .yuv420p
    let input = try randomPicture(format, Size(17, 13), seed: 22, bytesPerRow: strides)
    let output = try ChainRenderer([], device: .systemDefault).render([input])
    #expect(difference(input, output) == nil)
  }

  @Test func premultipliedColoursAreDividedAndMultipliedBack() throws {
    let image = DoubleImage(size: Size(3, 1)) { x, _ in
      [SIMD4(0.2, 0.1, 0, 0.4), SIMD4(0, 0, 0, 0), SIMD4(1, 0.5, 0.25, 1)][x]
    }
    let input = try image.pixelBuffer(.rgba64, alphaMode: .premultiplied)
    let renderer = try ChainRenderer([], device: .systemDefault)
    #expect(difference(input, try renderer.render([input])) == nil)
  }
}
