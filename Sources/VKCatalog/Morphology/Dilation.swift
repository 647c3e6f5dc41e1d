public import VKCore
internal import VKKernels

/// Spreads what is bright: each channel becomes the maximum of a square.
///
/// The square is `2·radius + 1` pixels wide; alpha is a channel like the others. Edge pixels
/// repeat. 0 changes nothing.
///
/// GPUImage stops at a radius of 4 and takes 0 for 1; not so here.
///
/// Source: GPUImage.
public struct Dilation: CompositeFilter {
  /// Pixels from the middle pixel to the square's side.
  public var radius: Int = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(radius: Int) { self.radius = radius }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "dilate", category: .morphology, summary: "Spread what is bright.", source: "GPUImage",
    writesAlpha: true,
    parameters: [
      .integer(
        "radius", \.radius, in: 0...128, identity: 0, unit: "px",
        "Pixels beside the middle one: 1 is a 3x3 square.")
    ])

  /// A pass along the rows and one along the columns.
  public var body: [any Filter] {
    [
      DilationPass(radius: radius, isVertical: false),
      DilationPass(radius: radius, isVertical: true),
    ]
  }
}

/// The maximum of a row or a column.
struct DilationPass: SamplingFilter {
  var radius = 1
  var isVertical = false

  init() {}

  init(radius: Int, isVertical: Bool) {
    self.radius = radius
    self.isVertical = isVertical
  }

  static let info = FilterInfo<Self>(
    name: "dilation-pass", category: .morphology, summary: "Take the maximum of a row or a column.",
    source: "GPUImage", kernel: Kernels.Morphology.dilation, writesAlpha: true,
    parameters: [
      .integer("radius", \.radius, in: 0...128, identity: 0, unit: "px", "Pixels to each side."),
      .boolean("isVertical", \.isVertical, "Whether it is a column."),
    ])
}
