internal import VKCore
internal import VKKernels

/// The gradient's length and direction.
struct CannyGradient: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "canny-gradient", category: .convolution, summary: "Give gradients.", source: "GPUImage",
    kernel: Kernels.Convolution.cannyGradient, writesData: true)
}

/// The gradient where it is largest along its direction.
struct CannySuppression: SamplingFilter {
  var lowerThreshold: Float = 0.1
  var upperThreshold: Float = 0.4

  init() {}

  init(lowerThreshold: Float, upperThreshold: Float) {
    self.lowerThreshold = lowerThreshold
    self.upperThreshold = upperThreshold
  }

  static let info = FilterInfo<Self>(
    name: "canny-suppression", category: .convolution, summary: "Keep ridges of gradients.",
    source: "GPUImage", kernel: Kernels.Convolution.cannySuppression, writesData: true,
    parameters: [
      .float("lowerThreshold", \.lowerThreshold, in: 0...1, "Up to which there is no line."),
      .float("upperThreshold", \.upperThreshold, in: 0...1, "From which on a line is strong."),
    ])
}

/// White where there are enough ridges.
struct CannyInclusion: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "canny-inclusion", category: .convolution, summary: "Keep lines.", source: "GPUImage",
    kernel: Kernels.Convolution.cannyInclusion, writesAlpha: true)
}
