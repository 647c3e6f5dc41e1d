public import VKCore
internal import VKKernels

/// Paints lines, such as found edges.
///
/// A line covers in each column, or in each row where it is steep, the pixels whose centres lie
/// within half its width of it along the other axis.
///
/// GPUImage adds up the colours where lines cross. Its declaration gives green as the default,
/// its code red, which holds here.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: GPUImage.
public struct LineGenerator: CompositeFilter {
  /// A line, in coordinates from -1 at the left and the top to 1.
  public enum Line: Sendable, Hashable {
    /// From end to end.
    case segment(p1: Point, p2: Point)
    /// From border to border: `y = slope·x + intercept`, or upright at `x = intercept` where the slope
    /// is beyond ±9000.
    case infinite(slope: Float, intercept: Float)
  }

  /// The width, in pixels.
  public var lineWidth: Float = 1
  /// The colour.
  public var lineColor: Color = .red
  /// The lines, at most 1024.
  public var lines: [Line] {
    get {
      list.groups.map { numbers in
        numbers.count == 2
          ? .infinite(slope: numbers[0], intercept: numbers[1])
          : .segment(p1: Point(numbers[0], numbers[1]), p2: Point(numbers[2], numbers[3]))
      }
    }
    set {
      list.set(
        newValue.map { line in
          switch line {
          case .segment(let p1, let p2): [p1.x, p1.y, p2.x, p2.y]
          case .infinite(let slope, let intercept): [slope, intercept]
          }
        })
    }
  }
  private var list = Self.none

  private static let none = PlaceList(
    counts: [2, 4], form: "x1/y1/x2/y2 or slope/intercept …, -1 to 1", entry: ends)

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter of lines.
  public init(
    lines: [Line], lineWidth: Float = Self().lineWidth, lineColor: Color = Self().lineColor
  ) {
    self.lineWidth = lineWidth
    self.lineColor = lineColor
    self.lines = lines
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "lines", category: .generator, summary: "Paint lines.", source: "GPUImage",
    writesAlpha: true,
    parameters: [
      .text(
        "lines", \.list.text, form: none.form,
        examples: ["0.5/0", "-0.8/-0.6/0.8/0.6 -0.8/0.6/0.8/-0.6", "0/-0.5 0/0.5 10000/0"],
        fault: { none.fault(in: $0) }, check: { $0.list.fault }, "The lines."),
      .float("lineWidth", \.lineWidth, in: 1...1024, unit: "px", aliases: ["width"], "The width."),
      .color("lineColor", \.lineColor, aliases: ["color"], "The colour."),
    ])

  /// The filter that paints them.
  public var body: [any Filter] {
    [PaintedList<Lines>(width: lineWidth, color: lineColor, places: list.table)]
  }

  /// The ends of a line; of an endless one those at the picture's border.
  @Sendable private static func ends(_ numbers: [Float]) -> SIMD4<Float> {
    if numbers.count == 4 { return SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]) }
    let (slope, intercept) = (numbers[0], numbers[1])
    if abs(slope) > 9000 { return SIMD4(intercept, -1, intercept, 1) }
    return SIMD4(-1, intercept - slope, 1, intercept + slope)
  }
}

/// What `LineGenerator` paints.
enum Lines: PaintedKind {
  static let name = "lines-painted"
  static let kernel = Kernels.Generator.lines
}
