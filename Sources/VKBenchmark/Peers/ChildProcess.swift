internal import Glibc
internal import VKCore

/// Another program, run to its end.
struct ChildProcess {
  /// The program's name or path, and its arguments.
  let words: [String]

  /// Why a program gave nothing.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How it went.
  struct Result {
    /// Wall time from its start to its end.
    let seconds: Double
    /// What it wrote to standard output, when that was asked for.
    let output: String
  }

  /// The words as a shell takes them.
  var text: String { words.map(Self.quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./:,%@"
    guard word.isEmpty || word.contains(where: { !plain.contains($0) }) else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// Runs it with empty input; `folder` holds what it says.
  ///
  /// - Throws: `Failure` when it cannot be started, takes longer than `timeout` seconds or does not end well.
  func run(in folder: String, timeout: Double) throws(Failure) -> Result {
    let (output, errors) = (folder + "/output", folder + "/errors")
    let begin = ContinuousClock.now
    let process = try start(output: output, errors: errors)
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || (ended < 0 && errno != EINTR) { break }
      if (ContinuousClock.now - begin).seconds > timeout {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        throw Failure(description: "it took longer than \(timeout.formatted(0)) s")
      }
      usleep(500)
    }
    let seconds = (ContinuousClock.now - begin).seconds
    guard status == 0 else {
      let last = Self.contents(of: errors).split(whereSeparator: \.isNewline).last
      let how = status & 0x7F == 0 ? "ended with \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
      throw Failure(description: "it failed (\(how)): \(last ?? "it said nothing")")
    }
    return Result(seconds: seconds, output: Self.contents(of: output))
  }

  private func start(output: String, errors: String) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
    // Signals that this program blocks and ignores are not the other's business.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    guard error == 0 else {
      let reason = error == ENOENT ? "not installed" : String(cString: strerror(error))
      throw Failure(description: "\(words[0]): \(reason)")
    }
    return process
  }

  /// The first megabyte of a file as text.
  static func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
