import TestSupport
import Testing
import VKCompute
import VKCore

@testable import VKPipeline

/// Every format of the table read into numbers and written from them, beside the standards' formulas in `Double`.
///
/// BT.601, limited range, chroma on the left column between the rows, as small untagged YUV is.
struct FormatConversionTests {
  static let sizes = [Size(1, 1), Size(17, 13)]
  private static let weights = SIMD3(0.299, 0.587, 0.114)

  /// Black and the distance to white of luma, or the middle and the span of chroma, in codes (BT.601, table 3).
  private func coding(_ format: PixelFormat, isChroma: Bool) -> (offset: Double, scale: Double) {
    if format.isFloat { return (0, 1) }
    guard format.model == .yuv else { return (0, Double((1 << format.bitDepth) - 1)) }
    let unit = Double(1 << (format.bitDepth - 8))
    return isChroma ? (128 * unit, 224 * unit) : (16 * unit, 219 * unit)
  }

  /// Straight RGBA of a stored picture.
  private func decoded(_ buffer: PixelBuffer) -> DoubleImage {
    let format = buffer.format
    let (luma, chroma) = (coding(format, isChroma: false), coding(format, isChroma: true))
    let parts = format.components.indices.map { buffer.samples($0) }
    let width = buffer.size.width
    func value(_ index: Int, _ x: Int, _ y: Int) -> Double {
      (parts[index][y * width + x] - luma.offset) / luma.scale
    }
    let differences = format.components.indices.map { index in
      let grid = buffer.grid(index)
      return DoubleImage(size: grid) { i, j in
        SIMD4(repeating: (parts[index][j * grid.width + i] - chroma.offset) / chroma.scale)
      }
    }
    func difference(_ index: Int, _ x: Int, _ y: Int) -> Double {
      let shift = format.subsampling(component: index)
      let column = shift.x == 0 ? Double(x) : Double(x) / 2
      let row = shift.y == 0 ? Double(y) : (Double(y) - 0.5) / 2
      return differences[index].sampled(column + 0.5, row + 0.5).x
    }
    let last = format.components.count - 1
    let full = format.isFloat ? 1 : Double((1 << format.bitDepth) - 1)
    return DoubleImage(size: buffer.size) { x, y in
      let alpha = format.hasAlpha ? parts[last][y * width + x] / full : 1
      switch format.model {
      case .rgb: return SIMD4(value(0, x, y), value(1, x, y), value(2, x, y), alpha)
      case .gray: return SIMD4(value(0, x, y), value(0, x, y), value(0, x, y), alpha)
      case .yuv:
        let (l, b, r) = (value(0, x, y), difference(1, x, y), difference(2, x, y))
        let w = Self.weights
        let red = l + 2 * (1 - w.x) * r
        let blue = l + 2 * (1 - w.z) * b
        return SIMD4(red, (l - w.x * red - w.z * blue) / w.y, blue, alpha)
      }
    }
  }

  /// A component's samples, unrounded, of a picture of straight RGBA.
  private func encoded(_ image: DoubleImage, _ format: PixelFormat, _ index: Int) -> [Double] {
    let shift = format.subsampling(component: index)
    let size = Size((image.size.width - 1) >> shift.x + 1, (image.size.height - 1) >> shift.y + 1)
    let isAlpha = format.hasAlpha && index == format.components.count - 1
    let isChroma = format.model == .yuv && (1...2).contains(index)
    let code = coding(format, isChroma: isChroma)
    // A sample on the left column counts it double and its neighbours once; between rows both count alike.
    let columns = shift.x == 0 ? [(0, 1.0)] : [(-1, 0.25), (0, 0.5), (1, 0.25)]
    let rows = shift.y == 0 ? [(0, 1.0)] : [(0, 0.5), (1, 0.5)]
    let largest = format.isFloat ? 1 : Double((1 << format.bitDepth) - 1)
    return (0..<size.width * size.height).map { place in
      let (x, y) = ((place % size.width) << shift.x, (place / size.width) << shift.y)
      var (sum, weight) = (SIMD4<Double>.zero, 0.0)
      for (dx, across) in columns {
        for (dy, down) in rows {
          let pixel = image[min(x + dx, image.size.width - 1), min(y + dy, image.size.height - 1)]
          let share = across * down * (isChroma && format.hasAlpha ? max(pixel.w, 1e-6) : 1)
          sum += share * pixel
          weight += share
        }
      }
      let c = sum / weight
      let w = Self.weights
      let luma = w.x * c.x + w.y * c.y + w.z * c.z
      let value: Double
      if isAlpha {
        value = c.w * largest
      } else if format.model == .rgb {
        value = code.offset + c[index] * code.scale
      } else if isChroma {
        let difference = index == 1 ? (c.z - luma) / (2 - 2 * w.z) : (c.x - luma) / (2 - 2 * w.x)
        value = code.offset + difference * code.scale
      } else {
        value = code.offset + luma * code.scale
      }
      return format.isFloat ? value : min(max(value, 0), largest)
    }
  }

  @Test(arguments: PixelFormat.all, sizes)
  func everyFormatIsReadByTheFormula(format: PixelFormat, size: Size) throws {
    let input = try randomPicture(format, size, seed: 80)
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: .rgbaf32)
    let expected = decoded(input)
    let comparison = Comparison(DoubleImage(output), expected, tolerance: 1e-5)
    #expect(comparison.worst < 1e-5, "\(format) \(comparison)")
  }

  @Test(arguments: PixelFormat.all, sizes)
  func everyFormatIsWrittenByTheFormula(format: PixelFormat, size: Size) throws {
    let input = try DoubleImage.noise(size, seed: 81).pixelBuffer(.rgbaf32)
    let output = try ChainRenderer([], device: .systemDefault).render([input], to: format)
    // Codes are the nearest; 24 bits of a float hold 16-bit codes to 0.01. Half floats have 11 bits.
    let tolerance = format.isFloat ? (format.bitDepth == 16 ? 0x1p-10 : 1e-6) : 0.52
    let stored = DoubleImage(input)
    for component in format.components.indices {
      let expected = encoded(stored, format, component)
      let worst = zip(output.samples(component), expected).map { abs($0 - $1) }.max() ?? .infinity
      #expect(worst <= tolerance, "\(format) component \(component): \(worst)")
    }
  }
}
