import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore
import VKPipeline

/// A fused chain is the same picture as its filters one by one with 16-bit pictures between them.
struct FusionTests {
  private static let points = FilterCatalog.all.filter { $0.kind == "point" }

  /// A filter with parameters halfway between its defaults and random places in their ranges.
  private func filter(
    _ description: FilterDescription, _ random: inout SeededGenerator
  ) -> any Filter {
    var values: [String: ParameterValue] = [:]
    for (parameter, initial) in zip(description.parameters, description.defaults) {
      switch (parameter.kind, initial) {
      case (.float(let range), .float(let value)):
        values[parameter.name] = .float((value + Float.random(in: range, using: &random)) / 2)
      case (.integer(let range), .integer(let value)):
        values[parameter.name] = .integer((value + Int.random(in: range, using: &random)) / 2)
      case (.color, _):
        values[parameter.name] = .vector(
          (0..<3).map { _ in Float.random(in: 0...1, using: &random) } + [1])
      case (.point, _):
        values[parameter.name] = .vector(
          (0..<2).map { _ in Float.random(in: 0...1, using: &random) })
      case (.table, _):
        values[parameter.name] = .table(cube(&random))
      default: break
      }
    }
    return description.make(values)
  }

  /// A cube that bends colours by random amounts.
  private func cube(_ random: inout SeededGenerator) -> LookupTable {
    let bend = (0..<3).map { _ in Float.random(in: 0.6...1.6, using: &random) }
    let entries = (0..<17 * 17 * 17).map { index -> SIMD4<Float> in
      let color = [index % 17, index / 17 % 17, index / 289].map { Float($0) / 16 }
      return SIMD4(pow(color[0], bend[0]), pow(color[1], bend[1]), pow(color[2], bend[2]), 1)
    }
    return LookupTable(kind: .cube, size: 17, entries: entries)
  }

  private func decibels(_ a: DoubleImage, _ b: DoubleImage) -> Double {
    var sum = 0.0
    for (p, q) in zip(a.pixels, b.pixels) {
      let d = p - q
      sum += (d * d).sum()
    }
    return -10 * log10(max(sum / Double(4 * a.pixels.count), 1e-12))
  }

  /// The chains between them hold every point filter of the catalogue.
  @Test(arguments: 0..<20)
  func aFusedChainIsItsFiltersOneByOne(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 1)
    let all = Self.points
    let chosen = (0..<5).map { all[(number * 5 + $0 * 7) % all.count] }
    let filters = chosen.map { filter($0, &random) }
    let size = Size(61, 47)
    let input = try DoubleImage.noise(size, seed: 100 + UInt64(number)).pixelBuffer(.rgba)
    let further = try (0..<5).map {
      try DoubleImage.noise(size, seed: 200 + UInt64($0)).pixelBuffer(.rgba)
    }
    let device = try Device.systemDefault
    let second = chosen.reduce(0) { $0 + $1.inputs - 1 }
    let fused = try ChainRenderer(filters, device: device)
      .render([input] + further.prefix(second), to: .rgba64)
    var step = input
    var used = 0
    for (filter, description) in zip(filters, chosen) {
      let own = description.inputs - 1
      step = try ChainRenderer([filter], device: device)
        .render([step] + further[used..<used + own], to: .rgba64)
      used += own
    }
    let result = decibels(DoubleImage(fused), DoubleImage(step))
    let names = chosen.map(\.name).joined(separator: ",")
    #expect(result >= 48, "\(names): \(result) dB")
    let format = StreamFormat(size: size, pixelFormat: .rgba)
    let plan = try FilterChain(filters).explain(
      input: format, further: Array(repeating: format, count: second), on: device)
    #expect(plan.dispatches == 1, "\(names)")
  }
}
