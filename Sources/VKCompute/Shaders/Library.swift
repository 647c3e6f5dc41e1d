internal import CVulkan

/// Compiled shader code.
///
/// Thread-safe.
public final class Library: Sendable {
  /// The name that errors and labels show.
  public let label: String
  /// What the code declares.
  package let reflection: ShaderReflection
  let core: DeviceCore
  let module: Owned<Kind.ShaderModule>

  init(_ core: DeviceCore, spirv words: [UInt32], label: String) throws(GPUError) {
    reflection = try ShaderReflection(spirv: words)
    for feature in reflection.features.sorted(by: { $0.rawValue < $1.rawValue }) {
      try core.require(feature, for: "library \(label)")
    }
    module = try Owned(core, "vkCreateShaderModule", label: label) { handle in
      words.withUnsafeBufferPointer { words in
        var info = VkShaderModuleCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO
        info.codeSize = words.count * 4
        info.pCode = words.baseAddress
        return core.functions.createShaderModule(core.raw, &info, nil, &handle)
      }
    }
    self.core = core
    self.label = label
  }

  /// A function of the library with its specialization constants set.
  ///
  /// `name` is the entry point; GLSL has only `main`. `constantValues` are found by the constants'
  /// names in the source; `local_size_x`, `_y` and `_z` set a work-group size that is declared by
  /// `local_size_x_id` and its like. Constants left out keep their defaults.
  ///
  /// - Throws: `GPUError` when there is no such function or constant, or a value does not fit its
  ///   type.
  public func makeFunction(
    name: String = "main", constantValues: [String: ConstantValue] = [:]
  ) throws(GPUError) -> Function {
    guard reflection.entryPoints.contains(name) else {
      throw GPUError(
        .compilation, operation: "library \(label)",
        detail: "there is no function '\(name)'; it has "
          + reflection.entryPoints.joined(separator: ", "))
    }
    var values: [UInt32: UInt32] = [:]
    for (constant, value) in constantValues {
      let (id, type) = try find(constant)
      guard let bits = value.bits(as: type) else {
        throw GPUError(
          .compilation, operation: "library \(label)",
          detail: "the constant '\(constant)' is of type \(type) and cannot be \(value)")
      }
      values[id] = bits
    }
    return Function(library: self, name: name, constants: values)
  }

  private func find(
    _ name: String
  ) throws(GPUError) -> (UInt32, ShaderReflection.Constant.ValueType) {
    if let constant = reflection.constants.first(where: { $0.name == name && !name.isEmpty }) {
      return (constant.id, constant.type)
    }
    let axes = ["local_size_x", "local_size_y", "local_size_z"]
    if let axis = axes.firstIndex(of: name),
      case .constant(let id, _) = reflection.localSize[axis]
    {
      return (id, .uint)
    }
    let names = reflection.constants.map(\.name).filter { !$0.isEmpty }
    throw GPUError(
      .compilation, operation: "library \(label)",
      detail: "there is no specialization constant '\(name)'; "
        + (names.isEmpty ? "it has none" : "it has " + names.joined(separator: ", ")))
  }
}

/// The value of a specialization constant, written as a literal or made from a variable.
public enum ConstantValue: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, CustomStringConvertible
{
  /// A whole number, for `int`, `uint` and `float` constants.
  case integer(Int)
  /// A real number, for `float` constants.
  case real(Float)
  /// A truth value, for `bool` constants.
  case boolean(Bool)

  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a real number.
  public init(floatLiteral value: Float) { self = .real(value) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// The value as text.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .boolean(let value): "\(value)"
    }
  }

  func bits(as type: ShaderReflection.Constant.ValueType) -> UInt32? {
    switch (self, type) {
    case (.integer(let value), .int): Int32(exactly: value).map { UInt32(bitPattern: $0) }
    case (.integer(let value), .uint): UInt32(exactly: value)
    case (.integer(let value), .float): Float(value).bitPattern
    case (.real(let value), .float): value.bitPattern
    case (.boolean(let value), .bool): value ? 1 : 0
    default: nil
    }
  }
}

/// An entry point of a library with values for its specialization constants.
public struct Function: Sendable {
  /// The library that holds the code.
  public let library: Library
  /// The entry point's name.
  public let name: String
  let constants: [UInt32: UInt32]

  /// The work-group size with the constants set.
  var localSize: (Int, Int, Int) {
    let sizes = library.reflection.localSize.map { size -> Int in
      switch size {
      case .value(let value): value
      case .constant(let id, let value): constants[id].map { Int($0) } ?? value
      }
    }
    return (sizes[0], sizes[1], sizes[2])
  }
}
