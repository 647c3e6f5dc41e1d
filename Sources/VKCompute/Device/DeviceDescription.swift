internal import CVulkan
internal import VKCore

/// What is known of a device before it is used.
public struct DeviceDescription: Sendable, CustomStringConvertible {
  /// The kinds of device, best first.
  public enum Kind: Int, Sendable, Comparable, CustomStringConvertible {
    /// A card of its own, with memory of its own.
    case discrete
    /// Shares the processor's memory.
    case integrated
    /// A share of a device, handed into a virtual machine.
    case virtual
    /// Software on the processor.
    case cpu

    /// Whether `left` is preferred.
    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    /// The kind's name.
    public var description: String {
      switch self {
      case .discrete: "discrete"
      case .integrated: "integrated"
      case .virtual: "virtual"
      case .cpu: "cpu"
      }
    }
  }

  /// The place in the list, best device first.
  public internal(set) var index: Int
  /// The driver's name for the device.
  public let name: String
  /// The kind of device.
  public let kind: Kind
  /// The driver's name.
  public let driverName: String
  /// The driver's version in its own words.
  public let driverVersion: String
  /// The Vulkan version, such as 1.3.230.
  public let apiVersion: String
  /// The device's UUID, 32 hexadecimal digits.
  public let uuid: String
  /// The driver's UUID, 32 hexadecimal digits.
  public let driverUUID: String
  /// What the device lacks and the engine needs, with the reason; empty when the device can be
  /// used.
  public let missing: [String]

  /// Index, name, kind and driver.
  public var description: String {
    "\(index): \(name) (\(kind), \(driverName) \(driverVersion), Vulkan \(apiVersion))"
  }

  /// Whether `selector` (an index, a UUID or part of a name, in any case) means this device.
  package func matches(_ selector: String) -> Bool {
    if let index = Int(selector), selector.count < 4 { return index == self.index }
    let wanted = selector.lowercased()
    return uuid == wanted.filter { $0 != "-" } || name.lowercased().contains(wanted)
  }
}

/// A device as the driver lists it, with all that is asked of it before it is made.
struct PhysicalDevice: @unchecked Sendable {
  // SAFETY: a VkPhysicalDevice is a name that lives as long as its instance, which is held.
  let raw: VkPhysicalDevice
  let instance: Instance
  let limits: VkPhysicalDeviceLimits
  let features: FeatureChain
  let queueFamilies: [VkQueueFamilyProperties]
  let memoryTypes: [VkMemoryType]
  let extensions: Set<String>
  let hostPointerAlignment: Int
  let maxMemoryAllocationSize: Int
  var description: DeviceDescription

  /// All devices, best first.
  static func all(_ instance: Instance) throws(GPUError) -> [PhysicalDevice] {
    let handles = try enumerate(
      "vkEnumeratePhysicalDevices", VkPhysicalDevice?.none, instance.faults
    ) { instance.functions.enumeratePhysicalDevices(instance.raw, $0, $1) }
    var devices: [PhysicalDevice] = []
    for case let handle? in handles { devices.append(try PhysicalDevice(handle, instance)) }
    let order = devices.enumerated().sorted {
      ($0.element.description.kind, $0.offset) < ($1.element.description.kind, $1.offset)
    }
    return order.enumerated().map { index, entry in
      var device = entry.element
      device.description.index = index
      return device
    }
  }

