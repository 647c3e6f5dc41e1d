internal import CVulkan
internal import Glibc
internal import VKCore

/// The process's connection to Vulkan.
///
/// One is shared by all devices; tests make their own.
package final class Instance: @unchecked Sendable {
  // SAFETY: all fields are constants; a VkInstance may be used from any thread but for its
  // destruction.
  let raw: VkInstance
  let functions: InstanceFunctions
  let faults: FaultPlan?
  let hasDebugUtils: Bool
  /// What windows need; nil where there is no display, or the loader knows of none.
  let surfaces: SurfaceFunctions?
  private let messenger:
    (handle: VkDebugUtilsMessengerEXT, destroy: PFN_vkDestroyDebugUtilsMessengerEXT)?

  private static let cache = Locked<Instance?>(nil)

  /// The process's instance, made when first asked for.
  package static var shared: Instance {
    get throws(GPUError) {
      try cache.withLock { cached throws(GPUError) in
        if let cached { return cached }
        let instance = try Instance()
        cached = instance
        return instance
      }
    }
  }

  /// Opens the loader `library` and makes an instance.
  ///
  /// - Throws: `GPUError` when there is no loader, no driver or an old one.
  package init(
    library: String = "libvulkan.so.1", validation: Bool = ValidationLog.isRequested,
    faults: FaultPlan? = nil
  ) throws(GPUError) {
    let loader = try Loader(library: library)
    var version: UInt32 = 0
    try check(faults, "vkEnumerateInstanceVersion") { loader.enumerateInstanceVersion(&version) }
    guard version >= cvk_api_version_1_2 else {
      throw GPUError(
        .noLoader, operation: "vkEnumerateInstanceVersion",
        detail: "the Vulkan loader is older than Vulkan 1.2; update it")
    }
    if validation { try Self.requireValidationLayer(loader, faults) }
    let extensions = try Self.extensions(loader, faults)
    let hasDebugUtils = extensions.contains(debugUtilsName)
    let raw = try Self.makeInstance(loader, faults, validation, extensions)
    functions = try InstanceFunctions { loader.getInstanceProcAddr(raw, $0) }
    surfaces =
      extensions.contains(surfaceName)
      ? try? SurfaceFunctions { loader.getInstanceProcAddr(raw, $0) } : nil
    messenger =
      validation && hasDebugUtils ? Self.makeMessenger(raw, loader.getInstanceProcAddr) : nil
    self.raw = raw
    self.faults = faults
    self.hasDebugUtils = hasDebugUtils
    faults?.created()
  }

  deinit {
    if let messenger { messenger.destroy(raw, messenger.handle, nil) }
    functions.destroyInstance(raw, nil)
    faults?.destroyed()
  }

  private static let validationLayer = "VK_LAYER_KHRONOS_validation"

  private static func requireValidationLayer(
    _ loader: Loader, _ faults: FaultPlan?
  ) throws(GPUError) {
    let layers = try enumerate("vkEnumerateInstanceLayerProperties", VkLayerProperties(), faults) {
      loader.enumerateInstanceLayerProperties($0, $1)
    }
    guard layers.contains(where: { string(of: $0.layerName) == validationLayer }) else {
      throw GPUError(
        .noValidationLayer, operation: "VKFILTER_VALIDATION",
        detail:
          "there is no validation layer; install vulkan-validationlayers or unset the variable")
    }
  }

  /// Those that there are of the extensions that the engine knows: names of objects, and windows of every kind.
  private static func extensions(
    _ loader: Loader, _ faults: FaultPlan?
  ) throws(GPUError) -> [String] {
    let known = try enumerate(
      "vkEnumerateInstanceExtensionProperties", VkExtensionProperties(), faults
    ) { loader.enumerateInstanceExtensionProperties(nil, $0, $1) }
    let names = known.map { string(of: $0.extensionName) }
    let windows = windowSystems.filter { getenv($0.0).map { $0.pointee != 0 } ?? false }.flatMap(
      \.1)
    let wanted = [debugUtilsName] + (windows.isEmpty ? [] : [surfaceName] + windows)
    return wanted.filter(names.contains)
  }

  private static func makeInstance(
    _ loader: Loader, _ faults: FaultPlan?, _ validation: Bool, _ wanted: [String]
  ) throws(GPUError) -> VkInstance {
    var application = VkApplicationInfo()
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO
    application.apiVersion = cvk_api_version_1_2
    var extensions = wanted
    if validation { extensions.append("VK_EXT_validation_features") }
    var instance: VkInstance?
    let names = CStrings(extensions)
    let layers = CStrings(validation ? [validationLayer] : [])
    var synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
    let result = attempt(faults, "vkCreateInstance") {
      withUnsafePointer(to: &application) { application in
        withUnsafePointer(to: &synchronization) { synchronization in
          var features = VkValidationFeaturesEXT()
          features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT
          features.enabledValidationFeatureCount = 1
          features.pEnabledValidationFeatures = synchronization
          return withUnsafePointer(to: &features) { features in
            var info = VkInstanceCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
            info.pNext = validation ? UnsafeRawPointer(features) : nil
            info.pApplicationInfo = application
            info.enabledExtensionCount = names.count
            info.ppEnabledExtensionNames = names.pointer
            info.enabledLayerCount = layers.count
            info.ppEnabledLayerNames = layers.pointer
            return loader.createInstance(&info, nil, &instance)
          }
        }
      }
    }
    guard result == VK_SUCCESS, let instance else { throw GPUError(result, "vkCreateInstance") }
    return instance
  }

  private static func makeMessenger(
    _ instance: VkInstance, _ lookUp: PFN_vkGetInstanceProcAddr
  ) -> (handle: VkDebugUtilsMessengerEXT, destroy: PFN_vkDestroyDebugUtilsMessengerEXT)? {
    let load = { (name: UnsafePointer<CChar>) in lookUp(instance, name) }
    guard
      let create: PFN_vkCreateDebugUtilsMessengerEXT = try? loadFunction(
        "vkCreateDebugUtilsMessengerEXT", load),
      let destroy: PFN_vkDestroyDebugUtilsMessengerEXT = try? loadFunction(
        "vkDestroyDebugUtilsMessengerEXT", load)
    else { return nil }
    var info = ValidationLog.messengerInfo()
    var messenger: VkDebugUtilsMessengerEXT?
    guard create(instance, &info, nil, &messenger) == VK_SUCCESS, let messenger else { return nil }
    return (messenger, destroy)
  }
}

