internal import CVulkan

/// How a texture's pixels, or a texel buffer's elements, are stored.
public enum TextureFormat: String, Sendable, Hashable, CaseIterable {
  /// One 8-bit component, 0 to 1.
  case r8Unorm
  /// Two 8-bit components, 0 to 1.
  case rg8Unorm
  /// Red, green, blue, alpha of 8 bits, 0 to 1.
  case rgba8Unorm
  /// Blue, green, red, alpha of 8 bits, 0 to 1.
  case bgra8Unorm
  /// One 16-bit component, 0 to 1.
  case r16Unorm
  /// Two 16-bit components, 0 to 1.
  case rg16Unorm
  /// Four 16-bit components, 0 to 1.
  case rgba16Unorm
  /// One half float.
  case r16Float
  /// Four half floats.
  case rgba16Float
  /// One float.
  case r32Float
  /// Four floats.
  case rgba32Float
  /// One 32-bit whole number.
  case r32Uint

  /// Bytes a pixel takes.
  public var bytesPerPixel: Int {
    switch self {
    case .r8Unorm: 1
    case .rg8Unorm, .r16Unorm, .r16Float: 2
    case .rgba8Unorm, .bgra8Unorm, .rg16Unorm, .r32Float, .r32Uint: 4
    case .rgba16Unorm, .rgba16Float: 8
    case .rgba32Float: 16
    }
  }

  var vulkan: VkFormat {
    switch self {
    case .r8Unorm: VK_FORMAT_R8_UNORM
    case .rg8Unorm: VK_FORMAT_R8G8_UNORM
    case .rgba8Unorm: VK_FORMAT_R8G8B8A8_UNORM
    case .bgra8Unorm: VK_FORMAT_B8G8R8A8_UNORM
    case .r16Unorm: VK_FORMAT_R16_UNORM
    case .rg16Unorm: VK_FORMAT_R16G16_UNORM
    case .rgba16Unorm: VK_FORMAT_R16G16B16A16_UNORM
    case .r16Float: VK_FORMAT_R16_SFLOAT
    case .rgba16Float: VK_FORMAT_R16G16B16A16_SFLOAT
    case .r32Float: VK_FORMAT_R32_SFLOAT
    case .rgba32Float: VK_FORMAT_R32G32B32A32_SFLOAT
    case .r32Uint: VK_FORMAT_R32_UINT
    }
  }
}
