internal import VKCore

/// What FFmpeg's expressions may speak of.
extension FilterSituation {
  /// `t` and `n`; 0 before frames flow.
  var timeVariables: [String: Double] {
    ["t": moment?.seconds ?? 0, "n": Double(moment?.number ?? 0)]
  }
}

/// A whole number that an expression gives, or an error that names the parameter.
func wholePixels(
  _ expression: Expression, _ variables: [String: Double], _ name: String, isRounded: Bool = false
) throws(FilterError) -> Int {
  let value = try expression.value(variables)
  guard abs(value) <= 65535 else {
    throw FilterError(.invalidValue, "\(name)='\(expression.text)' is \(value), beyond 65535")
  }
  return Int(isRounded ? value.rounded() : value)
}

/// The sides that sizes in FFmpeg's expressions may speak of.
struct FFmpegSides {
  /// The names of what `variables` holds.
  static let names = ["in_w", "iw", "in_h", "ih", "out_w", "ow", "out_h", "oh", "a"]

  private let size: Size
  private let zeroKeeps: Bool
  private(set) var variables: [String: Double]

  /// - Parameters:
  ///   - size: the picture's.
  ///   - zeroKeeps: whether a side of 0 is the picture's.
  init(_ size: Size, zeroKeeps: Bool = true) {
    self.size = size
    self.zeroKeeps = zeroKeeps
    let (width, height) = (Double(size.width), Double(size.height))
    variables = ["in_w": width, "iw": width, "in_h": height, "ih": height, "a": width / height]
  }

  /// Makes the result's sides known.
  mutating func set(_ size: Size) {
    set(width: size.width)
    set(height: size.height)
  }

  /// The size of the result; either side may speak of the other.
  ///
  /// - Throws: `FilterError` when both speak of each other, or a side cannot be.
  mutating func output(
    _ width: Expression, _ height: Expression, keys: (String, String), allowsNegative: Bool = false,
    isRounded: Bool = false
  ) throws(FilterError) -> Size {
    let widthWaits = !width.variables.isDisjoint(with: ["out_h", "oh"])
    if !widthWaits { set(width: try wholePixels(width, variables, keys.0, isRounded: isRounded)) }
    set(height: try wholePixels(height, variables, keys.1, isRounded: isRounded))
    if widthWaits { set(width: try wholePixels(width, variables, keys.0, isRounded: isRounded)) }
    let result = Size(Int(variables["ow"] ?? 0), Int(variables["oh"] ?? 0))
    if !allowsNegative, min(result.width, result.height) < 0 {
      throw FilterError(.invalidValue, "\(result) is no size: a side is below 0")
    }
    return result
  }

  private mutating func set(width: Int) {
    let value = Double(width == 0 && zeroKeeps ? size.width : width)
    variables["ow"] = value
    variables["out_w"] = value
  }

  private mutating func set(height: Int) {
    let value = Double(height == 0 && zeroKeeps ? size.height : height)
    variables["oh"] = value
    variables["out_h"] = value
  }
}