  private init(_ raw: VkPhysicalDevice, _ instance: Instance) throws(GPUError) {
    let functions = instance.functions
    self.raw = raw
    self.instance = instance
    let names = try enumerate(
      "vkEnumerateDeviceExtensionProperties", VkExtensionProperties(), instance.faults
    ) { functions.enumerateDeviceExtensionProperties(raw, nil, $0, $1) }
    extensions = Set(names.map { string(of: $0.extensionName) })
    var chain = FeatureChain()
    chain.withChain { functions.getPhysicalDeviceFeatures2(raw, $0) }
    features = chain
    var count: UInt32 = 0
    functions.getPhysicalDeviceQueueFamilyProperties(raw, &count, nil)
    var families = [VkQueueFamilyProperties](repeating: .init(), count: Int(count))
    functions.getPhysicalDeviceQueueFamilyProperties(raw, &count, &families)
    queueFamilies = families
    var memory = VkPhysicalDeviceMemoryProperties()
    functions.getPhysicalDeviceMemoryProperties(raw, &memory)
    memoryTypes = withUnsafeBytes(of: memory.memoryTypes) {
      Array($0.bindMemory(to: VkMemoryType.self).prefix(Int(memory.memoryTypeCount)))
    }
    let properties = PropertyChain(raw, functions, hostImport: extensions.contains(hostImportName))
    limits = properties.core.limits
    hostPointerAlignment = Int(clamping: properties.host.minImportedHostPointerAlignment)
    maxMemoryAllocationSize = Int(clamping: properties.v11.maxMemoryAllocationSize)
    description = properties.describe(missing: Self.missing(chain, families, properties.core))
  }

  private static func missing(
    _ chain: FeatureChain, _ families: [VkQueueFamilyProperties],
    _ properties: VkPhysicalDeviceProperties
  ) -> [String] {
    var missing: [String] = []
    if properties.apiVersion < cvk_api_version_1_2 {
      missing.append("Vulkan 1.2 (the driver is older; update it)")
    } else if !chain.hasTimelineSemaphore {
      missing.append("timelineSemaphore (the driver lacks it; update it)")
    }
    if !families.contains(where: { $0.queueFlags & VK_QUEUE_COMPUTE_BIT.rawValue != 0 }) {
      missing.append("a compute queue (the device cannot compute)")
    }
    return missing
  }
}

let hostImportName = "VK_EXT_external_memory_host"
let dmaImportNames = ["VK_KHR_external_memory_fd", "VK_EXT_external_memory_dma_buf"]
let swapchainName = "VK_KHR_swapchain"

/// The properties that are asked of a driver.
private struct PropertyChain {
  var core = VkPhysicalDeviceProperties()
  var v11 = VkPhysicalDeviceVulkan11Properties()
  var v12 = VkPhysicalDeviceVulkan12Properties()
  var host = VkPhysicalDeviceExternalMemoryHostPropertiesEXT()

  init(_ device: VkPhysicalDevice, _ functions: InstanceFunctions, hostImport: Bool) {
    v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES
    host.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT
    var properties = VkPhysicalDeviceProperties2()
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
    withUnsafeMutablePointer(to: &v11) { v11 in
      withUnsafeMutablePointer(to: &v12) { v12 in
        withUnsafeMutablePointer(to: &host) { host in
          properties.pNext = UnsafeMutableRawPointer(v11)
          v11.pointee.pNext = UnsafeMutableRawPointer(v12)
          v12.pointee.pNext = hostImport ? UnsafeMutableRawPointer(host) : nil
          functions.getPhysicalDeviceProperties2(device, &properties)
        }
      }
    }
    core = properties.properties
  }

  func describe(missing: [String]) -> DeviceDescription {
    DeviceDescription(
      index: 0, name: string(of: core.deviceName), kind: kind,
      driverName: string(of: v12.driverName), driverVersion: string(of: v12.driverInfo),
      apiVersion: """
        \(cvk_version_major(core.apiVersion)).\(cvk_version_minor(core.apiVersion))\
        .\(cvk_version_patch(core.apiVersion))
        """,
      uuid: hexadecimal(v11.deviceUUID), driverUUID: hexadecimal(v11.driverUUID), missing: missing)
  }

  private var kind: DeviceDescription.Kind {
    switch core.deviceType {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: .discrete
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: .integrated
    case VK_PHYSICAL_DEVICE_TYPE_CPU: .cpu
    default: .virtual
    }
  }
}

/// The bytes of a UUID as hexadecimal digits.
private func hexadecimal<Tuple>(_ bytes: Tuple) -> String {
  withUnsafeBytes(of: bytes) { bytes in
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
