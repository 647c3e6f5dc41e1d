package import VKCompute
package import VKCore

/// A picture's memory that the device reads and writes where it lies.
package final class DeviceMemory: PixelMemory {
  package let buffer: Buffer
  package nonisolated(unsafe) let baseAddress: UnsafeMutableRawPointer
  package var length: Int { buffer.length }

  /// Wraps a buffer that the host can see; nil for others.
  init?(_ buffer: Buffer) {
    guard let contents = buffer.contents else { return nil }
    self.buffer = buffer
    baseAddress = contents
  }
}

/// Recycled memory that the device reads and writes where it lies.
///
/// Thread-safe. A piece returns to the pool when its last user lets go of it and the device is done with it.
package final class DeviceMemoryPool: Sendable {
  /// Bytes after each piece: kernels read whole words and may run over the last pixel.
  static let slack = 256

  package let pool: BufferPool
  /// Seconds to wait for memory to come back when the device has no more.
  let patience: Double

  package init(_ device: Device, patience: Double = 5) {
    self.patience = patience
    pool = device.makeBufferPool(options: .storageModeShared, label: "pictures")
  }

  /// Takes a piece of at least `length` bytes for a source; its contents are undefined.
  ///
  /// When the device has no more, waits for what is in use.
  /// - Throws: `GPUError` when the device is out of memory.
  package func take(length: Int) throws -> any PixelMemory {
    try takeDeviceMemory(length: length, patience: patience)
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
    // A piece serves as input sooner or later; its views are made with it and not while frames flow.
    for format in [TextureFormat.rgba8Unorm, .r8Unorm, .r16Unorm]
    where buffer.supportsTexels(format) {
      try buffer.prepareTexels(format)
    }
    return memory
  }
}
