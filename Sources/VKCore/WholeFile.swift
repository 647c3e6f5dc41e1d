import Glibc

/// A small file that appears whole or not at all.
package struct WholeFile: Sendable {
  /// An `errno` in words.
  package struct Failure: Error, CustomStringConvertible {
    /// The number.
    package let code: Int32
    /// What it means.
    package var description: String { String(cString: strerror(code)) }
  }

  /// The path as the user says it.
  package let path: String

  /// Names a file; nothing is made.
  package init(_ path: String) { self.path = path }

  /// Whether something stands there that a new file would replace: not a pipe or a device, which are written to.
  package var replacesFile: Bool {
    var status = stat()
    return stat(path, &status) == 0 && !isSpecial(status)
  }

  /// Finds out whether the file can be made, without making it.
  ///
  /// - Throws: the failure that writing would end with.
  package func check() throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw Failure(code: EISDIR) }
      if isSpecial(status) { return }
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw Failure(code: errno) }
  }

  /// Writes the text beside its place and moves it there; into a pipe or a device at once.
  ///
  /// - Throws: what went wrong; then there is no new file, and an old one is as it was.
  package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Writes the bytes as `write(_:)` does text; a new file that is private is the owner's alone.
  ///
  /// - Throws: what went wrong; then there is no new file, and an old one is as it was.
  package func write(_ bytes: [UInt8], isPrivate: Bool = false) throws(Failure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists && isSpecial(status) {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw Failure(code: errno) }
      defer { close(file) }
      return try Self.write(bytes, to: file)
    }
    let partial = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard file >= 0 else { throw Failure(code: errno) }
    do throws(Failure) {
      do throws(Failure) {
        if exists { fchmod(file, status.st_mode & 0o777) }
        try Self.write(bytes, to: file)
      } catch {
        close(file)
        throw error
      }
      guard close(file) == 0, rename(partial, path) == 0 else { throw Failure(code: errno) }
    } catch {
      unlink(partial)
      throw error
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the place is written to as it is: a pipe, a device, or what is open already.
  private func isSpecial(_ status: stat) -> Bool {
    let type = status.st_mode & S_IFMT
    if type == S_IFDIR { return false }
    return type != S_IFREG || ["/dev/fd/", "/dev/std", "/proc/"].contains(where: path.hasPrefix)
  }

  /// Writes all of the text to an open file.
  ///
  /// - Throws: what went wrong.
  package static func write(_ text: String, to file: Int32) throws(Failure) {
    try write(Array(text.utf8), to: file)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
