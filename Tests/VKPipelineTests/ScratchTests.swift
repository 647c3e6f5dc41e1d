import Foundation
import Testing
import VKCatalog
import VKCore
@testable import VKPipeline

struct Blur: LinearFilter {
  var r = 3
  init() {}
  init(_ r: Int) { self.r = r }
  static let info = FilterInfo<Self>(name: "blur", category: .blur, summary: "", source: "")
  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let w = [Double](repeating: 1 / Double(2 * r + 1), count: 2 * r + 1)
    return .separable(horizontal: w, vertical: w)
  }
}
struct Sc: LinearFilter {
  static let info = FilterInfo<Self>(name: "scale", category: .blur, summary: "", source: "")
  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    .resampled(to: Size(23, 9), Interpolation(name: "bilinear", radius: 1) { 1 - $0 })
  }
}
struct Flip: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "flip", category: .geometry, summary: "", source: "",
    kernel: Kernel(name: "Test/flip", source: "vec4 kernel(vec2 at) { return pixel(ivec2(int(inputSize().x) - 1 - int(at.x), int(at.y))); }"))
  static let isRearrangement = true
}
struct Median: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "med", category: .geometry, summary: "", source: "",
    kernel: Kernel(name: "Test/med", source: "vec4 kernel(vec2 at) { return max(sampled(at + 0.25), pixel(ivec2(at))); }"))
}

@Test func texts() throws {
  let dir = "/tmp/glsl"
  try? FileManager.default.removeItem(atPath: dir)
  try FileManager.default.createDirectory(atPath: dir, withIntermediateDirectories: true)
  let chains: [(String, [any Filter])] = [
    ("null", []), ("sat", [SaturationAdjustment(saturation: 0.5), SaturationAdjustment()]),
    ("blur", [Blur()]), ("long", [Blur(40)]), ("scale", [Sc()]), ("flip", [SaturationAdjustment(), Flip(), SaturationAdjustment()]),
    ("med", [SaturationAdjustment(), Median(), Blur(), SaturationAdjustment()]),
  ]
  for format in PixelFormat.all {
    for (name, filters) in chains {
      for target in [format, .rgb24] {
        var options = ChainOptions()
        options.isCPU = true
        options.maximumTexels = 1 << 27
        let b = try PixelBuffer(format: format, size: Size(17, 13))
        var planner = Planner(steps: flatten(filters), inputs: [StoredSurface(b)], options: options)
        let plan = try planner.plan(writing: target)
        for (i, p) in plan.passes.enumerated() {
          try p.source.write(toFile: "\(dir)/\(format)-\(name)-\(target)-\(i).comp", atomically: true, encoding: .utf8)
        }
      }
    }
  }
}
