public import VKCore

extension ParameterDescription {
  /// Reads a value as chains write it.
  ///
  /// Numbers (`0.5`, `1/3`), with a unit where the parameter has one (`90deg`, `1.5rad`, `12px`) or
  /// `50%` where it has none; `true`/`false`; colours (`#rrggbb[aa]`, `0xRRGGBB[AA]`, `r/g/b[/a]`,
  /// CSS names); points, vectors and matrices joined by `/`; words; the path of a table.
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - loadTable: reads a lookup table's file.
  /// - Returns: the value.
  /// - Throws: `FilterError` with what is wrong and what is possible.
  public func value(
    from text: String, loadingTables loadTable: TableLoader = LookupTable.init(contentsOfFile:)
  ) throws(FilterError) -> ParameterValue {
    switch kind {
    case .float(let range): return .float(try number(text, in: range))
    case .integer(let range): return .integer(try wholeNumber(text, in: range))
    case .boolean: return .boolean(try truth(text))
    case .color: return try colour(text)
    case .point: return .vector(try numbers(text, count: 2, in: -100...100))
    case .vector(let count, let range): return .vector(try numbers(text, count: count, in: range))
    case .choice(let words):
      if let word = words.contains(text) ? text : synonyms[text] { return .choice(word) }
      throw invalid(text, "is not one of \(words.joined(separator: ", "))")
    case .expression(let variables): return .expression(try expression(text, over: variables))
    case .text:
      if let fault = textFault?(text) { throw invalid(text, fault) }
      return .text(text)
    case .table:
      guard !text.isEmpty else { throw invalid(text, "names no file") }
      return .table(try loadTable(text))
    }
  }

  /// Reads a lookup table's file.
  public typealias TableLoader = (_ path: String) throws(FilterError) -> LookupTable

  private func invalid(_ text: String, _ reason: String) -> FilterError {
    FilterError(.invalidValue, "'\(printable(text))' \(reason)")
  }

  private func expression(
    _ text: String, over variables: [String]
  ) throws(FilterError) -> Expression {
    let known =
      "it takes numbers" + (variables.isEmpty ? "" : " and \(variables.joined(separator: ", "))")
    let result: Expression
    do { result = try Expression(text) } catch {
      throw FilterError(.invalidValue, "\(error.detail); \(known)")
    }
    guard let stranger = result.variables.subtracting(variables).min() else { return result }
    throw invalid(text, "speaks of '\(printable(stranger))'; \(known)")
  }

  private func number(_ text: String, in range: ClosedRange<Float>) throws(FilterError) -> Float {
    guard let value = scalar(text) else {
      throw invalid(text, "is not a number\(unitHint)\(rangeHint)")
    }
    guard range.contains(Float(value)) else {
      throw invalid(text, "is out of range\(rangeHint)")
    }
    return Float(value)
  }

  private func wholeNumber(_ text: String, in range: ClosedRange<Int>) throws(FilterError) -> Int {
    guard let value = scalar(text, allowsPercent: false), value == value.rounded() else {
      throw invalid(text, "is not a whole number\(rangeHint)")
    }
    guard let whole = Int(exactly: value), range.contains(whole) else {
      throw invalid(text, "is out of range\(rangeHint)")
    }
    return whole
  }

  private func truth(_ text: String) throws(FilterError) -> Bool {
    switch text {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default: throw invalid(text, "is neither true nor false")
    }
  }

  private func colour(_ text: String) throws(FilterError) -> ParameterValue {
    guard let color = color(from: text) else {
      throw invalid(text, "is no colour; write #rrggbb[aa], 0xRRGGBB[AA], r/g/b[/a] or a CSS name")
    }
    return .vector([color.red, color.green, color.blue, color.alpha])
  }

  private func numbers(
    _ text: String, count: Int, in range: ClosedRange<Float>
  ) throws(FilterError) -> [Float] {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == count else {
      throw invalid(text, "holds \(parts.count) numbers; \(count) joined by / are needed")
    }
    var result: [Float] = []
    for part in parts { result.append(try number(String(part), in: range)) }
    return result
  }

  /// Nothing for a point, whose bounds are only there to keep it from overflowing.
  private var rangeHint: String { rangeWords.isEmpty ? "" : "; it is \(rangeWords)" }

  private var unitHint: String { unit.isEmpty ? "" : " of \(unit)" }

  /// A number, a fraction or a percentage, with its unit.
  private func scalar(_ text: String, allowsPercent: Bool = true) -> Double? {
    var digits = Substring(text)
    var factor = 1.0
    if text.hasSuffix("%") {
      guard unit == "%" || (unit.isEmpty && allowsPercent) else { return nil }
      digits = digits.dropLast()
      factor = unit == "%" ? 1 : 0.01
    } else if unit == "deg", text.hasSuffix("rad") {
      digits = digits.dropLast(3)
      factor = 180 / .pi
    } else if !unit.isEmpty, text.hasSuffix(unit) {
      digits = digits.dropLast(unit.count)
    }
    let parts = digits.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let numerator = decimal(first) else { return nil }
    guard parts.count > 1 else { return finite(numerator * factor) }
    guard let denominator = decimal(parts[1]), denominator != 0 else { return nil }
    return finite(numerator / denominator * factor)
  }

  private func finite(_ value: Double) -> Double? { Float(value).isFinite ? value : nil }
}
