import TestSupport
import VKCatalog
import VKCore

/// The formula of a threshold that looks around; nil for other filters.
func thresholdReference(_ filter: any Filter) -> Reference? {
  switch filter {
  case let f as AdaptiveThreshold:
    let radius = Int(f.blurRadiusInPixels)
    return { pictures in
      let picture = pictures[0]
      return decided(picture) { x, y in
        var (sum, weight) = (0.0, 0.0)
        for j in -radius...radius {
          for i in -radius...radius {
            let c = picture[x + i, y + j]
            sum += grey(c) * c.w
            weight += c.w
          }
        }
        return sum / weight - 0.05
      }
    }
  case let f as AverageLuminanceThreshold:
    return { pictures in
      let values = pictures[0].pixels.map(grey)
      let mean = values.reduce(0, +) / Double(values.count)
      return decided(pictures[0]) { _, _ in mean * Double(f.thresholdMultiplier) }
    }
  default: return nil
  }
}

private func grey(_ c: SIMD4<Double>) -> Double { luminance(Color3(c.x, c.y, c.z)) }

/// White where luminance is a threshold or more, else black.
private func decided(_ picture: DoubleImage, _ threshold: (Int, Int) -> Double) -> DoubleImage {
  DoubleImage(size: picture.size) { x, y in
    let c = picture[x, y]
    return SIMD4(Color3(repeating: grey(c) >= threshold(x, y) ? 1 : 0), c.w)
  }
}
