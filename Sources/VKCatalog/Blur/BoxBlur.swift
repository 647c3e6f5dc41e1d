public import VKCore

/// Averages a square.
///
/// The square is `2·blurRadiusInPixels + 1` luma pixels wide; what is not a whole pixel counts by
/// its share. The picture keeps its size; edge pixels repeat. 0 changes nothing.
///
/// GPUImage takes the same number for a radius or for a Gaussian's σ, depending on whether it was
/// set; here it is the radius.
///
/// Source: the definition.
public struct BoxBlur: LinearFilter {
  /// Luma pixels from the middle pixel to the square's side.
  public var blurRadiusInPixels: Float = 2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurRadiusInPixels: Float) { self.blurRadiusInPixels = blurRadiusInPixels }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "box-blur", category: .blur, summary: "Average a square around each pixel.",
    source: "The definition", writesAlpha: true, aliases: ["CIBoxBlur=inputRadius=10"],
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, identity: 0, unit: "px",
        aliases: ["radius", "inputRadius"], "Pixels beside the middle one: 2 averages 5x5.")
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let radius = Double(blurRadiusInPixels)
    let whole = Int(radius.rounded(.up))
    let width = 2 * radius + 1
    let row = (-whole...whole).map { min(1, radius - Double(abs($0)) + 1) / width }
    return LinearWeights.separable(
      horizontal: folded(row, length: size.width), vertical: folded(row, length: size.height)
    ).subsampled(by: scale)
  }
}
