import Foundation
import TestSupport
import VKCatalog
import VKCore

/// Distortions, patterns and blurs that read between pixels; nil for other filters.
func effectReference(_ filter: any Filter) -> Reference? {
  switch filter {
  case let f as Pixellate:
    return {
      cells($0[0], f.fractionalWidthOfAPixel) { picture, middle, _, _ in picture.at(middle) }
    }
  case let f as PixellatePosition:
    return {
      cells($0[0], f.fractionalWidthOfAPixel) { picture, middle, at, _ in
        let away = length(at - picture.place(f.center)) / picture.extent.x
        return picture.at(away < Double(f.radius) ? middle : at)
      }
    }
  case let f as PolkaDot:
    return {
      cells($0[0], f.fractionalWidthOfAPixel) { picture, middle, at, side in
        let c = picture.at(middle)
        return length(at - middle) <= side / 2 * Double(f.dotScaling) ? c : SIMD4(0, 0, 0, c.w)
      }
    }
  case let f as Halftone:
    return {
      cells($0[0], f.fractionalWidthOfAPixel) { picture, middle, at, side in
        let (c, alpha) = (picture.at(middle), picture.at(at).w)
        let ink = c.w > 0 ? 1 - luminance(Color3(c.x, c.y, c.z) / c.w) : 1
        let light = length(at - middle) < side / 2 * ink ? 0.0 : alpha
        return SIMD4(light, light, light, alpha)
      }
    }
  case let f as PolarPixellate: return { warped($0[0]) { polar($0, $1, f) } }
  case let f as BulgeDistortion:
    return {
      warped($0[0]) { picture, at in
        radial(picture, at, f.center, f.radius) { d, radius in
          pow(1 - (radius - d) / radius * Double(f.scale), 2)
        }
      }
    }
  case let f as PinchDistortion:
    return {
      warped($0[0]) { picture, at in
        radial(picture, at, f.center, f.radius) { d, _ in 1 + (0.5 - d) / 0.5 * Double(f.scale) }
      }
    }
  case let f as StretchDistortion: return { warped($0[0]) { stretched($0, $1, f) } }
  case let f as ZoomBlur:
    return {
      nineTaps($0[0]) { picture, at in
        (picture.place(f.blurCenter) - at) * Double(f.blurSize) / 100
      }
    }
  case let f as MotionBlur:
    let angle = Double(f.blurAngle) * .pi / 180
    return { nineTaps($0[0]) { _, _ in SIMD2(cos(angle), sin(angle)) * Double(f.blurSize) } }
  case let f as GaussianBlurPosition:
    return { pictures in
      [SIMD2(0.0, 1.0), SIMD2(1.0, 0.0)].reduce(pictures[0]) { picture, along in
        nineTaps(picture) { picture, at in
          let away = length(at - picture.place(f.blurCenter)) / picture.extent.x
          return away < Double(f.blurRadius) ? along * Double(f.blurSize) : .zero
        }
      }
    }
  case let f as KuwaharaFilter: return { kuwahara($0[0], f.radius) }
  case let f as LanczosResampling:
    return geometryReference(
      Scale(width: f.width, height: f.height, interpolation: .lanczos3))
  case let f as TiltShift:
    let (top, bottom) = (Double(f.topFocusLevel), Double(f.bottomFocusLevel))
    let fade = Double(f.focusFallOffRate)
    return {
      blurred($0[0], f.blurRadiusInPixels) { _, t in
        1 - smoothStep(top - fade, top, t.y) + smoothStep(bottom, bottom + fade, t.y)
      }
    }
  case let f as GaussianSelectiveBlur:
    let (radius, ring) = (Double(f.excludeCircleRadius), Double(f.excludeBlurSize))
    return {
      blurred($0[0], f.blurRadiusInPixels) { picture, t in
        let way = t * picture.extent - picture.place(f.excludeCirclePoint)
        return smoothStep(radius - ring, radius, length(way) / picture.extent.x)
      }
    }
  case let f as UnsharpMask:
    return { blurred($0[0], f.blurRadiusInPixels) { _, _ in 1 - Double(f.intensity) } }
  default: return nil
  }
}

/// An opaque picture mixed with its Gaussian blur by a share at each place, given in fractions.
private func blurred(
  _ picture: DoubleImage, _ sigma: Float, _ share: (DoubleImage, SIMD2<Double>) -> Double
) -> DoubleImage {
  guard let blur = geometryReference(GaussianBlur(blurRadiusInPixels: sigma))?([picture]) else {
    return picture
  }
  return DoubleImage(size: picture.size) { x, y in
    let t = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / picture.extent
    return picture[x, y] + (blur[x, y] - picture[x, y]) * share(picture, t)
  }
}

