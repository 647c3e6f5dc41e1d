internal import VKCore

/// Writes `vec4 weighted(ivec2)`: a weighted sum of pixels around a place.
///
/// Reads beyond the edge give the edge's pixel (`fetch_a` clamps). Colours are weighed by alpha where there is alpha.
struct TapText {
  /// One read: offset from the pixel, or from the first read of a table's row, and its weight.
  struct Tap {
    let x: Int
    let y: Int
    let weight: Double
  }

  enum Weights {
    /// Taps written out as literals.
    case literals([Tap])
    /// A row of weights in a table, along x or y, its middle on the pixel.
    case row(table: Int, count: Int, vertical: Bool)
    /// Weights by output position in a table: the first source position, then `count` weights.
    case positions(table: Int, count: Int, vertical: Bool, hasNegative: Bool)
  }

  let name: String
  let weights: Weights
  /// Whether pixels read must be brought to linear light first.
  let entersLight: Bool
  /// Whether the result must be brought back from it.
  let leavesLight: Bool
  /// Whether pixels read must be multiplied by alpha first.
  let premultiplies: Bool
  /// Whether the result must be divided by alpha.
  let unpremultiplies: Bool
  /// Whether the result is held to what 8-bit textures would hold.
  let clamps: Bool

  func define(in text: inout ShaderText) {
    let light = entersLight ? "c.rgb = to_linear(c.rgb); " : ""
    let weigh = light + (premultiplies ? "c.rgb *= c.a; " : "")
    text.functions += "vec4 tap(ivec2 p) { vec4 c = fetch_a(p); \(weigh)return c; }\n"
    var body = "  vec4 sum = vec4(0.0);\n"
    switch weights {
    case .literals(let taps):
      for tap in taps where tap.weight != 0 {
        body += "  sum += \(literal(tap.weight)) * tap(p + ivec2(\(tap.x), \(tap.y)));\n"
      }
    case .row(let table, let count, let vertical):
      text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
      let step = vertical ? "ivec2(0, t)" : "ivec2(t, 0)"
      body += "  for (int t = -\(count / 2); t <= \(count / 2); t++)\n"
      body += "    sum += weights[t + \(count / 2)] * tap(p + \(step));\n"
    case .positions(let table, let count, let vertical, let hasNegative):
      text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
      let place = vertical ? "ivec2(p.x, i)" : "ivec2(i, p.y)"
      body += "  int row = p.\(vertical ? "y" : "x") * \(count + 1);\n"
      body += "  int first = int(weights[row]);\n"
      body += "  vec4 low = vec4(0.0), high = vec4(1.0);\n"
      body += "  for (int t = 0; t < \(count); t++) {\n    int i = first + t;\n"
      body += "    vec4 c = tap(\(place));\n    sum += weights[row + 1 + t] * c;\n"
      if hasNegative, clamps { body += "    low = min(low, c); high = max(high, c);\n" }
      body += "  }\n"
      if hasNegative, clamps { body += "  sum = clamp(sum, low, high);\n" }
    }
    if unpremultiplies { body += "  sum.rgb = sum.a > 0.0 ? sum.rgb / sum.a : vec3(0.0);\n" }
    if leavesLight { body += "  sum.rgb = from_linear(sum.rgb);\n" }
    if clamps, case .literals(let taps) = weights, taps.contains(where: { $0.weight < 0 }) {
      body += "  vec4 i = fetch_a(p);\n  sum = clamp(sum, min(i, 0.0), max(i, 1.0));\n"
    }
    text.functions += "vec4 weighted(ivec2 p) {\n\(body)  return sum;\n}\n"
  }
}
