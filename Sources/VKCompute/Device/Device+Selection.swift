internal import Glibc
internal import VKCore

extension Device {
  private struct WeakDevice: Sendable {
    weak var device: Device?
  }

  private static let cache = Locked(WeakDevice())

  /// The device that is used unless another is asked for: the one that `VKFILTER_DEVICE` names (an
  /// index, a UUID or part of a name), else the best one: discrete before integrated before virtual
  /// before software.
  ///
  /// The same object as long as somebody holds it.
  ///
  /// - Throws: `GPUError` when there is no Vulkan loader, no driver, no usable device or none of
  ///   that name.
  public static var systemDefault: Device {
    get throws(GPUError) {
      try cache.withLock { cached throws(GPUError) in
        if let device = cached.device { return device }
        let selector = getenv("VKFILTER_DEVICE").map { String(cString: $0) } ?? ""
        let device = try selector.isEmpty ? best(Instance.shared) : named(selector)
        cached.device = device
        return device
      }
    }
  }

  /// Every usable device, best first; each is made anew.
  ///
  /// - Throws: `GPUError` when there is no Vulkan loader, or a device does not start.
  public static var all: [Device] {
    get throws(GPUError) {
      var devices: [Device] = []
      for physical in try PhysicalDevice.all(Instance.shared)
      where physical.description.missing.isEmpty {
        devices.append(try Device(physical))
      }
      return devices
    }
  }

  /// What there is, best first, without starting any of it.
  ///
  /// - Throws: `GPUError` when there is no Vulkan loader or no driver.
  public static var descriptions: [DeviceDescription] {
    get throws(GPUError) { try PhysicalDevice.all(Instance.shared).map(\.description) }
  }

  /// Makes the device that `selector` means: an index of `descriptions`, a UUID or part of a name
  /// in any case.
  ///
  /// - Throws: `GPUError` when there is none.
  public static func named(_ selector: String) throws(GPUError) -> Device {
    let devices = try PhysicalDevice.all(Instance.shared)
    guard let physical = devices.first(where: { $0.description.matches(selector) }) else {
      let known = devices.map { "\($0.description.index): \($0.description.name)" }
      throw GPUError(
        .noDevice, operation: "device '\(selector)'",
        detail: known.isEmpty
          ? noDeviceAdvice : "there is none; there are " + known.joined(separator: ", "))
    }
    return try Device(physical)
  }

  /// The best device of an instance, made anew, for tests.
  ///
  /// `sharingQueue` gives devices with one queue a transfer queue over it, with its own timeline.
  package static func best(
    _ instance: Instance, faults: FaultPlan? = nil, sharingQueue: Bool = false
  ) throws(GPUError) -> Device {
    let devices = try PhysicalDevice.all(instance)
    guard let first = devices.first else {
      throw GPUError(.noDevice, operation: "vkEnumeratePhysicalDevices", detail: noDeviceAdvice)
    }
    let usable = devices.first { $0.description.missing.isEmpty }
    return try Device(usable ?? first, faults: faults, sharingQueue: sharingQueue)
  }

  private static let noDeviceAdvice =
    "no Vulkan device was found; install a driver (software: mesa-vulkan-drivers)"
}
