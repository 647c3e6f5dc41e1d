import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

/// What the world may hand to any filter of the catalogue: an error that says what to do, or the
/// documented rule.
@Suite struct BadFilterInputTests {
  /// Values that no parameter of a kind takes.
  private func refused(_ kind: ParameterDescription.Kind) -> [ParameterValue] {
    switch kind {
    case .float(let range):
      [.nan, .infinity, -.infinity, range.lowerBound.nextDown, range.upperBound.nextUp]
        .map { .float($0) }
    case .integer(let range):
      [.min, .max, range.lowerBound - 1, range.upperBound + 1].map { .integer($0) }
    case .color, .point:
      [.nan, .infinity].map { .vector([0, $0] + (kind == .point ? [] : [0, 1])) }
    case .vector(let count, let range):
      [.nan, range.upperBound.nextUp].map {
        .vector([Float](repeating: range.lowerBound, count: count - 1) + [$0])
      }
    case .boolean, .choice, .table, .expression, .text: []
    }
  }

  @Test func everyParameterRefusesWhatIsNotInItsRangeByItsName() throws {
    var count = 0
    for filter in FilterCatalog.all {
      for parameter in filter.parameters {
        for value in refused(parameter.kind) {
          let error = #expect(throws: FilterError.self, "\(filter.name) \(parameter.name) \(value)")
          {
            try filter.make([parameter.name: value]).validate()
          }
          #expect(error?.code == .invalidValue)
          #expect(error?.detail.hasPrefix("\(filter.name): \(parameter.name) ") == true)
          count += 1
        }
      }
    }
    #expect(count > 1000)
  }

  @Test func everyNumberInAChainRefusesWhatIsNone() throws {
    for filter in FilterCatalog.all {
      for parameter in filter.parameters {
        let kind = parameter.kind
        guard kind == .point || kind == .color || !refused(kind).isEmpty else { continue }
        for text in ["nan", "inf", "-inf", "1e99", "''", "0x", "1//2"] {
          #expect(throws: FilterError.self, "\(filter.name)=\(parameter.name)=\(text)") {
            _ = try FilterChain("\(filter.name)=\(parameter.name)=\(text)")
          }
        }
      }
    }
  }

  /// Voronoi's second picture holds places.
  private static let pairs = FilterCatalog.all.filter {
    $0.inputs > 1 && $0.kind != "reduction" && $0.typeName != "VoronoiConsumer"
  }

  @Test(arguments: pairs) func aSecondPictureThatIsMissingIsNamed(
    _ filter: FilterDescription
  ) throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 2)
    let error = #expect(throws: FilterError.self) {
      try Rendering.render([filter.make([:])], [picture])
    }
    #expect(error?.code == .inputs)
    #expect(error?.detail.contains("needs \(filter.inputs) pictures") == true, "\(error as Any)")
  }

  /// Stretched, so that one colour is the same in any size, unless the filter wants one size or lays it
  /// somewhere as it is.
  @Test(arguments: pairs) func aSecondPictureOfAnotherSizeIsStretched(
    _ filter: FilterDescription
  ) throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 2)
    func rendered(_ size: Size) throws -> DoubleImage {
      let second = DoubleImage(size: size) { _, _ in SIMD4(0.7, 0.2, 0.4, 0.8) }
      return try Rendering.render([filter.make([:])], [picture, second])
    }
    let expected = try rendered(picture.size)
    do {
      for size in [Size(1, 1), Size(5, 29), Size(64, 33)] {
        let result = try rendered(size)
        #expect(result.size == picture.size)
        guard filter.name != "overlay" else { continue }
        expectNear(result, expected, tolerance: 2e-5, "\(filter.name)-\(size)")
      }
    } catch let error as FilterError where error.code == .invalidSize {
      #expect(["blend", "xfade", "haldclut"].contains(filter.name), "\(error)")
      #expect(error.detail.hasPrefix(filter.name))
    }
  }

  /// A picture without alpha covers all: its brightness alone cuts out.
  @Test(arguments: [PixelFormat.rgb24, .gray8, .yuv444p, .nv12])
  func aMaskWithoutAlphaCountsByItsBrightness(_ format: PixelFormat) throws {
    let size = Size(16, 12)
    let picture = DoubleImage.noise(size, seed: 4, opaque: true)
    let grey = DoubleImage(size: size) { _, _ in SIMD4(0.5, 0.5, 0.5, 0) }
    let mask = try Rendering.buffer([], [grey.pixelBuffer(.rgb24)], to: format)
    // The picture has no alpha either: the result gets it.
    let renderer = try ChainRenderer([MaskFilter()], device: Rendering.device.get())
    let result = try renderer.render([picture.pixelBuffer(.rgb24), mask])
    #expect(result.format.hasAlpha)
    expectNear(
      DoubleImage(result), picture.map { SIMD4($0.x, $0.y, $0.z, 0.5) }, tolerance: 1.6 / 255,
      "mask-\(format)")
  }

  @Test(arguments: [
    "crop=0:10", "crop=iw-iw:ih", "crop=18:4", "crop-region=width=40", "crop-region=x=17",
    "crop-region=5:5:-2:0", "crop=nan:4",
  ]) func cropsOfNothingAreRefused(_ chain: String) throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 2)
    let error = #expect(throws: FilterError.self) {
      try Rendering.render(FilterChain(chain).filters, [picture])
    }
    #expect(error?.detail.hasPrefix("crop") == true, "\(error as Any)")
  }
}
