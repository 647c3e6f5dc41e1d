internal import VKCore
internal import VKKernels

/// Colours and the square of their length, on a picture grown by `radius` pixels of its edges.
struct ColorMoments: SamplingFilter {
  var radius = 3

  init() {}
  init(radius: Int) { self.radius = radius }

  static let info = FilterInfo<Self>(
    name: "color-moments", category: .analysis, summary: "Give colours and their squares.",
    source: "The definition", kernel: Kernels.Morphology.moments, writesData: true,
    parameters: [.integer("radius", \.radius, in: 0...128, unit: "px", "How far it grows.")])

  func outputSize(for size: Size) throws(FilterError) -> Size {
    Size(size.width + 2 * radius, size.height + 2 * radius)
  }
}

/// The mean of the square that ends at a pixel, `radius` pixels to its left and above.
struct TrailingMean: LinearFilter {
  var radius = 3

  init() {}
  init(radius: Int) { self.radius = radius }

  static let info = FilterInfo<Self>(
    name: "trailing-mean", category: .blur, summary: "Average a square.",
    source: "The definition",
    parameters: [.integer("radius", \.radius, in: 0...128, unit: "px", "Pixels to the left.")])

  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let row = (-radius...radius).map { $0 <= 0 ? 1 / Double(radius + 1) : 0 }
    return .separable(horizontal: row, vertical: row)
  }
}

/// Of four squares' means the one with the least variance, on the picture's own size again.
struct LeastVariance: SamplingFilter {
  var radius = 3

  init() {}
  init(radius: Int) { self.radius = radius }

  static let info = FilterInfo<Self>(
    name: "least-variance", category: .morphology, summary: "Take the least varying square's mean.",
    source: "GPUImage", kernel: Kernels.Morphology.leastVariance, writesData: true,
    parameters: [.integer("radius", \.radius, in: 0...128, unit: "px", "How far it shrinks.")])

  func outputSize(for size: Size) throws(FilterError) -> Size {
    Size(size.width - 2 * radius, size.height - 2 * radius)
  }
}
