import VKCore

/// A filter as `filters --json` prints it.
struct FilterListing: Encodable {
  let name: String
  let vocabulary: String
  let typeName: String
  let kind: String
  let category: String
  let summary: String
  let source: String
  let aliases: [String]
  let inputs: Int
  let parameters: [ParameterListing]

  init(_ filter: FilterDescription) {
    name = filter.name
    vocabulary = filter.vocabulary.rawValue
    typeName = filter.typeName
    kind = filter.kind
    category = filter.category.rawValue
    summary = filter.summary
    source = filter.source
    aliases = filter.aliases
    inputs = filter.inputs
    parameters = zip(filter.parameters, filter.defaults).map(ParameterListing.init)
  }
}

/// A parameter as `filters --json` prints it.
struct ParameterListing: Encodable {
  let name: String
  let aliases: [String]
  let type: String
  let minimum: Double?
  let maximum: Double?
  let choices: [String]?
  let unit: String?
  let `default`: ValueListing
  let identity: ValueListing?
  let help: String

  init(_ parameter: ParameterDescription, value: ParameterValue) {
    name = parameter.name
    aliases = parameter.aliases
    type = parameter.kind.word
    (minimum, maximum) = parameter.kind.limits.map { ($0, $1) } ?? (nil, nil)
    if case .choice(let words) = parameter.kind { choices = words } else { choices = nil }
    unit = parameter.unit.isEmpty ? nil : parameter.unit
    self.default = ValueListing(value: value)
    identity = parameter.identity.map(ValueListing.init)
    help = parameter.help
  }
}

/// A value in JSON: a number, a truth, a list of numbers or a word.
struct ValueListing: Encodable {
  let value: ParameterValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .float(let number): try container.encode(number)
    case .integer(let number): try container.encode(number)
    case .boolean(let truth): try container.encode(truth)
    case .vector(let numbers): try container.encode(numbers)
    case .choice(let word): try container.encode(word)
    case .table, .expression, .text: try container.encode(value.text)
    }
  }
}

extension ParameterDescription.Kind {
  /// The type in a word.
  var word: String {
    switch self {
    case .float: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .color: "colour"
    case .point: "point"
    case .vector(let count, _): "vector\(count)"
    case .choice: "choice"
    case .table: "file"
    case .expression: "expression"
    case .text: "text"
    }
  }

  /// The least and the greatest value, where there are such.
  var limits: (Double, Double)? {
    switch self {
    case .float(let range), .vector(_, let range):
      (Double("\(range.lowerBound)") ?? 0, Double("\(range.upperBound)") ?? 0)
    case .integer(let range): (Double(range.lowerBound), Double(range.upperBound))
    case .boolean, .color, .point, .choice, .table, .expression, .text: nil
    }
  }

  /// The type and its range, for a person.
  var text: String {
    switch self {
    case .float(let range): "\(range.lowerBound.text)…\(range.upperBound.text)"
    case .integer(let range): "\(range.lowerBound)…\(range.upperBound), whole"
    case .boolean: "true or false"
    case .color: "colour"
    case .point: "x/y"
    case .vector(let count, let range):
      "\(count) of \(range.lowerBound.text)…\(range.upperBound.text)"
    case .choice(let words): words.joined(separator: ", ")
    case .table: "file"
    case .text(let form): form
    case .expression(let names): "of \(names.joined(separator: " "))"
    }
  }
}

extension ParameterValue {
  /// The value as a chain writes it.
  var text: String {
    switch self {
    case .float(let number): number.text
    case .integer(let number): "\(number)"
    case .boolean(let truth): "\(truth)"
    case .vector(let numbers): numbers.map(\.text).joined(separator: "/")
    case .choice(let word): word
    case .table(let table): table == .identity ? "none" : "\(table.size) entries an axis"
    case .expression(let expression): expression.text
    case .text(let text): text
    }
  }
}

extension Float {
  /// The number without a needless `.0`.
  var text: String { self == rounded() && magnitude < 1e7 ? "\(Int(self))" : "\(self)" }
}