private let debugUtilsName = "VK_EXT_debug_utils"
private let surfaceName = "VK_KHR_surface"
/// What windows are made with, by the variable that says that there is such a display.
///
/// Where there is none it is not asked for: Mesa's layer that chooses a device would look for the display.
private let windowSystems = [
  ("DISPLAY", ["VK_KHR_xlib_surface", "VK_KHR_xcb_surface"]),
  ("WAYLAND_DISPLAY", ["VK_KHR_wayland_surface"]),
]

/// Runs Vulkan's two-call enumeration.
func enumerate<Element>(
  _ operation: StaticString, _ empty: Element, _ faults: FaultPlan?,
  _ call: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Element>?) -> VkResult
) throws(GPUError) -> [Element] {
  var count: UInt32 = 0
  try check(faults, operation) { call(&count, nil) }
  var elements = [Element](repeating: empty, count: Int(count))
  try check(faults, operation) {
    elements.withUnsafeMutableBufferPointer { call(&count, $0.baseAddress) }
  }
  return Array(elements.prefix(Int(count)))
}

/// The text in one of Vulkan's fixed arrays of characters.
func string<Tuple>(of characters: Tuple) -> String {
  withUnsafeBytes(of: characters) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// A C array of C strings that lives as long as this object.
final class CStrings {
  private let strings: [UnsafeMutablePointer<CChar>?]
  private let array: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ texts: [String]) {
    strings = texts.map { strdup($0) }
    array = .allocate(capacity: max(1, texts.count))
    array.initialize(repeating: nil, count: max(1, texts.count))
    for (index, string) in strings.enumerated() { array[index] = UnsafePointer(string) }
  }

  deinit {
    for string in strings { free(string) }
    array.deallocate()
  }

  var count: UInt32 { UInt32(strings.count) }
  var pointer: UnsafePointer<UnsafePointer<CChar>?>? { UnsafePointer(array) }
}
