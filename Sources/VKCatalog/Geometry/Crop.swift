public import VKCore
internal import VKKernels

/// Cuts a rectangle out.
///
/// Whole pixels, exactly; a rectangle that does not lie inside the picture is an error.
///
/// Source: GPUImage; order and defaults are FFmpeg's.
public struct Crop: SamplingFilter {
  /// Columns that stay; 0 keeps all.
  public var width: Int = 0
  /// Rows that stay; 0 keeps all.
  public var height: Int = 0
  /// The left column; -1 is the middle part.
  public var x: Int = -1
  /// The top row; -1 is the middle part.
  public var y: Int = -1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(width: Int, height: Int, x: Int = Self().x, y: Int = Self().y) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }

  /// Cuts out a rectangle.
  public init(region: Region) {
    self.init(width: region.width, height: region.height, x: region.x, y: region.y)
  }

  /// Cuts out what a preview shows of pictures that stand upright.
  public init(_ visible: VisibleRect) { self.init(region: visible.region) }

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "crop-region", category: .geometry, summary: "Cut a rectangle out.", source: "GPUImage",
    kernel: Kernels.Geometry.crop,
    parameters: [
      .integer(
        "width", \.width, in: 0...65535, identity: 0, unit: "px",
        aliases: ["w", "out_w", "cropSizeInPixels.0"], "Columns that stay; 0 keeps all."),
      .integer(
        "height", \.height, in: 0...65535, identity: 0, unit: "px",
        aliases: ["h", "out_h", "cropSizeInPixels.1"], "Rows that stay; 0 keeps all."),
      .integer(
        "x", \.x, in: -1...65535, unit: "px", aliases: ["locationOfCropInPixels.0"],
        "The left column; -1 centres."),
      .integer(
        "y", \.y, in: -1...65535, unit: "px", aliases: ["locationOfCropInPixels.1"],
        "The top row; -1 centres."),
    ])

  /// The size of the result for an input of `size`.
  public func outputSize(for size: Size) throws(FilterError) -> Size {
    let result = Size(width == 0 ? size.width : width, height == 0 ? size.height : height)
    guard result.width > 0, result.height > 0, result.width <= size.width - max(x, 0),
      result.height <= size.height - max(y, 0)
    else {
      let place = x < 0 && y < 0 ? "" : " at \(max(x, 0)),\(max(y, 0))"
      throw FilterError(
        .invalidSize, "crop: \(result)\(place) does not lie inside a picture of \(size)")
    }
    return result
  }

  /// The fields change places when an odd number of rows is cut off the top.
  public func rowParity(for size: Size) -> RowParity {
    let top = y >= 0 ? y : height == 0 ? 0 : (size.height - height) / 2
    return top % 2 == 0 ? .kept : .swapped
  }
}
