import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

struct ColorConversionTests {
  private func convert(
    _ image: DoubleImage, as colors: ColorSpace, to wanted: ColorSpace,
    format: PixelFormat = .rgb48, peak: Double = 1000
  ) throws -> DoubleImage {
    var input = try image.pixelBuffer(.rgb48)
    input.colorSpace = colors
    var options = ChainOptions()
    options.colors = wanted
    options.peakLuminance = peak
    let renderer = try ChainRenderer(
      [], context: RenderContext(device: .systemDefault), options: options)
    let output = try renderer.render([input], to: format)
    #expect(output.colorSpace.transfer == wanted.transfer)
    #expect(output.colorSpace.primaries == wanted.primaries)
    return DoubleImage(output)
  }

  /// Hand values of the curves at code 0.5: BT.709 0.2597, gamma 0.2176 and 0.1436, 240M 0.2651, logs 0.1 and 10^-1.25,
  /// sRGB 0.2140, SMPTE 428 0.1799.
  @Test(arguments: [
    (1, 0.25972), (4, 0.21764), (5, 0.14359), (7, 0.26507), (9, 0.1), (10, 0.05623), (13, 0.21404),
    (17, 0.17994),
  ])
  func curvesHaveTheirHandValues(transfer: UInt8, light: Double) throws {
    #expect(abs(ColorReference.linear(0.5, Int(transfer)) - light) < 1e-4)
    let image = DoubleImage(size: Size(4, 1)) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
    let output = try convert(
      image, as: ColorSpace(primaries: .bt709, transfer: .init(rawValue: transfer)),
      to: ColorSpace(primaries: .bt709, transfer: .linear))
    #expect(abs(output[0, 0].x - light) < 1e-4)
  }

  /// In linear light 0.1 is added to what a code means; every curve is undone exactly as it was done.
  @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
  func filtersRunInLinearLight(transfer: UInt8) throws {
    let added = transfer == 16 ? 0.01 : 0.1
    let image = DoubleImage(size: Size(33, 1)) { x, _ in
      SIMD4(SIMD3(repeating: 0.2 + Double(x) / 50), 1)
    }
    var options = ChainOptions()
    options.isLinear = true
    let renderer = try ChainRenderer(
      [BrightnessAdjustment(brightness: Float(added))],
      context: RenderContext(device: .systemDefault), options: options)
    var input = try image.pixelBuffer(.rgb48)
    input.colorSpace.transfer = .init(rawValue: transfer)
    let output = DoubleImage(try renderer.render([input]))
    let expected = image.mapColor { c in
      let code = ColorReference.code(
        ColorReference.linear(c.x, Int(transfer)) + added, Int(transfer))
      return SIMD3(repeating: min(code, 1))
    }
    let comparison = Comparison(output, expected, tolerance: 2e-4)
    #expect(comparison.worst <= 2e-4, "\(comparison)")
  }

  @Test(arguments: [(16, 1000.0), (16, 4000), (18, 1000)])
  func hdrIsToneMappedAsBT2390Says(transfer: UInt8, peak: Double) throws {
    let image = DoubleImage.noise(Size(64, 33), seed: 30, opaque: true)
    let output = try convert(
      image, as: ColorSpace(primaries: .bt2020, transfer: .init(rawValue: transfer)),
      to: ColorSpace(primaries: .bt709, transfer: .bt709), peak: peak)
    let expected = image.quantized(bits: 16).mapColor {
      ColorReference.standard($0, Int(transfer), peak: peak)
    }
    // The curve is steep at black: BT.2087's four decimals move what is dark there.
    let comparison = Comparison(output, expected, tolerance: 0.004) { x, y in
      expected[x, y].min() < 0.02
    }
    #expect(comparison.worst <= 0.004, "\(comparison)")
  }

