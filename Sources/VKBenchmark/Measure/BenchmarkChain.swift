internal import VKCatalog
package import VKCore

/// A chain that is measured.
package struct BenchmarkChain: Sendable, Hashable {
  /// A short name.
  package let name: String
  /// The chain as `-vf` takes it.
  package let text: String

  /// Names a chain.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// The filters.
  ///
  /// A lookup table called `33.cube` needs no file: a cube of 33³ entries is made up.
  /// - Throws: `FilterError` when the text is wrong.
  package func filters() throws(FilterError) -> [any Filter] {
    try FilterChain(text) { path throws(FilterError) in
      path == Self.cubeName ? Self.cube : try LookupTable(contentsOfCubeFile: path)
    }.filters
  }

  /// The name that stands for the made-up table.
  static let cubeName = "33.cube"

  /// A cube that bends every channel a little and mixes none, so that neighbours in it differ.
  static let cube: LookupTable = {
    let side = 33
    var entries: [SIMD4<Float>] = []
    for index in 0..<side * side * side {
      let place = SIMD3<Float>(
        Float(index % side), Float(index / side % side), Float(index / side / side))
      let value = place / Float(side - 1)
      entries.append(SIMD4(value * (1.2 - 0.2 * value), 1))
    }
    return LookupTable(kind: .cube, size: side, entries: entries)
  }()

  private static let colors = [
    "monochrome=intensity=0.5", "brightness=0.05", "contrast=1.2", "saturation=1.3",
    "rgb=red=1.02:blue=0.97", "gamma=1.1", "exposure=0.1", "hue-adjustment=20",
  ]

  /// `count` colour filters in a row.
  static func colors(_ count: Int) -> BenchmarkChain {
    BenchmarkChain(
      "colour-\(count)",
      (0..<count).map { colors[$0 % colors.count] }.joined(separator: ","))
  }

  /// Reads and writes, and nothing between.
  static let copy = BenchmarkChain("copy", "null")
  /// The chains whose cost is shown at every size and in every format.
  static let main = [copy, colors(5), BenchmarkChain("blur-3", "gaussian-blur=3")]
  /// All chains.
  static let all =
    [copy] + [1, 2, 4, 5, 8, 16].map(colors) + [
      BenchmarkChain("eq", "eq=brightness=0.05:contrast=1.2:saturation=1.3"),
      BenchmarkChain("lut3d", "lut3d=\(cubeName)"),
      BenchmarkChain("blur-3", "gaussian-blur=3"), BenchmarkChain("blur-10", "gaussian-blur=10"),
      BenchmarkChain("blur-40", "gaussian-blur=40"),
      BenchmarkChain("scale-2/3", "scale=iw*2/3:ih*2/3:flags=lanczos"),
      BenchmarkChain("unsharp", "unsharp"), BenchmarkChain("sobel", "sobel"),
      BenchmarkChain("median-3x3", "median=1"), BenchmarkChain("median-11x11", "median=5"),
      BenchmarkChain("chroma-key", "chromakey=green:0.2:0.1"),
      BenchmarkChain("multiply", "multiply"), BenchmarkChain("swirl", "swirl"),
    ]
}
