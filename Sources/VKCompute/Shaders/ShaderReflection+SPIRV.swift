// Numbers of SPIR-V 1.5, in its own words.
private enum Decoration {
  static let specId: UInt32 = 1
  static let block: UInt32 = 2
  static let bufferBlock: UInt32 = 3
  static let arrayStride: UInt32 = 6
  static let matrixStride: UInt32 = 7
  static let builtIn: UInt32 = 11
  static let nonWritable: UInt32 = 24
  static let nonReadable: UInt32 = 25
  static let binding: UInt32 = 33
  static let descriptorSet: UInt32 = 34
  static let offset: UInt32 = 35
}

private enum StorageClass {
  static let uniformConstant: UInt32 = 0
  static let uniform: UInt32 = 2
  static let pushConstant: UInt32 = 9
  static let storageBuffer: UInt32 = 12
}

private enum Opcode {
  static let typeInt: UInt16 = 21
  static let typeFloat: UInt16 = 22
  static let typeVector: UInt16 = 23
  static let typeMatrix: UInt16 = 24
  static let typeImage: UInt16 = 25
  static let typeSampledImage: UInt16 = 27
  static let typeArray: UInt16 = 28
  static let typeRuntimeArray: UInt16 = 29
  static let typeStruct: UInt16 = 30
}

extension ShaderReflection {
  /// Reads what a module declares.
  ///
  /// - Throws: `GPUError` when the words are not SPIR-V or use what this layer does not know.
  package init(spirv words: [UInt32]) throws(GPUError) {
    let module = try SPIRVModule(words)
    entryPoints = module.entryPoints
    features = module.features
    constants = module.specializationConstants
    localSize = module.workGroupSize
    for variable in module.variables { try add(variable, of: module) }
    bindings.sort { ($0.set, $0.index) < ($1.set, $1.index) }
  }

  private mutating func add(_ variable: UInt32, of module: SPIRVModule) throws(GPUError) {
    guard
      let definition = module.definitions[variable], let storage = definition.operands.first,
      let pointee = module.definitions[definition.type]?.operands.last
    else { return }
    if storage == StorageClass.pushConstant {
      pushConstantMembers = module.members(of: pointee)
      pushConstantSize = (MemberLayout.ValueType.structure(pushConstantMembers).size + 3) & ~3
      return
    }
    guard
      [StorageClass.uniformConstant, StorageClass.uniform, StorageClass.storageBuffer]
        .contains(storage),
      let set = module.decoration(variable, Decoration.descriptorSet),
      let index = module.decoration(variable, Decoration.binding)
    else { return }
    let (type, count) = module.elementOfBindingArray(pointee)
    let name = module.names[variable].flatMap { $0.isEmpty ? nil : $0 } ?? module.names[type] ?? ""
    guard let kind = module.bindingKind(storage, type) else {
      throw GPUError(
        .compilation, operation: "reflection",
        detail: "'\(name)' (set \(set), binding \(index)) is of a kind that is not supported; use "
          + "buffers, images and sampler2D")
    }
    let (isRead, isWritten) = module.access(variable, type, kind)
    bindings.append(
      Binding(
        set: Int(set), index: Int(index), kind: kind, name: name, count: count, isRead: isRead,
        isWritten: isWritten))
    if kind == .uniformBuffer || kind == .storageBuffer {
      blocks[BlockKey(set: Int(set), index: Int(index))] = module.members(of: type)
    }
  }
}

extension SPIRVModule {
  fileprivate var features: Set<DeviceFeature> {
    let needs: [UInt32: DeviceFeature] = [
      9: .shaderFloat16, 10: .shaderFloat64, 11: .shaderInt64, 22: .shaderInt16, 39: .shaderInt8,
      49: .shaderStorageImageExtendedFormats, 55: .shaderStorageImageReadWithoutFormat,
      56: .shaderStorageImageWriteWithoutFormat, 4433: .storageBuffer16BitAccess,
      4448: .storageBuffer8BitAccess,
    ]
    return Set(capabilities.compactMap { needs[$0] })
  }

  fileprivate var specializationConstants: [ShaderReflection.Constant] {
    constants.compactMap { id in
      guard
        let specId = decoration(id, Decoration.specId), let definition = definitions[id],
        let type = definitions[definition.type], let bits = constant(id)
      else { return nil }
      let valueType: ShaderReflection.Constant.ValueType
      switch type.opcode {
      case Opcode.typeInt: valueType = type.operands.last == 1 ? .int : .uint
      case Opcode.typeFloat: valueType = .float
      default: valueType = .bool
      }
      return .init(name: names[id] ?? "", id: specId, type: valueType, defaultBits: bits)
    }
  }

