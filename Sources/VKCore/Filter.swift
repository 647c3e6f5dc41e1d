/// A picture operation as a value of parameters.
///
/// A filter conforms to one of the refinements below. It converts no colour, allocates nothing, reads no clock and knows no
/// pixel format: the chain compiler inserts what `info` declares.
public protocol Filter: Sendable {
  /// Makes the filter with its default parameters.
  init()
  /// What the catalogue knows of the filter; the one place for its names, ranges and help.
  static var info: FilterInfo<Self> { get }
  /// Whether an opaque picture may come out with alpha, so that it is worth storing in a format that holds it.
  var addsAlpha: Bool { get }
  /// Whether a grey picture may come out coloured, so that it is worth storing in a format that holds colours.
  var addsColor: Bool { get }
}

extension Filter {
  /// Whether an opaque picture may come out with alpha: when `info` says so.
  public var addsAlpha: Bool { Self.info.makesTransparency }
  /// Whether a grey picture may come out coloured: when `info` says so, or a parameter is a colour that is not grey.
  public var addsColor: Bool {
    Self.info.makesColor
      || Self.info.parameters.contains { parameter in
        guard parameter.description.kind == .color,
          case .vector(let color) = parameter.get(self)
        else { return false }
        return color[0] != color[1] || color[1] != color[2]
      }
  }
}

/// Pixel in, pixel out; may read its own position and further inputs at the same pixel.
public protocol PointFilter: Filter {}

/// Reads its input anywhere.
public protocol SamplingFilter: Filter {
  /// The size of the output for an input of `size`.
  ///
  /// - Throws: `FilterError` when the parameters do not fit that size.
  func outputSize(for size: Size) throws(FilterError) -> Size
  /// Whether each output pixel is one whole input pixel or a constant: such a filter costs no pass of its own.
  static var isRearrangement: Bool { get }
  /// The axes along which a rearrangement that does nothing else turns the picture round.
  static var mirroredAxes: MirroredAxes { get }
  /// Whether rows become columns, so that tall pixels become wide ones.
  var swapsAxes: Bool { get }
  /// Where the rows of the output come from, for an input of `size`.
  func rowParity(for size: Size) -> RowParity
}

extension SamplingFilter {
  /// The input's size.
  public func outputSize(for size: Size) throws(FilterError) -> Size { size }
  /// Whether each output pixel is one input pixel: no.
  public static var isRearrangement: Bool { false }
  /// The axes along which it only turns the picture round: none.
  public static var mirroredAxes: MirroredAxes { [] }
  /// Whether rows become columns: no.
  public var swapsAxes: Bool { false }
  /// Where the rows of the output come from: neighbours too, and from anywhere where the axes are swapped.
  public func rowParity(for size: Size) -> RowParity { swapsAxes ? .lost : .mixed }
}

/// Axes of a picture, along which it may be turned round.
public struct MirroredAxes: OptionSet, Sendable {
  /// The axes as bits.
  public let rawValue: Int

  /// Left for right.
  public static let horizontal = MirroredAxes(rawValue: 1)
  /// Top for bottom.
  public static let vertical = MirroredAxes(rawValue: 2)

  /// Makes the set of the axes whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A weighted sum of neighbours, the same everywhere; it has weights and no kernel file.
public protocol LinearFilter: Filter {
  /// The weights for a plane.
  ///
  /// - Parameters:
  ///   - size: the input picture's size in luma pixels.
  ///   - scale: the plane's samples per luma pixel: 1 for luma and RGB, 1/2 along a subsampled axis.
  /// - Returns: the weights.
  /// - Throws: `FilterError` when the parameters do not fit that size.
  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights
}

/// Takes from a window around each sample the one of a given rank, on each stored plane; it has a window and no kernel file.
///
/// Edge samples repeat. Samples are whole codes; those of floating-point pictures are held to 0…1 and rounded to 16 bits.
public protocol RankFilter: Filter {
  /// The window and the rank.
  var window: RankWindow { get }
}

/// A window of samples and which of them in order is taken.
public struct RankWindow: Sendable, Hashable {
  /// Samples to the left and to the right, 0 to 31.
  public let radiusX: Int
  /// Samples above and below.
  public let radiusY: Int
  /// How many of the window's samples are to come before, from the smallest on.
  public let rank: Int
  /// A bit for each plane that is worked on, the first one's the lowest; others stay.
  public let planes: Int

  /// Makes a window.
  ///
  /// - Precondition: the radii are 0 to 31, the rank is below the number of samples.
  public init(radiusX: Int, radiusY: Int, rank: Int, planes: Int = ~0) {
    precondition((0...31).contains(radiusX) && (0...31).contains(radiusY))
    precondition((0..<(2 * radiusX + 1) * (2 * radiusY + 1)).contains(rank))
    self.radiusX = radiusX
    self.radiusY = radiusY
    self.rank = rank
    self.planes = planes
  }

