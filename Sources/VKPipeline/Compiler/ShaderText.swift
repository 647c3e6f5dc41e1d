internal import VKCore

/// A compute program while it is written: declarations, bindings and push constants in the order of their use.
struct ShaderText {
  private(set) var bindings: [Binding] = []
  private(set) var pushes: [PushConstant] = []
  private var declarations: [String] = []
  private var pasted: Set<String> = []
  var functions = ""
  var main = ""
  /// Invocations in a work group.
  var localSize = (64, 1)

  /// Declares a storage buffer of elements of a GLSL type as `name`.
  mutating func bufferDeclaration(
    _ resource: Resource, name: String, type: String, access: String
  ) {
    let index = add(resource, .storageBuffer)
    declarations.append(
      "layout(set = 1, binding = \(index), std430) \(access) buffer Buffer_\(name) { \(type) \(name)[]; };"
    )
  }

  /// Declares texels as `name`, read through the texture unit.
  mutating func texelBuffer(_ resource: Resource, name: String, kind: Binding.Kind) {
    let index = add(resource, kind)
    let type = kind == .wordTexelBuffer ? "usamplerBuffer" : "samplerBuffer"
    declarations.append("layout(set = 1, binding = \(index)) uniform \(type) \(name);")
  }

  /// Declares words of 32 bits and `load_name(i)`, which reads one, through the texture unit where that is faster.
  mutating func words(_ resource: Resource, name: String, asTexels: Bool) {
    if asTexels {
      texelBuffer(resource, name: "words_\(name)", kind: .wordTexelBuffer)
    } else {
      bufferDeclaration(resource, name: "words_\(name)", type: "uint", access: "readonly")
    }
    let load = asTexels ? "texelFetch(words_\(name), int(i)).x" : "words_\(name)[i]"
    once("load_\(name)", "#define load_\(name)(i) \(load)")
  }

  /// Declares an image that is written, or read and written, as `name`.
  mutating func storageImage(
    _ resource: Resource, name: String, storage: TextureSurface.Storage, reads: Bool = false
  ) {
    let index = add(resource, .storageImage)
    declarations.append(
      "layout(set = 0, binding = \(index), \(storage.rawValue)) uniform \(reads ? "" : "writeonly ")image2D \(name);"
    )
  }

  /// Declares an image that is read, as `name`.
  mutating func sampledImage(_ resource: Resource, name: String) {
    let index = add(resource, .sampledImage)
    declarations.append("layout(set = 0, binding = \(index)) uniform sampler2D \(name);")
  }

  /// Declares the parameters: a uniform block `u` with these members.
  mutating func parameters(_ members: [String]) {
    let index = add(.parameters, .uniformBuffer)
    functions +=
      "layout(set = 1, binding = \(index), std140) uniform All { \(members.joined(separator: " ")) } u;\n"
  }

  /// A push constant's expression, declared when first asked for.
  mutating func push(_ constant: PushConstant) -> String {
    if !pushes.contains(constant) { pushes.append(constant) }
    return "at.\(constant.name)"
  }

  /// Pastes a piece of text once.
  mutating func once(_ key: String, _ text: String) {
    if pasted.insert(key).inserted { functions += text + "\n" }
  }

  private mutating func add(_ resource: Resource, _ kind: Binding.Kind) -> Int {
    let isImage = kind == .storageImage || kind == .sampledImage
    let index = bindings.count {
      ($0.kind == .storageImage || $0.kind == .sampledImage) == isImage
    }
    bindings.append(Binding(resource: resource, kind: kind, index: index))
    return index
  }

  /// The whole program.
  var source: String {
    var text = "#version 450\n#extension GL_GOOGLE_cpp_style_line_directive : require\n"
    text += "layout(local_size_x = \(localSize.0), local_size_y = \(localSize.1)) in;\n"
    text += declarations.joined(separator: "\n") + "\n"
    if !pushes.isEmpty {
      text += "layout(push_constant, std430) uniform Push { "
      text += pushes.map { "uint \($0.name); " }.joined() + "} at;\n"
    }
    return text + functions + "void main() {\n" + main + "}\n"
  }
}

/// A number that changes with the frame, not with the chain.
enum PushConstant: Hashable, Sendable {
  /// Where a plane of an input starts: in words when the surface is aligned, else in bytes.
  case offset(Resource, plane: Int, inWords: Bool)
  /// 1 in the first frame of a state image, else 0.
  case isFirstFrame

  var name: String {
    switch self {
    case .offset(.input(let index), let plane, _): "input\(index)_\(plane)"
    case .offset(_, let plane, _): "plane_\(plane)"
    case .isFirstFrame: "firstFrame"
    }
  }
}

/// A GLSL literal.
func literal(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e6 ? "\(Int(value)).0" : "\(Float(value))"
}

/// One of `xyzw`.
func lane(_ index: Int) -> String { ["x", "y", "z", "w"][index] }
