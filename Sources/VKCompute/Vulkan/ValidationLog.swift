internal import CVulkan
internal import Glibc
private import VKCore

/// What the validation layer said in this process.
///
/// `VKFILTER_VALIDATION=1` loads the layer, synchronization validation included. Every message is
/// kept here and printed on standard error. Thread-safe.
public enum ValidationLog {
  private static let log = Locked<[String]>([])

  /// Whether the environment asks for the layer.
  public static var isRequested: Bool {
    guard let value = getenv("VKFILTER_VALIDATION") else { return false }
    return String(cString: value) != "0" && String(cString: value) != ""
  }

  /// The messages so far, oldest first.
  public static var messages: [String] { log.withLock { $0 } }

  static func append(_ message: String) {
    log.withLock { $0.append(message) }
    let line = Array("validation: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }

  static let callback: PFN_vkDebugUtilsMessengerCallbackEXT = { severity, _, data, _ in
    if let text = data?.pointee.pMessage { ValidationLog.append(String(cString: text)) }
    return VkBool32(VK_FALSE)
  }

  static func messengerInfo() -> VkDebugUtilsMessengerCreateInfoEXT {
    var info = VkDebugUtilsMessengerCreateInfoEXT()
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT
    info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT.rawValue
      | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT.rawValue
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT.rawValue
    info.pfnUserCallback = callback
    return info
  }
}
