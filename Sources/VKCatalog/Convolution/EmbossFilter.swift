public import VKCore

/// Makes edges look raised, lit from the bottom right.
///
/// Weighs the neighbours by -2i -i 0 / -i 1 i / 0 i 2i for an intensity of `i`. Edge pixels
/// repeat. Alpha is kept.
///
/// Source: GPUImage.
public struct EmbossFilter: CompositeFilter {
  /// The strength; 0 changes nothing.
  public var intensity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(intensity: Float) {
    self.intensity = intensity
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "emboss", category: .convolution, summary: "Make edges look raised.",
    source: "GPUImage",
    parameters: [
      .float("intensity", \.intensity, in: 0...4, identity: 0, "The strength; 0 changes nothing.")
    ])

  /// The convolution that does it.
  public var body: [any Filter] {
    let i = intensity
    return [Convolution3x3(convolutionKernel: [-2 * i, -i, 0, -i, 1, i, 0, i, 2 * i])]
  }
}
