internal import Glibc
public import VKCore

extension Texture {
  /// Copies pixels out, after the last submission that writes the texture; waits for that one and
  /// no other.
  ///
  /// - Parameters:
  ///   - bytes: room for `bytesPerRow` × rows, less the last row's padding.
  ///   - bytesPerRow: bytes from a row to the next.
  ///   - region: the pixels to copy, inside the texture.
  ///   - mipmapLevel: 0, the only level there is.
  /// - Throws: `GPUError` when memory runs out or the device fails.
  public func getBytes(
    _ bytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: Region, mipmapLevel: Int = 0
  ) throws(GPUError) {
    validate(region, bytesPerRow, mipmapLevel)
    let row = region.width * format.bytesPerPixel
    let staging = try device.stagingPool.take(length: row * region.height)
    var commands = try device.makeCommandQueue().makeCommandBuffer(label: "getBytes")
    commands.blit { $0.copy(from: self, region, to: staging) }
    try commands.commit().waitUntilCompleted()
    try staging.invalidate()
    guard let source = staging.contents else { return }
    for y in 0..<region.height { memcpy(bytes + y * bytesPerRow, source + y * row, row) }
  }

  /// Copies pixels in; the bytes may be reused at once, later commands see the new pixels.
  ///
  /// - Parameters:
  ///   - region: the pixels to replace, inside the texture.
  ///   - mipmapLevel: 0, the only level there is.
  ///   - bytes: `bytesPerRow` × rows, less the last row's padding.
  ///   - bytesPerRow: bytes from a row to the next.
  /// - Throws: `GPUError` when memory runs out or the device fails.
  public func replace(
    region: Region, mipmapLevel: Int = 0, withBytes bytes: UnsafeRawPointer, bytesPerRow: Int
  ) throws(GPUError) {
    validate(region, bytesPerRow, mipmapLevel)
    let row = region.width * format.bytesPerPixel
    let staging = try device.stagingPool.take(length: row * region.height)
    guard let target = staging.contents else { return }
    for y in 0..<region.height { memcpy(target + y * row, bytes + y * bytesPerRow, row) }
    try staging.didModify(0..<staging.length)
    var commands = try device.makeCommandQueue().makeCommandBuffer(label: "replace")
    commands.blit { $0.copy(from: staging, to: self, region) }
    if let error = commands.commit().error { throw error }
  }

  private func validate(_ region: Region, _ bytesPerRow: Int, _ mipmapLevel: Int) {
    precondition(mipmapLevel == 0, "textures have one level")
    precondition(
      region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
        && region.x + region.width <= width && region.y + region.height <= height,
      "the region is in the texture")
    precondition(bytesPerRow >= region.width * format.bytesPerPixel, "rows do not overlap")
  }

  /// The last submission that writes the texture, as a point in time to wait for; nil when none
  /// did.
  package var lastWrite: TimelinePoint? { device.lastWrite(usage) }
}

extension Buffer {
  /// Blocks until the last submission of `device` that writes the buffer is done; later work is not
  /// waited for.
  package func waitForLastWrite(on device: Device) throws(GPUError) {
    try device.lastWrite(usage)?.wait()
  }
}

/// A moment on a queue: everything up to one submission is done.
package struct TimelinePoint: Sendable {
  let device: Device
  let queue: Int
  /// The value that the queue's timeline has then.
  package let value: UInt64

  /// Blocks until the moment has come.
  package func wait() throws(GPUError) { try device.hardwareQueues[queue].wait(for: value) }
}

extension Device {
  /// When the last write that was submitted is done; with several queues, the one that waits for
  /// the others.
  func lastWrite(_ usage: ResourceUsage) -> TimelinePoint? {
    let (written, last) = core.order.withLock { _ in (usage.written, usage.lastQueue) }
    guard written[last] > 0 else { return nil }
    return TimelinePoint(device: self, queue: last, value: written[last])
  }
}
