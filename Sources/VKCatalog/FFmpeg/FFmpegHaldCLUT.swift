public import VKCore
internal import VKKernels

/// Looks colours up in a second picture as FFmpeg's `haldclut` does.
///
/// The second picture is a Hald CLUT of level `n`: a square of `n³` pixels a side that holds a cube of
/// `n²` entries a side, red fastest. Tetrahedral interpolation. Alpha is kept.
///
/// Source: FFmpeg's documentation of `haldclut`; Kasson et al., 1995.
public struct FFmpegHaldCLUT: PointFilter {
  /// Makes the filter.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "haldclut", vocabulary: .ffmpeg, category: .color,
    summary: "Look colours up in a second picture, a Hald CLUT.", source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.haldCLUT, inputs: 2)
}
