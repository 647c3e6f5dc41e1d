internal import CVulkan

/// Small data for kernels, written next to each other in chunks of shared memory that are used
/// again and again.
final class ByteArena: @unchecked Sendable {
  // SAFETY: belongs to one CommandSlot, which has one user at a time.

  /// Where bytes were put.
  struct Piece {
    let storage: BufferStorage
    let offset: Int
    let length: Int
  }

  private let core: DeviceCore
  private let alignment: Int
  private var chunks: [BufferStorage] = []
  private var current = 0
  private var used = 0

  init(_ core: DeviceCore) {
    self.core = core
    let limits = core.physical.limits
    alignment = Int(
      max(limits.minUniformBufferOffsetAlignment, limits.minStorageBufferOffsetAlignment, 16))
  }

  /// Copies `bytes`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(GPUError) -> Piece {
    let length = max(bytes.count, 4)
    while current < chunks.count, used + length > chunks[current].capacity {
      current += 1
      used = 0
    }
    if current == chunks.count {
      chunks.append(
        try BufferStorage(
          core, capacity: max(65_536, (length + 4095) & ~4095), mode: .storageModeShared,
          label: "small data"))
    }
    let storage = chunks[current]
    let piece = Piece(storage: storage, offset: used, length: length)
    if let target = storage.memory.contents, let source = bytes.baseAddress {
      (target + used).copyMemory(from: source, byteCount: bytes.count)
    }
    used = (used + length + alignment - 1) / alignment * alignment
    return piece
  }

  /// Lets the device see what was written.
  func flush() throws(GPUError) {
    for chunk in chunks.prefix(current + 1) {
      try chunk.synchronize(0..<chunk.capacity, .toDevice)
    }
  }

  func reset() { (current, used) = (0, 0) }
}
