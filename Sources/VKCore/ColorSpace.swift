/// How stored numbers mean colours: matrix, range, primaries, transfer and chroma siting.
///
/// The code points are those of ITU-T H.273 (ISO/IEC 23091-2); 2 stands for "not said".
public struct ColorSpace: Sendable, Hashable {
  /// The matrix between RGB and luma with colour differences.
  public struct Matrix: RawRepresentable, Sendable, Hashable {
    /// The H.273 code point.
    public let rawValue: UInt8
    /// Wraps an H.273 code point.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// RGB as it is.
    public static let rgb = Matrix(rawValue: 0)
    /// BT.709.
    public static let bt709 = Matrix(rawValue: 1)
    /// Not said.
    public static let unspecified = Matrix(rawValue: 2)
    /// BT.601, 625 lines.
    public static let bt470bg = Matrix(rawValue: 5)
    /// BT.601, 525 lines: the same numbers.
    public static let bt601 = Matrix(rawValue: 6)
    /// BT.2020, non-constant luminance.
    public static let bt2020 = Matrix(rawValue: 9)

    /// The weights of red and blue in luma; nil for a matrix that the engine does not know.
    public var lumaWeights: (red: Double, blue: Double)? {
      switch rawValue {
      case 1: (0.2126, 0.0722)
      case 4: (0.30, 0.11)
      case 5, 6: (0.299, 0.114)
      case 7: (0.212, 0.087)
      case 9: (0.2627, 0.0593)
      default: nil
      }
    }
  }

  /// Which codes stand for black and white.
  public enum Range: UInt8, Sendable {
    /// Not said.
    case unspecified = 0
    /// 16…235 (luma) and 16…240 (colour differences) at 8 bits.
    case limited = 1
    /// 0…255 at 8 bits.
    case full = 2
  }

  /// Where a subsampled chroma sample lies among its luma samples; values as in FFmpeg's `AVChromaLocation`.
  public enum ChromaLocation: UInt8, Sendable {
    /// Not said.
    case unspecified = 0
    /// On the left luma column, between the rows (MPEG-2, H.264).
    case left = 1
    /// In the middle (JPEG, MPEG-1).
    case center = 2
    /// On the top left luma sample (HEVC and BT.2020).
    case topLeft = 3
    /// Between the columns, on the top row.
    case top = 4
    /// On the left column, on the bottom row.
    case bottomLeft = 5
    /// Between the columns, on the bottom row.
    case bottom = 6
  }

  /// The matrix.
  public var matrix: Matrix
  /// The range of codes.
  public var range: Range
  /// H.273 colour primaries; 2 is "not said".
  public var primaries: UInt8
  /// H.273 transfer characteristics; 2 is "not said".
  public var transfer: UInt8
  /// Chroma siting.
  public var chromaLocation: ChromaLocation

  /// Makes a description; what is left out is "not said".
  public init(
    matrix: Matrix = .unspecified, range: Range = .unspecified, primaries: UInt8 = 2,
    transfer: UInt8 = 2, chromaLocation: ChromaLocation = .unspecified
  ) {
    self.matrix = matrix
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
    self.chromaLocation = chromaLocation
  }

  /// Nothing said.
  public static let unspecified = ColorSpace()

  /// The same with what matters for arithmetic filled in by the usual guess.
  ///
  /// No matrix: RGB for RGB formats, else BT.709 from 1280 columns or 577 rows on, BT.601 below.
  /// No range: full for RGB and grey formats, limited for YUV. Floating-point numbers are always full range.
  public func resolved(for format: PixelFormat, size: Size) -> ColorSpace {
    var result = self
    if format.isFloat { result.range = .full }
    if format.model == .rgb {
      result.matrix = .rgb
      if range == .unspecified { result.range = .full }
      return result
    }
    if matrix.lumaWeights == nil {
      result.matrix = size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
    }
    if result.range == .unspecified { result.range = format.model == .gray ? .full : .limited }
    if chromaLocation == .unspecified { result.chromaLocation = .left }
    return result
  }
}

/// How colour and coverage are stored together.
public enum AlphaMode: UInt8, Sendable {
  /// Colour is independent of coverage.
  case straight
  /// Colour has been multiplied by coverage.
  case premultiplied
}
