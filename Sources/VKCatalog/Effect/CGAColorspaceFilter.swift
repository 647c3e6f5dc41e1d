public import VKCore
internal import VKKernels

/// Leaves the nearest of black, white, cyan (85, 255, 255) and magenta (255, 85, 255).
///
/// The picture is read at the top left corners of a grid of 200 by 320 cells. Alpha is kept.
///
/// Source: GPUImage.
public struct CGAColorspaceFilter: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "cga-colorspace", category: .effect,
    summary: "Leave black, white, cyan and magenta as early PCs did.",
    source: "GPUImage", kernel: Kernels.Effect.cga, makesColor: true)
}
