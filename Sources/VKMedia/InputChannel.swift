internal import CFFmpeg
internal import Glibc

/// Reads a pipe, socket or terminal for FFmpeg so that another thread can end the wait.
///
/// FFmpeg's own pipe protocol sleeps in `read` and cannot be woken.
///
/// SAFETY: one thread reads; `stop` is thread-safe.
final class InputChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let stop: StopSignal
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The channel that `path` names, or nil when FFmpeg should open it itself.
  static func open(_ path: String, stop: StopSignal) throws -> InputChannel? {
    if let descriptor = pipeDescriptor(path, standard: 0) {
      return try InputChannel(descriptor: descriptor, ownsDescriptor: false, stop: stop)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw MediaError(status: cff_error(errno), "open \(path)", else: .io)
    }
    return try InputChannel(descriptor: descriptor, ownsDescriptor: true, stop: stop)
  }

  private init(descriptor: Int32, ownsDescriptor: Bool, stop: StopSignal) throws {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.stop = stop
    let size: Int32 = 1 << 16
    let buffer = try allocated(av_malloc(Int(size)), "a read buffer")
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 0,
      Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in
        guard let opaque, let bytes else { return cff_error(EINVAL) }
        return Unmanaged<InputChannel>.fromOpaque(opaque).takeUnretainedValue()
          .read(into: bytes, count: count)
      }, nil, nil)
    guard context != nil else {
      av_free(buffer)
      throw MediaError(.outOfMemory, "allocate a reader", "no memory is left")
    }
  }

  deinit {
    if let context { av_free(context.pointee.buffer) }
    avio_context_free(&context)
    if ownsDescriptor { close(descriptor) }
  }

  private func read(into bytes: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    while true {
      guard stop.wait(for: descriptor, events: POLLIN) else { return cff_error_exit }
      let result = Glibc.read(descriptor, bytes, Int(count))
      if result > 0 { return Int32(result) }
      if result == 0 { return cff_error_eof }
      if errno != EAGAIN && errno != EINTR { return cff_error(errno) }
    }
  }
}

/// The file descriptor in `-`, `pipe:` and `pipe:N`; `standard` is what the first two mean.
func pipeDescriptor(_ path: String, standard: Int32) -> Int32? {
  if path == "-" || path == "pipe:" { return standard }
  return path.hasPrefix("pipe:") ? Int32(path.dropFirst(5)) : nil
}
