internal import Glibc

/// Arithmetic over named numbers, such as `(W-w)/2`, in FFmpeg's notation.
///
/// `+ - * / ^`, parentheses, `PI`, `E`, `PHI` and the functions in `functionNames`. Two expressions
/// are equal when their texts are.
public struct Expression: Sendable, Hashable {
  /// The text that it was made from.
  public let text: String
  private let node: ExpressionNode

  /// Reads an expression.
  ///
  /// - Throws: `FilterError` that says where the text makes no sense.
  public init(_ text: String) throws(FilterError) {
    var parser = ExpressionParser(text)
    node = try parser.whole()
    self.text = text
  }

  /// The names that it needs numbers for.
  public var variables: Set<String> { node.variables }

  /// The value with these numbers.
  ///
  /// - Throws: `FilterError` when a name has no number here or the value is not finite.
  public func value(_ variables: [String: Double]) throws(FilterError) -> Double {
    if let missing = self.variables.sorted().first(where: { variables[$0] == nil }) {
      throw FilterError(
        .invalidValue,
        "'\(text)': '\(missing)' is not known here; known are "
          + variables.keys.sorted().joined(separator: ", "))
    }
    let value = node.value(variables)
    guard value.isFinite else {
      throw FilterError(.invalidValue, "'\(text)' has no finite value")
    }
    return value
  }

  /// The functions that expressions may call.
  public static let functionNames: [String] =
    (Array(ExpressionNode.unary.keys) + Array(ExpressionNode.binary.keys)
    + Array(ExpressionNode.ternary.keys)).sorted()

  /// Whether the texts are the same.
  public static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Expression: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  /// A whole number.
  public init(integerLiteral value: Int) {
    text = "\(value)"
    node = .number(Double(value))
  }

  /// A number.
  public init(floatLiteral value: Double) {
    text = "\(value)"
    node = .number(value)
  }

  /// An expression that stands in the program; one that makes no sense traps.
  public init(stringLiteral text: String) {
    do {
      self = try Expression(text)
    } catch {
      preconditionFailure(error.detail)
    }
  }
}

/// A piece of an expression.
indirect enum ExpressionNode: Sendable {
  case number(Double)
  case variable(String)
  case call(String, [ExpressionNode])

  static let constants: [String: Double] = [
    "PI": Double.pi, "E": M_E, "PHI": (1 + 5.0.squareRoot()) / 2,
  ]

  static let unary: [String: @Sendable (Double) -> Double] = [
    "abs": { abs($0) }, "acos": { acos($0) }, "asin": { asin($0) }, "atan": { atan($0) },
    "ceil": { ceil($0) }, "cos": { cos($0) }, "exp": { exp($0) }, "floor": { floor($0) },
    "log": { log($0) }, "not": { $0 == 0 ? 1 : 0 }, "round": { $0.rounded() },
    "sgn": { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }, "sin": { sin($0) }, "sqrt": { $0.squareRoot() },
    "tan": { tan($0) }, "trunc": { trunc($0) },
  ]

  static let binary: [String: @Sendable (Double, Double) -> Double] = [
    "+": { $0 + $1 }, "-": { $0 - $1 }, "*": { $0 * $1 }, "/": { $0 / $1 }, "^": { pow($0, $1) },
    "atan2": { atan2($0, $1) }, "eq": { $0 == $1 ? 1 : 0 }, "gt": { $0 > $1 ? 1 : 0 },
    "gte": { $0 >= $1 ? 1 : 0 }, "hypot": { hypot($0, $1) }, "lt": { $0 < $1 ? 1 : 0 },
    "lte": { $0 <= $1 ? 1 : 0 }, "max": { max($0, $1) }, "min": { min($0, $1) },
    "mod": { $0 - $1 * floor($0 / $1) }, "pow": { pow($0, $1) },
  ]

  static let ternary: [String: @Sendable (Double, Double, Double) -> Double] = [
    "between": { $0 >= $1 && $0 <= $2 ? 1 : 0 }, "clip": { min(max($0, $1), $2) },
    "if": { $0 != 0 ? $1 : $2 }, "ifnot": { $0 == 0 ? $1 : $2 },
    "lerp": { $0 + ($1 - $0) * $2 },
  ]

  var variables: Set<String> {
    switch self {
    case .number: []
    case .variable(let name): [name]
    case .call(_, let arguments):
      arguments.reduce(into: Set<String>()) { $0.formUnion($1.variables) }
    }
  }

  func value(_ variables: [String: Double]) -> Double {
    switch self {
    case .number(let value): return value
    case .variable(let name): return variables[name] ?? .nan
    case .call(let name, let arguments):
      let values = arguments.map { $0.value(variables) }
      switch values.count {
      case 1: return Self.unary[name]?(values[0]) ?? .nan
      case 2: return Self.binary[name]?(values[0], values[1]) ?? .nan
      default: return Self.ternary[name]?(values[0], values[1], values[2]) ?? .nan
      }
    }
  }
}
