internal import VKCore
internal import VKKernels

/// The largest or smallest of a sample and chosen neighbours.
struct NeighborExtreme: SamplingFilter {
  var isMaximum = true
  var coordinates = 255
  /// The most that each plane changes.
  var limits: [Float] = [1, 1, 1, 1]

  init() {}

  init(isMaximum: Bool, coordinates: Int, limits: [Float]) {
    self.isMaximum = isMaximum
    self.coordinates = coordinates
    self.limits = limits
  }

  static let info = FilterInfo<Self>(
    name: "neighbor-extreme", category: .morphology, summary: "Take the most of some neighbours.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.extreme, domain: .stored,
    writesAlpha: true,
    parameters: [
      .boolean("isMaximum", \.isMaximum, "Whether it is the largest."),
      .integer("coordinates", \.coordinates, in: 0...255, "A bit for each neighbour."),
      .vector("limits", \.limits, count: 4, in: 0...65535, "The most that each plane changes."),
    ])
}
