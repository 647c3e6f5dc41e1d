internal import Glibc
public import VKCore

/// Makes the picture another size.
///
/// Interpolates in gamma-encoded values; downwards the interpolation is stretched by the ratio, so
/// that nothing aliases. Edge pixels repeat.
///
/// Source: Keys, Cubic convolution interpolation for digital image processing, 1981 (bicubic, a =
/// -0.5); Duchon, Lanczos filtering in one and two dimensions, 1979.
public struct Scale: LinearFilter {
  /// How pixels between the given ones are found.
  public enum Kernel: String, Sendable, CaseIterable {
    /// The nearest pixel.
    case nearest
    /// A triangle over one pixel to each side.
    case bilinear
    /// A cubic over two pixels to each side.
    case bicubic
    /// A windowed sinc over three pixels to each side.
    case lanczos3
  }

  /// Columns; 0 keeps the picture's, -1 follows the height, -n too and is a multiple of n.
  public var width: Int = 0
  /// Rows; 0 keeps the picture's, -1 follows the width, -n too and is a multiple of n.
  public var height: Int = 0
  /// How pixels between the given ones are found.
  public var interpolation: Kernel = .bicubic

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(width: Int, height: Int, interpolation: Kernel = Self().interpolation) {
    self.width = width
    self.height = height
    self.interpolation = interpolation
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "resize", category: .geometry, summary: "Make the picture another size.",
    source: "Keys, 1981; Duchon, 1979", writesAlpha: true,
    parameters: [
      .integer(
        "width", \.width, in: -256...65535, identity: 0, unit: "px", aliases: ["w"],
        "Columns; 0 keeps them, -1 keeps the shape, -n too in multiples of n."),
      .integer(
        "height", \.height, in: -256...65535, identity: 0, unit: "px", aliases: ["h"],
        "Rows; 0 keeps them, -1 keeps the shape, -n too in multiples of n."),
      .choice(
        "interpolation", \.interpolation, aliases: ["flags"],
        synonyms: ["neighbor": .nearest, "lanczos": .lanczos3],
        "How pixels between the given ones are found."),
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    .resampled(to: outputSize(for: size), interpolation.weights)
  }

  /// The size of the result for an input of `size`.
  public func outputSize(for size: Size) -> Size {
    if width < 0, height < 0 { return size }
    var result = Size(width == 0 ? size.width : width, height == 0 ? size.height : height)
    if width < 0 {
      result.width = follow(result.height, size.width, over: size.height, multiple: -width)
    } else if height < 0 {
      result.height = follow(result.width, size.height, over: size.width, multiple: -height)
    }
    return result
  }
}

/// The nearest multiple of `multiple` to `length·side / other`, at least one.
private func follow(_ length: Int, _ side: Int, over other: Int, multiple: Int) -> Int {
  let exact = Double(length) * Double(side) / (Double(other) * Double(multiple))
  return max(Int(exact.rounded()), 1) * multiple
}

extension Scale.Kernel {
  /// The weight by distance.
  public var weights: Interpolation {
    switch self {
    case .nearest: Interpolation(name: rawValue, radius: 0) { _ in 1 }
    case .bilinear: Interpolation(name: rawValue, radius: 1) { max(0, 1 - $0) }
    case .bicubic: .bicubic
    case .lanczos3: Interpolation(name: rawValue, radius: 3, weight: lanczos)
    }
  }
}

private func lanczos(_ x: Double) -> Double {
  if x == 0 { return 1 }
  guard x < 3 else { return 0 }
  return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
}
