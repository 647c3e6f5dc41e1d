public import VKCore

/// Sharpens by the four neighbours.
///
/// Writes `(1 + 4s)·c - s·(left + right + above + below)` for a sharpness of `s`; below 0 softens.
/// Edge pixels repeat. Colour counts by its alpha, and alpha is sharpened with it, so that hidden
/// colours do not show (GPUImage takes the alpha of the pixel above).
///
/// Source: GPUImage.
public struct Sharpen: LinearFilter {
  /// The strength; 0 changes nothing.
  public var sharpness: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(sharpness: Float) { self.sharpness = sharpness }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "sharpen", category: .convolution, summary: "Sharpen, or soften below 0.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .float("sharpness", \.sharpness, in: -4...4, identity: 0, "0 changes nothing.")
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let s = Double(sharpness)
    return LinearWeights.matrix([[0, -s, 0], [-s, 1 + 4 * s, -s], [0, -s, 0]])
      .subsampled(by: scale)
  }
}
