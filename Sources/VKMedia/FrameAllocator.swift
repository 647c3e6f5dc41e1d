internal import CFFmpeg
internal import Glibc
internal import VKCore

/// Gives decoders memory from the engine's pool, and finds that memory again from a decoded frame.
///
/// Thread-safe: decoders ask from worker threads.
final class FrameAllocator: Sendable {
  private struct State {
    /// What decoders hold now, by first byte.
    var live: [UnsafeRawPointer: any PixelMemory] = [:]
    var failure: (any Error)?
  }

  /// A piece that a decoder holds.
  private final class Loan: Sendable {
    let memory: any PixelMemory
    let allocator: FrameAllocator

    init(_ memory: any PixelMemory, _ allocator: FrameAllocator) {
      self.memory = memory
      self.allocator = allocator
    }
  }

  private let take: @Sendable (Int) throws -> any PixelMemory
  private let state = Locked(State())

  init(take: @escaping @Sendable (Int) throws -> any PixelMemory) { self.take = take }

  /// What kept the last allocation from succeeding.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// A piece of at least `length` bytes, for pictures that no decoder makes.
  func allocate(length: Int) throws -> any PixelMemory { try take(length) }

  /// Makes `context` decode into this allocator's memory; the allocator must outlive the context.
  func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    cff_set_thread_safe_callbacks(context)
    context.pointee.get_buffer2 = { context, frame, flags in
      guard let context, let frame, let opaque = context.pointee.opaque else {
        return cff_error(EINVAL)
      }
      return Unmanaged<FrameAllocator>.fromOpaque(opaque).takeUnretainedValue()
        .fill(frame, for: context, flags: flags)
    }
  }

  private func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, for context: UnsafeMutablePointer<AVCodecContext>,
    flags: Int32
  ) -> Int32 {
    let format = AVPixelFormat(frame.pointee.format)
    let isDirect = context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_DR1 != 0
    guard isDirect, PixelFormat(format) != nil else {
      return avcodec_default_get_buffer2(context, frame, flags)
    }
    var (width, height) = (frame.pointee.width, frame.pointee.height)
    var alignment = [Int32](repeating: 1, count: 8)
    cff_align_dimensions(context, &width, &height, &alignment)
    var strides = [Int32](repeating: 0, count: 4)
    var offsets = [Int64](repeating: 0, count: 4)
    let length = cff_layout(format, width, height, alignment, &strides, &offsets)
    guard length >= 0 else { return Int32(clamping: length) }
    do {
      let memory = try take(Int(length))
      guard let buffer = lend(memory) else { return cff_error(ENOMEM) }
      frame.pointee.buf.0 = buffer
      for plane in 0..<4 where strides[plane] > 0 {
        let bytes = (memory.baseAddress + Int(offsets[plane])).assumingMemoryBound(to: UInt8.self)
        cff_frame_set_plane(frame, Int32(plane), bytes, strides[plane])
      }
      frame.pointee.extended_data = cff_frame_data_array(frame)
      return 0
    } catch {
      state.withLock { $0.failure = error }
      return cff_error(ENOMEM)
    }
  }

  private func lend(_ memory: any PixelMemory) -> UnsafeMutablePointer<AVBufferRef>? {
    let loan = Unmanaged.passRetained(Loan(memory, self))
    state.withLock { $0.live[memory.baseAddress] = memory }
    let buffer = av_buffer_create(
      memory.baseAddress.assumingMemoryBound(to: UInt8.self), memory.length,
      { opaque, _ in
        guard let opaque else { return }
        let loan = Unmanaged<Loan>.fromOpaque(opaque).takeRetainedValue()
        loan.allocator.forget(loan.memory)
      }, loan.toOpaque(), 0)
    if buffer == nil {
      forget(memory)
      loan.release()
    }
    return buffer
  }

  private func forget(_ memory: any PixelMemory) {
    // The value leaves the lock before it is let go of: the pool has a lock of its own.
    let dropped = state.withLock { $0.live.removeValue(forKey: memory.baseAddress) }
    withExtendedLifetime(dropped) {}
  }

  /// The memory that a frame lies in, kept alive with the frame; nil when it is not from here.
  func memory(of frame: UnsafePointer<AVFrame>) -> DecodedMemory? {
    guard let buffer = cff_frame_single_buffer(frame) else { return nil }
    guard let memory = state.withLock({ $0.live[buffer.pointee.data] }) else { return nil }
    guard let reference = av_buffer_ref(buffer) else { return nil }
    return DecodedMemory(memory, reference: reference)
  }

  /// The buffer that the decoder filled, when it lies in the engine's memory as the engine reads it.
  func buffer(
    of frame: UnsafePointer<AVFrame>, format: PixelFormat, color: ColorSpace
  ) -> PixelBuffer? {
    guard let memory = memory(of: frame) else { return nil }
    let size = Size(Int(frame.pointee.width), Int(frame.pointee.height))
    var planes: [PixelBuffer.Plane] = []
    for index in 0..<format.planeCount {
      let stride = Int(cff_frame_linesize(frame, Int32(index)))
      guard let bytes = cff_frame_data(frame, Int32(index)), stride > 0 else { return nil }
      let offset = UnsafeMutableRawPointer(bytes) - memory.baseAddress
      let rows = format.planeSize(index, of: size).height
      guard offset >= 0, offset + stride * (rows - 1) < memory.length else { return nil }
      planes.append(.init(offset: offset, bytesPerRow: stride))
    }
    return PixelBuffer(
      memory: memory, format: format, size: size, planes: planes, colorSpace: color)
  }
}

/// A decoded picture's memory: the decoder cannot use it again before this is let go of.
///
/// SAFETY: the reference is made once and dropped once; FFmpeg counts references atomically.
final class DecodedMemory: PixelMemory, @unchecked Sendable {
  let storage: any PixelMemory
  private let reference: UnsafeMutablePointer<AVBufferRef>

  init(_ storage: any PixelMemory, reference: UnsafeMutablePointer<AVBufferRef>) {
    self.storage = storage
    self.reference = reference
  }

  deinit {
    var reference: UnsafeMutablePointer<AVBufferRef>? = reference
    av_buffer_unref(&reference)
  }

  var baseAddress: UnsafeMutableRawPointer { storage.baseAddress }
  var length: Int { storage.length }
}
