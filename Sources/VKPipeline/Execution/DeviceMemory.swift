package import VKCore

/// Recycled memory that the device reads and writes where it lies.
///
/// Thread-safe. A piece returns to the pool when its last user lets go of it.
package final class DeviceMemoryPool: Sendable {
  package init() {}

  /// Takes a piece of at least `length` bytes; its contents are undefined.
  ///
  /// - Throws: `GPUError` when the device is out of memory.
  package func take(length: Int) throws -> any PixelMemory {
    HeapMemory(length: length)
  }
}
