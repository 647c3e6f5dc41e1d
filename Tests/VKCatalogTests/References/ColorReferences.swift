import Foundation
import TestSupport
import VKCatalog
import VKCore

typealias Color3 = SIMD3<Double>

/// Writes a filter's formula in `Double`, from its documentation and not from its kernel.
///
/// Inputs lie in 0…1, and so does what a chain keeps of the result.
typealias Reference = ([DoubleImage]) -> DoubleImage

func luminance(_ c: Color3) -> Double { 0.2125 * c.x + 0.7154 * c.y + 0.0721 * c.z }

func vector(_ color: Color) -> Color3 {
  Color3(Double(color.red), Double(color.green), Double(color.blue))
}

func each(_ c: Color3, _ body: (Double, Int) -> Double) -> Color3 {
  Color3(body(c.x, 0), body(c.y, 1), body(c.z, 2))
}

func mixed(_ a: Color3, _ b: Color3, _ share: Double) -> Color3 { a + (b - a) * share }

func smoothStep(_ low: Double, _ high: Double, _ x: Double) -> Double {
  if x <= low { return 0 }
  if x >= high { return 1 }
  let t = (x - low) / (high - low)
  return t * t * (3 - 2 * t)
}

/// The reference of a filter of one picture, by colour alone; nil for others.
func colorReference(_ filter: any Filter) -> ((Color3) -> Color3)? {
  switch filter {
  case let f as BrightnessAdjustment: return { $0 + Double(f.brightness) }
  case let f as ContrastAdjustment: return { ($0 - 0.5) * Double(f.contrast) + 0.5 }
  case let f as ExposureAdjustment: return { $0 * pow(2, Double(f.exposure)) }
  case let f as GammaAdjustment: return { each($0) { c, _ in pow(c, Double(f.gamma)) } }
  case let f as SaturationAdjustment:
    return { mixed(Color3(repeating: luminance($0)), $0, Double(f.saturation)) }
  case let f as RGBAdjustment:
    return { $0 * Color3(Double(f.red), Double(f.green), Double(f.blue)) }
  case is ColorInversion: return { 1 - $0 }
  case is Luminance: return { Color3(repeating: luminance($0)) }
  case let f as FalseColor:
    return { mixed(vector(f.firstColor), vector(f.secondColor), luminance($0)) }
  case let f as MonochromeFilter: return { monochrome($0, f) }
  case let f as SepiaToneFilter: return { sepia($0, f) }
  case let f as HueAdjustment: return { turned($0, degrees: Double(f.hue)) }
  case let f as LevelsAdjustment: return { levels($0, f) }
  case let f as Posterize:
    let n = Double(f.colorLevels)
    return { each($0) { c, _ in ((c * n + 0.5).rounded(.down)) / n } }
  default: return nil
  }
}

private func monochrome(_ c: Color3, _ f: MonochromeFilter) -> Color3 {
  let y = luminance(c)
  let tone = vector(f.color)
  let overlaid = y < 0.5 ? 2 * y * tone : 1 - 2 * (1 - y) * (1 - tone)
  return mixed(c, overlaid, Double(f.intensity))
}

private func sepia(_ c: Color3, _ f: SepiaToneFilter) -> Color3 {
  let toned = Color3(
    0.3588 * c.x + 0.7044 * c.y + 0.1368 * c.z, 0.2990 * c.x + 0.5870 * c.y + 0.1140 * c.z,
    0.2392 * c.x + 0.4696 * c.y + 0.0912 * c.z)
  return mixed(c, toned, Double(f.intensity))
}

private func turned(_ c: Color3, degrees: Double) -> Color3 {
  let i = 0.595716 * c.x - 0.274453 * c.y - 0.321263 * c.z
  let q = 0.211456 * c.x - 0.522591 * c.y + 0.31135 * c.z
  let chroma = (i * i + q * q).squareRoot()
  let angle = atan2(q, i) - degrees * .pi / 180
  let (di, dq) = (chroma * cos(angle) - i, chroma * sin(angle) - q)
  return c
    + Color3(
      0.9563 * di + 0.6210 * dq, -0.2721 * di - 0.6474 * dq, -1.1070 * di + 1.7046 * dq)
}

private func levels(_ c: Color3, _ f: LevelsAdjustment) -> Color3 {
  let (low, high) = (vector(f.minimum), vector(f.maximum))
  let (gamma, dark, bright) = (vector(f.middle), vector(f.minOutput), vector(f.maxOutput))
  return each(c) { value, channel in
    let range = high[channel] - low[channel]
    let x =
      range > 0 ? min(max((value - low[channel]) / range, 0), 1) : value > low[channel] ? 1 : 0
    return dark[channel] + (bright[channel] - dark[channel]) * pow(x, 1 / gamma[channel])
  }
}
