import VKCompute

extension Command {
  /// The devices.
  static let devices = Command(
    name: "devices", summary: "List the devices, with what is missing and why.",
    usage: "[--json]", options: [.json, .help], operands: 0...0
  ) { arguments in
    let all = try descriptions()
    if arguments.options.has(.json) {
      try printData(try jsonText(["devices": all.map(DeviceListing.init)]))
    } else {
      try printData(all.map(describe).joined())
    }
    if all.isEmpty {
      console.warning(
        "Vulkan finds no device; install a driver (software: mesa-vulkan-drivers)")
    }
  }
}

/// The devices; none at all is a list too.
private func descriptions() throws(GPUError) -> [DeviceDescription] {
  do {
    return try Device.descriptions
  } catch  where error.code == .noDevice || error.code == .incompatibleDriver {
    return []
  }
}

private func describe(_ device: DeviceDescription) -> String {
  let note = device.kind == .cpu ? "\n   software Vulkan: used when there is nothing else" : ""
  let missing = device.missing.map { "\n   cannot be used: it lacks \($0)" }.joined()
  return "\(device)\n   UUID \(device.uuid)\(note)\(missing)\n"
}

/// A device as `devices --json` prints it.
private struct DeviceListing: Encodable {
  let index: Int
  let name: String
  let kind: String
  let driver: String
  let driverVersion: String
  let vulkan: String
  let uuid: String
  let driverUUID: String
  let missing: [String]

  init(_ device: DeviceDescription) {
    index = device.index
    name = device.name
    kind = device.kind.description
    driver = device.driverName
    driverVersion = device.driverVersion
    vulkan = device.apiVersion
    uuid = device.uuid
    driverUUID = device.driverUUID
    missing = device.missing
  }
}

extension Arguments {
  /// The device that `--device` names, or the best there is; says which.
  func device() throws -> Device {
    guard options[.device] != "" else { throw Failure.usage("option --device: the name is empty") }
    let device =
      if let name = options[.device] { try Device.named(name) } else { try Device.systemDefault }
    let software = device.kind == .cpu ? ", software Vulkan on the processor" : ""
    console.note("device \(device.name)\(software)")
    return device
  }
}

extension GPUError.Code {
  /// `VK_ERROR_INCOMPATIBLE_DRIVER`: the loader finds no driver at all.
  fileprivate static let incompatibleDriver = GPUError.Code(rawValue: -9)
}
