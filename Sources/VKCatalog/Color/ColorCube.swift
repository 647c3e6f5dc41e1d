public import VKCore
internal import VKKernels

/// Looks colours up in a table.
///
/// A cube is read by tetrahedral interpolation, curves linearly. Outside the table's domain the
/// last cell goes on straight, by its own width at most, so that a table that changes nothing
/// changes no colour beyond 0…1 either. Then `mix(c.rgb, found, intensity)`. Alpha is kept.
///
/// GPUImage's `LookupFilter`, `AmatorkaFilter` and `MissEtikateFilter` are this with a lookup picture,
/// which `LookupTable(contentsOfLookupImage:)` reads; none is shipped.
///
/// Source: Kasson, Nin, Plouffe and Hafner, Performing color space conversions with
/// three-dimensional linear interpolation, 1995.
public struct ColorCube: PointFilter {
  /// The table; `LookupTable(contentsOfCubeFile:)` reads one.
  public var table: LookupTable = .identity
  /// Share of the effect, 0 to 1.
  public var intensity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(table: LookupTable, intensity: Float = Self().intensity) {
    self.table = table
    self.intensity = intensity
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "lut3d", vocabulary: .ffmpeg, category: .color,
    summary: "Look colours up in a table.",
    source: "Kasson et al., 1995; Adobe Cube LUT Specification 1.0", kernel: Kernels.Color.lookup,
    makesColor: true,
    aliases: ["lut1d", "LookupFilter", "AmatorkaFilter", "MissEtikateFilter"],
    parameters: [
      .table(
        "table", \.table, aliases: ["file", "lookupImage"],
        "The .cube file (a cube, or curves), .acv file or lookup picture."),
      .float("intensity", \.intensity, in: 0...1, identity: 0, "Share of the effect."),
    ])
}

/// GPUImage's name for a lookup by a picture.
public typealias LookupFilter = ColorCube
/// GPUImage's name for a lookup by a picture that its user brings.
public typealias AmatorkaFilter = ColorCube
/// GPUImage's name for a lookup by a picture that its user brings.
public typealias MissEtikateFilter = ColorCube
