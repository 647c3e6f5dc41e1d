public import VKCore

/// Bends each channel by a curve, and all of them by one more.
///
/// A curve is the natural cubic spline through its points, straight where it has none, level before the first and behind
/// the last, held to 0…1. A channel goes through the curves of the file, then through its own curve, then through that of
/// all channels, each by 256 entries and linear interpolation. Alpha is kept.
///
/// Source: GPUImage; Press et al., Numerical Recipes, section 3.3 (cubic splines).
public struct ToneCurve: AdaptiveFilter {
  /// Points of the curve behind all channels' own, `x/y x/y …`.
  public var rgbCompositeControlPoints: String = ""
  /// Points of red's curve.
  public var redControlPoints: String = ""
  /// Points of green's curve.
  public var greenControlPoints: String = ""
  /// Points of blue's curve.
  public var blueControlPoints: String = ""
  /// Curves from a file; `LookupTable(contentsOfCurvesFile:)` reads Photoshop's `.acv`.
  public var curves: LookupTable = .identity

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter of points, both coordinates 0 to 1, each x above the one before.
  public init(
    rgbCompositeControlPoints: [Point] = [], redControlPoints: [Point] = [],
    greenControlPoints: [Point] = [], blueControlPoints: [Point] = []
  ) {
    func text(_ points: [Point]) -> String {
      points.map { "\($0.x)/\($0.y)" }.joined(separator: " ")
    }
    self.rgbCompositeControlPoints = text(rgbCompositeControlPoints)
    self.redControlPoints = text(redControlPoints)
    self.greenControlPoints = text(greenControlPoints)
    self.blueControlPoints = text(blueControlPoints)
  }

  /// Makes the filter of a file's curves.
  public init(curves: LookupTable) { self.curves = curves }

  private static let form = "x/y x/y …, 0 to 1"

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "tone-curve", category: .color, summary: "Bend each channel by a curve through points.",
    source: "GPUImage; Press et al., Numerical Recipes", makesColor: true,
    parameters: [
      .text(
        "rgbCompositeControlPoints", \.rgbCompositeControlPoints, form: form, aliases: ["all"],
        examples: ["0/0 0.5/0.7 1/1", "0/0 0.25/0.1 0.75/0.9 1/1", "0/1 1/0"],
        fault: CurvePoints.fault, "The curve behind all channels' own."),
      .text(
        "redControlPoints", \.redControlPoints, form: form, aliases: ["red"],
        fault: CurvePoints.fault, "Red's curve."),
      .text(
        "greenControlPoints", \.greenControlPoints, form: form, aliases: ["green"],
        fault: CurvePoints.fault, "Green's curve."),
      .text(
        "blueControlPoints", \.blueControlPoints, form: form, aliases: ["blue"],
        fault: CurvePoints.fault, "Blue's curve."),
      .table(
        "curves", \.curves, isRequired: false, aliases: ["acv"],
        "Curves from an .acv file, before all others."),
    ])

  /// The lookups that do it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var channels: [CurvePoints] = []
    for text in [redControlPoints, greenControlPoints, blueControlPoints] {
      channels.append(try CurvePoints(text))
    }
    let behind = try CurvePoints(rgbCompositeControlPoints)
    let points = LookupTable(channels: channels, behind: behind)
    return [curves, points].filter { !$0.changesNothing }.map { ColorCube(table: $0) }
  }
}
