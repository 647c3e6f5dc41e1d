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

  /// The defaults at every size and in every kind of format, each end of each range at one of them:
  /// the same twice, whatever lay in the memory; nothing written around the picture or to the inputs;
  /// a number from numbers; and what changes nothing gives back every sample.
  @Test(arguments: FilterCatalog.all.filter { $0.kind != "reduction" })
  func everySettingRendersTheSameTwiceAndStaysInItsPicture(_ filter: FilterDescription) throws {
    let place = try #require(FilterCatalog.all.firstIndex { $0.name == filter.name })
    for (index, size) in sweptSizes.enumerated() {
      let sweep = try Sweep(
        filter, size, format: sweptFormat(filter: place, size: index), seed: UInt64(100 * index))
      try sweep.expectSameTwice([:])
      if size == Size(17, 13) {
        for setting in filter.settings.dropFirst() { try sweep.expectSameTwice(setting.values) }
      }
      if let identity = filter.identity { try sweep.expectUnchanged(identity.values) }
    }
  }

  @Test func everyFormatIsSwept() {
    let places = FilterCatalog.all.indices.filter { FilterCatalog.all[$0].kind != "reduction" }
    let swept = places.flatMap { place in
      sweptSizes.indices.map { sweptFormat(filter: place, size: $0) }
    }
    #expect(Set(swept) == Set(PixelFormat.all))
    for place in places {
      let kinds = sweptSizes.indices.map { sweptFormat(filter: place, size: $0).storageKind }
      #expect(Set(kinds).count == sweptSizes.count)
    }
  }

  /// Numbers too are the same twice.
  @Test(arguments: FilterCatalog.all.filter { $0.kind == "reduction" })
  func numbersAreTheSameTwice(_ filter: FilterDescription) throws {
    let place = try #require(FilterCatalog.all.firstIndex { $0.name == filter.name })
    for (index, size) in sweptSizes.enumerated() {
      let sweep = try Sweep(
        filter, size, format: sweptFormat(filter: place, size: index), seed: UInt64(100 * index))
      for setting in filter.settings where setting.values.isEmpty || size == Size(17, 13) {
        try sweep.expectSameNumbersTwice(setting.values)
      }
    }
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
