internal import Glibc
package import VKCompute
package import VKCore

/// A picture's memory that the device reads and writes where it lies.
package final class DeviceMemory: PixelMemory {
  package let buffer: Buffer
  package nonisolated(unsafe) let baseAddress: UnsafeMutableRawPointer
  package var length: Int { buffer.length }
  /// What the bytes belong to; nil when they are the buffer's.
  private let owner: (any PixelMemory)?
  /// Whether the memory is somebody else's.
  var isAdopted: Bool { owner != nil }

  /// Wraps a buffer that the host can see; nil for others.
  init?(_ buffer: Buffer) {
    guard let contents = buffer.contents else { return nil }
    self.buffer = buffer
    baseAddress = contents
    owner = nil
  }

  /// Wraps a buffer over the memory of somebody else.
  init(_ buffer: Buffer, over owner: any PixelMemory) {
    self.buffer = buffer
    baseAddress = owner.baseAddress
    self.owner = owner
  }
}

/// A picture's memory as drivers share it among themselves, open until this is let go of.
package final class SharedPicture {
  /// Of a dma-buf.
  let descriptor: Int32
  /// Bytes of the picture, from the beginning on.
  let length: Int

  /// Takes the descriptor over.
  package init(descriptor: Int32, length: Int) {
    self.descriptor = descriptor
    self.length = length
  }

  deinit { close(descriptor) }
}

/// Recycled memory that the device reads and writes where it lies.
///
/// Thread-safe. A piece returns to the pool when its last user lets go of it and the device is done with it.
package final class DeviceMemoryPool: Sendable {
  /// Bytes after each piece: kernels read whole words and may run over the last pixel.
  static let slack = 256

  package let pool: BufferPool
  private let device: Device
  /// Seconds to wait for memory to come back when the device has no more.
  let patience: Double

  package init(_ device: Device, patience: Double = 5) {
    self.patience = patience
    self.device = device
    pool = device.makeBufferPool(options: .storageModeShared, label: "pictures")
  }

  /// Takes a piece of at least `length` bytes for a source; its contents are undefined.
  ///
  /// When the device has no more, waits for what is in use.
  /// - Throws: `GPUError` when the device is out of memory.
  package func take(length: Int) throws -> any PixelMemory {
    try takeDeviceMemory(length: length, patience: patience)
  }

  /// Makes somebody else's memory, of whole pages, readable where it lies; nil when the device cannot do that.
  package func adopt(_ memory: any PixelMemory) -> (any PixelMemory)? {
    let alignment = max(1, device.limits.importedHostPointerAlignment)
    guard memory.length % alignment == 0,
      UInt(bitPattern: memory.baseAddress) % UInt(alignment) == 0
    else { return nil }
    let buffer = try? device.makeBuffer(
      bytesNoCopy: memory.baseAddress, length: memory.length, label: "adopted picture",
      deallocator: { _, _ in withExtendedLifetime(memory) {} })
    return buffer.flatMap { wrap($0, over: memory) }
  }

  /// Makes memory that a driver shares readable where it lies; `memory` is the same, mapped.
  ///
  /// Nil when the device cannot do that, or the driver has not the room behind the picture that kernels may read into.
  package func adopt(_ shared: SharedPicture, over memory: any PixelMemory) -> (any PixelMemory)? {
    let length = Int(lseek(shared.descriptor, 0, SEEK_END))
    guard length >= shared.length + Self.slack else { return nil }
    let buffer = try? device.makeBuffer(
      dmaBuffer: shared.descriptor, length: length, label: "shared picture")
    return buffer.flatMap { wrap($0, over: memory) }
  }

  private func wrap(_ buffer: Buffer, over memory: any PixelMemory) -> DeviceMemory? {
    (try? prepare(buffer)).map { DeviceMemory(buffer, over: memory) }
  }

  /// Makes the views of a piece with it and not while frames flow: sooner or later it serves as input.
  private func prepare(_ buffer: Buffer) throws(GPUError) {
    for format in [TextureFormat.rgba8Unorm, .r8Unorm, .r16Unorm]
    where buffer.supportsTexels(format) {
      try buffer.prepareTexels(format)
    }
  }

  /// Makes sure that so many pieces of such lengths wait in the pool all together.
  func reserve(_ wanted: [(length: Int, count: Int)]) throws {
    var held: [DeviceMemory] = []
    for (length, count) in wanted {
      for _ in 0..<count { held.append(try takeDeviceMemory(length: length)) }
    }
  }

  func takeDeviceMemory(length: Int, patience: Double = 0) throws -> DeviceMemory {
    let buffer = try pool.take(length: length + Self.slack, patience: patience)
    guard let memory = DeviceMemory(buffer) else {
      throw GPUError(
        .missingFeature, operation: "picture memory",
        detail: "the device has no memory that the host can see")
    }
    try prepare(buffer)
    return memory
  }
}
