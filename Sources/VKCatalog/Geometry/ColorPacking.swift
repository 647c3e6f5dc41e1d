public import VKCore
internal import VKKernels

/// Packs the red of two by two pixels into one pixel.
///
/// Half as wide and high, rounded up. Red is that of the upper left pixel, green of the upper right, blue of the
/// lower left, alpha of the lower right one; edge pixels repeat. Formats without full chroma and alpha lose some.
///
/// Source: GPUImage (its first version).
public struct ColorPacking: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-packing", category: .geometry,
    summary: "Pack the red of two by two pixels into one pixel.", source: "GPUImage",
    kernel: Kernels.Geometry.colorPacking, makesTransparency: true, makesColor: true)

  /// Half the size, rounded up.
  public func outputSize(for size: Size) throws(FilterError) -> Size {
    Size((size.width + 1) / 2, (size.height + 1) / 2)
  }
}
