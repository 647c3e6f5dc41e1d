import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

@Suite struct GoldenNumberTests {
  private static func running(_ operations: String...) -> [GoldenEntry] {
    Golden.running.filter { operations.contains($0.operation) }
  }

  /// The numbers of each frame.
  private func values<Value>(_ entry: GoldenEntry, as: Value.Type) throws -> [Value] {
    let renderer = try ChainRenderer([entry.filter()], device: Rendering.device.get())
    return try entry.pictures().map(entry.prepared).map {
      try #require(renderer.values([$0.pixelBuffer(.rgba)]) as? Value)
    }
  }

  @Test(arguments: running("AverageColorExtractor", "AverageLuminanceExtractor"))
  func meansAreExact(_ entry: GoldenEntry) throws {
    let mean = try #require(entry.numbers?.exact_mean).values
    if let color = try values(entry, as: Any.self)[0] as? Color {
      #expect(mean.count == 4)
      for (a, b) in zip([color.red, color.green, color.blue, color.alpha], mean) {
        #expect(abs(Double(a) - b) < 1e-5)
      }
    } else {
      // The original's luminance was rounded to 8 bits.
      #expect(abs(Double(try values(entry, as: Float.self)[0]) - mean[0]) < 0.002)
    }
  }

  @Test(
    arguments: running("HarrisCornerDetector", "NobleCornerDetector", "ShiTomasiFeatureDetector"))
  func cornersAreWithinAPixel(_ entry: GoldenEntry) throws {
    let size = try Golden.picture(entry.inputs[0]).size
    func pixel(_ x: Double, _ y: Double) -> SIMD2<Double> {
      SIMD2((x * Double(size.width)).rounded(.down), (y * Double(size.height)).rounded(.down))
    }
    let found = try values(entry, as: [Point].self)[0].map { pixel(Double($0.x), Double($0.y)) }
    let expected = try #require(entry.numbers?.corners).map { pixel($0[0] + 1e-4, $0[1] + 1e-4) }
    let share = entry.exceptions.compactMap(\.lostCorners).first ?? 0.1
    for (these, those) in [(found, expected), (expected, found)] {
      let lost = these.filter { a in
        !those.contains { abs($0.x - a.x) <= 1 && abs($0.y - a.y) <= 1 }
      }
      #expect(Double(lost.count) <= share * Double(these.count), "\(lost) of \(these.count)")
    }
    #expect(!expected.isEmpty)
  }

  @Test(arguments: running("Histogram")) func binsAreExact(_ entry: GoldenEntry) throws {
    let bins = try #require(entry.numbers?.bins)
    // The original's counts end at 255.
    let most = entry.variant == "published" ? 255 : Int.max
    let counts = try values(entry, as: Histogram.Counts.self)[0]
    let rows = [
      "red": counts.red, "green": counts.green, "blue": counts.blue, "luminance": counts.luminance,
    ]
    for (name, row) in rows where !row.isEmpty {
      #expect(row.map { min($0, most) } == bins[name], "\(name)")
    }
  }

  @Test(arguments: running("MotionDetector")) func motionIsWhereItIs(_ entry: GoldenEntry) throws {
    let expected = try #require(entry.numbers?.per_frame)
    for (motion, wanted) in zip(try values(entry, as: MotionDetector.Motion.self), expected) {
      // A rounded average decides a few pixels the other way.
      #expect(abs(Double(motion.intensity) - wanted.intensity) < 0.002)
      guard wanted.intensity > 0.01 else { continue }
      let (place, centroid) = (try #require(motion.position), try #require(wanted.centroid))
      #expect(abs(Double(place.x) - centroid[0]) < 0.005)
      #expect(abs(Double(place.y) - centroid[1]) < 0.005)
    }
  }
}