  /// The knee for 1000 cd/m² on 203 is at 0.658 of PQ(1000), 88 cd/m²; below it light stays: 50 cd/m² are (50/203)^(1/2.4).
  @Test func greysHaveTheirHandValues() throws {
    let lights = [0.0, 10, 50, 1000]
    let image = DoubleImage(size: Size(4, 1)) { x, _ in
      SIMD4(SIMD3(repeating: ColorReference.code(lights[x] / 10000, 16)), 1)
    }
    let output = try convert(
      image, as: ColorSpace(primaries: .bt2020, transfer: .pq),
      to: ColorSpace(primaries: .bt709, transfer: .bt709))
    let expected = [0, 0.28521, 0.55770, 1.0]
    for x in 0..<4 { #expect(abs(output[x, 0].y - expected[x]) < 0.002) }
  }

  /// HLG's reference white, 75 %, is 203 cd/m² on a display of 1000 (BT.2408), which PQ codes as 58 %.
  @Test func hlgWhiteBecomesPQWhite() throws {
    let image = DoubleImage(size: Size(4, 1)) { _, _ in SIMD4(0.75, 0.75, 0.75, 1) }
    let space = ColorSpace(primaries: .bt2020, transfer: .hlg)
    var wanted = space
    wanted.transfer = .pq
    #expect(abs(try convert(image, as: space, to: wanted)[0, 0].x - 0.5807) < 0.001)
    let back = try convert(
      DoubleImage(size: Size(4, 1)) { _, _ in SIMD4(0.5807, 0.5807, 0.5807, 1) }, as: wanted,
      to: space)
    #expect(abs(back[0, 0].x - 0.75) < 0.001)
  }

  /// BT.2087's matrix; what lies outside BT.709 is clipped.
  @Test func primariesChangeInLinearLight() throws {
    let image = DoubleImage.noise(Size(64, 33), seed: 31, opaque: true)
    let output = try convert(
      image, as: ColorSpace(primaries: .bt2020, transfer: .linear),
      to: ColorSpace(primaries: .bt709, transfer: .linear))
    let expected = image.mapColor {
      let c = ColorReference.narrowed($0)
      return SIMD3(min(max(c.x, 0), 1), min(max(c.y, 0), 1), min(max(c.z, 0), 1))
    }
    let comparison = Comparison(output, expected, tolerance: 2e-4)
    #expect(comparison.worst <= 2e-4, "\(comparison)")
  }

  /// Red in other matrices and ranges.
  @Test func matrixAndRangeAreConverted() throws {
    let red = DoubleImage(size: Size(8, 2)) { _, _ in SIMD4(1, 0, 0, 1) }
    let renderer = try ChainRenderer([], device: .systemDefault)
    let input = try red.pixelBuffer(.rgb24)
    var options = ChainOptions()
    for (wanted, expected) in [
      (ColorSpace(matrix: .bt601), [UInt8(81), 90, 240]),
      (ColorSpace(matrix: .bt709), [63, 102, 240]),
      (ColorSpace(matrix: .bt709, range: .full), [54, 99, 255]),
      (ColorSpace(matrix: .rgb, range: .full), [0, 0, 255]),
      // Y = 219 · 0.25 + 16, Cg = −219 · 0.25 + 128, Co = 219 · 0.5 + 128.
      (ColorSpace(matrix: .ycgco), [71, 73, 238]),
    ] {
      options.colors = wanted
      let context = try RenderContext(device: .systemDefault)
      let output = try ChainRenderer([], context: context, options: options)
        .render([input], to: .yuv444p)
      #expect(output.colorSpace.matrix == wanted.matrix)
      #expect(codes(output) == expected)
      let back = try renderer.render([output], to: .rgb24)
      #expect(DoubleImage(back)[0, 0].x > 0.99 && DoubleImage(back)[0, 0].y < 0.01)
    }
  }

  private func codes(_ buffer: PixelBuffer) -> [UInt8] {
    buffer.withLockedPlanes(.readOnly) { $0.map { $0.bytes[0] } }
  }

  @Test(arguments: [ColorSpace.Matrix.rgb, .ycgco, .smpte240m, .fcc])
  func everyMatrixIsExactInAnEmptyChain(matrix: ColorSpace.Matrix) throws {
    for format in [PixelFormat.yuv444p, .yuv444p10] {
      let input = try randomPicture(
        format, Size(17, 13), seed: 32, colorSpace: ColorSpace(matrix: matrix))
      let output = try ChainRenderer([BrightnessAdjustment()], device: .systemDefault)
        .render([input])
      #expect(output.colorSpace.matrix == matrix)
      #expect(difference(input, output) == nil)
    }
  }
}

/// Matrices that are read and never written.
struct ReadOnlyMatrixTests {
  /// Stores three numbers a pixel as 16-bit limited codes of 4:4:4.
  private func picture(
    _ image: DoubleImage, _ colors: ColorSpace, _ components: (SIMD3<Double>) -> SIMD3<Double>
  ) throws -> PixelBuffer {
    let buffer = try PixelBuffer(format: .yuv444p16, size: image.size, colorSpace: colors)
    buffer.withLockedPlanes(.readWrite) { planes in
      for y in 0..<image.size.height {
        for x in 0..<image.size.width {
          let c = components(SIMD3(image[x, y].x, image[x, y].y, image[x, y].z))
          for (index, value) in [219 * c.x + 16, 224 * c.y + 128, 224 * c.z + 128].enumerated() {
            let code = UInt16((value * 256).rounded())
            planes[index].bytes.storeBytes(
              of: code, toByteOffset: y * planes[index].bytesPerRow + 2 * x, as: UInt16.self)
          }
        }
      }
    }
    return buffer
  }

