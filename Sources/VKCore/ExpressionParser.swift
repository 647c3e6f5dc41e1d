/// Reads an expression by recursive descent.
struct ExpressionParser {
  private let text: String
  private let letters: [Character]
  private var place = 0
  private var depth = 0

  /// What nested parentheses may cost of the stack.
  private static let deepest = 64

  init(_ text: String) {
    self.text = text
    letters = Array(text)
  }

  /// The whole text.
  ///
  /// - Throws: `FilterError` that says what stands where it makes no sense.
  mutating func whole() throws(FilterError) -> ExpressionNode {
    let node = try sum()
    skipSpace()
    guard place == letters.count else { throw unexpected() }
    return node
  }

  private mutating func sum() throws(FilterError) -> ExpressionNode {
    var left = try product()
    while let sign = take(anyOf: "+-") { left = .call(String(sign), [left, try product()]) }
    return left
  }

  private mutating func product() throws(FilterError) -> ExpressionNode {
    var left = try power()
    while let sign = take(anyOf: "*/") { left = .call(String(sign), [left, try power()]) }
    return left
  }

  private mutating func power() throws(FilterError) -> ExpressionNode {
    let isNegative = take(anyOf: "+-") == "-"
    var left = try primary()
    while take(anyOf: "^") != nil {
      let exponentIsNegative = take(anyOf: "+-") == "-"
      let exponent = try primary()
      left = .call("^", [left, exponentIsNegative ? negated(exponent) : exponent])
    }
    return isNegative ? negated(left) : left
  }

  private func negated(_ node: ExpressionNode) -> ExpressionNode {
    .call("-", [.number(0), node])
  }

  private mutating func primary() throws(FilterError) -> ExpressionNode {
    skipSpace()
    guard place < letters.count else { throw unexpected() }
    if take(anyOf: "(") != nil { return try group() }
    if letters[place].isNumber || letters[place] == "." { return try number() }
    let name = word()
    guard !name.isEmpty else { throw unexpected() }
    if take(anyOf: "(") != nil { return try call(name) }
    if let value = ExpressionNode.constants[name] { return .number(value) }
    return .variable(name)
  }

  private mutating func group() throws(FilterError) -> ExpressionNode {
    depth += 1
    guard depth <= Self.deepest else {
      throw FilterError(.invalidValue, "'\(text.prefix(64))' is nested too deeply")
    }
    let inner = try sum()
    guard take(anyOf: ")") != nil else { throw unexpected() }
    depth -= 1
    return inner
  }

  private mutating func call(_ name: String) throws(FilterError) -> ExpressionNode {
    depth += 1
    guard depth <= Self.deepest else {
      throw FilterError(.invalidValue, "'\(text.prefix(64))' is nested too deeply")
    }
    var arguments = [try sum()]
    while take(anyOf: ",;") != nil { arguments.append(try sum()) }
    guard take(anyOf: ")") != nil else { throw unexpected() }
    depth -= 1
    if ["if", "ifnot"].contains(name), arguments.count == 2 { arguments.append(.number(0)) }
    let isKnown =
      switch arguments.count {
      case 1: ExpressionNode.unary[name] != nil
      case 2: ExpressionNode.binary[name] != nil
      case 3: ExpressionNode.ternary[name] != nil
      default: false
      }
    guard isKnown else {
      throw FilterError(
        .invalidValue,
        "'\(text.prefix(64))' calls no function of \(arguments.count) values that is known; these are: "
          + Expression.functionNames.filter { $0.first?.isLetter ?? false }.joined(separator: ", "))
    }
    return .call(name, arguments)
  }

  private mutating func number() throws(FilterError) -> ExpressionNode {
    let start = place
    func isDigit(_ at: Int) -> Bool {
      at < letters.count && letters[at].isASCII && letters[at].isNumber
    }
    while isDigit(place) || (place < letters.count && letters[place] == ".") { place += 1 }
    if place < letters.count, letters[place] == "e" || letters[place] == "E" {
      let signed = place + 1 < letters.count && "+-".contains(letters[place + 1])
      if isDigit(place + (signed ? 2 : 1)) {
        place += signed ? 2 : 1
        while isDigit(place) { place += 1 }
      }
    }
    guard let value = Double(String(letters[start..<place])), value.isFinite else {
      place = start
      throw unexpected()
    }
    return .number(value)
  }

  private mutating func word() -> String {
    let start = place
    while place < letters.count, letters[place].isASCII,
      letters[place].isLetter || letters[place].isNumber || letters[place] == "_"
    {
      place += 1
    }
    return String(letters[start..<place])
  }

  private mutating func skipSpace() {
    while place < letters.count, letters[place].isWhitespace { place += 1 }
  }

  private mutating func take(anyOf set: String) -> Character? {
    skipSpace()
    guard place < letters.count, set.contains(letters[place]) else { return nil }
    place += 1
    return letters[place - 1]
  }

  private func unexpected() -> FilterError {
    let what =
      place < letters.count
      ? "has an unexpected '\(letters[place])'" : "is incomplete"
    return FilterError(.invalidValue, "'\(text.prefix(64))' is no expression: it \(what)")
  }
}
