public import VKCore
internal import VKKernels

/// Shows the picture of `bufferSize` frames ago; until there is one, the first frame.
///
/// GPUImage shows nothing in between; here a frame in is a frame out.
///
/// Source: GPUImage.
public struct ImageBuffer: CompositeFilter {
  /// Frames; 0 changes nothing.
  public var bufferSize: Int = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(bufferSize: Int) {
    self.bufferSize = bufferSize
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "image-buffer", category: .temporal, summary: "Show the picture of some frames ago.",
    source: "GPUImage", writesAlpha: true, aliases: ["GPUImageBuffer"],
    parameters: [
      .integer("bufferSize", \.bufferSize, in: 0...8, identity: 0, "Frames; 0 changes nothing.")
    ])

  /// Delays by a frame each.
  public var body: [any Filter] { (0..<bufferSize).map { _ in FrameDelay() } }
}

/// The picture of the frame before.
struct FrameDelay: TemporalFilter {
  static let info = FilterInfo<Self>(
    name: "frame-delay", category: .temporal, summary: "Show the frame before.",
    source: "GPUImage", kernel: Kernels.Temporal.delay, writesAlpha: true)
}
