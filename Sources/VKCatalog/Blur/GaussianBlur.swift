internal import Glibc
public import VKCore

/// Blurs by a Gaussian.
///
/// `blurRadiusInPixels` is the standard deviation σ in luma pixels, any positive number: weights
/// are `exp(-x² / 2σ²)` at whole pixels, cut where what is left out is below 1/1024 of the whole,
/// and normalised. The picture keeps its size; edge pixels repeat. 0 changes nothing.
///
/// GPUImage rounds σ to whole pixels, cuts at 1/256 of the middle weight and shrinks the picture
/// above 8; not so here.
///
/// Source: the definition.
public struct GaussianBlur: LinearFilter {
  /// σ in luma pixels.
  public var blurRadiusInPixels: Float = 2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurRadiusInPixels: Float) { self.blurRadiusInPixels = blurRadiusInPixels }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "gaussian-blur", category: .blur, summary: "Blur by a Gaussian.",
    source: "The definition", writesAlpha: true,
    aliases: ["CIGaussianBlur=inputRadius=10"],
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, identity: 0, unit: "px",
        aliases: ["radius", "sigma", "inputRadius"], "The standard deviation.")
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let row = gaussian(sigma: Double(blurRadiusInPixels))
    return LinearWeights.separable(
      horizontal: folded(row, length: size.width), vertical: folded(row, length: size.height)
    ).subsampled(by: scale)
  }
}

/// What may be left out at both ends together: an eighth of an 8-bit code at a full step.
private let neglected = 1.0 / 1024

func gaussian(sigma: Double) -> [Double] {
  guard sigma > 0 else { return [1] }
  var radius = 0
  while erfc((Double(radius) + 0.5) / (sigma * 2.0.squareRoot())) > neglected { radius += 1 }
  let half = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = half[0] + 2 * half.dropFirst().reduce(0, +)
  return (-radius...radius).map { half[abs($0)] / sum }
}

/// The same weights with those that can only meet the repeated edge of a row of `length` pixels
/// summed up at its ends.
package func folded(_ weights: [Double], length: Int) -> [Double] {
  let radius = weights.count / 2
  let limit = max(length - 1, 0)
  guard radius > limit else { return weights }
  var result = [Double](repeating: 0, count: 2 * limit + 1)
  for (index, weight) in weights.enumerated() {
    result[min(max(index - radius, -limit), limit) + limit] += weight
  }
  return result
}
