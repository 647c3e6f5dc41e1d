internal import VKCore

extension PlanePass {
  /// A kernel over four samples of a row at once, some rows an invocation.
  func writeKernel(_ kernel: KernelText, table: Int?, in text: inout ShaderText) {
    defineEdges(in: &text)
    let step = kernel.step
    if let table, let shape = step.tableShape {
      shape.declare(.table(table), step: step.index, options, in: &text)
    }
    text.functions += "int at_quad, at_row;\n"
    defineNear(in: &text)
    kernel.paste(into: &text)
    kernel.define(in: &text, environment: environment(step))
    if kernel.hasParameters { text.parameters([kernel.memberDeclaration]) }
    text.main += "  vec4 c;\n  at_quad = int(gl_GlobalInvocationID.x);\n"
    for row in 0..<tile.rows {
      text.main += "  at_row = y + \(row);\n"
      let gain = unit == 1 ? "" : " * \(literal(1 / unit))"
      text.main += "  c = \(kernel.call("vec2(at_quad, at_row)"))\(gain);\n"
      for word in 0..<tile.words {
        let part =
          lanes == 4 ? "c" : lanes == 2 ? "c.\(word == 0 ? "xy" : "zw")" : "c.\(lane(word))"
        text.main += "  store(x + \(word), y + \(row), \(part));\n"
      }
    }
  }

  /// What a sample as it is loaded is multiplied by to be what kernels see: codes over 255, or 0…1 for RGB.
  private var unit: Double {
    let gain = source.samples.gain
    guard format.model != .rgb, !format.isFloat else { return gain }
    return gain * format.codeUnit
  }

  /// `near_plane(d)`: the four samples that lie `d` pixels of the plane from those in hand, continued beyond the edges.
  private func defineNear(in text: inout ShaderText) {
    let words = (0..<tile.words).map { word -> String in
      let index = tile.words == 1 ? "i" : "i * \(tile.words) + \(word)"
      return
        "right(left(word(r, clamp(\(index), 0, \(self.words - 1))), \(index)), \(index))"
    }
    let gain = unit == 1 ? "" : " * \(literal(unit))"
    text.functions += """
      vec4 quad(uint r, int i) { return vec4(\(words.joined(separator: ", ")))\(gain); }
      vec4 near_plane(ivec2 d) {
        int s = d.x * \(stride), i = at_quad + (s >> 2), k = s & 3;
        uint r = row(at_row + d.y);
        vec4 a = quad(r, i);
        if (k == 0) return a;
        vec4 b = quad(r, i + 1);
        return k == 1 ? vec4(a.yzw, b.x) : k == 2 ? vec4(a.zw, b.xy) : vec4(a.w, b.xyz);
      }

      """
  }

  private func environment(_ step: Step) -> [PixelPass.Macro] {
    let format = source.format
    // Which planes the four samples are of.
    let own = (0..<4).map { index in
      format.components.firstIndex { component in
        component.plane == plane && component.offset / format.bytesPerSample == index % stride
      } ?? plane
    }
    let isCoded = format.model != .rgb
    // Masks and lists name RGB's planes in the order in which FFmpeg stores them: green, blue, red.
    let order = isCoded ? [0, 1, 2, 3] : [2, 0, 1, 3]
    let swizzle = own.map { lane(order[min($0, 3)]) }.joined()
    var result: [PixelPass.Macro] = [
      ("size()", "vec2(\(source.size.width), \(source.size.height))"),
      ("isCoded()", "\(isCoded)"),
      ("pixel(q)", "near_plane(ivec2(0))"), ("near(q, d)", "near_plane(d)"),
      ("byPlane(v)", "(v).\(swizzle)"),
    ]
    if let shape = step.tableShape { result += shape.macros(step.index, options) }
    return result
  }
}
