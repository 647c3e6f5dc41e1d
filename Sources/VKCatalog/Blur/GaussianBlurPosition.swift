public import VKCore
internal import VKKernels

/// Blurs a disc; outside nothing changes.
///
/// Nine reads `blurSize` pixels apart along the columns, then along the rows, weigh 0.05 0.09 0.12
/// 0.15 0.18 0.15 0.12 0.09 0.05. Edge pixels repeat. Alpha is blurred too.
///
/// Source: GPUImage (its first version).
public struct GaussianBlurPosition: CompositeFilter {
  /// From one of nine reads to the next, in pixels.
  public var blurSize: Float = 1
  /// The disc's middle, as a fraction of the picture.
  public var blurCenter: Point = .center
  /// The disc's radius as a fraction of the picture's width.
  public var blurRadius: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurSize: Float = Self().blurSize,
    blurCenter: Point = Self().blurCenter,
    blurRadius: Float = Self().blurRadius
  ) {
    self.blurSize = blurSize
    self.blurCenter = blurCenter
    self.blurRadius = blurRadius
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "gaussian-blur-position", category: .blur, summary: "Blur a disc.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .float(
        "blurSize", \.blurSize, in: 0...256, identity: 0, unit: "px",
        "From one of nine reads to the next."),
      .point("blurCenter", \.blurCenter, "The disc's middle, as fractions of the picture."),
      .float(
        "blurRadius", \.blurRadius, in: 0...2, identity: 0,
        "The disc's radius as a fraction of the picture's width."),
    ])

  /// A pass along the columns and one along the rows.
  public var body: [any Filter] {
    [
      GaussianBlurPositionPass(self, isVertical: true),
      GaussianBlurPositionPass(self, isVertical: false),
    ]
  }
}

/// One direction of `GaussianBlurPosition`.
struct GaussianBlurPositionPass: SamplingFilter {
  var blurSize: Float = 1
  var blurCenter: Point = .center
  var blurRadius: Float = 1
  var isVertical = false

  init() {}

  init(_ filter: GaussianBlurPosition, isVertical: Bool) {
    blurSize = filter.blurSize
    blurCenter = filter.blurCenter
    blurRadius = filter.blurRadius
    self.isVertical = isVertical
  }

  static let info = FilterInfo<Self>(
    name: "gaussian-blur-position-pass", category: .blur,
    summary: "Blur a row or a column in a disc.",
    source: "GPUImage", kernel: Kernels.Blur.position, writesAlpha: true,
    parameters: [
      .float(
        "blurSize", \.blurSize, in: 0...256, identity: 0, unit: "px",
        "From one of nine reads to the next."),
      .point("blurCenter", \.blurCenter, "The disc's middle, as fractions of the picture."),
      .float(
        "blurRadius", \.blurRadius, in: 0...2, identity: 0,
        "The disc's radius as a fraction of the picture's width."),
      .boolean("isVertical", \.isVertical, "Whether it is a column."),
    ])
}
