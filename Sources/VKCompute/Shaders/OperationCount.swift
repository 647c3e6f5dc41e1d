/// Counts a shader's arithmetic on floating-point numbers.
package struct OperationCount {
  /// The operations of an invocation that takes every branch; nil when there is a loop, whose rounds are not known.
  ///
  /// A multiply-add counts as two; a function of the standard library (`pow`, `mix` …) as one a component.
  ///
  /// - Throws: `GPUError` when the source does not compile.
  package static func perInvocation(source: String, name: String) throws(GPUError) -> Int? {
    var count = OperationCount()
    let words = try ShaderCompiler.compile(source, name: name)
    var position = 5
    while position < words.count {
      let length = Int(words[position] >> 16)
      guard length > 0, position + length <= words.count else { break }
      count.read(
        UInt16(truncatingIfNeeded: words[position]),
        Array(words[(position + 1)..<(position + length)]))
      position += length
    }
    guard !count.hasLoops else { return nil }
    return count.entryPoint.map { count.total($0) } ?? 0
  }

  private struct Body {
    var operations = 0
    var calls: [UInt32] = []
  }

  private var entryPoint: UInt32?
  private var bodies: [UInt32: Body] = [:]
  private var current: UInt32 = 0
  private var hasLoops = false
  /// Components of each type: 1, a vector's count, or columns × rows of a matrix.
  private var components: [UInt32: Int] = [:]
  private var types: [UInt32: UInt32] = [:]

  private func total(_ function: UInt32) -> Int {
    guard let body = bodies[function] else { return 0 }
    return body.calls.reduce(body.operations) { $0 + total($1) }
  }

  private mutating func read(_ opcode: UInt16, _ words: [UInt32]) {
    switch opcode {
    case 15 where words.count > 1: entryPoint = words[1]
    case 22 where !words.isEmpty: components[words[0]] = 1
    case 23 where words.count > 2: components[words[0]] = Int(words[2])
    case 24 where words.count > 2:
      components[words[0]] = Int(words[2]) * (components[words[1]] ?? 1)
    case 54 where words.count > 1:
      current = words[1]
      bodies[current] = Body()
    case 57 where words.count > 2:
      bodies[current]?.calls.append(words[2])
      types[words[1]] = words[0]
    case 246: hasLoops = true
    default: count(opcode, words)
    }
  }

  /// Counts an instruction whose result is floating-point.
  private mutating func count(_ opcode: UInt16, _ words: [UInt32]) {
    guard words.count > 1, let width = components[words[0]] else { return }
    types[words[1]] = words[0]
    let operations = operations(opcode, words, width)
    bodies[current]?.operations += operations
  }

  private func operations(_ opcode: UInt16, _ words: [UInt32], _ width: Int) -> Int {
    switch opcode {
    case 127, 129, 131, 133, 136, 140, 141, 142, 143: width
    // A column or a row each time: as many multiplications as the matrix has elements, one addition less a sum.
    case 144: 2 * componentCount(of: words.last) - width
    case 145, 146: 2 * componentCount(of: words[2]) * (opcode == 146 ? 4 : 1) - width
    case 148: 2 * componentCount(of: words[2]) - 1
    // The extended set's Fma.
    case 12: words.count > 3 && words[3] == 50 ? 2 * width : width
    default: 0
    }
  }

  private func componentCount(of value: UInt32?) -> Int {
    value.flatMap { types[$0] }.flatMap { components[$0] } ?? 4
  }
}
