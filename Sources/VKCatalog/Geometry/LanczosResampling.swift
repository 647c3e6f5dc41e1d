public import VKCore

/// Makes the picture another size by a sinc that is windowed over three pixels to each side.
///
/// GPUImage blurs by nine fixed weights whatever the size; here the kernel is stretched by the
/// ratio when the picture shrinks, and a size that stays changes nothing.
///
/// Source: Duchon, Lanczos filtering in one and two dimensions, 1979.
public struct LanczosResampling: CompositeFilter {
  /// Columns; 0 keeps the picture's.
  public var width: Int = 0
  /// Rows; 0 keeps the picture's.
  public var height: Int = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(width: Int = Self().width, height: Int = Self().height) {
    self.width = width
    self.height = height
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "lanczos-resampling", category: .geometry,
    summary: "Make the picture another size by Lanczos' kernel.",
    source: "Duchon, 1979", writesAlpha: true,
    parameters: [
      .integer(
        "width", \.width, in: 0...65535, identity: 0, unit: "px",
        aliases: ["overriddenOutputSize.0"], "Columns; 0 keeps them."),
      .integer(
        "height", \.height, in: 0...65535, identity: 0, unit: "px",
        aliases: ["overriddenOutputSize.1"], "Rows; 0 keeps them."),
    ])

  /// The scaling that does it.
  public var body: [any Filter] {
    [Scale(width: width, height: height, interpolation: .lanczos3)]
  }
}
