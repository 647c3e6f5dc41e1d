import Foundation
import TestSupport
import VKCatalog
import VKCore

/// Edges, convolutions, patterns of neighbours and morphology; nil for other filters.
func edgeReference(_ filter: any Filter) -> Reference? {
  switch filter {
  case let f as SobelEdgeDetection:
    return { grey($0[0]) { edge($0, 2, $1, $2) * Double(f.edgeStrength) } }
  case let f as PrewittEdgeDetection:
    return { grey($0[0]) { edge($0, 1, $1, $2) * Double(f.edgeStrength) } }
  case let f as ThresholdSobelEdgeDetection:
    return { strongEdges($0[0], Double(f.edgeStrength), Double(f.threshold)) }
  case let f as SketchFilter:
    return { inverted(grey($0[0]) { edge($0, 2, $1, $2) * Double(f.edgeStrength) }) }
  case let f as ThresholdSketchFilter:
    return { inverted(strongEdges($0[0], Double(f.edgeStrength), Double(f.threshold))) }
  case let f as ToonFilter: return { toon($0[0], f) }
  case let f as Convolution3x3:
    return { convolved($0[0], f.convolutionKernel.map(Double.init), Double(f.bias)) }
  case let f as EmbossFilter:
    let i = Double(f.intensity)
    return { convolved($0[0], [-2 * i, -i, 0, -i, 1, i, 0, i, 2 * i], 0) }
  case is Laplacian:
    return { convolved($0[0], [0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], 0.5) }
  case is LocalBinaryPattern:
    return {
      grey($0[0]) { picture, x, y in
        pattern(x, y) { luminance(color(picture[$0, $1])) } * picture[x, y].w
      }
    }
  case is ColorLocalBinaryPattern: return { colorPattern($0[0]) }
  case is NonMaximumSuppression: return { suppressed($0[0]) }
  case let f as BilateralBlur: return { bilateral($0[0], Double(f.distanceNormalizationFactor)) }
  case let f as Dilation: return { covered($0[0]) { extreme($0, f.radius, pointwiseMax) } }
  case let f as Erosion: return { covered($0[0]) { extreme($0, f.radius, pointwiseMin) } }
  case let f as OpeningFilter:
    return {
      let dark = covered($0[0]) { extreme($0, f.radius, pointwiseMin) }
      return covered(dark) { extreme($0, f.radius, pointwiseMax) }
    }
  case let f as ClosingFilter:
    return {
      let light = covered($0[0]) { extreme($0, f.radius, pointwiseMax) }
      return covered(light) { extreme($0, f.radius, pointwiseMin) }
    }
  default: return nil
  }
}

private func color(_ c: SIMD4<Double>) -> Color3 { Color3(c.x, c.y, c.z) }

/// A number at each place of colours times alpha, in all channels; alpha is kept.
private func grey(
  _ picture: DoubleImage, _ body: (DoubleImage, Int, Int) -> Double
) -> DoubleImage {
  covered(picture) { weighted in
    DoubleImage(size: picture.size) { x, y in
      let value = body(weighted, x, y)
      return SIMD4(value, value, value, weighted[x, y].w)
    }
  }
}

private func inverted(_ picture: DoubleImage) -> DoubleImage {
  picture.mapColor { 1 - $0 }
}

/// The length of luminance's gradient; `weight` counts the middle row and column.
private func edge(_ picture: DoubleImage, _ weight: Double, _ x: Int, _ y: Int) -> Double {
  let row = [1, weight, 1]
  var (across, down) = (0.0, 0.0)
  for j in -1...1 {
    for i in -1...1 {
      let value = luminance(color(picture[x + i, y + j]))
      across += Double(i) * row[j + 1] * value
      down += Double(j) * row[i + 1] * value
    }
  }
  return hypot(across, down)
}

private func strongEdges(
  _ picture: DoubleImage, _ strength: Double, _ threshold: Double
) -> DoubleImage {
  grey(picture) { edge($0, 2, $1, $2) * strength >= threshold ? $0[$1, $2].w : 0 }
}

private func toon(_ picture: DoubleImage, _ f: ToonFilter) -> DoubleImage {
  let levels = Double(f.quantizationLevels)
  let lines = strongEdges(picture, 1, Double(f.threshold))
  return DoubleImage(size: picture.size) { x, y in
    let c = picture[x, y]
    // Where nothing shows, the colour beneath stays.
    guard c.w > 0 else { return c }
    let flat = each(color(c)) { value, _ in (value * levels + 0.5).rounded(.down) / levels }
    return SIMD4(lines[x, y].x > 0 ? Color3(repeating: 0) : flat, c.w)
  }
}

private func convolved(
  _ picture: DoubleImage, _ weights: [Double], _ bias: Double
) -> DoubleImage {
  covered(picture) { weighted in
    DoubleImage(size: picture.size) { x, y in
      var sum = SIMD4<Double>(repeating: bias * weighted[x, y].w)
      for (index, weight) in weights.enumerated() {
        sum += weight * weighted[x + index % 3 - 1, y + index / 3 - 1]
      }
      sum.w = weighted[x, y].w
      return sum
    }
  }
}

/// Neighbours from the one above to the right anticlockwise, a bit each.
private let neighbours = [
  (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0),
]

private func pattern(_ x: Int, _ y: Int, _ value: (Int, Int) -> Double) -> Double {
  let bits = neighbours.enumerated().reduce(0) { sum, item in
    value(x + item.element.0, y + item.element.1) >= value(x, y) ? sum | 1 << item.offset : sum
  }
  return Double(bits) / 255
}

private func colorPattern(_ picture: DoubleImage) -> DoubleImage {
  covered(picture) { weighted in
    DoubleImage(size: picture.size) { x, y in
      var result = weighted[x, y]
      for channel in 0..<3 {
        result[channel] = result.w * pattern(x, y) { weighted[$0, $1][channel] }
      }
      return result
    }
  }
}

private func suppressed(_ picture: DoubleImage) -> DoubleImage {
  covered(picture) { weighted in
    DoubleImage(size: picture.size) { x, y in
      let c = weighted[x, y]
      let isBeaten = neighbours.contains { i, j in
        let other = weighted[x + i, y + j].x
        return other > c.x || other == c.x && (i < 0 || i == 0 && j < 0)
      }
      return isBeaten ? SIMD4(0, 0, 0, c.w) : c
    }
  }
}

private func bilateral(_ picture: DoubleImage, _ factor: Double) -> DoubleImage {
  [(0, 1), (1, 0)].reduce(picture) { picture, along in
    covered(picture) { weighted in
      DoubleImage(size: picture.size) { x, y in
        let middle = weighted[x, y]
        var (sum, total) = (SIMD4<Double>.zero, 0.0)
        for (index, weight) in [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05].enumerated() {
          let c = weighted[x + (index - 4) * along.0, y + (index - 4) * along.1]
          let difference = c - middle
          let distance = (difference * difference).sum().squareRoot()
          let share = weight * (1 - min(distance * factor, 1))
          sum += share * c
          total += share
        }
        return sum / total
      }
    }
  }
}

private func extreme(
  _ picture: DoubleImage, _ radius: Int,
  _ more: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
) -> DoubleImage {
  let across = DoubleImage(size: picture.size) { x, y in
    (-radius...radius).reduce(picture[x, y]) { more($0, picture[x + $1, y]) }
  }
  return DoubleImage(size: picture.size) { x, y in
    (-radius...radius).reduce(across[x, y]) { more($0, across[x, y + $1]) }
  }
}
