public import VKCore

/// Draws edges black on white: `SobelEdgeDetection` inverted.
///
/// Alpha is kept. GPUImage 2 and 3 draw the edges of red alone; not so here.
///
/// Source: GPUImage.
public struct SketchFilter: CompositeFilter {
  /// Gain of the gradient.
  public var edgeStrength: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(edgeStrength: Float) {
    self.edgeStrength = edgeStrength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "sketch", category: .effect, summary: "Draw edges black on white.",
    source: "GPUImage",
    parameters: [
      .float("edgeStrength", \.edgeStrength, in: 0...10, "Gain of the gradient.")
    ])

  /// Edges, turned to black on white.
  public var body: [any Filter] {
    [SobelEdgeDetection(edgeStrength: edgeStrength), ColorInversion()]
  }
}
