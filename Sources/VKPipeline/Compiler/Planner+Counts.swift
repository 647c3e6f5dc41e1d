internal import VKCore

// Filters that count over the picture for the next filter.
extension Planner {
  /// Counts over the picture in hand, which stays in hand for the filter that reads the counters.
  mutating func count(_ filter: any CountingFilter, _ step: Step) throws(FilterError) {
    let resource = Resource.counters(counters.count)
    let number = filter.counterCount(for: size)
    counters.append(number)
    passes.append(.clearing(resource, count: number, options: options))
    stages.append(stage(for: step))
    try emit(.counters(resource))
    takeKept()
    guard step.index + 1 < steps.count,
      let reader = steps[step.index + 1].filter as? any CountedFilter, type(of: reader).sumsUp
    else { return }
    passes.append(.summing(resource, count: number, options: options))
  }

  /// The counters that the step before made for this one.
  func countersRead(by step: Step) -> Resource? {
    step.filter is any CountedFilter ? .counters(counters.count - 1) : nil
  }
}

extension Pass {
  /// Sets counters to 0.
  static func clearing(_ counters: Resource, count: Int, options: ChainOptions) -> Pass {
    overCounters("clear counters", counters, count: count, each: 1, options: options) {
      "  counters[i] = 0u;\n"
    }
  }

  /// Adds to each counter those before it, by rows of 256.
  static func summing(_ counters: Resource, count: Int, options: ChainOptions) -> Pass {
    overCounters("sum counters up", counters, count: count, each: 256, options: options) {
      "  uint sum = 0u;\n"
        + "  for (uint k = 0u; k < 256u; k++) { sum += counters[i + k]; counters[i + k] = sum; }\n"
    }
  }

  private static func overCounters(
    _ name: String, _ counters: Resource, count: Int, each: Int, options: ChainOptions,
    _ body: () -> String
  ) -> Pass {
    var text = ShaderText()
    let rows = count / each
    // Long lists are folded: the grid has limits along an axis.
    let threads = Size(min(rows, 4096), (rows + 4095) / 4096)
    text.localSize = options.localSize(for: threads, kind: .list)
    text.bufferDeclaration(counters, name: "counters", type: "uint", access: "")
    text.main = """
        uint n = gl_GlobalInvocationID.y * 4096u + gl_GlobalInvocationID.x;
        if (gl_GlobalInvocationID.x >= \(threads.width)u || n >= \(rows)u) return;
        uint i = n * \(each)u;

      """
    text.main += body()
    return Pass(
      name: name, source: text.source, bindings: text.bindings, pushes: text.pushes,
      threads: threads, parameterSteps: [], filters: [], bytesRead: each > 1 ? count * 4 : 0,
      bytesWritten: count * 4)
  }
}
