internal import CVulkan

/// The functions of an instance that windows take.
struct SurfaceFunctions: @unchecked Sendable {
  // SAFETY: C function pointers are constants of the loaded libraries.
  let destroySurface: PFN_vkDestroySurfaceKHR
  let getSupport: PFN_vkGetPhysicalDeviceSurfaceSupportKHR
  let getCapabilities: PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR
  let getFormats: PFN_vkGetPhysicalDeviceSurfaceFormatsKHR
  let getPresentModes: PFN_vkGetPhysicalDeviceSurfacePresentModesKHR

  init(_ lookUp: (UnsafePointer<CChar>) -> PFN_vkVoidFunction?) throws(GPUError) {
    func load<Function>(_ name: String) throws(GPUError) -> Function {
      try loadFunction(name, lookUp)
    }
    destroySurface = try load("vkDestroySurfaceKHR")
    getSupport = try load("vkGetPhysicalDeviceSurfaceSupportKHR")
    getCapabilities = try load("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")
    getFormats = try load("vkGetPhysicalDeviceSurfaceFormatsKHR")
    getPresentModes = try load("vkGetPhysicalDeviceSurfacePresentModesKHR")
  }
}

/// The functions of a device that windows take.
struct SwapchainFunctions: @unchecked Sendable {
  // SAFETY: C function pointers are constants of the loaded libraries.
  let createSwapchain: PFN_vkCreateSwapchainKHR
  let destroySwapchain: PFN_vkDestroySwapchainKHR
  let getImages: PFN_vkGetSwapchainImagesKHR
  let acquireNextImage: PFN_vkAcquireNextImageKHR
  let queuePresent: PFN_vkQueuePresentKHR

  init(_ lookUp: (UnsafePointer<CChar>) -> PFN_vkVoidFunction?) throws(GPUError) {
    func load<Function>(_ name: String) throws(GPUError) -> Function {
      try loadFunction(name, lookUp)
    }
    createSwapchain = try load("vkCreateSwapchainKHR")
    destroySwapchain = try load("vkDestroySwapchainKHR")
    getImages = try load("vkGetSwapchainImagesKHR")
    acquireNextImage = try load("vkAcquireNextImageKHR")
    queuePresent = try load("vkQueuePresentKHR")
  }
}
