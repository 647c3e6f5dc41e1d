import Foundation
import TestSupport
import VKCatalog
import VKCore

/// The formula of any filter of the catalogue that makes a picture; nil where there is none here.
func reference(_ filter: any Filter) -> Reference? {
  if let color = colorReference(filter) ?? toneReference(filter) {
    return { $0[0].mapColor(color) }
  }
  if let known =
    blendReference(filter) ?? generatorReference(filter) ?? thresholdReference(filter)
  {
    return known
  }
  switch filter {
  case let f as OpacityAdjustment:
    return { $0[0].map { SIMD4($0.x, $0.y, $0.z, $0.w * Double(f.opacity)) } }
  case let f as ColorMatrixFilter: return { $0[0].map { product($0, f) } }
  case let f as ChromaKeying: return { $0[0].map { keyed($0, f) } }
  case let f as Vignette: return { vignette($0[0], f) }
  case let f as Haze: return { hazed($0[0], f) }
  case let f as SwirlDistortion: return { swirl($0[0], f) }
  case is MedianFilter: return { covered($0[0], median) }
  default: return geometryReference(filter) ?? effectReference(filter) ?? edgeReference(filter)
  }
}

private func product(_ c: SIMD4<Double>, _ f: ColorMatrixFilter) -> SIMD4<Double> {
  var result = SIMD4<Double>.zero
  for row in 0..<4 {
    for column in 0..<4 { result[row] += Double(f.colorMatrix[row * 4 + column]) * c[column] }
  }
  return c + (result - c) * Double(f.intensity)
}

func keyed(_ c: SIMD4<Double>, _ f: ChromaKeying) -> SIMD4<Double> {
  func chroma(_ c: Color3) -> (Double, Double) {
    let y = 0.2989 * c.x + 0.5866 * c.y + 0.1145 * c.z
    return (0.7132 * (c.x - y), 0.5647 * (c.z - y))
  }
  let (a, b) = (chroma(Color3(c.x, c.y, c.z)), chroma(vector(f.colorToReplace)))
  let low = Double(f.thresholdSensitivity)
  let kept = smoothStep(low, low + Double(f.smoothing), hypot(a.0 - b.0, a.1 - b.1))
  return SIMD4(c.x, c.y, c.z, c.w * kept)
}

private func hazed(_ picture: DoubleImage, _ f: Haze) -> DoubleImage {
  DoubleImage(size: picture.size) { x, y in
    let height = (Double(y) + 0.5) / Double(picture.size.height)
    let d = height * Double(f.slope) + Double(f.distance)
    let c = picture[x, y]
    return SIMD4((Color3(c.x, c.y, c.z) - d) / (1 - d), c.w)
  }
}

private func vignette(_ picture: DoubleImage, _ f: Vignette) -> DoubleImage {
  DoubleImage(size: picture.size) { x, y in
    let tx = (Double(x) + 0.5) / Double(picture.size.width)
    let ty = (Double(y) + 0.5) / Double(picture.size.height)
    let share = smoothStep(
      Double(f.start), Double(f.end), hypot(tx - Double(f.center.x), ty - Double(f.center.y)))
    let c = picture[x, y]
    return SIMD4(mixed(Color3(c.x, c.y, c.z), vector(f.color), share), c.w)
  }
}

private func swirl(_ picture: DoubleImage, _ f: SwirlDistortion) -> DoubleImage {
  let (width, height) = (Double(picture.size.width), Double(picture.size.height))
  let (cx, cy, radius) = (Double(f.center.x), Double(f.center.y), Double(f.radius))
  // Between pixels colour counts by its alpha.
  let weighted = picture.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
  return DoubleImage(size: picture.size) { x, y in
    let (tx, ty) = ((Double(x) + 0.5) / width - cx, (Double(y) + 0.5) / height - cy)
    let d = hypot(tx, ty)
    guard d < radius else { return picture[x, y] }
    let theta = pow((radius - d) / radius, 2) * Double(f.angle) * 8
    let (u, v) = (tx * cos(theta) - ty * sin(theta), tx * sin(theta) + ty * cos(theta))
    let sum = weighted.sampled((u + cx) * width, (v + cy) * height)
    return sum.w > 0 ? SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w) : .zero
  }
}

/// What a filter makes of colours times alpha, divided by the alpha that it leaves.
func covered(
  _ picture: DoubleImage, _ body: (DoubleImage) -> DoubleImage
) -> DoubleImage {
  let result = body(picture.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) })
  return DoubleImage(size: picture.size) { x, y in
    let (c, before) = (result[x, y], picture[x, y])
    guard c.w > 0 else { return SIMD4(before.x, before.y, before.z, c.w) }
    let color = (Color3(c.x, c.y, c.z) / c.w).clamped(
      lowerBound: Color3(repeating: 0), upperBound: Color3(repeating: 1))
    return SIMD4(color, c.w)
  }
}

/// The pixels of a square around a place.
private func square(_ picture: DoubleImage, _ x: Int, _ y: Int, _ radius: Int) -> [SIMD4<Double>] {
  (-radius...radius).flatMap { j in (-radius...radius).map { i in picture[x + i, y + j] } }
}

private func median(_ picture: DoubleImage) -> DoubleImage {
  DoubleImage(size: picture.size) { x, y in
    let neighbours = square(picture, x, y, 1)
    var result = picture[x, y]
    for channel in 0..<3 { result[channel] = neighbours.map { $0[channel] }.sorted()[4] }
    return result
  }
}
