public import VKCore

/// Sharpens by the difference from a blurred copy as FFmpeg's `unsharp` does.
///
/// The copy is blurred by binomial weights. Pictures that are not stored as Y′CbCr planes are sharpened
/// in all colours by luma's numbers (FFmpeg converts them to Y′CbCr first).
///
/// Source: FFmpeg's documentation of `unsharp`.
public struct FFmpegUnsharp: LinearFilter {
  /// Columns of the matrix of luma, or each colour, odd.
  public var lumaSizeX: Int = 5
  /// Rows of the matrix of luma, or each colour, odd.
  public var lumaSizeY: Int = 5
  /// The strength for luma, or each colour.
  public var lumaAmount: Float = 1
  /// Columns of the matrix of chroma, odd.
  public var chromaSizeX: Int = 5
  /// Rows of the matrix of chroma, odd.
  public var chromaSizeY: Int = 5
  /// The strength for chroma.
  public var chromaAmount: Float = 0
  /// Columns of the matrix of alpha, odd.
  public var alphaSizeX: Int = 5
  /// Rows of the matrix of alpha, odd.
  public var alphaSizeY: Int = 5
  /// The strength for alpha.
  public var alphaAmount: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "unsharp", vocabulary: .ffmpeg, category: .convolution,
    summary: "Sharpen or soften by a blurred copy.",
    source: "FFmpeg's documentation", writesAlpha: true,
    parameters: [
      .integer(
        "luma_msize_x", \.lumaSizeX, in: 3...9, aliases: ["lx"],
        "Columns of the matrix of luma, or each colour, odd."),
      .integer(
        "luma_msize_y", \.lumaSizeY, in: 3...9, aliases: ["ly"],
        "Rows of the matrix of luma, or each colour, odd."),
      .float(
        "luma_amount", \.lumaAmount, in: -2...5, identity: 0, aliases: ["la"],
        "The strength for luma, or each colour; below 0 softens."),
      .integer(
        "chroma_msize_x", \.chromaSizeX, in: 3...9, aliases: ["cx"],
        "Columns of the matrix of chroma, odd."),
      .integer(
        "chroma_msize_y", \.chromaSizeY, in: 3...9, aliases: ["cy"],
        "Rows of the matrix of chroma, odd."),
      .float(
        "chroma_amount", \.chromaAmount, in: -2...5, identity: 0, aliases: ["ca"],
        "The strength for chroma; below 0 softens."),
      .integer(
        "alpha_msize_x", \.alphaSizeX, in: 3...9, aliases: ["ax"],
        "Accepted: alpha follows the colours."),
      .integer(
        "alpha_msize_y", \.alphaSizeY, in: 3...9, aliases: ["ay"],
        "Accepted: alpha follows the colours."),
      .float(
        "alpha_amount", \.alphaAmount, in: -2...5, aliases: ["aa"],
        "Accepted: alpha follows the colours."),
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let columns = scale.isChroma ? chromaSizeX : lumaSizeX
    let rows = scale.isChroma ? chromaSizeY : lumaSizeY
    let amount = Double(scale.isChroma ? chromaAmount : lumaAmount)
    guard columns % 2 == 1, rows % 2 == 1 else {
      throw FilterError(.invalidValue, "unsharp: a matrix of \(columns)x\(rows); both are odd")
    }
    let across = binomial(count: columns)
    var matrix = binomial(count: rows).map { row in across.map { -amount * row * $0 } }
    matrix[rows / 2][columns / 2] += 1 + amount
    return .matrix(matrix)
  }
}
