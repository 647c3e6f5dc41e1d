import Foundation
import VKCatalog
import VKCore

/// The reference of further filters of one picture, by colour alone; nil for others.
func toneReference(_ filter: any Filter) -> ((Color3) -> Color3)? {
  switch filter {
  case let f as WhiteBalance: return { balanced($0, f) }
  case let f as HighlightsAndShadows: return { relit($0, f) }
  case let f as LuminanceThreshold:
    return { Color3(repeating: luminance($0) >= Double(f.threshold) ? 1 : 0) }
  case let f as Solarize: return { luminance($0) <= Double(f.threshold) ? 1 - $0 : $0 }
  case let f as LuminanceRangeReduction:
    return { $0 + (0.5 - luminance($0)) * Double(f.rangeReductionFactor) }
  case let f as Vibrance:
    return { c in
      let amount = (c.max() - c.sum() / 3) * -3 * Double(f.vibrance)
      return mixed(c, Color3(repeating: c.max()), amount)
    }
  case let f as HighlightAndShadowTint: return { tinted($0, f) }
  case let f as HSBFilter: return { adjusted($0, f) }
  case let f as SkinTone: return { skinShifted($0, f) }
  default: return nil
  }
}

/// By whole matrices: to YIQ, there, and back by the inverse of the matrix.
private func balanced(_ c: Color3, _ f: WhiteBalance) -> Color3 {
  let q = 0.211456 * c.x - 0.522591 * c.y + 0.31135 * c.z
  let wanted = q + Double(f.tint) / 100 * 0.5226 * 0.1
  let step = min(max(wanted, min(q, -0.5226)), max(q, 0.5226)) - q
  let shifted = c + Color3(0.6210, -0.6474, 1.7046) * step
  let warm = Color3(0.93, 0.54, 0)
  let overlaid = each(shifted) { x, channel in
    x < 0.5 ? 2 * x * warm[channel] : 1 - 2 * (1 - x) * (1 - warm[channel])
  }
  let kelvin = Double(f.temperature)
  return mixed(
    shifted, overlaid, kelvin < 5000 ? 0.0004 * (kelvin - 5000) : 0.00006 * (kelvin - 5000))
}

private func relit(_ c: Color3, _ f: HighlightsAndShadows) -> Color3 {
  let l = 0.3 * c.sum()
  guard l > 0 else { return c }
  let (a, b) = (1 / (Double(f.shadows) + 1), 1 / (2 - Double(f.highlights)))
  let shadow = min(max(pow(l, a) - 0.76 * pow(l, 2 * a) - l, 0), 1)
  let highlight = min(max(1 - (pow(1 - l, b) - 0.8 * pow(1 - l, 2 * b)) - l, -1), 0)
  return c * ((l + shadow + highlight) / l)
}

private func tinted(_ c: Color3, _ f: HighlightAndShadowTint) -> Color3 {
  let y = luminance(c)
  let lifted = pointwiseMax(c, mixed(vector(f.shadowTintColor), c, y))
  let shadows = mixed(c, lifted, Double(f.shadowTintIntensity))
  let lowered = pointwiseMin(shadows, mixed(shadows, vector(f.highlightTintColor), y))
  return mixed(shadows, mixed(c, lowered, Double(f.highlightTintIntensity)), y)
}

/// As Haeberli builds it: turn grey up, shear luminance level, turn, and undo the first two.
private func adjusted(_ c: Color3, _ f: HSBFilter) -> Color3 {
  let y = 0.3 * c.x + 0.59 * c.y + 0.11 * c.z
  // Two axes that stand upright on grey, the first towards red.
  let (across, along) = (
    Color3(2, -1, -1) / 6.0.squareRoot(), Color3(0, 1, -1) / 2.0.squareRoot()
  )
  func dot(_ a: Color3, _ b: Color3) -> Double { (a * b).sum() }
  let (u, v) = (dot(c, across), dot(c, along))
  let angle = Double(f.hue) * .pi / 180
  let turned =
    across * (u * cos(angle) - v * sin(angle)) + along * (u * sin(angle) + v * cos(angle))
  let level = turned - (0.3 * turned.x + 0.59 * turned.y + 0.11 * turned.z)
  return (level * Double(f.saturation) + y) * Double(f.brightness)
}

private func skinShifted(_ c: Color3, _ f: SkinTone) -> Color3 {
  let (value, low) = (c.max(), c.min())
  guard value > low, value > 0 else { return c }
  var hue: Double
  if c.x == value {
    hue = (c.y - c.z) / (value - low)
  } else if c.y == value {
    hue = 2 + (c.z - c.x) / (value - low)
  } else {
    hue = 4 + (c.x - c.y) / (value - low)
  }
  hue = hue < 0 ? hue / 6 + 1 : hue / 6
  var saturation = (value - low) / value
  let apart = abs(hue - Double(f.skinHue))
  let distance = min(apart, 1 - apart)
  let shift = Double(f.skinToneAdjust) * exp(-distance * distance * Double(f.skinHueThreshold))
  if f.upperSkinToneColor == .orange, f.skinToneAdjust > 0 {
    saturation = min(saturation + shift * Double(f.maxSaturationShift), 1)
  } else {
    hue += shift * Double(f.maxHueShift)
  }
  // HSV to RGB by sectors.
  let sixths = (hue - hue.rounded(.down)) * 6
  let part = sixths - sixths.rounded(.down)
  let (p, q) = (value * (1 - saturation), value * (1 - saturation * part))
  let t = value * (1 - saturation * (1 - part))
  switch Int(sixths) {
  case 0: return Color3(value, t, p)
  case 1: return Color3(q, value, p)
  case 2: return Color3(p, value, t)
  case 3: return Color3(p, q, value)
  case 4: return Color3(t, p, value)
  default: return Color3(value, p, q)
  }
}
