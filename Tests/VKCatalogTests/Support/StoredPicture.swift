import TestSupport
import VKCore

/// How pixels are stored, worked out in `Double` from H.273's matrices and ranges.
///
/// Chroma belongs to all pixels that share it and is their mean, weighted by alpha where that is kept: what holds between equal subsamplings.
struct StoredPicture {
  let format: PixelFormat
  let colorSpace: ColorSpace

  private var weights: (red: Double, blue: Double) {
    switch colorSpace.matrix {
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    default: (0.299, 0.114)
    }
  }

  /// Luma, colour differences or their codes: the code of 0 and the codes that 1 spans.
  private func scale(_ component: Int) -> (zero: Double, span: Double) {
    let isDifference = component == 1 || component == 2
    let middle = Double(1 << (format.bitDepth - 1))
    let unit = Double(1 << (format.bitDepth - 8))
    if colorSpace.range == .full {
      return isDifference ? (middle, Double(format.maximumCode)) : (0, Double(format.maximumCode))
    }
    return isDifference ? (middle, 224 * unit) : (16 * unit, 219 * unit)
  }

  /// The colours of a stored picture.
  func decoded(_ buffer: PixelBuffer) -> DoubleImage {
    guard format.model == .yuv else { return DoubleImage(buffer) }
    let size = buffer.size
    let (luma, cb, cr) = (buffer.samples(0), buffer.samples(1), buffer.samples(2))
    let grid = buffer.grid(1)
    let alpha = format.hasAlpha ? buffer.samples(3) : []
    let chroma = DoubleImage(size: grid) { x, y in
      let (zero, span) = scale(1)
      let place = y * grid.width + x
      return SIMD4((cb[place] - zero) / span, (cr[place] - zero) / span, 0, 0)
    }
    let (kr, kb) = weights
    return DoubleImage(size: size) { x, y in
      let index = y * size.width + x
      let (zero, span) = scale(0)
      let l = (luma[index] - zero) / span
      let c = chroma[x >> format.chromaShiftX, y >> format.chromaShiftY]
      let (red, blue) = (l + 2 * (1 - kr) * c.y, l + 2 * (1 - kb) * c.x)
      let green = (l - kr * red - kb * blue) / (1 - kr - kb)
      let a = alpha.isEmpty ? 1 : alpha[index] / Double(format.maximumCode)
      return SIMD4(red, green, blue, a)
    }
  }

  /// The codes of a picture, a list for each component; not rounded.
  func encoded(_ image: DoubleImage) -> [[Double]] {
    format.components.indices.map { component in
      let isAlpha = format.hasAlpha && component == format.components.count - 1
      let largest = Double(format.maximumCode)
      if isAlpha { return image.pixels.map { $0.w * largest } }
      switch format.model {
      case .rgb: return image.pixels.map { $0[component] * largest }
      case .gray: return image.pixels.map { luma($0) * largest }
      case .yuv: return codes(component, of: image)
      }
    }
  }

  private func luma(_ pixel: SIMD4<Double>) -> Double {
    let (kr, kb) = weights
    return kr * pixel.x + (1 - kr - kb) * pixel.y + kb * pixel.z
  }

  private func codes(_ component: Int, of image: DoubleImage) -> [Double] {
    let (kr, kb) = weights
    let (zero, span) = scale(component)
    let shift = format.subsampling(component: component)
    let size = Size(
      (image.size.width - 1) >> shift.x + 1, (image.size.height - 1) >> shift.y + 1)
    return DoubleImage(size: size) { x, y in
      let pixel = mean(image, x << shift.x, y << shift.y, shift)
      let value =
        switch component {
        case 1: (pixel.z - luma(pixel)) / (2 * (1 - kb))
        case 2: (pixel.x - luma(pixel)) / (2 * (1 - kr))
        default: luma(pixel)
        }
      return SIMD4(repeating: zero + span * value)
    }.pixels.map(\.x)
  }

  /// The mean colour of the pixels that share a sample, by their alpha; beyond the edge they are the edge's.
  private func mean(
    _ image: DoubleImage, _ x: Int, _ y: Int, _ shift: (x: Int, y: Int)
  ) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for dy in 0..<(1 << shift.y) {
      for dx in 0..<(1 << shift.x) {
        let pixel = image[x + dx, y + dy]
        let share = format.hasAlpha ? pixel.w : 1
        sum += SIMD4(pixel.x * share, pixel.y * share, pixel.z * share, share)
      }
    }
    return sum / max(sum.w, 1e-9)
  }
}
