internal import CVulkan

/// The functions of one instance.
struct InstanceFunctions: @unchecked Sendable {
  // SAFETY: C function pointers are constants of the loaded libraries.
  let destroyInstance: PFN_vkDestroyInstance
  let enumeratePhysicalDevices: PFN_vkEnumeratePhysicalDevices
  let getPhysicalDeviceProperties2: PFN_vkGetPhysicalDeviceProperties2
  let getPhysicalDeviceFeatures2: PFN_vkGetPhysicalDeviceFeatures2
  let getPhysicalDeviceMemoryProperties: PFN_vkGetPhysicalDeviceMemoryProperties
  let getPhysicalDeviceQueueFamilyProperties: PFN_vkGetPhysicalDeviceQueueFamilyProperties
  let getPhysicalDeviceFormatProperties: PFN_vkGetPhysicalDeviceFormatProperties
  let getPhysicalDeviceExternalBufferProperties: PFN_vkGetPhysicalDeviceExternalBufferProperties
  let enumerateDeviceExtensionProperties: PFN_vkEnumerateDeviceExtensionProperties
  let createDevice: PFN_vkCreateDevice
  let getDeviceProcAddr: PFN_vkGetDeviceProcAddr

  init(_ lookUp: (UnsafePointer<CChar>) -> PFN_vkVoidFunction?) throws(GPUError) {
    func load<Function>(_ name: String) throws(GPUError) -> Function {
      try loadFunction(name, lookUp)
    }
    destroyInstance = try load("vkDestroyInstance")
    enumeratePhysicalDevices = try load("vkEnumeratePhysicalDevices")
    getPhysicalDeviceProperties2 = try load("vkGetPhysicalDeviceProperties2")
    getPhysicalDeviceFeatures2 = try load("vkGetPhysicalDeviceFeatures2")
    getPhysicalDeviceMemoryProperties = try load("vkGetPhysicalDeviceMemoryProperties")
    getPhysicalDeviceQueueFamilyProperties = try load("vkGetPhysicalDeviceQueueFamilyProperties")
    getPhysicalDeviceFormatProperties = try load("vkGetPhysicalDeviceFormatProperties")
    getPhysicalDeviceExternalBufferProperties = try load(
      "vkGetPhysicalDeviceExternalBufferProperties")
    enumerateDeviceExtensionProperties = try load("vkEnumerateDeviceExtensionProperties")
    createDevice = try load("vkCreateDevice")
    getDeviceProcAddr = try load("vkGetDeviceProcAddr")
  }
}
