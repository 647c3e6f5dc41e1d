public import VKCore

/// Smooths, but keeps edges: `KuwaharaFilter` with a radius of 3.
///
/// Source: GPUImage.
public struct KuwaharaRadius3Filter: CompositeFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "kuwahara-radius-3", category: .effect,
    summary: "Smooth, but keep edges, with a radius of 3.",
    source: "GPUImage")

  /// The filter with that radius.
  public var body: [any Filter] { [KuwaharaFilter(radius: 3)] }
}
