public import VKCore

/// Draws strong edges black on white: `ThresholdSobelEdgeDetection` inverted.
///
/// Alpha is kept. The default of `threshold` is the one in GPUImage's code, not its page's 0.8.
///
/// Source: GPUImage.
public struct ThresholdSketchFilter: CompositeFilter {
  /// Gain of the gradient.
  public var edgeStrength: Float = 1
  /// The gradient from which on there is an edge.
  public var threshold: Float = 0.25

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(edgeStrength: Float = Self().edgeStrength, threshold: Float = Self().threshold) {
    self.edgeStrength = edgeStrength
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "threshold-sketch", category: .effect, summary: "Draw strong edges black on white.",
    source: "GPUImage",
    parameters: [
      .float("edgeStrength", \.edgeStrength, in: 0...10, "Gain of the gradient."),
      .float("threshold", \.threshold, in: 0...10, "The gradient from which on there is an edge."),
    ])

  /// Edges, turned to black on white.
  public var body: [any Filter] {
    [
      ThresholdSobelEdgeDetection(edgeStrength: edgeStrength, threshold: threshold),
      ColorInversion(),
    ]
  }
}