  /// BT.2100-2 table 7, forward.
  @Test(arguments: [16, 18])
  func ictcpIsDecoded(transfer: Int) throws {
    // A little light beside much is lost in the sixteenth bit, so that colours keep to the middle.
    let image = DoubleImage.noise(Size(17, 13), seed: 40, opaque: true)
      .mapColor { $0 * 0.4 + 0.3 }
    let colors = ColorSpace(
      matrix: .ictcp, range: .limited, primaries: .bt2020,
      transfer: .init(rawValue: UInt8(transfer)))
    let input = try picture(image, colors) { c in
      let l = SIMD3(
        ColorReference.linear(c.x, transfer), ColorReference.linear(c.y, transfer),
        ColorReference.linear(c.z, transfer))
      func cone(_ r: Double, _ g: Double, _ b: Double) -> Double {
        ColorReference.code((r * l.x + g * l.y + b * l.z) / 4096, transfer)
      }
      let (lms0, lms1, lms2) = (cone(1688, 2146, 262), cone(683, 2951, 462), cone(99, 309, 3688))
      let i = (lms0 + lms1) / 2
      return transfer == 16
        ? SIMD3(
          i, (6610 * lms0 - 13613 * lms1 + 7003 * lms2) / 4096,
          (17933 * lms0 - 17390 * lms1 - 543 * lms2) / 4096)
        : SIMD3(
          i, (3625 * lms0 - 7465 * lms1 + 3840 * lms2) / 4096,
          (9500 * lms0 - 9212 * lms1 - 288 * lms2) / 4096)
    }
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: .rgb48)
    let comparison = Comparison(DoubleImage(output), image, tolerance: 0.002)
    #expect(comparison.worst <= 0.002, "\(comparison)")
    // Written as YUV it becomes BT.2020's.
    let again = try ChainRenderer([], device: .systemDefault).render([input])
    #expect(again.colorSpace.matrix == .bt2020)
    let back = try ChainRenderer([], device: .systemDefault).render([again], to: .rgb48)
    #expect(Comparison(DoubleImage(back), image, tolerance: 0.002).worst <= 0.002)
  }

  /// BT.2020-2 table 4, forward.
  @Test func constantLuminanceIsDecoded() throws {
    let image = DoubleImage.noise(Size(17, 13), seed: 41, opaque: true)
    let colors = ColorSpace(
      matrix: .bt2020ConstantLuminance, range: .limited, primaries: .bt2020, transfer: 14)
    let input = try picture(image, colors) { c in
      let y = ColorReference.code(
        0.2627 * ColorReference.linear(c.x, 14) + 0.678 * ColorReference.linear(c.y, 14) + 0.0593
          * ColorReference.linear(c.z, 14), 14)
      return SIMD3(
        y, (c.z - y) / (c.z <= y ? 1.9404 : 1.5816), (c.x - y) / (c.x <= y ? 1.7184 : 0.9936))
    }
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: .rgb48)
    let comparison = Comparison(DoubleImage(output), image, tolerance: 0.003)
    #expect(comparison.worst <= 0.003, "\(comparison)")
  }
}

/// `--linear` through filters that look at their neighbours, scale and blend.
struct LinearLightTests {
  private func render(_ filters: [any Filter], _ inputs: [PixelBuffer]) throws -> DoubleImage {
    var options = ChainOptions()
    options.isLinear = true
    return DoubleImage(
      try ChainRenderer(
        filters, context: RenderContext(device: .systemDefault), options: options
      ).render(inputs))
  }

  /// Half of the pixels are white: the mean light 0.5 is sRGB's code 188, the mean code would be 127.5.
  @Test func blursAndScalesMixLight() throws {
    let checks = try DoubleImage(size: Size(64, 64)) { x, y in
      SIMD4(SIMD3(repeating: Double((x + y) % 2)), 1)
    }.pixelBuffer(.rgb24)
    for filter in [GaussianBlur(blurRadiusInPixels: 8), BoxBlur(blurRadiusInPixels: 8)]
      as [any Filter]
    {
      let code = try render([filter], [checks])[32, 32].x * 255
      #expect(abs(code - 188) <= 1.5, "\(filter) \(code)")
      let coded = try ChainRenderer([filter], device: .systemDefault).render([checks])
      #expect(abs(DoubleImage(coded)[32, 32].x * 255 - 127.5) <= 1.5)
    }
    let small = try render([Scale(width: 32, height: 32)], [checks])
    #expect(abs(small[16, 16].x * 255 - 188) <= 2)
  }

  /// Half white, half black by alpha-blend: 188, in coded values 127.5.
  @Test func blendsMixLight() throws {
    let pictures = try [0.0, 1].map { value in
      try DoubleImage(size: Size(8, 8)) { _, _ in SIMD4(value, value, value, 1) }
        .pixelBuffer(.rgb24)
    }
    let mixed = try render([AlphaBlend(mix: 0.5)], pictures)[4, 4].x * 255
    #expect(abs(mixed - 188) <= 1)
  }

  /// An sRGB white laid over PQ is BT.2408's reference white, code 0.5807, not 10000 cd/m².
  @Test func secondPicturesTakeTheFirstOnesColours() throws {
    var first = try DoubleImage(size: Size(8, 8)) { _, _ in SIMD4(0, 0, 0, 1) }.pixelBuffer(.rgb48)
    first.colorSpace = ColorSpace(primaries: .bt2020, transfer: .pq)
    var second = try DoubleImage(size: Size(8, 8)) { _, _ in SIMD4(1, 1, 1, 1) }.pixelBuffer(.rgb24)
    second.colorSpace = ColorSpace(primaries: .bt709, transfer: .srgb)
    let output = try ChainRenderer([AlphaBlend(mix: 1)], device: .systemDefault)
      .render([first, second])
    #expect(abs(DoubleImage(output)[4, 4].x - 0.5807) < 0.001)
  }
}
