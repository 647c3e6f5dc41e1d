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
public struct CrosshairGenerator: CompositeFilter {
  /// The width, in pixels.
  public var crosshairWidth: Float = 5
  /// The colour.
  public var crosshairColor: Color = .green
  /// The middles, fractions of the picture; 1024 at most.
  public var positions: [Point] {
    get { list.groups.map { Point($0[0], $0[1]) } }
    set { list.set(newValue.map { [$0.x, $0.y] }) }
  }
  private var list = Self.none

  private static let none = PlaceList(counts: [2], form: "x/y x/y …, fractions of the picture") {
    SIMD4($0[0], $0[1], 0, 0)
  }

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter of places, fractions of the picture.
  public init(
    positions: [Point], crosshairWidth: Float = Self().crosshairWidth,
    crosshairColor: Color = Self().crosshairColor
  ) {
    self.crosshairWidth = crosshairWidth
    self.crosshairColor = crosshairColor
    self.positions = positions
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "crosshairs", category: .generator, summary: "Paint crosses at places.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .text(
        "positions", \.list.text, form: none.form,
        examples: [
          "0.5/0.5", "0.25/0.5 0.5/0.5 0.75/0.5", "0.2/0.2 0.8/0.2 0.5/0.5 0.2/0.8 0.8/0.8",
        ],
        fault: { none.fault(in: $0) }, check: { $0.list.fault }, "The places."),
      .float(
        "crosshairWidth", \.crosshairWidth, in: 1...1024, unit: "px", aliases: ["width"],
        "The width."),
      .color("crosshairColor", \.crosshairColor, aliases: ["color"], "The colour."),
    ])

  /// The filter that paints them.
  public var body: [any Filter] {
    [PaintedList<Crosshairs>(width: crosshairWidth, color: crosshairColor, places: list.table)]
  }
}

/// What `CrosshairGenerator` paints.
enum Crosshairs: PaintedKind {
  static let name = "crosshairs-painted"
  static let kernel = Kernels.Generator.crosshairs
}
