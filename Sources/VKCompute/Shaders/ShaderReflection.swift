/// What a compiled shader declares.
package struct ShaderReflection: Sendable {
  /// Kinds of binding, as a descriptor set layout knows them.
  package enum BindingKind: Sendable, Hashable {
    case storageBuffer, uniformBuffer, uniformTexelBuffer, storageTexelBuffer
    case storageImage, sampledTexture
  }

  /// A resource that the shader uses.
  package struct Binding: Sendable, Hashable {
    package let set: Int
    package let index: Int
    package let kind: BindingKind
    package let name: String
    /// Elements of an array of bindings; 1 otherwise.
    package let count: Int
    package let isRead: Bool
    package let isWritten: Bool
  }

  /// A constant that is chosen when the pipeline is made.
  package struct Constant: Sendable, Hashable {
    package enum ValueType: Sendable, Hashable { case bool, int, uint, float }
    package let name: String
    package let id: UInt32
    package let type: ValueType
    /// The default's bits.
    package let defaultBits: UInt32
  }

  /// A component of the work-group size: a number or the constant that gives it.
  package enum LocalSize: Sendable, Hashable {
    case value(Int)
    case constant(id: UInt32, default: Int)
  }

  package var bindings: [Binding] = []
  package var constants: [Constant] = []
  package var localSize: [LocalSize] = [.value(1), .value(1), .value(1)]
  /// Bytes of push constants.
  package var pushConstantSize = 0
  package var entryPoints: [String] = []
  var features: Set<DeviceFeature> = []
  var blocks: [BlockKey: [MemberLayout]] = [:]
  package var pushConstantMembers: [MemberLayout] = []

  struct BlockKey: Hashable {
    let set: Int
    let index: Int
  }

  /// The binding at a place, if the shader declares one.
  package func binding(set: Int, index: Int) -> Binding? {
    bindings.first { $0.set == set && $0.index == index }
  }

  /// The members of the uniform or storage block at a place, nested structs included.
  package func members(ofBlockAt set: Int, _ index: Int) -> [MemberLayout]? {
    blocks[BlockKey(set: set, index: index)]
  }
}

/// Where a member of a block lies and what it is.
package struct MemberLayout: Sendable, Hashable {
  /// Types of member.
  package indirect enum ValueType: Sendable, Hashable {
    case float, int, uint, double
    /// A vector of `count` of a scalar.
    case vector(ValueType, count: Int)
    /// Columns of `rows` floats, `stride` bytes from column to column.
    case matrix(columns: Int, rows: Int, stride: Int)
    /// `count` elements (0: as many as the buffer holds), `stride` bytes apart.
    case array(ValueType, count: Int, stride: Int)
    /// Nested members; their offsets count from the struct's start.
    case structure([MemberLayout])
    case other

    /// Bytes from the first to the last, trailing padding not counted.
    package var size: Int {
      switch self {
      case .float, .int, .uint: 4
      case .double: 8
      case .vector(let scalar, let count): scalar.size * count
      case .matrix(let columns, let rows, let stride): stride * (columns - 1) + rows * 4
      case .array(let element, let count, let stride):
        count == 0 ? 0 : stride * (count - 1) + element.size
      case .structure(let members): members.map { $0.offset + $0.type.size }.max() ?? 0
      case .other: 0
      }
    }
  }

  /// The name in the source.
  package let name: String
  /// Bytes from the start of the enclosing struct.
  package let offset: Int
  /// What it is.
  package let type: ValueType

  /// Nested members, of a struct or of an array's element.
  package var members: [MemberLayout] {
    switch type {
    case .structure(let members): members
    case .array(.structure(let members), _, _): members
    default: []
    }
  }
}
