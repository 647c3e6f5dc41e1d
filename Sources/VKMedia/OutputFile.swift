internal import CFFmpeg
internal import Glibc
internal import VKCore

/// A file that grows beside its final name and appears there when it is complete.
///
/// Thread-safe: it may be taken away while another thread still writes.
final class OutputFile: Sendable {
  private enum Stage {
    /// There is nothing yet.
    case planned
    /// It grows; the descriptor holds a lock that says so to other runs.
    case growing(lock: Int32)
    /// It stands under its name, or beside it when that could not be done.
    case complete
    /// It is gone and must not come back.
    case discarded
  }

  /// The path as the user says it.
  let path: String
  /// The name under which it grows.
  let partial: String
  /// Where it goes: `path` with symbolic links followed.
  private let target: String
  private let overwrites: Bool
  /// The permissions of the file that it replaces.
  private let mode: mode_t?
  private let stage = Locked(Stage.planned)

  /// Plans a file; `inputs` are paths that are read meanwhile.
  ///
  /// - Throws: `MediaError` when it may not or cannot be made.
  init(_ path: String, overwrite: Bool, inputs: [String]) throws {
    let operation = "write \(path)"
    self.path = path
    target = Self.followed(path)
    overwrites = overwrite
    var status = stat()
    let exists = stat(target, &status) == 0
    mode = exists ? status.st_mode & 0o777 : nil
    if exists {
      for input in inputs where Self.isSame(input, status) {
        throw MediaError(.sameFile, operation, "this is the input; choose another name")
      }
      guard overwrite else { throw Self.exists(path) }
    }
    let (folder, name) = Self.split(target)
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw MediaError(.cannotCreate, operation, "there is no folder \(folder); make it first")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      let error = errno
      throw MediaError(
        .permission, operation, "the folder \(folder) may not be written to",
        status: cff_error(error))
    }
    let (stem, end) = Self.parts(of: name)
    partial = "\(folder)/.\(stem).partial-\(getpid())\(end)"
  }

  deinit { discard() }

  /// Makes the file and lets `open` open it; does neither once it has been discarded.
  ///
  /// - Throws: `MediaError` when that fails.
  func grow(_ open: () throws -> Void) throws {
    try stage.withLock { stage in
      guard case .planned = stage else {
        throw MediaError(.stopped, "write \(path)", "it was stopped before it began")
      }
      removeStale()
      let lock = Glibc.open(partial, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard lock >= 0 else {
        throw MediaError(status: cff_error(errno), "write \(path)", else: .cannotCreate)
      }
      flock(lock, LOCK_EX | LOCK_NB)
      stage = .growing(lock: lock)
      if let mode { fchmod(lock, mode) }
      try open()
    }
  }

  /// Puts the complete file under its final name.
  ///
  /// - Throws: `MediaError` when that fails; the file is kept under the name that it has.
  func publish() throws {
    try stage.withLock { stage in
      guard case .growing(let lock) = stage else { return }
      stage = .complete
      defer { close(lock) }
      guard overwrites ? rename(partial, target) == 0 : moveToFreeName() else {
        let error = errno
        throw MediaError(
          error == EEXIST ? .exists : .io, "write \(path)",
          "\(statusText(cff_error(error))); what was written is kept as \(partial)",
          status: cff_error(error))
      }
    }
  }

  /// Gives the file its name unless there is a file of that name by now.
  private func moveToFreeName() -> Bool {
    if link(partial, target) == 0 {
      unlink(partial)
      return true
    }
    // Some file systems know no second name.
    return errno != EEXIST && access(target, F_OK) != 0 && rename(partial, target) == 0
  }

  /// Removes what there is of the file, unless it is complete.
  func discard() {
    stage.withLock { stage in
      switch stage {
      case .growing(let lock):
        unlink(partial)
        close(lock)
        stage = .discarded
      case .planned: stage = .discarded
      case .complete, .discarded: break
      }
    }
  }

  /// Removes what runs left behind that were killed while they wrote the same file.
  private func removeStale() {
    let (folder, name) = Self.split(target)
    let (stem, end) = Self.parts(of: name)
    let beginning = ".\(stem).partial-"
    for name in namesInFolder(folder) ?? [] {
      guard name.hasPrefix(beginning), name.hasSuffix(end),
        let process = pid_t(name.dropFirst(beginning.count).dropLast(end.count)),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      // In another container the process may live all the same; then it holds the lock.
      let file = Glibc.open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
      close(file)
    }
  }

  private static func isSame(_ input: String, _ output: stat) -> Bool {
    var status = stat()
    guard stat(input, &status) == 0 else { return false }
    return status.st_dev == output.st_dev && status.st_ino == output.st_ino
  }

  /// The path that symbolic links at the end of `path` lead to; nothing need be there.
  private static func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count)
      guard count > 0 else { return path }
      let next = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = next.hasPrefix("/") ? next : split(path).folder + "/" + next
    }
    return path
  }

  static func exists(_ path: String) -> MediaError {
    MediaError(
      .exists, "write \(path)",
      "the file exists; choose another name, or allow overwriting (-y)")
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  private static func parts(of name: String) -> (stem: Substring, end: Substring) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return (name[..<dot], name[dot...])
  }
}
