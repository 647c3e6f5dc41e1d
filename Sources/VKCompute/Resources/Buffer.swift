internal import CVulkan
internal import VKCore

/// Memory that kernels read and write.
///
/// Thread-safe; the bytes behind `contents` are not guarded: write them only while no submission
/// uses the buffer. A submission keeps the buffers it uses until it is complete.
public final class Buffer: TrackedResource, Sendable {
  /// Bytes asked for.
  public let length: Int
  /// The name that captures and errors show.
  public let label: String
  let storage: BufferStorage
  private let pool: BufferPool.Shelf?

  init(_ storage: BufferStorage, length: Int, label: String, pool: BufferPool.Shelf? = nil) {
    self.storage = storage
    self.length = length
    self.label = label
    self.pool = pool
  }

  deinit { pool?.put(back: storage) }

  /// The bytes, for shared buffers; nil for private ones.
  public var contents: UnsafeMutableRawPointer? { storage.memory.contents }
  /// Bytes that the memory behind the buffer holds; more than `length` for buffers of a pool.
  package var capacity: Int { storage.capacity }
  /// Whether work on `device` may use the buffer.
  package func belongs(to device: Device) -> Bool { storage.core === device.core }
  var usage: ResourceUsage { storage.usage }
  var isHostVisible: Bool { storage.isHostVisible }

  /// Tells the device that the program has written `range`; needed before a submission reads it
  /// where memory is not coherent, free where it is.
  ///
  /// - Throws: `GPUError` when memory runs out.
  public func didModify(_ range: Range<Int>) throws(GPUError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "the range is in the buffer")
    try storage.synchronize(range, .toDevice)
  }

  /// Gets ready to read, in the program, what a completed submission wrote; free where memory is
  /// coherent.
  ///
  /// - Throws: `GPUError` when memory runs out.
  public func invalidate(_ range: Range<Int>? = nil) throws(GPUError) {
    try storage.synchronize(range ?? 0..<length, .toHost)
  }

  /// Makes the view that `setTexelBuffer` needs ahead of its first use.
  ///
  /// - Throws: `GPUError` when the buffer has too many texels or memory runs out.
  package func prepareTexels(_ format: TextureFormat = .rgba8Unorm) throws(GPUError) {
    _ = try storage.texelView(format)
  }

  /// Whether `setTexelBuffer` can show the whole buffer as texels of `format`.
  public func supportsTexels(_ format: TextureFormat = .rgba8Unorm) -> Bool {
    let elements = capacity / format.bytesPerPixel
    return elements > 0 && elements <= Int(storage.core.physical.limits.maxTexelBufferElements)
  }
}
