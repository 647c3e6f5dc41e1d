/// Where command buffers are handed to the device, in order.
///
/// Thread-safe. Queues of one device that share a hardware queue run in the order of their commits.
public final class CommandQueue: Sendable {
  /// The device that does the work.
  public let device: Device
  /// The name that captures and errors show.
  public let label: String
  let hardware: HardwareQueue
  private let slots: SlotPool

  /// One that keeps its own recycled command buffers makes none because of what others do.
  init(device: Device, hardware: HardwareQueue, label: String, keepsOwn: Bool = false) {
    self.device = device
    self.hardware = hardware
    self.label = label
    slots = keepsOwn ? SlotPool() : hardware.slots
  }

  /// A command buffer to record into; recycled ones are used first.
  ///
  /// - Throws: `GPUError` when memory runs out or the device is lost.
  public func makeCommandBuffer(label: String = "") throws(GPUError) -> CommandBuffer {
    CommandBuffer(queue: self, slot: try hardware.takeSlot(from: slots), label: label)
  }
}
