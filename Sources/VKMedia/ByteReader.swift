internal import CFFmpeg
internal import Glibc

/// Bytes of a file, pipe, socket or terminal; another thread can end the wait for them.
///
/// SAFETY: one thread reads; the stop signal is thread-safe.
final class ByteReader: @unchecked Sendable {
  /// The file's length, nil for what cannot be searched.
  let length: Int?
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let stop: StopSignal
  /// Bytes that were read ahead.
  private var ahead: ArraySlice<UInt8> = []
  /// Where in a file the first byte after `ahead` lies.
  private var offset = 0

  /// Takes a descriptor that is open.
  init(descriptor: Int32, ownsDescriptor: Bool, stop: StopSignal) {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.stop = stop
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // What came by another's descriptor is read on from where that stands.
    length = isFile && ownsDescriptor ? Int(status.st_size) : nil
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// Reads at least a byte; 0 at the end, else a negative error of FFmpeg's.
  func read(into bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    guard ahead.isEmpty else {
      let taken = ahead.prefix(count)
      for (index, byte) in taken.enumerated() { bytes[index] = byte }
      ahead = ahead.dropFirst(count)
      return taken.count
    }
    while true {
      guard stop.wait(for: descriptor, events: POLLIN) else { return Int(cff_error_exit) }
      let result = Glibc.read(descriptor, bytes, count)
      if result >= 0 {
        offset += result
        return result
      }
      if errno != EAGAIN && errno != EINTR { return Int(cff_error(errno)) }
    }
  }

  /// The next bytes, which are still to be read: `count` of them, fewer at the end.
  ///
  /// - Throws: `MediaError` when they cannot be read.
  func peek(_ count: Int) throws -> ArraySlice<UInt8> {
    while ahead.count < count {
      let waiting = ahead
      ahead = []
      let missing = count - waiting.count
      var failure = 0
      let more = [UInt8](unsafeUninitializedCapacity: missing) { buffer, filled in
        let result = buffer.baseAddress.map { read(into: $0, count: missing) } ?? 0
        filled = max(result, 0)
        failure = min(result, 0)
      }
      ahead = waiting + more
      try check(Int32(clamping: failure), "read the beginning")
      if more.isEmpty { break }
    }
    return ahead.prefix(count)
  }

  /// Reads a line and its end; nil when no line ends within `limit` bytes.
  ///
  /// - Throws: `MediaError` when it cannot be read.
  func line(limit: Int) throws -> [UInt8]? {
    var count = 16
    while true {
      let bytes = try peek(count)
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(bytes[..<end])
        ahead = ahead[(end + 1)...]
        return line
      }
      guard bytes.count == count, count < limit else { return nil }
      count = min(2 * count, limit)
    }
  }

  /// Where the next byte lies in the file.
  var position: Int { offset - ahead.count }

  /// Goes on reading at a place of the file; false when that is not possible.
  func seek(to position: Int) -> Bool {
    guard length != nil, lseek(descriptor, position, SEEK_SET) == position else { return false }
    ahead = []
    offset = position
    return true
  }
}

/// The file descriptor that a path means: `-`, `pipe:`, `pipe:N` and the kernel's names for open descriptors.
///
/// `standard` is what `-` and `pipe:` mean.
package func pipeDescriptor(_ path: String, standard: Int32) -> Int32? {
  switch path {
  case "-", "pipe:": return standard
  case "/dev/stdin": return 0
  case "/dev/stdout": return 1
  case "/dev/stderr": return 2
  default:
    let places = ["pipe:", "/dev/fd/", "/proc/self/fd/"]
    guard let place = places.first(where: path.hasPrefix) else { return nil }
    return Int32(path.dropFirst(place.count)).flatMap { $0 >= 0 ? $0 : nil }
  }
}
