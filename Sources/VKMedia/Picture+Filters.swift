public import VKCompute
public import VKCore
internal import VKPipeline

extension Picture {
  /// The picture, turned upright, through filters in order; its pixel format stays, but for alpha that
  /// the filters add.
  ///
  /// Waits without blocking the caller's thread.
  /// - Throws: `FilterError` when the filters do not fit the picture, `GPUError` when there is no
  ///   device or it fails.
  public func filtered(by filters: any Filter...) async throws -> Picture {
    try await filtered(by: FilterChain(filters))
  }

  /// The picture, turned upright, through a chain; its pixel format stays, but for alpha that
  /// the filters add.
  ///
  /// - Parameters:
  ///   - chain: the filters.
  ///   - further: the pictures for filters that take several, in order.
  ///   - device: the device; nil takes the system's default.
  /// - Returns: an upright picture.
  /// - Throws: `FilterError` when the chain does not fit the pictures, `GPUError` when there is no
  ///   device or it fails.
  public func filtered(
    by chain: FilterChain, with further: [Picture] = [], on device: Device? = nil
  ) async throws -> Picture {
    try await withCheckedThrowingContinuation { continuation in
      _ = WorkerThread {
        continuation.resume(
          with: Result { try render(chain, with: further, on: device ?? .systemDefault) })
      }
    }
  }

  private func render(
    _ chain: FilterChain, with further: [Picture], on device: Device
  ) throws -> Picture {
    let filters = uprighting(orientation) + chain.filters
    let renderer = try ChainRenderer(filters, device: device)
    let inputs = try further.map { try $0.upright(on: device) }
    var result = try renderer.render([pixelBuffer] + inputs)
    var shape = PictureShape(size: pixelBuffer.size)
    shape.pixelAspectRatio = pixelBuffer.pixelAspectRatio
    result.pixelAspectRatio = try shape.behind(filters).pixelAspectRatio
    var picture = Picture(result)
    picture.attachment = attachment
    return picture
  }

  private func upright(on device: Device) throws -> PixelBuffer {
    let filters = uprighting(orientation)
    return filters.isEmpty
      ? pixelBuffer : try ChainRenderer(filters, device: device).render([pixelBuffer])
  }
}
