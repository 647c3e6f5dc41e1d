/// Numbers, or a structure of numbers, as JSON.
indirect enum JSONNumbers: Encodable {
  case number(Double)
  case list([JSONNumbers])
  case object([(name: String, value: JSONNumbers)])
  case text(String)
  case none

  init(_ value: Any) {
    switch value {
    case let number as Float: self = .number(Double("\(number)") ?? Double(number))
    case let number as Double: self = .number(number)
    case let number as any BinaryInteger: self = .number(Double(number))
    default:
      let mirror = Mirror(reflecting: value)
      let children = mirror.children
      if mirror.displayStyle == .optional {
        self = children.first.map { JSONNumbers($0.value) } ?? .none
      } else if children.isEmpty {
        self = mirror.displayStyle == .collection ? .list([]) : .text("\(value)")
      } else if children.allSatisfy({ $0.label != nil }) {
        self = .object(children.map { ($0.label ?? "", JSONNumbers($0.value)) })
      } else {
        self = .list(children.map { JSONNumbers($0.value) })
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .number(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .none:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for element in list { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members {
        try container.encode(value, forKey: Key(stringValue: name))
      }
    }
  }
}
