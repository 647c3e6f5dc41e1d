/// A SPIR-V module, taken apart as far as reflection needs it: the types, names, decorations and
/// constants.
struct SPIRVModule {
  /// A type, constant or variable by its result.
  struct Definition {
    let opcode: UInt16
    /// The operands after the result (and, for constants and variables, after the type).
    let operands: [UInt32]
    let type: UInt32
  }

  struct Member: Hashable {
    let type: UInt32
    let index: UInt32
  }

  var definitions: [UInt32: Definition] = [:]
  var variables: [UInt32] = []
  var constants: [UInt32] = []
  var names: [UInt32: String] = [:]
  var memberNames: [Member: String] = [:]
  /// Decorations of a result, by their number.
  var decorations: [UInt32: [UInt32: [UInt32]]] = [:]
  var memberDecorations: [Member: [UInt32: [UInt32]]] = [:]
  var capabilities: Set<UInt32> = []
  var entryPoints: [String] = []
  var localSize: [UInt32]?

  /// Reads the words of a module.
  ///
  /// - Throws: `GPUError` when they are not SPIR-V.
  init(_ words: [UInt32]) throws(GPUError) {
    guard words.count > 5, words[0] == 0x0723_0203 else { throw Self.damaged }
    var position = 5
    while position < words.count {
      let count = Int(words[position] >> 16)
      guard count > 0, position + count <= words.count else { throw Self.damaged }
      read(UInt16(truncatingIfNeeded: words[position]), words[(position + 1)..<(position + count)])
      position += count
    }
  }

  private static let damaged = GPUError(
    .compilation, operation: "SPIR-V", detail: "these words are not a SPIR-V module")

  private mutating func read(_ opcode: UInt16, _ operands: ArraySlice<UInt32>) {
    let words = Array(operands)
    switch opcode {
    case 5 where words.count > 1: names[words[0]] = Self.text(words[1...])
    case 6 where words.count > 2:
      memberNames[Member(type: words[0], index: words[1])] = Self.text(words[2...])
    case 15 where words.count > 2: entryPoints.append(Self.text(words[2...]))
    case 16 where words.count > 4 && words[1] == 17: localSize = Array(words[2...4])
    case 17 where words.count > 0: capabilities.insert(words[0])
    case 71 where words.count > 1:
      decorations[words[0], default: [:]][words[1]] = Array(words[2...])
    case 72 where words.count > 2:
      memberDecorations[Member(type: words[0], index: words[1]), default: [:]][words[2]] =
        Array(words[3...])
    case 19...33 where words.count > 0:
      definitions[words[0]] = Definition(opcode: opcode, operands: Array(words[1...]), type: 0)
    case 41...51, 59:
      guard words.count > 1 else { return }
      definitions[words[1]] = Definition(
        opcode: opcode, operands: Array(words[2...]), type: words[0])
      if opcode == 59 { variables.append(words[1]) } else { constants.append(words[1]) }
    default: break
    }
  }

  /// The zero-terminated text that starts `words`.
  private static func text(_ words: ArraySlice<UInt32>) -> String {
    var bytes: [UInt8] = []
    for word in words {
      for shift in [UInt32(0), 8, 16, 24] {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func decoration(_ id: UInt32, _ decoration: UInt32) -> UInt32? {
    decorations[id]?[decoration]?.first
  }

  func has(_ id: UInt32, _ decoration: UInt32) -> Bool { decorations[id]?[decoration] != nil }

  /// The value of a constant of 32 bits.
  func constant(_ id: UInt32) -> UInt32? {
    guard let definition = definitions[id] else { return nil }
    switch definition.opcode {
    case 41, 48: return 1
    case 42, 49: return 0
    case 43, 50: return definition.operands.first
    default: return nil
    }
  }
}
