public import VKCore
internal import VKKernels

/// Paints crosses at places, such as found corners.
///
/// A cross is `crosshairWidth + 1` pixels wide and high, its arms 0.18 of that or a pixel.
///
/// GPUImage leaves out a little at the left and at the bottom of each, and doubles the colour
/// where the arms cross.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: GPUImage.
public struct CrosshairGenerator: AdaptiveFilter {
  /// The width, in pixels.
  public var crosshairWidth: Float = 5
  /// The colour.
  public var crosshairColor: Color = .green
  /// The middles as `x/y x/y …`, fractions of the picture; 1024 at most.
  public var positions: String = ""

  /// Makes the filter with its defaults.
  public init() {}

  private static let form = "x/y x/y …, fractions of the picture"

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "crosshairs", category: .generator, summary: "Paint crosses at places.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .text(
        "positions", \.positions, form: form,
        examples: [
          "0.5/0.5", "0.25/0.5 0.5/0.5 0.75/0.5", "0.2/0.2 0.8/0.2 0.5/0.5 0.2/0.8 0.8/0.8",
        ],
        fault: fault, "The places."),
      .float(
        "crosshairWidth", \.crosshairWidth, in: 1...1024, unit: "px", aliases: ["width"],
        "The width."),
      .color("crosshairColor", \.crosshairColor, aliases: ["color"], "The colour."),
    ])

  private static func fault(_ text: String) -> String? {
    guard let groups = PlaceList.groups(text, counts: [2]) else {
      return "is no list of places; write \(form)"
    }
    return groups.count > PlaceList.longest ? "holds more than \(PlaceList.longest)" : nil
  }

  /// The filter that paints them.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    let groups = PlaceList.groups(positions, counts: [2]) ?? []
    let table = PlaceList.table(groups.prefix(PlaceList.longest).map { SIMD4($0[0], $0[1], 0, 0) })
    return [PaintedList<Crosshairs>(width: crosshairWidth, color: crosshairColor, places: table)]
  }

  /// Makes the filter of places, fractions of the picture.
  public init(
    positions: [Point], crosshairWidth: Float = Self().crosshairWidth,
    crosshairColor: Color = Self().crosshairColor
  ) {
    self.positions = positions.map { "\($0.x)/\($0.y)" }.joined(separator: " ")
    self.crosshairWidth = crosshairWidth
    self.crosshairColor = crosshairColor
  }
}

/// What `CrosshairGenerator` paints.
enum Crosshairs: PaintedKind {
  static let name = "crosshairs-painted"
  static let kernel = Kernels.Generator.crosshairs
}
