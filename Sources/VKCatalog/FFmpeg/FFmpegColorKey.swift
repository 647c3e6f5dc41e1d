public import VKCore
internal import VKKernels

/// Makes a colour transparent as FFmpeg's `colorkey` does.
///
/// Alpha is replaced: with the distance `d` of a pixel's red, green and blue from `color`'s, over
/// `√3`, it is `(d - similarity) / blend`, or a hard cut where `blend` is 0.
///
/// Source: FFmpeg's documentation of `colorkey`.
public struct FFmpegColorKey: PointFilter {
  /// The colour that vanishes.
  public var color: Color = .black
  /// The distance up to which it does.
  public var similarity: Float = 0.01
  /// The width of the way to opaque.
  public var blend: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    color: Color, similarity: Float = Self().similarity, blend: Float = Self().blend
  ) {
    self.color = color
    self.similarity = similarity
    self.blend = blend
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "colorkey", vocabulary: .ffmpeg, category: .color,
    summary: "Make a colour transparent by its red, green and blue.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.colorKey, makesTransparency: true,
    parameters: [
      .color("color", \.color, "The colour that vanishes."),
      .float("similarity", \.similarity, in: 0.00001...1, "How near a colour is transparent."),
      .float("blend", \.blend, in: 0...1, "How far the way to opaque is."),
    ])
}
