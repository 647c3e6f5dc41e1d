internal import CVulkan
package import VKCore

/// What is seen in a window: a device's pictures, handed over without a copy that the program makes.
///
/// One thread at a time. `close()` comes before the window's end.
package final class Swapchain: @unchecked Sendable {
  // SAFETY: one thread at a time uses it; that is the window's.
  private let surface: WindowSurface
  private let queue: CommandQueue
  private var images: SwapchainImages?
  /// How often pictures were made: once for each size of the window.
  package private(set) var generations = 0

  /// Gets ready to paint a window; pictures are made with the first one that is shown.
  package init(_ surface: WindowSurface) {
    self.surface = surface
    queue = surface.device.makeSeparateQueue(label: "window")
  }

  /// Whether pixels lie as blue, green, red in the window's pictures, else as red, green, blue.
  ///
  /// - Throws: `GPUError` when the display has no such pixels.
  package func isBlueFirst() throws(GPUError) -> Bool {
    let format = try surface.format().format
    return format == VK_FORMAT_B8G8R8A8_UNORM || format == VK_FORMAT_B8G8R8A8_SRGB
  }

  /// The size that pictures have to have now, for a window that is said to have `size`; nil when it shows nothing.
  ///
  /// - Throws: `GPUError` when the window is gone.
  package func size(of size: Size) throws(GPUError) -> Size? {
    let capabilities = try surface.capabilities()
    let extent = capabilities.currentExtent
    // All ones: the window takes the size of its pictures.
    guard extent.width == .max else {
      return extent.width > 0 && extent.height > 0
        ? Size(Int(extent.width), Int(extent.height)) : nil
    }
    let (least, most) = (capabilities.minImageExtent, capabilities.maxImageExtent)
    let width = min(max(size.width, Int(least.width)), Int(most.width))
    let height = min(max(size.height, Int(least.height)), Int(most.height))
    return width > 0 && height > 0 ? Size(width, height) : nil
  }

  /// Shows a picture that the device has or will have, black around it.
  ///
  /// Nothing is waited for but pictures before that are still being painted.
  ///
  /// - Parameters:
  ///   - picture: rows of 4-byte pixels in the window's order, written on the same device.
  ///   - bytesPerRow: bytes from a row to the next, a multiple of 4.
  ///   - place: where in the window the picture lies.
  ///   - size: the window's size, as `size(of:)` gives it.
  /// - Returns: whether it is shown; false when the window had no picture to paint.
  /// - Throws: `GPUError` when the device or the window is lost.
  package func show(
    _ picture: Buffer, bytesPerRow: Int, in place: Region, of size: Size
  ) throws(GPUError) -> Bool {
    if images?.size != size { try make(size) }
    guard let images else { return false }
    switch try images.acquire(seconds: 0.1) {
    case .busy: return false
    case .outdated:
      try release()
      return false
    case .image(let index):
      var commands = try queue.makeCommandBuffer(label: "window")
      commands.withSlot { slot in
        images.order(slot, image: index)
        images.recordPaint(index, picture, bytesPerRow: bytesPerRow, place, into: slot)
      }
      let submission = commands.commit()
      if let error = submission.error { throw error }
      if try !images.present(image: index, after: submission, on: queue.hardware) {
        // The next picture makes new ones when the size has changed; a window that is only shown less well goes on.
        if try self.size(of: size) != size { try release() }
      }
      return true
    }
  }

  private func make(_ size: Size) throws(GPUError) {
    let old = images
    try old?.finish()
    if old != nil { try surface.device.core.waitUntilIdle() }
    images = try SwapchainImages(surface, size: size, replacing: old)
    generations += 1
  }

  private func release() throws(GPUError) {
    guard let old = images else { return }
    images = nil
    try old.finish()
    // The window itself may still be showing the last picture.
    try surface.device.core.waitUntilIdle()
  }

  /// Lets go of the window's pictures, once the device is done with them.
  package func close() {
    // A device that is lost is as idle as it will be.
    try? release()
    surface.device.core.drainRetired()
  }
}