extension DoubleImage {
  fileprivate var extent: SIMD2<Double> { SIMD2(Double(size.width), Double(size.height)) }

  fileprivate func place(_ fractions: Point) -> SIMD2<Double> {
    SIMD2(Double(fractions.x), Double(fractions.y)) * extent
  }

  fileprivate func at(_ place: SIMD2<Double>) -> SIMD4<Double> { sampled(place.x, place.y) }
}

private func length(_ v: SIMD2<Double>) -> Double { hypot(v.x, v.y) }

/// A filter that sees colours times alpha at the pixels' middles.
private func placed(
  _ picture: DoubleImage, _ body: (DoubleImage, SIMD2<Double>) -> SIMD4<Double>
) -> DoubleImage {
  covered(picture) { weighted in
    DoubleImage(size: picture.size) { body(weighted, SIMD2(Double($0) + 0.5, Double($1) + 0.5)) }
  }
}

/// A filter that reads its picture elsewhere.
private func warped(
  _ picture: DoubleImage, _ source: (DoubleImage, SIMD2<Double>) -> SIMD2<Double>
) -> DoubleImage {
  placed(picture) { $0.at(source($0, $1)) }
}

/// A filter that knows the middle of a pixel's cell, the pixel's and the cell's side.
private func cells(
  _ picture: DoubleImage, _ fraction: Float,
  _ body: (DoubleImage, SIMD2<Double>, SIMD2<Double>, Double) -> SIMD4<Double>
) -> DoubleImage {
  let side = max(Double(fraction) * Double(picture.size.width), 1)
  return placed(picture) { picture, at in
    let first = SIMD2((at.x / side).rounded(.down), (at.y / side).rounded(.down)) * side
    return body(picture, first + side / 2, at, side)
  }
}

private func polar(
  _ picture: DoubleImage, _ at: SIMD2<Double>, _ f: PolarPixellate
) -> SIMD2<Double> {
  let way = (at - picture.place(f.center)) / picture.extent * 2
  let (ring, piece) = (Double(f.pixelSize.x), Double(f.pixelSize.y))
  let far = (length(way) / ring).rounded(.down) * ring + 0.03
  let angle = (atan2(way.y, way.x) / piece).rounded(.down) * piece
  return picture.place(f.center) + SIMD2(cos(angle), sin(angle)) * far / 2 * picture.extent
}

private func radial(
  _ picture: DoubleImage, _ at: SIMD2<Double>, _ center: Point, _ radius: Float,
  _ share: (Double, Double) -> Double
) -> SIMD2<Double> {
  let way = at - picture.place(center)
  let d = length(way) / picture.extent.x
  return d < Double(radius) ? picture.place(center) + way * share(d, Double(radius)) : at
}

private func stretched(
  _ picture: DoubleImage, _ at: SIMD2<Double>, _ f: StretchDistortion
) -> SIMD2<Double> {
  var way = (at - picture.place(f.center)) / picture.extent * 2
  for axis in 0..<2 { way[axis] *= (1 + smoothStep(0.25, 0.5, abs(way[axis]))) / 2 }
  return picture.place(f.center) + way / 2 * picture.extent
}

private func nineTaps(
  _ picture: DoubleImage, _ step: (DoubleImage, SIMD2<Double>) -> SIMD2<Double>
) -> DoubleImage {
  placed(picture) { picture, at in
    let along = step(picture, at)
    let weights = [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05]
    return weights.enumerated().reduce(SIMD4.zero) { sum, tap in
      sum + picture.at(at + along * Double(tap.offset - 4)) * tap.element
    }
  }
}

/// The mean of the least varying of four squares; colours that alpha hides are black.
private func kuwahara(_ picture: DoubleImage, _ radius: Int) -> DoubleImage {
  func color(_ x: Int, _ y: Int) -> Color3 {
    let c = picture[x, y]
    return c.w > 0 ? Color3(c.x, c.y, c.z) : Color3(repeating: 0)
  }
  return DoubleImage(size: picture.size) { x, y in
    guard picture[x, y].w > 0 else { return picture[x, y] }
    var best = (variance: Double.infinity, mean: Color3(repeating: 0))
    for (left, top) in [(-radius, -radius), (0, -radius), (0, 0), (-radius, 0)] {
      let colors = (0...radius).flatMap { j in
        (0...radius).map { i in color(x + left + i, y + top + j) }
      }
      let mean = colors.reduce(Color3(repeating: 0), +) / Double(colors.count)
      let variance = colors.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
      if variance < best.variance { best = (variance, mean) }
    }
    return SIMD4(best.mean, picture[x, y].w)
  }
}
