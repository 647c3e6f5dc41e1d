internal import CFFmpeg
internal import Glibc

/// Writes to a pipe, socket or terminal for FFmpeg so that another thread can end the wait.
///
/// A reader that has gone away is an error, not a signal that ends the process.
///
/// SAFETY: the muxer's lock keeps writers apart.
final class OutputChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  /// Whether a write never waits, or only for a disk.
  private let takesAll: Bool
  private let stop: StopSignal
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The channel that `place` needs; nil when FFmpeg opens it itself.
  ///
  /// `giveUp` ends the wait for a FIFO's reader, `stop` every wait.
  static func open(
    _ place: OutputPlace, stop: StopSignal, giveUp: StopSignal
  ) throws -> OutputChannel? {
    switch place.kind {
    case .descriptor(let descriptor):
      // An opening of its own can be made not to block without changing what other processes share.
      let again = Glibc.open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      var status = stat()
      let isPipe = again >= 0 && fstat(again, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      if again >= 0 && !isPipe { close(again) }
      return try OutputChannel(
        descriptor: isPipe ? again : descriptor, ownsDescriptor: isPipe, stop: stop)
    case .special:
      return try OutputChannel(
        descriptor: openSpecial(place.path, giveUp: giveUp), ownsDescriptor: true, stop: stop)
    default: return nil
    }
  }

  /// Opens a FIFO or device; waits for a FIFO's reader.
  private static func openSpecial(_ path: String, giveUp: StopSignal) throws -> Int32 {
    while true {
      let descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      guard errno == ENXIO || errno == EINTR, !giveUp.isRaised else {
        throw MediaError(
          status: giveUp.isRaised ? cff_error_exit : cff_error(errno), "write \(path)",
          else: .cannotCreate)
      }
      usleep(20_000)
    }
  }

  private init(descriptor: Int32, ownsDescriptor: Bool, stop: StopSignal) throws {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    takesAll = ownsDescriptor || isFile
    self.stop = stop
    let size: Int32 = 1 << 16
    let buffer = try allocated(av_malloc(Int(size)), "a write buffer")
    context = cff_alloc_writer(
      buffer.assumingMemoryBound(to: UInt8.self), size, Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in
        guard let opaque, let bytes else { return cff_error(EINVAL) }
        return Unmanaged<OutputChannel>.fromOpaque(opaque).takeUnretainedValue()
          .write(bytes, count: Int(count))
      })
    guard context != nil else {
      av_free(buffer)
      throw MediaError(.outOfMemory, "allocate a writer", "no memory is left")
    }
  }

  deinit {
    if let context { av_free(context.pointee.buffer) }
    avio_context_free(&context)
    if ownsDescriptor { close(descriptor) }
  }

  private func write(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int32 {
    var done = 0
    while done < count {
      guard stop.wait(for: descriptor, events: POLLOUT) else { return cff_error_exit }
      // A descriptor from outside may block: pieces that fit a pipe that is ready never do.
      let size = takesAll ? count - done : min(count - done, Int(PIPE_BUF))
      let result = withoutBrokenPipeSignal { Glibc.write(descriptor, bytes + done, size) }
      if result > 0 {
        done += result
      } else if result < 0 && errno != EAGAIN && errno != EINTR {
        return cff_error(errno)
      }
    }
    return Int32(count)
  }
}
