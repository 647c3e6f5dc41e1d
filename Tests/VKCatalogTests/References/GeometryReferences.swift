import Foundation
import TestSupport
import VKCatalog
import VKCore

/// Places moved and sums of neighbours; nil for other filters.
func geometryReference(_ filter: any Filter) -> Reference? {
  switch filter {
  case let f as Crop: return { crop($0[0], f) }
  case let f as Pad: return { pad($0[0], f) }
  case is HorizontalFlip: return { moved($0[0]) { x, y, size in (size.width - 1 - x, y) } }
  case is VerticalFlip: return { moved($0[0]) { x, y, size in (x, size.height - 1 - y) } }
  case let f as Transpose: return { transposed($0[0], f.dir) }
  case let f as QuarterTurn:
    return { pictures in (0..<f.turns).reduce(pictures[0]) { picture, _ in clockwise(picture) } }
  case let f as GaussianBlur:
    return { convolved($0[0], gaussianRow(Double(f.blurRadiusInPixels))) }
  case let f as BoxBlur: return { convolved($0[0], boxRow(Double(f.blurRadiusInPixels))) }
  case let f as Sharpen: return { sharpened($0[0], Double(f.sharpness)) }
  case let f as Scale: return { resized($0[0], f) }
  default: return nil
  }
}

private func crop(_ picture: DoubleImage, _ f: Crop) -> DoubleImage {
  let size = Size(
    f.width == 0 ? picture.size.width : f.width, f.height == 0 ? picture.size.height : f.height)
  let left = f.x < 0 ? (picture.size.width - size.width) / 2 : f.x
  let top = f.y < 0 ? (picture.size.height - size.height) / 2 : f.y
  return DoubleImage(size: size) { picture[$0 + left, $1 + top] }
}

private func pad(_ picture: DoubleImage, _ f: Pad) -> DoubleImage {
  let size = Size(
    f.width == 0 ? picture.size.width : f.width, f.height == 0 ? picture.size.height : f.height)
  let left = f.x < 0 ? (size.width - picture.size.width) / 2 : f.x
  let top = f.y < 0 ? (size.height - picture.size.height) / 2 : f.y
  return DoubleImage(size: size) { x, y in
    let (i, j) = (x - left, y - top)
    guard (0..<picture.size.width).contains(i), (0..<picture.size.height).contains(j) else {
      return SIMD4(vector(f.color), Double(f.color.alpha))
    }
    return picture[i, j]
  }
}

private func moved(
  _ picture: DoubleImage, _ source: (Int, Int, Size) -> (Int, Int)
) -> DoubleImage {
  DoubleImage(size: picture.size) { x, y in
    let (i, j) = source(x, y, picture.size)
    return picture[i, j]
  }
}

/// The left column becomes the top row, read upwards.
private func clockwise(_ picture: DoubleImage) -> DoubleImage {
  DoubleImage(size: Size(picture.size.height, picture.size.width)) { x, y in
    picture[y, picture.size.height - 1 - x]
  }
}

private func transposed(_ picture: DoubleImage, _ direction: Transpose.Direction) -> DoubleImage {
  func flipped(_ picture: DoubleImage) -> DoubleImage {
    moved(picture) { x, y, size in (x, size.height - 1 - y) }
  }
  let anticlockwise = clockwise(clockwise(clockwise(picture)))
  return switch direction {
  case .clockwise: clockwise(picture)
  case .counterclockwise: anticlockwise
  case .clockwiseAndFlip: flipped(clockwise(picture))
  case .counterclockwiseAndFlip: flipped(anticlockwise)
  }
}

/// Colour counts by its alpha in every sum.
private func weighted(
  _ size: Size, _ sum: (Int, Int, (SIMD4<Double>) -> SIMD4<Double>) -> SIMD4<Double>
) -> DoubleImage {
  DoubleImage(size: size) { x, y in
    let total = sum(x, y) { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
    guard total.w > 0 else { return SIMD4(0, 0, 0, 0) }
    return SIMD4(total.x / total.w, total.y / total.w, total.z / total.w, total.w)
  }
}

/// The whole bell, out to where doubles end.
private func gaussianRow(_ sigma: Double) -> [Double] {
  guard sigma > 0 else { return [1] }
  let radius = Int((8 * sigma).rounded(.up))
  let row = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = row.reduce(0, +)
  return row.map { $0 / sum }
}

private func boxRow(_ radius: Double) -> [Double] {
  let whole = Int(radius)
  let rest = radius - Double(whole)
  let row = [Double](repeating: 1, count: 2 * whole + 1)
  return (rest > 0 ? [rest] + row + [rest] : row).map { $0 / (2 * radius + 1) }
}

private func convolved(_ picture: DoubleImage, _ row: [Double]) -> DoubleImage {
  let radius = row.count / 2
  let premultiplied = picture.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
  let across = DoubleImage(size: picture.size) { x, y in
    row.indices.reduce(SIMD4.zero) { $0 + premultiplied[x + $1 - radius, y] * row[$1] }
  }
  return weighted(picture.size) { x, y, _ in
    row.indices.reduce(SIMD4.zero) { $0 + across[x, y + $1 - radius] * row[$1] }
  }
}

private func sharpened(_ picture: DoubleImage, _ s: Double) -> DoubleImage {
  weighted(picture.size) { x, y, p in
    let around = p(picture[x - 1, y]) + p(picture[x + 1, y]) + p(picture[x, y - 1])
    return p(picture[x, y]) * (1 + 4 * s) - (around + p(picture[x, y + 1])) * s
  }
}

private func resized(_ picture: DoubleImage, _ f: Scale) -> DoubleImage {
  let target = f.outputSize(for: picture.size)
  let premultiplied = picture.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
  let columns = positions(picture.size.width, target.width, f.interpolation)
  let rows = positions(picture.size.height, target.height, f.interpolation)
  return weighted(target) { x, y, _ in
    rows[y].reduce(SIMD4.zero) { sum, row in
      sum + columns[x].reduce(SIMD4.zero) { $0 + premultiplied[$1.0, row.0] * $1.1 } * row.1
    }
  }
}

/// For each place of a row of `target` pixels the pixels of a row of `source` and their weights.
private func positions(
  _ source: Int, _ target: Int, _ kernel: Scale.Kernel
) -> [[(Int, Double)]] {
  let ratio = Double(source) / Double(target)
  let stretch = max(ratio, 1)
  return (0..<target).map { index in
    let center = (Double(index) + 0.5) * ratio - 0.5
    if kernel == .nearest { return [(Int((center + 0.5).rounded(.down)), 1)] }
    let reach = 3 * stretch + 1
    let taps = Int((center - reach).rounded(.down))...Int((center + reach).rounded(.up))
    let weights = taps.map { ($0, weight(abs(Double($0) - center) / stretch, kernel)) }
    let sum = weights.reduce(0) { $0 + $1.1 }
    return weights.map { ($0.0, $0.1 / sum) }
  }
}

/// Keys' cubic with a = -1/2, Lanczos' window of three lobes, or a triangle.
private func weight(_ x: Double, _ kernel: Scale.Kernel) -> Double {
  switch kernel {
  case .nearest: return 0
  case .bilinear: return max(0, 1 - x)
  case .bicubic:
    let a = -0.5
    if x <= 1 { return (a + 2) * x * x * x - (a + 3) * x * x + 1 }
    return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0
  case .lanczos3:
    func sinc(_ t: Double) -> Double { t == 0 ? 1 : sin(.pi * t) / (.pi * t) }
    return x < 3 ? sinc(x) * sinc(x / 3) : 0
  }
}
