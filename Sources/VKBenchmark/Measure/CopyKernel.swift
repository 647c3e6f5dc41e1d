internal import VKCompute

/// A kernel that only copies: what any other is measured by.
struct CopyKernel {
  private let pipeline: ComputePipelineState
  let from: Buffer
  let to: Buffer

  /// Invocations in a row of the grid; each copies 16 bytes.
  private static let row = 4096

  private static func source(_ group: Int) -> String {
    """
    #version 450
    layout(local_size_x = \(group)) in;
    layout(set = 1, binding = 0, std430) readonly buffer From { uvec4 from[]; };
    layout(set = 1, binding = 1, std430) writeonly buffer To { uvec4 to[]; };
    void main() {
      uint i = gl_GlobalInvocationID.y * \(row)u + gl_GlobalInvocationID.x;
      if (i < uint(to.length())) to[i] = from[i];
    }
    """
  }

  /// Work groups that are worth a try on a device.
  static func groups(_ device: Device) -> [Int] {
    [64, 256, 1024].filter { $0 <= device.limits.maxComputeWorkGroupInvocations }
  }

  /// A kernel between two buffers of the same length.
  ///
  /// - Throws: `GPUError` when the device fails.
  init(_ device: Device, from: Buffer, to: Buffer, group: Int) throws(GPUError) {
    self.from = from
    self.to = to
    let library = try device.makeLibrary(source: Self.source(group), name: "copy")
    pipeline = try device.makeComputePipelineState(function: try library.makeFunction())
  }

  /// A kernel between buffers of its own, in the work group that suits devices of this kind.
  ///
  /// - Throws: `GPUError` when the device fails or has no room.
  init(_ device: Device, bytes: Int) throws(GPUError) {
    let from = try device.makeBuffer(length: bytes, options: .storageModePrivate, label: "from")
    let to = try device.makeBuffer(length: bytes, options: .storageModePrivate, label: "to")
    let groups = Self.groups(device)
    try self.init(
      device, from: from, to: to, group: (device.kind == .cpu ? groups.last : groups.first) ?? 64)
    var commands = try device.makeCommandQueue().makeCommandBuffer(label: "fill")
    // Memory that nothing was written to may be one page of zeros.
    commands.blit { $0.fill(from, value: 0x5A) }
    try commands.commit().waitUntilCompleted()
  }

  /// Records the copy.
  func encode(into commands: inout CommandBuffer) {
    let vectors = to.length / 16
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(from, index: 0)
      encoder.setBuffer(to, index: 1)
      encoder.dispatchThreads(min(vectors, Self.row), (vectors + Self.row - 1) / Self.row)
    }
  }

  /// Seconds that the copy takes by the device's clock; nil when it has none.
  func seconds(on queue: CommandQueue) throws(GPUError) -> Double? {
    var commands = try queue.makeCommandBuffer(label: "copy")
    encode(into: &commands)
    let submission = commands.commit()
    try submission.waitUntilCompleted()
    let seconds = submission.gpuEndTime - submission.gpuStartTime
    return seconds > 0 ? seconds : nil
  }
}
