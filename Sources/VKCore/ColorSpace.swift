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
    /// RGB as it is; in a YUV format the planes hold green, blue, red.
    public static let rgb = Matrix(rawValue: 0)
    /// BT.709.
    public static let bt709 = Matrix(rawValue: 1)
    /// Not said.
    public static let unspecified = Matrix(rawValue: 2)
    /// FCC, 1953.
    public static let fcc = Matrix(rawValue: 4)
    /// BT.601, 625 lines.
    public static let bt470bg = Matrix(rawValue: 5)
    /// BT.601, 525 lines: the same numbers.
    public static let bt601 = Matrix(rawValue: 6)
    /// SMPTE 240M.
    public static let smpte240m = Matrix(rawValue: 7)
    /// YCgCo.
    public static let ycgco = Matrix(rawValue: 8)
    /// BT.2020, non-constant luminance.
    public static let bt2020 = Matrix(rawValue: 9)
    /// BT.2020, constant luminance: read only.
    public static let bt2020ConstantLuminance = Matrix(rawValue: 10)
    /// ICtCp of BT.2100: read only.
    public static let ictcp = Matrix(rawValue: 14)

    /// The weights of red and blue in luma; nil for a matrix that has none.
    public var lumaWeights: (red: Double, blue: Double)? {
      switch rawValue {
      case 1: (0.2126, 0.0722)
      case 4: (0.30, 0.11)
      case 5, 6: (0.299, 0.114)
      case 7: (0.212, 0.087)
      case 9, 10: (0.2627, 0.0593)
      default: nil
      }
    }

    /// Whether the engine decodes YUV by this matrix.
    public var isKnown: Bool { lumaWeights != nil || self == .ycgco || self == .ictcp }

    /// The matrix that pictures decoded by this one are encoded with: itself, or BT.2020's for those that are read only.
    public var written: Matrix {
      self == .ictcp || self == .bt2020ConstantLuminance ? .bt2020 : self
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

  /// The colours of the primaries and of white.
  public struct Primaries: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The H.273 code point.
    public let rawValue: UInt8
    /// Wraps an H.273 code point.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Wraps an H.273 code point.
    public init(integerLiteral value: UInt8) { rawValue = value }
    /// BT.709, sRGB.
    public static let bt709 = Primaries(rawValue: 1)
    /// Not said.
    public static let unspecified = Primaries(rawValue: 2)
    /// BT.2020, BT.2100.
    public static let bt2020 = Primaries(rawValue: 9)
  }

  /// The curve between stored values and light.
  public struct Transfer: RawRepresentable, Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The H.273 code point.
    public let rawValue: UInt8
    /// Wraps an H.273 code point.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Wraps an H.273 code point.
    public init(integerLiteral value: UInt8) { rawValue = value }
    /// BT.709.
    public static let bt709 = Transfer(rawValue: 1)
    /// Not said.
    public static let unspecified = Transfer(rawValue: 2)
    /// Linear light.
    public static let linear = Transfer(rawValue: 8)
    /// sRGB.
    public static let srgb = Transfer(rawValue: 13)
    /// PQ (SMPTE ST 2084, BT.2100).
    public static let pq = Transfer(rawValue: 16)
    /// HLG (ARIB STD-B67, BT.2100).
    public static let hlg = Transfer(rawValue: 18)

    /// Whether brightness goes beyond a reference white: PQ or HLG.
    public var isHDR: Bool { self == .pq || self == .hlg }
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
  /// The primaries.
  public var primaries: Primaries
  /// The transfer characteristics.
  public var transfer: Transfer
  /// Chroma siting.
  public var chromaLocation: ChromaLocation

  /// Makes a description; what is left out is "not said".
  public init(
    matrix: Matrix = .unspecified, range: Range = .unspecified,
    primaries: Primaries = .unspecified, transfer: Transfer = .unspecified,
    chromaLocation: ChromaLocation = .unspecified
  ) {
    self.matrix = matrix
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
    self.chromaLocation = chromaLocation
  }

  /// Nothing said.
  public static let unspecified = ColorSpace()

  /// This, but with what `other` says.
  public func overridden(by other: ColorSpace) -> ColorSpace {
    var result = self
    if other.matrix != .unspecified { result.matrix = other.matrix }
    if other.range != .unspecified { result.range = other.range }
    if other.primaries != .unspecified { result.primaries = other.primaries }
    if other.transfer != .unspecified { result.transfer = other.transfer }
    if other.chromaLocation != .unspecified { result.chromaLocation = other.chromaLocation }
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
