public import VKCore
internal import VKKernels

/// Multiplies red, green, blue and alpha by a matrix.
///
/// For gamma-encoded `c` writes `mix(c, M·c, intensity)`, all four channels; `M` row by row, so
/// that the first four numbers make red.
///
/// Source: GPUImage.
public struct ColorMatrixFilter: PointFilter {
  /// Sixteen numbers, row by row.
  public var colorMatrix: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  /// Share of the effect, 0 to 1.
  public var intensity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(colorMatrix: [Float] = Self().colorMatrix, intensity: Float = Self().intensity) {
    self.colorMatrix = colorMatrix
    self.intensity = intensity
  }

  /// The last row makes alpha; most matrices keep it.
  public var addsAlpha: Bool { Array(colorMatrix.suffix(4)) != [0, 0, 0, 1] }

  /// Grey stays grey where the first three rows make the same of it.
  public var addsColor: Bool {
    let rows = (0..<3).map { row in
      let numbers = colorMatrix.dropFirst(4 * row).prefix(4)
      return [numbers.prefix(3).reduce(0, +), numbers.last ?? 0]
    }
    return rows[0] != rows[1] || rows[1] != rows[2]
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-matrix", category: .color, summary: "Multiply the channels by a 4x4 matrix.",
    source: "GPUImage", kernel: Kernels.Color.colorMatrix, writesAlpha: true,
    parameters: [
      .vector(
        "colorMatrix", \.colorMatrix, count: 16, in: -100...100,
        identity: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        "Four rows: what makes red, green, blue, alpha."),
      .float("intensity", \.intensity, in: 0...1, "Share of the effect."),
    ])
}
