internal import CVulkan
internal import Glibc

/// The Vulkan loader, opened at run time: its absence is an error and not a program that does not
/// start.
final class Loader: Sendable {
  let getInstanceProcAddr: PFN_vkGetInstanceProcAddr
  let createInstance: PFN_vkCreateInstance
  let enumerateInstanceVersion: PFN_vkEnumerateInstanceVersion
  let enumerateInstanceExtensionProperties: PFN_vkEnumerateInstanceExtensionProperties
  let enumerateInstanceLayerProperties: PFN_vkEnumerateInstanceLayerProperties

  /// Opens the loader; the library is never closed, as drivers keep threads.
  init(library: String = "libvulkan.so.1") throws(GPUError) {
    guard
      let module = dlopen(library, RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(module, "vkGetInstanceProcAddr")
    else {
      throw GPUError(
        .noLoader, operation: "dlopen \(library)",
        detail: "there is no Vulkan loader; install libvulkan1 and a driver (software: "
          + "mesa-vulkan-drivers)")
    }
    let lookUp = unsafeBitCast(symbol, to: PFN_vkGetInstanceProcAddr.self)
    func load<Function>(_ name: String) throws(GPUError) -> Function {
      try loadFunction(name) { lookUp(nil, $0) }
    }
    getInstanceProcAddr = lookUp
    createInstance = try load("vkCreateInstance")
    enumerateInstanceVersion = try load("vkEnumerateInstanceVersion")
    enumerateInstanceExtensionProperties = try load("vkEnumerateInstanceExtensionProperties")
    enumerateInstanceLayerProperties = try load("vkEnumerateInstanceLayerProperties")
  }
}

/// Finds a function by name; `Function` is its C function type.
func loadFunction<Function>(
  _ name: String, _ lookUp: (UnsafePointer<CChar>) -> PFN_vkVoidFunction?
) throws(GPUError) -> Function {
  guard let pointer = name.withCString(lookUp) else {
    throw GPUError(
      .noLoader, operation: name,
      detail: "the Vulkan loader or driver lacks this function; update them (Vulkan 1.2 is needed)")
  }
  return unsafeBitCast(pointer, to: Function.self)
}
