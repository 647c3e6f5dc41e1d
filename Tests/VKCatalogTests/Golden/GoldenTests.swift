import TestSupport
import Testing
import VKCatalog
import VKCore

@Suite struct GoldenTests {
  @Test func theWholeManifestIsThere() throws {
    let golden = try #require(Golden.all)
    #expect(golden.entries.count == 599)
    #expect(Set(golden.entries.map(\.kind)).isSubset(of: golden.tolerances.keys))
    for entry in golden.entries where !entry.exceptions.contains(where: { $0.skip == true }) {
      #expect(FilterCatalog.named(entry.operation) != nil, "\(entry.operation) is not there")
    }
  }

  @Test func everyExceptionHasAReasonAndAnEntry() throws {
    let entries = try #require(Golden.all).entries
    for exception in try #require(GoldenException.decoded) {
      #expect(!exception.why.isEmpty)
      #expect(entries.contains { exception.holds(for: $0) }, "\(exception)")
    }
  }

  @Test(arguments: Golden.pictures.filter { $0.kind != "temporal" })
  func pictureIsGPUImages(_ entry: GoldenEntry) throws {
    let tolerance = try entry.tolerance()
    let exceptions = entry.exceptions
    let inputs = try entry.pictures().map(entry.prepared)
    let isPremultiplied = exceptions.contains { $0.premultiplied == true }
    let actual = try Rendering.render(
      [entry.filter()], inputs, format: .rgba,
      alphaMode: isPremultiplied ? .premultiplied : .straight)
    let mask = try entry.masked()
    let expected = try Golden.picture(try #require(entry.outputs.first?.first))
    let isSeenOnly = exceptions.contains { $0.seenOnly == true }
    let isOpaqueOnly = exceptions.contains { $0.opaqueOnly == true }
    // What is more colour than alpha is no premultiplied pixel.
    let skip = { (x: Int, y: Int) in
      mask(x, y) || isSeenOnly && expected[x, y].w == 0
        || inputs.contains {
          isPremultiplied && $0[x, y].max() > $0[x, y].w || isOpaqueOnly && $0[x, y].w < 1
        }
    }
    expectNear(
      actual, expected, tolerance: tolerance.difference, share: tolerance.share,
      channels: exceptions.contains { $0.colorOnly == true } ? 0..<3 : 0..<4, entry.id, skip: skip)
  }

  @Test(arguments: Golden.pictures.filter { $0.kind == "temporal" })
  func framesAreGPUImages(_ entry: GoldenEntry) throws {
    let tolerance = try entry.tolerance()
    let frames = try entry.inputs.map { try Golden.picture($0).pixelBuffer(.rgba) }
    let results = try Rendering.sequence([entry.filter()], frames)
    #expect(results.count == entry.outputs.count)
    for (result, paths) in zip(results, entry.outputs) {
      guard let path = paths.last else { continue }
      expectNear(
        result, try Golden.picture(path), tolerance: tolerance.difference, share: tolerance.share,
        path)
    }
  }
}
