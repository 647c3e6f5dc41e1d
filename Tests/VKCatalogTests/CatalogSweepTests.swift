import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore
import VKPipeline

/// One setting of one filter.
struct Setting: Sendable, CustomStringConvertible {
  let filter: FilterDescription
  let values: [String: ParameterValue]

  var made: any Filter { filter.make(values) }
  var description: String { "\(filter.name) \(values)" }
}

/// The most that a length in pixels is swept to.
private let longest = 300

extension ParameterDescription {
  /// The ends of its range.
  fileprivate var extremes: [ParameterValue] {
    switch kind {
    case .float(let range): [.float(range.lowerBound), .float(range.upperBound)]
    case .integer(let range):
      [.integer(range.lowerBound), .integer(min(range.upperBound, longest))]
    case .boolean: [.boolean(false), .boolean(true)]
    case .color: [.vector([0, 0, 0, 0]), .vector([1, 1, 1, 1])]
    case .point: [.vector([0, 0]), .vector([1, 1])]
    case .vector(let count, let range):
      [range.lowerBound, range.upperBound].map { .vector([Float](repeating: $0, count: count)) }
    case .choice(let words): words.map { .choice($0) }
    case .table: [.table(.identity)]
    case .text: examples.map { .text($0) }
    case .expression: []
    }
  }
}

extension FilterDescription {
  /// The defaults, and each parameter at each end with the others at their defaults.
  fileprivate var settings: [Setting] {
    [Setting(filter: self, values: [:])]
      + parameters.flatMap { parameter in
        parameter.extremes.map { Setting(filter: self, values: [parameter.name: $0]) }
      }
  }

  fileprivate var identity: Setting? {
    let values = parameters.compactMap { parameter in
      parameter.identity.map { (parameter.name, $0) }
    }
    return values.isEmpty
      ? nil : Setting(filter: self, values: Dictionary(uniqueKeysWithValues: values))
  }
}

/// A picture with bytes around and between its rows that nobody may write.
private struct Guarded {
  static let mark: UInt8 = 0xA5

  static func buffer(_ format: PixelFormat, _ size: Size) throws -> PixelBuffer {
    let rows = (0..<format.planeCount).map { format.rowBytes($0, width: size.width) + 12 }
    let buffer = try PixelBuffer(format: format, size: size, bytesPerRow: rows)
    buffer.withLockedPlanes(.readWrite) { planes in
      for plane in planes { plane.bytes.initializeMemory(as: UInt8.self, repeating: mark) }
    }
    return buffer
  }
}

/// The bytes of a picture without its padding.
private func bytes(_ buffer: PixelBuffer) -> [[UInt8]] {
  buffer.withLockedPlanes(.readOnly) { planes in
    planes.enumerated().map { index, plane in
      let row = buffer.format.rowBytes(index, width: buffer.size.width)
      return (0..<plane.size.height).flatMap { y in
        plane.bytes[(y * plane.bytesPerRow)..<(y * plane.bytesPerRow + row)]
      }
    }
  }
}

/// Random bytes in any format, with padding that no one may touch.
private func noise(_ format: PixelFormat, _ size: Size, seed: UInt64) throws -> PixelBuffer {
  var random = SeededGenerator(seed: seed)
  let buffer = try Guarded.buffer(format, size)
  buffer.withLockedPlanes(.readWrite) { planes in
    for (index, plane) in planes.enumerated() {
      let row = format.rowBytes(index, width: size.width)
      for y in 0..<plane.size.height {
        for sample in 0..<(row / format.bytesPerSample) {
          let code = Int.random(in: 0...format.maximumCode, using: &random) << format.shift
          let place = y * plane.bytesPerRow + sample * format.bytesPerSample
          plane.bytes[place] = UInt8(code & 255)
          if format.bytesPerSample == 2 { plane.bytes[place + 1] = UInt8(code >> 8) }
        }
      }
    }
  }
  return buffer
}

private func describe<F: Filter>(_ filter: F) -> FilterDescription { FilterDescription(F.self) }

@Suite struct CatalogSweepTests {
  @Test func namesAreUniqueAndWellFormed() {
    let names = FilterCatalog.all.flatMap { [$0.name, $0.typeName] }
    #expect(Set(names).count == names.count)
    for filter in FilterCatalog.all {
      #expect(filter.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(filter.name)")
      #expect(filter.summary.hasSuffix("."), "\(filter.name)")
      #expect(!filter.source.isEmpty, "\(filter.name)")
      #expect(filter.kind != "unknown", "\(filter.name)")
      #expect((filter.kernel == nil) == ["linear", "rank", "composite"].contains(filter.kind))
      #expect(Set(filter.parameters.map(\.name)).count == filter.parameters.count)
      for parameter in filter.parameters {
        #expect(parameter.help.hasSuffix("."), "\(parameter)")
        for example in parameter.examples {
          #expect(parameter.textFault?(example) == nil, "\(filter.name): \(example)")
        }
      }
    }
  }

  @Test func membersOfKernelsAreTheParameters() throws {
    for setting in FilterCatalog.all.map({ Setting(filter: $0, values: [:]) }) {
      try expectMembers(of: setting.made)
    }
  }

