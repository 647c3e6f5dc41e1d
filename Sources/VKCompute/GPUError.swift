internal import CVulkan

/// What went wrong on or below the device.
public struct GPUError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set: Vulkan's own results keep their numbers, ours start at 1 <<
  /// 24.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The `VkResult`, or one of ours.
    public let rawValue: Int32
    /// Makes a code.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `VK_ERROR_OUT_OF_HOST_MEMORY`.
    public static let outOfHostMemory = Code(rawValue: -1)
    /// `VK_ERROR_OUT_OF_DEVICE_MEMORY`.
    public static let outOfDeviceMemory = Code(rawValue: -2)
    /// `VK_ERROR_DEVICE_LOST`.
    public static let deviceLost = Code(rawValue: -4)
    /// No Vulkan loader on this machine.
    public static let noLoader = Code(rawValue: (1 << 24) + 1)
    /// No device that can be used, or none of that name.
    public static let noDevice = Code(rawValue: (1 << 24) + 2)
    /// The device lacks something that is needed.
    public static let missingFeature = Code(rawValue: (1 << 24) + 3)
    /// A shader that does not compile or cannot be understood.
    public static let compilation = Code(rawValue: (1 << 24) + 4)
    /// More than the device allows.
    public static let limitExceeded = Code(rawValue: (1 << 24) + 5)
    /// The validation layer was asked for and is not there.
    public static let noValidationLayer = Code(rawValue: (1 << 24) + 6)
    /// The device did not answer in time.
    public static let timeout = Code(rawValue: (1 << 24) + 7)
    /// The device cannot paint a window.
    public static let noWindow = Code(rawValue: (1 << 24) + 8)
  }

  /// The kind of fault.
  public let code: Code
  /// The Vulkan function or the request that failed.
  public let operation: String
  /// What is wrong and what to do next, in one line (a compiler's messages may be several).
  public let detail: String
  /// Whether less memory may help.
  package var isOutOfMemory: Bool { code == .outOfDeviceMemory || code == .outOfHostMemory }
  /// What led to it.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, operation: String, detail: String, cause: (any Error)? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.cause = cause
  }

  /// The detail, after the operation that failed.
  public var description: String { "\(operation): \(detail)" }

  init(_ result: VkResult, _ operation: StaticString) {
    self.init(
      Code(rawValue: result.rawValue), operation: operation.description,
      detail: Self.explanation(of: result))
  }

  private static func explanation(of result: VkResult) -> String {
    switch result {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      "the machine is out of memory; close other programs or work on smaller pictures"
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      "the device is out of memory; use smaller pictures, fewer frames in flight or another device"
    case VK_ERROR_DEVICE_LOST:
      "the device was lost (driver fault or a kernel that ran too long); start again"
    case VK_ERROR_INITIALIZATION_FAILED:
      "the driver did not start; check its installation with vulkaninfo"
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      "no Vulkan driver was found; install one (software: mesa-vulkan-drivers)"
    case VK_ERROR_LAYER_NOT_PRESENT:
      "a Vulkan layer is missing; install vulkan-validationlayers or unset VKFILTER_VALIDATION"
    case VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_FEATURE_NOT_PRESENT:
      "the driver lacks what was asked for; update it or choose another device"
    case VK_ERROR_TOO_MANY_OBJECTS:
      "too many objects of one kind; release some"
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
      "the device does not support this format; choose another one"
    case VK_ERROR_MEMORY_MAP_FAILED:
      "device memory could not be mapped; use smaller buffers"
    case VK_ERROR_SURFACE_LOST_KHR:
      "the display that the window was on is gone"
    case VK_ERROR_INVALID_EXTERNAL_HANDLE:
      "the memory cannot be imported; copy it instead"
    default:
      "Vulkan returned \(result.rawValue)"
    }
  }
}
