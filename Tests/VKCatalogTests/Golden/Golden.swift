import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// `Tests/Golden/gpuimage`, see the page there.
struct Golden: Decodable {
  struct Tolerance: Decodable {
    let max_abs: Double
    let fraction: Double
  }

  let tolerances: [String: Tolerance]
  let tolerancesOfOperations: [String: Tolerance]
  let entries: [GoldenEntry]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/gpuimage")

  static func decoded<Value: Decodable>(_ name: String) -> Value? {
    try? JSONDecoder().decode(
      Value.self, from: Data(contentsOf: folder.appending(path: name)))
  }

  static let all: Golden? = decoded("manifest.json")

  /// The entries that have something to say here: their filter is in the catalogue, and no exception
  /// takes them out.
  static let running = (all?.entries ?? []).filter {
    FilterCatalog.named($0.operation) != nil && !$0.exceptions.contains { $0.skip == true }
  }

  /// Those of filters that make pictures.
  static let pictures = running.filter { FilterCatalog.named($0.operation)?.kind != "reduction" }

  static func table(_ path: String) throws(FilterError) -> LookupTable {
    do { return try LookupTable(lookupImage: picture(path).pixelBuffer(.rgba)) } catch {
      throw FilterError(.invalidFile, "\(path): \(error)", cause: error)
    }
  }

  static func picture(_ path: String) throws -> DoubleImage {
    try QOI.read(folder.appending(path: path).path)
  }
}

/// One run of an operation and what came out of it.
struct GoldenEntry: Decodable, Sendable, CustomTestStringConvertible {
  /// Means that were measured.
  struct Numbers: Decodable, Sendable {
    let exact_mean: MeanValue?
    /// Places as fractions of the picture.
    let corners: [[Double]]?
    /// Counts by the channel's name.
    let bins: [String: [Int]]?
    let per_frame: [Motion]?
  }

  /// Where and how much moves.
  struct Motion: Decodable, Sendable {
    let centroid: [Double]?
    let intensity: Double
  }

  /// A mean of each channel, or of luminance.
  struct MeanValue: Decodable, Sendable {
    let values: [Double]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      values = try (try? container.decode([Double].self)) ?? [container.decode(Double.self)]
    }
  }

  let id: String
  let operation: String
  let kind: String
  let variant: String
  let inputs: [String]
  let parameters: [String: GoldenValue]
  /// The pictures that each frame yielded.
  let outputs: [[String]]
  let size: [Int]?
  let mask: String?
  let numbers: Numbers?

  var testDescription: String { id }

  var exceptions: [GoldenException] { GoldenException.all.filter { $0.holds(for: self) } }

  /// The largest difference and the share of pixels that must keep it; a pass more at full depth may
  /// round once more.
  func tolerance() throws -> (difference: Double, share: Double) {
    let golden = try #require(Golden.all)
    let tolerance = try #require(
      golden.tolerancesOfOperations[operation] ?? golden.tolerances[kind])
    let allowance = exceptions.reduce(0) { $0 + ($1.allowance ?? 0) }
    let share = exceptions.compactMap(\.share).first ?? tolerance.fraction
    return ((tolerance.max_abs + allowance + 0.01) / 255, share)
  }

  /// The filter as a chain would make it.
  func filter() throws -> any Filter {
    let description = try #require(FilterCatalog.named(operation))
    let ignored = exceptions.flatMap { $0.ignored ?? [] }
    var arguments = parameters.filter { !ignored.contains($0.key) }.compactMap { name, value in
      let kind = description.parameters.first { $0.name == name }?.kind
      return value.text(for: kind).map { "\(name)=\($0)" }
    }
    let tables = description.parameters.filter { $0.kind == .table }
    arguments += zip(tables, inputs.dropFirst(description.inputs)).map { "\($0.name)=\($1)" }
    let text = operation + (arguments.isEmpty ? "" : "=" + arguments.joined(separator: ":"))
    let chain = try FilterChain(text) { path throws(FilterError) in try Golden.table(path) }
    return try #require(chain.filters.first)
  }

  /// The pictures that go in; a generator paints over an empty one, and further ones are tables.
  func pictures() throws -> [DoubleImage] {
    let count = FilterCatalog.named(operation)?.inputs ?? 1
    guard inputs.isEmpty else { return try inputs.prefix(count).map(Golden.picture) }
    let size = try #require(size)
    return [DoubleImage(size: Size(size[0], size[1])) { _, _ in .zero }]
  }

  /// An input as the exceptions want it.
  func prepared(_ picture: DoubleImage) throws -> DoubleImage {
    let exceptions = exceptions
    if exceptions.contains(where: { $0.luminanceFirst == true }) {
      return try Rendering.render([Luminance()], [picture], format: .rgba)
    }
    if exceptions.contains(where: { $0.redFirst == true }) {
      return picture.map { SIMD4($0.x, $0.x, $0.x, $0.w) }
    }
    return picture
  }

  /// What tells whether a pixel has nothing to say, by its place.
  func masked() throws -> (Int, Int) -> Bool {
    guard let mask else { return { _, _ in false } }
    let picture = try Golden.picture(mask)
    return { picture[$0, $1].x > 0.5 }
  }
}

/// A parameter's value in the manifest.
enum GoldenValue: Decodable, Sendable {
  case none
  case number(Double)
  case word(String)
  case numbers([Double])
  case rows([[Double]])
  case lines([[String: LineValue]])

  /// A coefficient, or an end.
  enum LineValue: Decodable, Sendable {
    case number(Double)
    case point([Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .point(try container.decode([Double].self))
      }
    }

    var numbers: [Double] {
      switch self {
      case .number(let number): [number]
      case .point(let numbers): numbers
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let word = try? container.decode(String.self) {
      self = .word(word)
    } else if let numbers = try? container.decode([Double].self) {
      self = .numbers(numbers)
    } else if let rows = try? container.decode([[Double]].self) {
      self = .rows(rows)
    } else {
      self = .lines(try container.decode([[String: LineValue]].self))
    }
  }

  /// The value as a chain writes it; nil for the default.
  func text(for kind: ParameterDescription.Kind?) -> String? {
    func joined(_ numbers: some Sequence<Double>) -> String {
      numbers.map { "\($0)" }.joined(separator: "/")
    }
    switch self {
    case .none: return nil
    case .number(let number):
      if case .integer = kind { return "\(Int(number))" }
      return "\(number)"
    case .word(let word): return word
    case .numbers(let numbers):
      var count = numbers.count
      if case .vector(let wanted, _) = kind { count = wanted }
      return joined(numbers.prefix(count))
    case .rows(let rows): return "'" + rows.map(joined).joined(separator: " ") + "'"
    case .lines(let lines):
      // Ends p1 and p2, or slope and intercept: fewest numbers first does not matter, names do.
      let names = ["p1", "p2", "slope", "intercept"]
      return "'"
        + lines.map { line in joined(names.flatMap { line[$0]?.numbers ?? [] }) }
        .joined(separator: " ") + "'"
    }
  }
}
