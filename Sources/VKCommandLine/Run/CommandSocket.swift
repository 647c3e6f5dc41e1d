import Glibc
import VKCore

/// A UNIX socket that takes lines of commands and answers each with a line: `ok`, a JSON object or `error: …`.
final class CommandSocket: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens the socket at `path`, which must not exist; its owner alone may use it.
  ///
  /// - Throws: `Failure` when it cannot be made.
  init(_ path: String, answer: @escaping @Sendable (Substring) -> LiveCommands.Answer) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw Failure(.cannotCreate, "\(path): a socket's path has \(room - 1) bytes at most")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    self.descriptor = descriptor
    let mask = umask(0o077)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let failure = errno
    umask(mask)
    guard status == 0, listen(descriptor, 4) == 0 else {
      close(descriptor)
      throw Failure(.cannotCreate, "\(path): \(String(cString: strerror(failure)))")
    }
    _ = WorkerThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          return
        }
        _ = WorkerThread { serve(connection, answer) }
      }
    }
  }

  /// Takes the socket away.
  func remove() {
    unlink(path)
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}

/// Answers the lines of one connection until it ends.
private func serve(
  _ connection: Int32, _ answer: @Sendable (Substring) -> LiveCommands.Answer
) {
  defer { close(connection) }
  var pending: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(connection, &bytes, bytes.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return }
    pending += bytes[..<count]
    while let end = pending.firstIndex(of: 10) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeSubrange(...end)
      let text =
        switch answer(line[...]) {
        case .done: "ok\n"
        case .text(let text): text + "\n"
        case .failed(let message): "error: \(message)\n"
        }
      // The reader may be gone; SIGPIPE is ignored.
      _ = text.utf8.withContiguousStorageIfAvailable { write(connection, $0.baseAddress, $0.count) }
    }
    // A line without an end is no command.
    if pending.count > 1 << 16 { return }
  }
}
