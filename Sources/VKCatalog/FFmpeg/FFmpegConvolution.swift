public import VKCore

/// Weighs each sample's neighbours by a matrix as FFmpeg's `convolution` does.
///
/// Matrices of 9, 25 or 49 numbers, one for each plane: luma and the two of chroma, or green, blue and
/// red. `rdiv` 0 divides by the matrix's sum, or by 1 where that is 0. Edge samples repeat; alpha is kept.
///
/// Source: FFmpeg's documentation of `convolution`.
public struct FFmpegConvolution: AdaptiveFilter {
  private static let unit = "0 0 0 0 1 0 0 0 0"
  /// The matrix of the first plane.
  public var matrix0: String = Self.unit
  /// The matrix of the second plane.
  public var matrix1: String = Self.unit
  /// The matrix of the third plane.
  public var matrix2: String = Self.unit
  /// Accepted: alpha is kept.
  public var matrix3: String = Self.unit
  /// What the first sum is multiplied by; 0 makes the weights sum to 1.
  public var factor0: Float = 0
  /// What the second sum is multiplied by.
  public var factor1: Float = 0
  /// What the third sum is multiplied by.
  public var factor2: Float = 0
  /// Accepted: alpha is kept.
  public var factor3: Float = 0
  /// What is added to the first plane, in codes of 255.
  public var bias0: Float = 0
  /// What is added to the second plane.
  public var bias1: Float = 0
  /// What is added to the third plane.
  public var bias2: Float = 0
  /// Accepted: alpha is kept.
  public var bias3: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  private static let form = "9, 25 or 49 numbers"

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "convolution", vocabulary: .ffmpeg, category: .convolution,
    summary: "Weigh the neighbours of each sample by a matrix.", source: "FFmpeg's documentation",
    parameters: [
      .text(
        "0m", \.matrix0, form: form,
        examples: ["0 -1 0 -1 5 -1 0 -1 0", "1 1 1 1 1 1 1 1 1", "-2 -1 0 -1 1 1 0 1 2"],
        fault: fault,
        "The matrix of luma (green)."),
      .text("1m", \.matrix1, form: form, fault: fault, "The matrix of Cb (blue)."),
      .text("2m", \.matrix2, form: form, fault: fault, "The matrix of Cr (red)."),
      .text("3m", \.matrix3, form: form, fault: fault, "Accepted: alpha is kept."),
      .float("0rdiv", \.factor0, in: 0...1e6, "What the sum is multiplied by; 0 makes 1 of 1."),
      .float("1rdiv", \.factor1, in: 0...1e6, "That of the second plane."),
      .float("2rdiv", \.factor2, in: 0...1e6, "That of the third plane."),
      .float("3rdiv", \.factor3, in: 0...1e6, "Accepted: alpha is kept."),
      .float("0bias", \.bias0, in: 0...65535, "What is added, in codes of 255."),
      .float("1bias", \.bias1, in: 0...65535, "That of the second plane."),
      .float("2bias", \.bias2, in: 0...65535, "That of the third plane."),
      .float("3bias", \.bias3, in: 0...65535, "Accepted: alpha is kept."),
    ])

  @Sendable private static func fault(_ text: String) -> String? {
    numbers(text) == nil ? "is no matrix; write 9, 25 or 49 numbers with spaces between" : nil
  }

  private static func numbers(_ text: String) -> [Double]? {
    let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "|" })
    let result = words.compactMap { decimal($0) }
    return result.count == words.count && [9, 25, 49].contains(result.count) ? result : nil
  }

  /// The filter that does it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    let matrices = [matrix0, matrix1, matrix2].map { Self.numbers($0) ?? [1] }
    let largest = matrices.map(\.count).max() ?? 9
    var entries = [SIMD4<Float>](repeating: .zero, count: largest)
    for (plane, (matrix, factor)) in zip(matrices, [factor0, factor1, factor2]).enumerated() {
      let sum = matrix.reduce(0, +)
      let scale = factor > 0 ? Double(factor) : sum == 0 ? 1 : 1 / sum
      let (side, whole) = (isqrt(matrix.count), isqrt(largest))
      let margin = (whole - side) / 2
      for (index, weight) in matrix.enumerated() {
        let place = (index / side + margin) * whole + index % side + margin
        entries[place][plane] = Float(weight * scale)
      }
    }
    return [
      PlaneConvolution(
        weights: LookupTable(kind: .curve, size: largest, entries: entries),
        bias: [bias0, bias1, bias2].map { $0 / 255 })
    ]
  }
}

/// The side of a square of 9, 25 or 49.
private func isqrt(_ count: Int) -> Int { count == 49 ? 7 : count == 25 ? 5 : count == 9 ? 3 : 1 }
