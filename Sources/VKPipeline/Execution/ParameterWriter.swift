internal import VKCompute
internal import VKCore

/// Writes a filter's parameters into a uniform block at the offsets that its compiled kernel declares.
enum ParameterWriter {
  /// Writes every parameter that the block has a member for.
  static func write<F: Filter>(
    _ filter: F, members: [MemberLayout], to bytes: UnsafeMutableRawPointer
  ) {
    for parameter in F.info.parameters {
      let description = parameter.description
      guard let member = members.first(where: { $0.name == description.name }) else { continue }
      write(
        numbers(parameter.get(filter), description.kind), as: member.type,
        to: bytes + member.offset)
    }
  }

  /// A value as a list of numbers; empty for what has none.
  private static func numbers(
    _ value: ParameterValue, _ kind: ParameterDescription.Kind
  ) -> [Float] {
    switch value {
    case .float(let value): return [value]
    case .integer(let value): return [Float(value)]
    case .boolean(let value): return [value ? 1 : 0]
    case .vector(let values): return values
    case .choice(let word):
      guard case .choice(let words) = kind else { return [] }
      return [Float(words.firstIndex(of: word) ?? 0)]
    case .table, .expression, .text: return []
    }
  }

  private static func write(
    _ numbers: [Float], as type: MemberLayout.ValueType, to bytes: UnsafeMutableRawPointer
  ) {
    guard let first = numbers.first else { return }
    switch type {
    case .float: bytes.storeBytes(of: first, as: Float.self)
    case .int: bytes.storeBytes(of: Int32(first), as: Int32.self)
    case .uint: bytes.storeBytes(of: UInt32(max(first, 0)), as: UInt32.self)
    case .vector(let scalar, let count):
      for (index, number) in numbers.prefix(count).enumerated() {
        write([number], as: scalar, to: bytes + 4 * index)
      }
    case .matrix(let columns, let rows, let stride):
      // Given row by row, stored column by column.
      for (index, number) in numbers.prefix(columns * rows).enumerated() {
        (bytes + (index % columns) * stride + (index / columns) * 4)
          .storeBytes(of: number, as: Float.self)
      }
    case .double, .array, .structure, .other: break
    }
  }
}
