public import VKCore
internal import VKKernels

/// Puts the picture together from tiles of a second picture.
///
/// The second picture holds `numTiles` tiles of `inputTileSize`, row by row, from the one for
/// white to the one for black. Each tile of the result is chosen by the luma (BT.601) of the pixel
/// in its top left corner, and multiplied by that pixel's colour where `colorOn`. Alpha is kept.
///
/// Source: GPUImage (its first version).
public struct Mosaic: CompositeFilter {
  /// The size of a tile in the second picture, as fractions of it.
  public var inputTileSize: Point = Point(0.125, 0.125)
  /// The size of a tile in the result, as fractions of the picture.
  public var displayTileSize: Point = Point(0.025, 0.025)
  /// How many tiles the second picture holds.
  public var numTiles: Float = 64
  /// Whether tiles take the picture's colours.
  public var colorOn: Bool = true

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    inputTileSize: Point = Self().inputTileSize,
    displayTileSize: Point = Self().displayTileSize,
    numTiles: Float = Self().numTiles,
    colorOn: Bool = Self().colorOn
  ) {
    self.inputTileSize = inputTileSize
    self.displayTileSize = displayTileSize
    self.numTiles = numTiles
    self.colorOn = colorOn
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "mosaic", category: .effect,
    summary: "Put the picture together from tiles of a second one.",
    source: "GPUImage", inputs: 2,
    parameters: [
      .point(
        "inputTileSize", \.inputTileSize,
        "The size of a tile in the second picture, as fractions of it."),
      .point(
        "displayTileSize", \.displayTileSize,
        "The size of a tile in the result, as fractions of the picture."),
      .float("numTiles", \.numTiles, in: 1...4096, "How many tiles the second picture holds."),
      .boolean("colorOn", \.colorOn, "Whether tiles take the picture's colours."),
    ])

  /// Flat tiles, and the second picture's tiles in their place.
  public var body: [any Filter] { [FlatTiles(self), MosaicTiles(self)] }
}

/// Tiles of one colour each, that of their first pixel.
struct FlatTiles: SamplingFilter {
  var displayTileSize = Mosaic().displayTileSize

  init() {}
  init(_ mosaic: Mosaic) { displayTileSize = mosaic.displayTileSize }

  static let info = FilterInfo<Self>(
    name: "flat-tiles", category: .effect, summary: "Make tiles of one colour each.",
    source: "GPUImage", kernel: Kernels.Effect.tiles,
    parameters: [.point("displayTileSize", \.displayTileSize, "The size of a tile.")])
}

/// The second picture's tiles by luma.
struct MosaicTiles: PointFilter {
  var mosaic = Mosaic()

  init() {}
  init(_ mosaic: Mosaic) { self.mosaic = mosaic }

  static let info = FilterInfo<Self>(
    name: "mosaic-tiles", category: .effect, summary: "Choose tiles by luma.",
    source: "GPUImage", kernel: Kernels.Effect.mosaic, inputs: 2,
    parameters: [
      .point("inputTileSize", \.mosaic.inputTileSize, "The size of a tile there."),
      .point("displayTileSize", \.mosaic.displayTileSize, "The size of a tile here."),
      .float("numTiles", \.mosaic.numTiles, in: 1...4096, "How many tiles there are."),
      .boolean("colorOn", \.mosaic.colorOn, "Whether they take the picture's colours."),
    ])
}
