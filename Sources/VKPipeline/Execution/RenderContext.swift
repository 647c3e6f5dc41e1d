package import VKCompute
internal import VKCore

/// What all chains on a device share: its queue and its pools.
///
/// Thread-safe.
package final class RenderContext: Sendable {
  package let device: Device
  let queue: CommandQueue
  package let memory: DeviceMemoryPool
  /// Memory that only the device sees, for devices whose own memory the host cannot reach.
  let privatePool: BufferPool
  let parameterPool: BufferPool
  private let copies = Locked(0)
  /// What measuring on the device has chosen.
  private let tuning: ChainTuning

  /// Makes the pools on a device.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - patience: seconds to wait for memory to come back when there is no more.
  ///   - tuning: choices of the code generator; nil takes those that were kept for the device.
  ///   - queue: what frames are handed to the device by; nil shares command buffers with all others.
  /// - Throws: `GPUError` when the device has no queue to give.
  package init(
    device: Device, patience: Double = 5, tuning: ChainTuning? = nil, queue: CommandQueue? = nil
  ) throws {
    self.device = device
    self.tuning = tuning ?? ChainTuning(keptFor: device)
    self.queue = queue ?? device.makeCommandQueue(label: "pictures")
    memory = DeviceMemoryPool(device, patience: patience)
    privatePool = device.makeBufferPool(options: .storageModePrivate, label: "device pictures")
    parameterPool = device.makeBufferPool(options: .storageModeShared, label: "parameters")
  }

  /// Frames copied by the CPU so far.
  package var copiesOnCPU: Int { copies.withLock { $0 } }
  func countCopy() { copies.withLock { $0 += 1 } }

  /// Gives memory back that waits in the pools.
  func trim() {
    memory.pool.trim()
    privatePool.trim()
    parameterPool.trim()
  }

  /// The frames that may be in flight at once: enough to keep the device busy.
  package var defaultFramesInFlight: Int { device.kind == .cpu ? 2 : 3 }

  /// The options with what the device sets.
  func options(_ options: ChainOptions) -> ChainOptions {
    var options = options
    options.isCPU = device.kind == .cpu
    options.tuning = tuning
    options.maximumTexels = device.limits.maxTexelBufferElements
    options.maximumBufferLength = device.limits.maxStorageBufferRange
    options.maximumImageSide = device.limits.maxImageDimension2D
    return options
  }
}