  /// Samples in it.
  public var count: Int { (2 * radiusX + 1) * (2 * radiusY + 1) }
}

/// The last filter of a branch that yields numbers.
public protocol ReductionFilter: Filter {
  /// The type of the numbers.
  associatedtype Value: Sendable
}

/// A reduction to the mean over the picture of what its kernel returns.
public protocol MeanFilter: ReductionFilter {
  // Said again, so that it is inferred from the function.
  override associatedtype Value
  /// Makes the numbers from the mean of the kernel's results.
  func value(mean: SIMD4<Double>) -> Value
}

/// A reduction that counts: its kernel raises counters that all pixels share.
public protocol CountingFilter: ReductionFilter {
  override associatedtype Value
  /// The number of counters for a picture of `size`; all start at 0.
  func counterCount(for size: Size) -> Int
  /// Makes the numbers from the counters.
  func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> Value
}

/// A point or sampling filter that knows what another filter counted over its picture.
///
/// Its kernel reads the counters by `counted(i)`.
public protocol CountedFilter: Filter {
  /// What counts.
  var counting: any CountingFilter { get }
  /// Whether each counter holds the sum of those up to it, by rows of 256.
  static var sumsUp: Bool { get }
}

extension CountedFilter {
  /// Whether each counter holds the sum of those up to it: no.
  public static var sumsUp: Bool { false }
}

/// A point filter that also sees what it wrote in the frame before.
public protocol TemporalFilter: Filter {}

/// A filter that also sees what other filters make of its picture.
///
/// The kernel of a point or reduction filter has the picture's pixel, as ever, and by `branch()` the pixel at the same place of what
/// `branch` makes of it; that of a sampling filter reads what `branch` makes of it, and by `kept(q)` the picture's pixel at its place.
public protocol BranchingFilter: Filter {
  /// The filters of the branch; they keep the picture's size.
  var branch: [any Filter] { get }
}

/// A filter made of others, applied in order.
///
/// Those that take several pictures take the filter's own.
public protocol CompositeFilter: Filter {
  /// The filters that take its place.
  var body: [any Filter] { get }
}

/// A filter made of others that depend on the pictures at hand: their sizes, the frame's time.
public protocol AdaptiveFilter: Filter {
  /// The filters that take its place for a frame.
  ///
  /// - Throws: `FilterError` when the parameters do not fit.
  func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter]
}

/// What an adaptive filter may look at.
public struct FilterSituation: Sendable {
  /// The size of the picture that comes to the filter.
  public let size: Size
  /// The size of its second picture; nil when it takes one picture, or has been given no second.
  public let secondSize: Size?
  /// Seconds since the stream's start, and the frame's number; nil before frames flow.
  public let moment: (seconds: Double, number: Int)?

  /// Makes a situation.
  public init(
    size: Size, secondSize: Size? = nil, moment: (seconds: Double, number: Int)? = nil
  ) {
    self.size = size
    self.secondSize = secondSize
    self.moment = moment
  }
}

/// A plane's samples per luma pixel, by axis.
public struct PlaneScale: Sendable, Hashable {
  /// Horizontally.
  public let x: Double
  /// Vertically.
  public let y: Double
  /// Whether the plane holds colour differences only.
  public let isChroma: Bool
  /// Makes a scale.
  public init(x: Double, y: Double, isChroma: Bool = false) {
    self.x = x
    self.y = y
    self.isChroma = isChroma
  }
  /// Full resolution.
  public static let full = PlaneScale(x: 1, y: 1)
}

/// The weights of a linear filter.
///
/// Reads beyond the edge give the edge's pixel.
public enum LinearWeights: Sendable {
  /// One row of weights an axis; each has an odd count and its middle on the pixel.
  case separable(horizontal: [Double], vertical: [Double])
  /// Rows of weights, top first; both counts are odd and the middle lies on the pixel.
  case matrix([[Double]])
  /// Another size by interpolation.
  case resampled(to: Size, Interpolation)
}

/// A resampling kernel: a weight by distance.
///
/// Downwards it is stretched by the ratio, so that it filters too.
public struct Interpolation: Sendable {
  /// The name, as `explain` prints it.
  public let name: String
  /// The distance beyond which the weight is zero, in source pixels; 0 takes the nearest pixel.
  public let radius: Double
  /// The weight at a distance of 0 to `radius`.
  public let weight: @Sendable (Double) -> Double

  /// Makes a kernel.
  public init(name: String, radius: Double, weight: @escaping @Sendable (Double) -> Double) {
    self.name = name
    self.radius = radius
    self.weight = weight
  }

  /// A cubic over two pixels to each side.
  ///
  /// Source: Keys, Cubic convolution interpolation for digital image processing, 1981, with a = -0.5.
  public static let bicubic = Interpolation(name: "bicubic", radius: 2) { x in
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }
}

/// Filters in order.
public struct FilterChain: Sendable {
  /// The filters; none changes nothing.
  public var filters: [any Filter]

  /// Makes a chain of filters.
  public init(_ filters: [any Filter] = []) { self.filters = filters }
}

extension Filter {
  /// How many pictures it takes.
  package static var inputCount: Int { info.inputs }
}

extension FilterChain {
  /// How many pictures it takes: the first filter's, and the further ones of each.
  package var inputCount: Int { filters.reduce(1) { $0 + type(of: $1).inputCount - 1 } }
}
