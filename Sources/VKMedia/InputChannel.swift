internal import CFFmpeg
internal import Glibc

/// Reads for FFmpeg what it cannot read itself, or not well enough.
///
/// These are pipes, sockets and terminals, where another thread must be able to end the wait (FFmpeg's own protocol sleeps
/// in `read` and cannot be woken), and Y4M, which FFmpeg gets as the bare frames in it.
///
/// SAFETY: one thread reads.
final class InputChannel: @unchecked Sendable {
  /// The frames that FFmpeg gets in place of the bytes.
  let y4m: Y4MFrames?
  private let reader: ByteReader
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The channel that `path` needs, or nil when FFmpeg should open it itself.
  ///
  /// `demuxer` is FFmpeg's name of the format that the input is said to have.
  /// - Throws: `MediaError` when it cannot be read.
  static func open(_ path: String, demuxer: String?, stop: StopSignal) throws -> InputChannel? {
    let mayBeY4M = demuxer.map { $0 == "yuv4mpegpipe" } ?? true
    if let descriptor = pipeDescriptor(path, standard: 0) {
      let reader = ByteReader(descriptor: descriptor, ownsDescriptor: false, stop: stop)
      return try InputChannel(
        reader, y4m: mayBeY4M ? Y4MFrames.open(reader, path: path) : nil)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    let isStream = [S_IFIFO, S_IFSOCK, S_IFCHR].contains(kind)
    guard isStream || (kind == S_IFREG && mayBeY4M) else { return nil }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw MediaError(status: cff_error(errno), "open \(path)", else: .io)
    }
    let reader = ByteReader(descriptor: descriptor, ownsDescriptor: true, stop: stop)
    let y4m = mayBeY4M ? try Y4MFrames.open(reader, path: path) : nil
    return isStream || y4m != nil ? try InputChannel(reader, y4m: y4m) : nil
  }

  private init(_ reader: ByteReader, y4m: Y4MFrames?) throws {
    self.reader = reader
    self.y4m = y4m
    let size: Int32 = 1 << 16
    let buffer = try allocated(av_malloc(Int(size)), "a read buffer")
    let canSeek = y4m?.length != nil
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 0,
      Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in
        guard let opaque, let bytes else { return cff_error(EINVAL) }
        return Unmanaged<InputChannel>.fromOpaque(opaque).takeUnretainedValue()
          .read(into: bytes, count: Int(count))
      }, nil,
      canSeek
        ? { opaque, offset, whence in
          guard let opaque else { return Int64(cff_error(EINVAL)) }
          return Unmanaged<InputChannel>.fromOpaque(opaque).takeUnretainedValue()
            .seek(offset, whence)
        } : nil)
    guard context != nil else {
      av_free(buffer)
      throw MediaError(.outOfMemory, "allocate a reader", "no memory is left")
    }
  }

  deinit {
    if let context { av_free(context.pointee.buffer) }
    avio_context_free(&context)
  }

  private func read(into bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let result = y4m?.read(into: bytes, count: count) ?? reader.read(into: bytes, count: count)
    return result == 0 ? cff_error_eof : Int32(clamping: result)
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    guard let y4m, let length = y4m.length else { return Int64(cff_error(ESPIPE)) }
    if whence & AVSEEK_SIZE != 0 { return Int64(length) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, y4m.seek(to: Int(offset)) else {
      return Int64(cff_error(EINVAL))
    }
    return offset
  }
}
