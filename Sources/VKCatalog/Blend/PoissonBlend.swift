public import VKCore
internal import VKKernels

/// Lays the second picture's details over the first without a seam.
///
/// `numIterations` times each pixel `c` becomes `mix(c, m(c) + o - m(o), mix·alpha)`, with the second picture's pixel
/// `o`, its alpha and the means `m` of four neighbours: Jacobi's iteration for a picture that has the second one's
/// gradients where that is seen, and the first one's colours around it. Colours count by their alpha, edge pixels
/// repeat, alpha is the first picture's. Each iteration reaches a pixel further; changing their number compiles anew.
///
/// GPUImage rounds to 8 bits at each iteration; here only the last one is held to 0 to 1.
///
/// Source: GPUImage (its first version); Pérez, Gangnet, Blake, Poisson image editing, 2003.
public struct PoissonBlend: CompositeFilter {
  /// The share of each iteration, 0 to 1.
  public var mix: Float = 0.5
  /// How many iterations are made.
  public var numIterations: Int = 10

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(mix: Float = Self().mix, numIterations: Int = Self().numIterations) {
    self.mix = mix
    self.numIterations = numIterations
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "poisson-blend", category: .blend,
    summary: "Lay a second picture's details over the first without a seam.",
    source: "GPUImage; Pérez, Gangnet, Blake, Poisson image editing, 2003", inputs: 2,
    parameters: [
      .float("mix", \.mix, in: 0...1, "The share of each iteration."),
      .integer(
        "numIterations", \.numIterations, in: 1...256, aliases: ["iterations"],
        "How many iterations are made; each reaches a pixel further."),
    ])

  /// The iterations.
  public var body: [any Filter] {
    [PoissonStep](repeating: PoissonStep(mix: mix), count: max(numIterations, 1) - 1)
      + [PoissonEnd(mix: mix, isOnly: numIterations <= 1)]
  }
}

/// An iteration with others behind it.
struct PoissonStep: SamplingFilter {
  var mix: Float = 0.5

  init() {}
  init(mix: Float) { self.mix = mix }

  static let info = FilterInfo<Self>(
    name: "poisson-step", category: .blend, summary: "Draw a picture near another's gradients.",
    source: "GPUImage", kernel: Kernels.Blend.poissonStep, writesData: true, inputs: 2,
    parameters: [.float("mix", \.mix, in: 0...1, "The share.")])
}

/// The last iteration.
struct PoissonEnd: SamplingFilter {
  var mix: Float = 0.5
  var isOnly = true

  init() {}
  init(mix: Float, isOnly: Bool) { (self.mix, self.isOnly) = (mix, isOnly) }

  static let info = FilterInfo<Self>(
    name: "poisson-end", category: .blend, summary: "Draw a picture near another's gradients.",
    source: "GPUImage", kernel: Kernels.Blend.poissonEnd, inputs: 2,
    parameters: [
      .float("mix", \.mix, in: 0...1, "The share."),
      .boolean("isOnly", \.isOnly, "Whether there is no other before it."),
    ])
}
