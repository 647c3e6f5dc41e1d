internal import VKCore
internal import VKKernels

/// The largest or smallest of some pixels in a row or a column: `count` to each side, `stride` apart.
struct ExtremePass: SamplingFilter {
  var count = 1
  var stride = 1
  var isVertical = false
  var isMinimum = false

  init() {}

  init(count: Int, stride: Int, isVertical: Bool, isMinimum: Bool) {
    self.count = count
    self.stride = stride
    self.isVertical = isVertical
    self.isMinimum = isMinimum
  }

  static let info = FilterInfo<Self>(
    name: "extreme-pass", category: .morphology,
    summary: "Take the largest or smallest of a row or a column.", source: "GPUImage",
    kernel: Kernels.Morphology.extreme, writesAlpha: true,
    parameters: [
      .integer("count", \.count, in: 0...128, unit: "px", "Pixels to each side."),
      .integer("stride", \.stride, in: 1...1024, unit: "px", "From one to the next."),
      .boolean("isVertical", \.isVertical, "Whether it is a column."),
      .boolean("isMinimum", \.isMinimum, "Whether it is the smallest."),
    ])

  /// The passes that take the extreme of a square, `radius` pixels to each side.
  ///
  /// The first of a direction takes all pixels up to four away; each further one takes what was found at
  /// one place to each side, so far away that no gap is left, and so triples the width.
  static func passes(radius: Int, isMinimum: Bool) -> [any Filter] {
    [false, true].flatMap { isVertical in
      var reach = min(radius, 4)
      var result = [
        ExtremePass(count: reach, stride: 1, isVertical: isVertical, isMinimum: isMinimum)
      ]
      while reach < radius {
        let stride = min(2 * reach + 1, radius - reach)
        result.append(
          ExtremePass(count: 1, stride: stride, isVertical: isVertical, isMinimum: isMinimum))
        reach += stride
      }
      return radius == 0 ? [] : result
    }
  }
}
