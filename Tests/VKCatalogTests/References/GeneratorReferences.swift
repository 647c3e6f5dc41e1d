import Foundation
import TestSupport
import VKCatalog
import VKCore

/// The formula of a generator, painted over the picture that comes in; nil for other filters.
func generatorReference(_ filter: any Filter) -> Reference? {
  guard let paint = paint(filter) else { return nil }
  return { pictures in
    let size = pictures[0].size
    let painted = DoubleImage(size: size) { x, y in
      paint((Double(x) + 0.5, Double(y) + 0.5), (Double(size.width), Double(size.height)))
    }
    return laidOver(pictures[0], painted)
  }
}

/// A colour by the place and the picture's size, in pixels.
private typealias Paint = ((x: Double, y: Double), (width: Double, height: Double)) -> SIMD4<Double>

private func paint(_ filter: any Filter) -> Paint? {
  switch filter {
  case let f as SolidColorGenerator: return { _, _ in straight(f.color) }
  case let f as CircleGenerator:
    return { at, size in
      let (dx, dy) = (
        at.x / size.width - Double(f.center.x), at.y / size.height - Double(f.center.y)
      )
      let isInside = hypot(dx, dy * size.height / size.width) < Double(f.radius)
      return straight(isInside ? f.circleColor : f.backgroundColor)
    }
  case let f as CheckerboardGenerator:
    return { at, size in
      let column = ((at.x - Double(f.center.x) * size.width) / Double(f.width)).rounded(.down)
      let row = ((at.y - Double(f.center.y) * size.height) / Double(f.width)).rounded(.down)
      return straight((Int(column) + Int(row)) & 1 == 0 ? f.firstColor : f.secondColor)
    }
  case let f as LinearGradientGenerator: return { linear(f, $0, $1) }
  case let f as RadialGradientGenerator:
    return { at, size in
      let (dx, dy) = (
        at.x - Double(f.center.x) * size.width, at.y - Double(f.center.y) * size.height
      )
      let (inner, outer) = (Double(f.innerRadius), Double(f.outerRadius))
      let share = (hypot(dx, dy) / size.width - inner) / (outer - inner)
      return between(f.firstColor, f.secondColor, min(max(share, 0), 1))
    }
  case let f as PerlinNoise:
    return { at, size in
      let noise = perlin(at.x / size.width * Double(f.scale), at.y / size.height * Double(f.scale))
      return between(f.colorStart, f.colorFinish, (noise + 1) / 2)
    }
  default: return nil
  }
}

private func straight(_ color: Color) -> SIMD4<Double> { SIMD4(vector(color), Double(color.alpha)) }

/// A mean of colours by their alphas.
private func between(_ a: Color, _ b: Color, _ share: Double) -> SIMD4<Double> {
  let (low, high) = ((1 - share) * Double(a.alpha), share * Double(b.alpha))
  let alpha = low + high
  guard alpha > 0 else { return .zero }
  return SIMD4((vector(a) * low + vector(b) * high) / alpha, alpha)
}

/// By the foot of the perpendicular on the line.
private func linear(
  _ f: LinearGradientGenerator, _ at: (x: Double, y: Double),
  _ size: (width: Double, height: Double)
) -> SIMD4<Double> {
  let (x0, y0) = (Double(f.start.x) * size.width, Double(f.start.y) * size.height)
  let (x1, y1) = (Double(f.end.x) * size.width, Double(f.end.y) * size.height)
  let length = hypot(x1 - x0, y1 - y0)
  let along = ((at.x - x0) * (x1 - x0) + (at.y - y0) * (y1 - y0)) / length / length
  return between(f.firstColor, f.secondColor, min(max(along, 0), 1))
}

/// Perlin's gradient noise over whole cells, -1 to 1.
private func perlin(_ x: Double, _ y: Double) -> Double {
  func permuted(_ n: Int) -> Int { (34 * n + 1) * n % 289 }
  let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
  let (fx, fy) = (x - Double(column), y - Double(row))
  func lead(_ t: Double) -> Double { 6 * pow(t, 5) - 15 * pow(t, 4) + 10 * pow(t, 3) }
  var sum = 0.0
  for j in 0...1 {
    for i in 0...1 {
      let number = permuted(permuted((column + i) % 289) + (row + j) % 289)
      let angle = Double(number % 41) / 41 * 2 * .pi
      let slope = cos(angle) * (fx - Double(i)) + sin(angle) * (fy - Double(j))
      sum += slope * (i == 0 ? 1 - lead(fx) : lead(fx)) * (j == 0 ? 1 - lead(fy) : lead(fy))
    }
  }
  return min(max(sum * 2.0.squareRoot(), -1), 1)
}
