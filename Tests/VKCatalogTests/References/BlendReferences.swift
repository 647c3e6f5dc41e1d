import TestSupport
import VKCatalog
import VKCore

/// What a blend makes of the colours below and above, where both are seen.
private typealias Blend = (_ below: Color3, _ above: Color3) -> Color3

/// The formula of a blend of two pictures; nil for other filters.
///
/// Source: W3C Compositing and Blending Level 1, sections 5 (composition), 9.1 and 9.2 (modes).
func blendReference(_ filter: any Filter) -> Reference? {
  switch filter {
  case let f as AlphaBlend: return { composed($0, opacity: Double(f.mix)) { $1 } }
  case let f as DissolveBlend: return { dissolved($0) { _ in Double(f.mix) } }
  case is SourceOverBlend: return { composed($0) { $1 } }
  case let f as ChromaKeyBlend: return { keyedOver($0, f) }
  case is MaskFilter:
    return { pictures in
      DoubleImage(size: pictures[0].size) { x, y in
        let (c, mask) = (pictures[0][x, y], pictures[1][x, y])
        return SIMD4(c.x, c.y, c.z, c.w * (mask.x + mask.y + mask.z) / 3 * mask.w)
      }
    }
  default:
    guard let mode = separable(filter) ?? nonSeparable(filter) else { return nil }
    return { composed($0, mode) }
  }
}

/// A picture over another, as in Porter and Duff's "over".
func laidOver(_ below: DoubleImage, _ above: DoubleImage) -> DoubleImage {
  composed([below, above]) { $1 }
}

/// co = (1 - αs)·αb·Cb + (1 - αb)·αs·Cs + αs·αb·B(Cb, Cs), divided by the alpha of the union.
private func composed(
  _ pictures: [DoubleImage], opacity: Double = 1, _ mode: Blend
) -> DoubleImage {
  DoubleImage(size: pictures[0].size) { x, y in
    let (below, above) = (pictures[0][x, y], pictures[1][x, y])
    let (cb, cs) = (Color3(below.x, below.y, below.z), Color3(above.x, above.y, above.z))
    let (ab, top) = (below.w, above.w * opacity)
    let alpha = top + ab - top * ab
    guard alpha > 0 else { return below }
    let sum = cb * ((1 - top) * ab) + cs * ((1 - ab) * top) + mode(cb, cs) * (top * ab)
    return SIMD4(sum / alpha, alpha)
  }
}

/// A mean of colours times alpha, divided by the mean of alphas.
private func dissolved(
  _ pictures: [DoubleImage], _ share: (SIMD4<Double>) -> Double
) -> DoubleImage {
  DoubleImage(size: pictures[0].size) { x, y in
    let (a, b) = (pictures[0][x, y], pictures[1][x, y])
    let k = share(a)
    let alpha = a.w * (1 - k) + b.w * k
    guard alpha > 0 else { return SIMD4(a.x, a.y, a.z, 0) }
    var sum = (a * a.w * (1 - k) + b * b.w * k) / alpha
    sum.w = alpha
    return sum
  }
}

private func keyedOver(_ pictures: [DoubleImage], _ f: ChromaKeyBlend) -> DoubleImage {
  let key = ChromaKeying(
    thresholdSensitivity: f.thresholdSensitivity, smoothing: f.smoothing,
    colorToReplace: f.colorToReplace)
  return dissolved(pictures) { c in 1 - keyed(SIMD4(c.x, c.y, c.z, 1), key).w }
}

private func separable(_ filter: any Filter) -> Blend? {
  func channels(_ body: @escaping (Double, Double) -> Double) -> Blend {
    { below, above in each(below) { b, channel in body(b, above[channel]) } }
  }
  switch filter {
  case is MultiplyBlend: return channels { $0 * $1 }
  case is AddBlend: return channels { min(1, $0 + $1) }
  case is ScreenBlend: return channels { 1 - (1 - $0) * (1 - $1) }
  case is DarkenBlend: return channels { min($0, $1) }
  case is LightenBlend: return channels { max($0, $1) }
  case is DifferenceBlend: return channels { max($0, $1) - min($0, $1) }
  case is ExclusionBlend: return channels { $0 * (1 - $1) + $1 * (1 - $0) }
  case is SubtractBlend: return channels { max(0, $0 - $1) }
  case is LinearBurnBlend: return channels { max(0, $0 + $1 - 1) }
  case is DivideBlend: return channels { $0 == 0 ? 0 : $1 == 0 ? 1 : min(1, $0 / $1) }
  case is ColorBurnBlend:
    return channels { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }
  case is ColorDodgeBlend: return channels { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }
  case is HardLightBlend: return channels { hardLight($0, $1) }
  case is OverlayBlend: return channels { hardLight($1, $0) }
  case is SoftLightBlend: return channels { b, s in (1 - 2 * s) * b * b + 2 * s * b }
  default: return nil
  }
}

private func hardLight(_ b: Double, _ s: Double) -> Double {
  s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
}

private func nonSeparable(_ filter: any Filter) -> Blend? {
  switch filter {
  case is HueBlend: return { setLum(setSat($1, sat($0)), lum($0)) }
  case is SaturationBlend: return { setLum(setSat($0, sat($1)), lum($0)) }
  case is ColorBlend: return { setLum($1, lum($0)) }
  case is LuminosityBlend: return { setLum($0, lum($1)) }
  default: return nil
  }
}

private func lum(_ c: Color3) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
private func sat(_ c: Color3) -> Double { c.max() - c.min() }

private func setLum(_ c: Color3, _ l: Double) -> Color3 {
  let moved = c + (l - lum(c))
  let (grey, low, high) = (lum(moved), moved.min(), moved.max())
  var result = moved
  if low < 0 { result = grey + (result - grey) * grey / (grey - low) }
  if high > 1 { result = grey + (result - grey) * (1 - grey) / (high - grey) }
  return result
}

private func setSat(_ c: Color3, _ s: Double) -> Color3 {
  let order = [0, 1, 2].sorted { c[$0] < c[$1] }
  var result = Color3.zero
  guard c[order[2]] > c[order[0]] else { return result }
  result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
  result[order[2]] = s
  return result
}
