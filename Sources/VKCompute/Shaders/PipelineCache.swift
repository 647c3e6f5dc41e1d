internal import CVulkan
internal import VKCore

/// The driver's cache of pipelines, kept on disk for each device and driver.
final class PipelineCache: Sendable {
  private let core: DeviceCore
  private let cache: Owned<Kind.PipelineCache>
  private let name: String
  private let savedSize: Locked<Int>

  /// Starts from the file; what the driver refuses or the file's own sum contradicts is thrown
  /// away.
  init(_ core: DeviceCore) throws(GPUError) {
    let description = core.physical.description
    name = "pipelines-\(description.uuid)-\(description.driverUUID).bin"
    let data = DiskCache.read(name) ?? []
    do throws(GPUError) {
      cache = try Self.make(core, data)
      savedSize = Locked(data.count)
    } catch {
      guard !data.isEmpty, error.code != .outOfHostMemory else { throw error }
      DiskCache.remove(name)
      cache = try Self.make(core, [])
      savedSize = Locked(0)
    }
    self.core = core
  }

  var raw: VkPipelineCache { cache.raw }

  private static func make(
    _ core: DeviceCore, _ data: [UInt8]
  ) throws(GPUError) -> Owned<Kind.PipelineCache> {
    try Owned(core, "vkCreatePipelineCache", label: "pipelines") { handle in
      data.withUnsafeBytes { data in
        var info = VkPipelineCacheCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO
        info.initialDataSize = data.count
        info.pInitialData = data.baseAddress
        return core.functions.createPipelineCache(core.raw, &info, nil, &handle)
      }
    }
  }

  /// Writes the cache when it has grown since; failures leave the old file.
  func save() {
    var size = 0
    let query = attempt(core.faults, "vkGetPipelineCacheData") {
      core.functions.getPipelineCacheData(core.raw, cache.raw, &size, nil)
    }
    let grown = size
    guard query == VK_SUCCESS, savedSize.withLock({ $0 < grown }) else { return }
    var data = [UInt8](repeating: 0, count: size)
    let result = attempt(core.faults, "vkGetPipelineCacheData") {
      data.withUnsafeMutableBytes {
        core.functions.getPipelineCacheData(core.raw, cache.raw, &size, $0.baseAddress)
      }
    }
    guard result == VK_SUCCESS else { return }
    DiskCache.write(name, Array(data.prefix(size)))
    savedSize.withLock { $0 = max($0, grown) }
  }
}
