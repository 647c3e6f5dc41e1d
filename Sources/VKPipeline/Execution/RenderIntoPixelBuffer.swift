public import VKCompute
public import VKCore

/// Writes a texture's pixels into a pixel buffer of any format, size permitting: the texture's read-back.
///
/// Waits for the last write to that texture only, never for the whole queue. The buffer's `bytesPerRow`, odd sizes and padding
/// are honoured; bytes outside the pixels stay as they are. The texture holds RGBA in gamma-encoded values; YUV is written by
/// the buffer's colour space. Thread-safe; after the first call for a format and size, nothing is created any more.
///
/// - Throws: `FilterError` when the sizes differ, `GPUError` when the device fails.
public func renderIntoPixelBuffer(_ pixelBuffer: PixelBuffer, texture: Texture) throws {
  guard texture.size == pixelBuffer.size else {
    throw FilterError(
      .invalidSize,
      "a texture of \(texture.size) does not fit a pixel buffer of \(pixelBuffer.size)")
  }
  let target = try StoredSurface(
    format: pixelBuffer.format, size: texture.size, colorSpace: pixelBuffer.colorSpace,
    alphaMode: pixelBuffer.alphaMode)
  let readback = try Readback.shared(device: texture.device, target: target)
  let layout = try PixelLayout(format: target.format, size: target.size)
  let memory = try readback.memory.takeDeviceMemory(length: layout.length)
  var commands = try texture.device.makeCommandQueue().makeCommandBuffer(
    label: "renderIntoPixelBuffer")
  commands.compute { encoder in
    encoder.setComputePipelineState(readback.pipeline)
    encoder.setTexture(texture, index: 0)
    encoder.setBuffer(memory.buffer, index: 0)
    encoder.dispatchThreads(readback.threads)
  }
  try commands.commit().waitUntilCompleted()
  try memory.buffer.invalidate()
  pixelBuffer.copyPixels(
    from: PixelBuffer(
      memory: memory, format: target.format, size: target.size, planes: layout.planes,
      colorSpace: target.colorSpace, alphaMode: target.alphaMode))
}

/// The program that stores a texture as a pixel format, kept for the next frame.
private struct Readback: Sendable {
  private static let kept = Locked<[Readback]>([])
  private static let capacity = 16

  private weak let device: Device?
  private let target: StoredSurface
  let pipeline: ComputePipelineState
  let threads: Size
  let memory: DeviceMemoryPool

  static func shared(device: Device, target: StoredSurface) throws -> Readback {
    let known = kept.withLock { kept in
      kept.removeAll { $0.device == nil }
      return kept.first { $0.device === device && $0.target == target }
    }
    if let known { return known }
    let made = try Readback(device: device, target: target)
    kept.withLock { kept in
      if kept.count == capacity { kept.removeFirst() }
      kept.append(made)
    }
    return made
  }

  private init(device: Device, target: StoredSurface) throws {
    self.device = device
    self.target = target
    let context = try RenderContext(device: device)
    let pass = try PixelPass(
      head: .texture(TextureSurface(size: target.size, storage: .rgba32f), .texture(0)), stages: [],
      sink: .stored(target, .output), size: target.size, inputs: [], tables: [:], hasAlpha: true,
      options: context.options(ChainOptions())
    ).written()
    let library = try device.makeLibrary(source: pass.source, name: pass.name)
    pipeline = try device.makeComputePipelineState(function: library.makeFunction())
    threads = pass.threads
    memory = context.memory
  }
}
