internal import CVulkan
internal import VKCore

/// A window as the device sees it.
///
/// Thread-safe but for the window's own rules. Gone when the last that uses it is.
package final class WindowSurface: @unchecked Sendable {
  // SAFETY: constants; the surface is used by one thread at a time, that of the window.
  let raw: VkSurfaceKHR
  let device: Device
  private let functions: SurfaceFunctions

  /// Takes over what `make` makes of the instance.
  ///
  /// - Parameters:
  ///   - device: the device that shall paint the window.
  ///   - make: takes a `VkInstance` and gives a `VkSurfaceKHR`, nil when it cannot.
  /// - Throws: `GPUError` when the device cannot paint windows, or not this one.
  package init(device: Device, _ make: (OpaquePointer) -> OpaquePointer?) throws(GPUError) {
    let core = device.core
    try core.require(.swapchain, for: "window")
    let instance = core.physical.instance
    guard let functions = instance.surfaces, let raw = make(instance.raw) else {
      throw GPUError(
        .noWindow, operation: "window",
        detail: "the window system and the Vulkan driver do not work together;"
          + " see vulkaninfo for the surfaces that the driver knows")
    }
    self.raw = raw
    self.device = device
    self.functions = functions
    core.faults?.created()
    var isSupported = VkBool32(VK_FALSE)
    let family = core.families.compute
    try core.check("vkGetPhysicalDeviceSurfaceSupportKHR") {
      functions.getSupport(core.physical.raw, family, raw, &isSupported)
    }
    guard isSupported != 0 else {
      throw GPUError(
        .noWindow, operation: "window",
        detail: "\(device.name) cannot paint windows of this display; choose another device with"
          + " VKFILTER_DEVICE (see vkfilter devices)")
    }
  }

  deinit {
    functions.destroySurface(device.core.physical.instance.raw, raw, nil)
    device.core.faults?.destroyed()
  }

  /// What the window is like at this moment.
  func capabilities() throws(GPUError) -> VkSurfaceCapabilitiesKHR {
    var capabilities = VkSurfaceCapabilitiesKHR()
    try device.core.check("vkGetPhysicalDeviceSurfaceCapabilitiesKHR") {
      functions.getCapabilities(device.core.physical.raw, raw, &capabilities)
    }
    return capabilities
  }

  /// The best of the window's formats whose pixels are four bytes: it is copied into, so that a curve in it changes nothing.
  func format() throws(GPUError) -> VkSurfaceFormatKHR {
    let core = device.core
    let all = try enumerate(
      "vkGetPhysicalDeviceSurfaceFormatsKHR", VkSurfaceFormatKHR(), core.faults
    ) { functions.getFormats(core.physical.raw, raw, $0, $1) }
    let wanted = [
      VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB,
      VK_FORMAT_R8G8B8A8_SRGB,
    ]
    let found = wanted.lazy.compactMap { wanted in
      all.first { $0.format == wanted && $0.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR }
    }.first
    guard let found else {
      throw GPUError(
        .noWindow, operation: "window",
        detail: "the display has no pixels of 8-bit RGB; set another depth of colour")
    }
    return found
  }

  /// The way to show pictures that never makes the program wait where there is one: a newer one replaces one that waits.
  func presentMode() throws(GPUError) -> VkPresentModeKHR {
    let core = device.core
    let all = try enumerate(
      "vkGetPhysicalDeviceSurfacePresentModesKHR", VkPresentModeKHR(rawValue: 0), core.faults
    ) { functions.getPresentModes(core.physical.raw, raw, $0, $1) }
    return all.contains(VK_PRESENT_MODE_MAILBOX_KHR)
      ? VK_PRESENT_MODE_MAILBOX_KHR : VK_PRESENT_MODE_FIFO_KHR
  }
}