  private func expectMembers(of filter: any Filter) throws {
    if let composite = filter as? any CompositeFilter {
      for part in composite.body { try expectMembers(of: part) }
      return
    }
    let description = describe(filter)
    guard let kernel = description.kernel else { return }
    let block = kernel.source.firstMatch(of: /struct Parameters \{([^}]*)\}/)?.1 ?? ""
    let members = block.split(separator: ";").compactMap { $0.split(separator: " ").last }
    let names = description.parameters.filter { $0.kind != .table }.map(\.name)
    #expect(Set(members.map(String.init)).isSubset(of: names), "\(description.name)")
    // What the kernel does not take goes to the branch, or to what counts.
    #expect(
      members.count == names.count || filter is any BranchingFilter || filter is any CountedFilter,
      "\(description.name)")
    for part in (filter as? any BranchingFilter)?.branch ?? [] { try expectMembers(of: part) }
  }

  @Test func defaultsAndIdentitiesLieInTheirRanges() throws {
    for filter in FilterCatalog.all {
      for (parameter, value) in zip(filter.parameters, filter.defaults) {
        for candidate in [value, parameter.identity].compactMap({ $0 }) {
          #expect(parameter.holds(candidate), "\(filter.name).\(parameter.name)")
        }
      }
    }
  }

  @Test func makingWithValuesGivesThemBack() {
    for setting in FilterCatalog.all.flatMap(\.settings) {
      let made = Dictionary(
        uniqueKeysWithValues: setting.made.parameterValues.map { ($0.name, $0.value) })
      for (name, value) in setting.values { #expect(made[name] == value, "\(setting)") }
    }
  }

  /// The defaults at every size, each end of each range at one.
  @Test(arguments: FilterCatalog.all.filter { $0.kind != "reduction" })
  func everySettingRendersTheSameTwiceAndStaysInsideItsRows(_ filter: FilterDescription) throws {
    for (index, size) in awkwardSizes.enumerated() {
      let inputs = try (0..<filter.inputs).map {
        try noise(.rgba, size, seed: UInt64(100 * index + $0))
      }
      let before = inputs.map(everyByte)
      for setting in filter.settings where setting.values.isEmpty || size == Size(17, 13) {
        let renderer = try ChainRenderer([setting.made], device: Rendering.device.get())
        guard let result = try render(renderer, inputs) else { continue }
        // What filters over time remember is part of what they give.
        let second =
          filter.kind == "temporal"
          ? try ChainRenderer([setting.made], device: Rendering.device.get()) : renderer
        let again = try #require(try render(second, inputs))
        #expect(bytes(result) == bytes(again), "\(setting) at \(size)")
        #expect(inputs.map(everyByte) == before, "\(setting) at \(size) wrote to its input")
      }
    }
  }

  @Test(arguments: FilterCatalog.all.compactMap(\.identity))
  fileprivate func identitySettingsAreExact(_ setting: Setting) throws {
    for format in [PixelFormat.rgba, .yuv420p, .rgb48, .yuv422p10, .p010, .gbrp16] {
      // Every size in the first two; the others differ in how they are stored alone.
      let sizes = format == .rgba || format == .yuv420p ? awkwardSizes : [Size(17, 13)]
      for (index, size) in sizes.enumerated() {
        let inputs = try (0..<setting.filter.inputs).map {
          try noise(format, size, seed: UInt64(7 + index + 50 * $0))
        }
        let renderer = try ChainRenderer([setting.made], device: Rendering.device.get())
        let result = try #require(try render(renderer, inputs))
        #expect(bytes(result) == bytes(inputs[0]), "\(setting) on \(format) at \(size)")
      }
    }
  }

  /// Numbers too are the same twice.
  @Test func numbersAreTheSameTwice() throws {
    for size in awkwardSizes {
      let picture = DoubleImage.noise(size, seed: 3)
      #expect(try Rendering.average(picture) == Rendering.average(picture))
    }
  }

  /// The result in the first input's format; nil when the filter says that its setting does not fit
  /// the size.
  private func render(_ renderer: ChainRenderer, _ inputs: [PixelBuffer]) throws -> PixelBuffer? {
    do {
      return try renderer.render(inputs, to: inputs[0].format)
    } catch let error as FilterError where error.code == .invalidSize {
      return nil
    }
  }

  private func everyByte(_ buffer: PixelBuffer) -> [[UInt8]] {
    buffer.withLockedPlanes(.readOnly) { $0.map { Array($0.bytes) } }
  }
}

extension ParameterDescription {
  /// Whether a value is of its kind and in its range.
  fileprivate func holds(_ value: ParameterValue) -> Bool {
    switch (kind, value) {
    case (.float(let range), .float(let number)): range.contains(number)
    case (.integer(let range), .integer(let number)): range.contains(number)
    case (.boolean, .boolean), (.table, .table), (.expression, .expression), (.text, .text): true
    case (.color, .vector(let numbers)): numbers.count == 4
    case (.point, .vector(let numbers)): numbers.count == 2
    case (.vector(let count, let range), .vector(let numbers)):
      numbers.count == count && numbers.allSatisfy(range.contains)
    case (.choice(let words), .choice(let word)): words.contains(word)
    default: false
    }
  }
}
