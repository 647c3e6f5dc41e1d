import Foundation
import TestSupport
import Testing

/// A chain in one process against one process a filter, with files of 16 bits between.
@Suite struct FusionEndToEndTests {
  let folder: ScratchFolder
  private let size = 64 * 48 * 4

  init() throws { folder = try ScratchFolder() }

  private func writeTable() throws -> String {
    var text = "LUT_3D_SIZE 3\n"
    for blue in 0..<3 {
      for green in 0..<3 {
        for red in 0..<3 {
          text +=
            "\(Double(red) / 2 * 0.9) \(Double(green) / 2 * 0.8 + 0.1) \(1 - Double(blue) / 2)\n"
        }
      }
    }
    try Data(text.utf8).write(to: folder["table.cube"])
    return folder.path("table.cube")
  }

  private func filters() throws -> [String] {
    [
      "lut3d=\(try writeTable())", "vignette-effect", "false-color", "monochrome=intensity=0.6",
      "brightness=0.08", "contrast=1.3", "saturation=0.6", "exposure=0.3", "gamma=1.3",
      "rgb=red=0.9:blue=1.1", "hue-adjustment=30", "invert", "sepia", "posterize=12",
      "alpha-blend=mix=0.4", "levels",
    ]
  }

  /// Runs a chain from raw pictures of 16 bits to raw pictures of 16 bits.
  private func render(_ chain: String, _ input: String, _ output: String) throws -> Data {
    let raw = ["-f", "rawvideo", "-s", "64x48", "-pix_fmt", "rgba64le", "-r", "25", "-i"]
    let second = chain.contains("alpha-blend") ? raw + [folder.path("second.raw")] : []
    let run = try Tool.run(
      Tool.vkfilter,
      ["run", "--quiet", "-y"] + raw + [input] + second + ["-vf", chain]
        + ["--stats", folder.path("stats.json"), "-f", "rawvideo", "-pix_fmt", "rgba64le", output])
    try #require(run.status == 0, "\(chain): \(run.errors)")
    return try Data(contentsOf: URL(filePath: output))
  }

  /// Peak signal to noise, in decibels, of 16-bit samples.
  private func quality(_ a: Data, _ b: Data) -> Double {
    func samples(_ data: Data) -> [UInt16] {
      data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }
    let sum = zip(samples(a), samples(b)).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(65535 * 65535 * Double(a.count / 2) / sum)
  }

  @Test(arguments: 1...20) func aFusedChainIsTheSamePicture(seed: Int) throws {
    for (name, source) in [("first", "testsrc2"), ("second", "smptebars")] {
      try Tool.ffmpeg(
        "-f", "lavfi", "-i", "\(source)=s=64x48", "-frames:v", "1", "-pix_fmt", "rgba64le", "-f",
        "rawvideo", folder.path("\(name).raw"))
    }
    var generator = SeededGenerator(seed: UInt64(seed))
    var chosen = Array(try filters().shuffled(using: &generator).prefix(4))
    // Posterizing decides: a step of a 16-bit file before it may fall on the other side.
    if let index = chosen.firstIndex(of: "posterize=12") { chosen.swapAt(0, index) }
    let chain = chosen.joined(separator: ",")
    let fused = try render(chain, folder.path("first.raw"), folder.path("fused.raw"))
    let data = try Data(contentsOf: folder["stats.json"])
    let stats = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(stats["dispatches"] as? Int == 1, "\(chain)")

    var input = folder.path("first.raw")
    var result = Data()
    for (index, filter) in chosen.enumerated() {
      let output = folder.path("step\(index).raw")
      result = try render(filter, input, output)
      input = output
    }
    try #require(result.count == fused.count && fused.count == size * 2)
    #expect(quality(fused, result) >= 48, "\(chain)")
  }
}
