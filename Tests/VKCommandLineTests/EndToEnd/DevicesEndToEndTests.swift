import Foundation
import Testing

/// What `devices` tells.
@Suite struct DevicesEndToEndTests {
  static let none = ["VK_DRIVER_FILES": "/nosuch", "VK_ICD_FILENAMES": "/nosuch"]

  @Test func theListNamesKindDriverAndUUID() throws {
    let run = try Tool.vkfilter("devices", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? [String: [[String: Any]]])
    let devices = try #require(object["devices"])
    let software = try #require(devices.first { $0["kind"] as? String == "cpu" })
    #expect((software["name"] as? String)?.contains("llvmpipe") == true)
    #expect((software["uuid"] as? String)?.count == 32)
    #expect((software["missing"] as? [String])?.isEmpty == true)
    #expect(devices.map { $0["index"] as? Int } == Array(0..<devices.count))
  }

  @Test func noDeviceIsAnEmptyListAndAWarning() throws {
    let run = try Tool.vkfilter("devices", environment: Self.none)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Vulkan"))
  }

  @Test func aDriverThatDoesNotLoadDoesNotHideAnother() throws {
    let folder = try ScratchFolder()
    let broken =
      #"{"file_format_version":"1.0.0","ICD":{"library_path":"libnone.so.0","api_version":"1.3.0"}}"#
    try Data(broken.utf8).write(to: folder["broken.json"])
    let drivers = try FileManager.default.contentsOfDirectory(atPath: "/usr/share/vulkan/icd.d")
    let lavapipe = try #require(drivers.first { $0.hasPrefix("lvp_icd") })
    let files = "\(folder.path("broken.json")):/usr/share/vulkan/icd.d/\(lavapipe)"
    let run = try Tool.vkfilter(
      "devices", environment: ["VK_DRIVER_FILES": files, "VK_ICD_FILENAMES": files])
    #expect(run.status == 0)
    #expect(run.text.contains("llvmpipe"))
  }
}