  fileprivate var workGroupSize: [ShaderReflection.LocalSize] {
    let builtIn: UInt32 = 25  // WorkgroupSize
    for id in constants where decoration(id, Decoration.builtIn) == builtIn {
      guard let components = definitions[id]?.operands, components.count == 3 else { continue }
      return components.map { component in
        let value = Int(constant(component) ?? 1)
        return decoration(component, Decoration.specId).map { .constant(id: $0, default: value) }
          ?? .value(value)
      }
    }
    return (localSize ?? [1, 1, 1]).map { .value(Int($0)) }
  }

  /// The element's type and count of an array of bindings; the type itself and 1 for a single one.
  fileprivate func elementOfBindingArray(_ type: UInt32) -> (UInt32, Int) {
    guard let definition = definitions[type], definition.opcode == Opcode.typeArray else {
      return (type, 1)
    }
    return (definition.operands[0], Int(constant(definition.operands[1]) ?? 1))
  }

  fileprivate func bindingKind(
    _ storage: UInt32, _ type: UInt32
  ) -> ShaderReflection.BindingKind? {
    if storage == StorageClass.storageBuffer { return .storageBuffer }
    if storage == StorageClass.uniform {
      return has(type, Decoration.bufferBlock) ? .storageBuffer : .uniformBuffer
    }
    guard let definition = definitions[type] else { return nil }
    if definition.opcode == Opcode.typeSampledImage {
      guard let image = definition.operands.first else { return nil }
      return isBufferImage(image) ? .uniformTexelBuffer : .sampledTexture
    }
    guard definition.opcode == Opcode.typeImage, definition.operands.count > 5 else { return nil }
    let isStorage = definition.operands[5] == 2
    if isBufferImage(type) { return isStorage ? .storageTexelBuffer : .uniformTexelBuffer }
    return isStorage ? .storageImage : nil
  }

  private func isBufferImage(_ type: UInt32) -> Bool {
    definitions[type].map { $0.operands.count > 1 && $0.operands[1] == 5 } ?? false
  }

  /// Whether the shader may read and may write a binding.
  fileprivate func access(
    _ variable: UInt32, _ type: UInt32, _ kind: ShaderReflection.BindingKind
  ) -> (read: Bool, written: Bool) {
    guard kind == .storageBuffer || kind == .storageImage || kind == .storageTexelBuffer else {
      return (true, false)
    }
    func all(_ decoration: UInt32) -> Bool {
      if has(variable, decoration) { return true }
      guard let structure = definitions[type], structure.opcode == Opcode.typeStruct else {
        return false
      }
      return structure.operands.indices.allSatisfy {
        memberDecorations[Member(type: type, index: UInt32($0))]?[decoration] != nil
      }
    }
    return (!all(Decoration.nonReadable), !all(Decoration.nonWritable))
  }

  /// The members of a struct, with their offsets.
  fileprivate func members(of type: UInt32) -> [MemberLayout] {
    guard let structure = definitions[type], structure.opcode == Opcode.typeStruct else {
      return []
    }
    return structure.operands.enumerated().map { index, memberType in
      let member = Member(type: type, index: UInt32(index))
      let decorations = memberDecorations[member] ?? [:]
      return MemberLayout(
        name: memberNames[member] ?? "", offset: Int(decorations[Decoration.offset]?.first ?? 0),
        type: valueType(memberType, matrixStride: decorations[Decoration.matrixStride]?.first))
    }
  }

  private func valueType(_ type: UInt32, matrixStride: UInt32?) -> MemberLayout.ValueType {
    guard let definition = definitions[type] else { return .other }
    let operands = definition.operands
    switch definition.opcode {
    case Opcode.typeInt where operands.count > 1 && operands[0] == 32:
      return operands[1] == 1 ? .int : .uint
    case Opcode.typeFloat where operands.first == 32: return .float
    case Opcode.typeFloat where operands.first == 64: return .double
    case Opcode.typeVector where operands.count > 1:
      return .vector(valueType(operands[0], matrixStride: nil), count: Int(operands[1]))
    case Opcode.typeMatrix where operands.count > 1:
      let rows = definitions[operands[0]].map { Int($0.operands.last ?? 0) } ?? 0
      return .matrix(columns: Int(operands[1]), rows: rows, stride: Int(matrixStride ?? 0))
    case Opcode.typeArray where operands.count > 1, Opcode.typeRuntimeArray:
      let count = operands.count > 1 ? Int(constant(operands[1]) ?? 0) : 0
      return .array(
        valueType(operands[0], matrixStride: matrixStride), count: count,
        stride: Int(decoration(type, Decoration.arrayStride) ?? 0))
    case Opcode.typeStruct: return .structure(members(of: type))
    default: return .other
    }
  }
}
