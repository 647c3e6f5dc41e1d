internal import CFFmpeg
internal import Glibc

/// Where an output goes, and under which name it grows.
///
/// A file grows beside its final name and is renamed when it is complete.
struct OutputPlace: Sendable {
  enum Kind: Sendable {
    /// A file that is renamed from `partial`.
    case file(partial: String)
    /// A descriptor that is open already.
    case descriptor(Int32)
    /// A FIFO, socket or device that exists.
    case special
    /// Numbered files; the muxer opens them and renames each when it is complete.
    case pattern
    /// Another address; FFmpeg opens it.
    case address
    /// Nothing is written.
    case nowhere
  }

  let path: String
  let kind: Kind
  /// Whether the muxer opens its files and takes no address.
  private let opensItself: Bool

  /// Finds out what kind of output a path means; `inputs` are paths that are read meanwhile.
  ///
  /// - Throws: `MediaError` when it may not or cannot be made.
  init(_ path: String, muxer: String, overwrite: Bool, inputs: [String], firstNumber: Int) throws {
    self.path = path
    opensItself = muxer.hasPrefix("image2")
    if muxer == "null" {
      kind = .nowhere
    } else if let descriptor = pipeDescriptor(path, standard: 1) {
      kind = .descriptor(descriptor)
    } else if opensItself && av_filename_number_test(path) == 1 {
      let first = try Self.numbered(path, firstNumber)
      _ = try Self.file(first, overwrite: overwrite, inputs: inputs)
      if inputs.contains(path) {
        throw MediaError(
          .sameFile, "write \(path)", "these pictures are the input; choose another name")
      }
      kind = .pattern
    } else if Self.isAddress(path) {
      kind = .address
    } else {
      kind = try Self.file(path, overwrite: overwrite, inputs: inputs)
    }
  }

  /// What FFmpeg is told to open.
  var url: String {
    switch kind {
    case .file(let partial): opensItself ? partial : "file:" + partial
    case .descriptor, .special: ""
    case .pattern, .address, .nowhere: path
    }
  }

  private static func numbered(_ pattern: String, _ number: Int) throws -> String {
    var name = [CChar](repeating: 0, count: 4096)
    try check(
      av_get_frame_filename(&name, Int32(name.count), pattern, Int32(clamping: number)),
      "write \(pattern)", else: .usage)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  private static func isAddress(_ path: String) -> Bool {
    guard let colon = path.firstIndex(of: ":") else { return false }
    guard !path[..<colon].contains("/") else { return false }
    var opaque: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&opaque, 1) {
      if String(cString: name) == path[..<colon] { return true }
    }
    return false
  }

  private static func file(_ path: String, overwrite: Bool, inputs: [String]) throws -> Kind {
    let operation = "write \(path)"
    var status = stat()
    if stat(path, &status) == 0 {
      let type = status.st_mode & S_IFMT
      if type == S_IFDIR {
        throw MediaError(.cannotCreate, operation, "this is a folder; name a file in it")
      }
      guard type == S_IFREG else { return .special }
      for input in inputs where Self.isSame(input, status) {
        throw MediaError(.sameFile, operation, "this is the input; choose another name")
      }
      guard overwrite else {
        throw MediaError(
          .exists, operation, "the file exists; choose another name, or allow overwriting (-y)")
      }
    }
    let (folder, name) = split(path)
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw MediaError(.cannotCreate, operation, "there is no folder \(folder); make it first")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw MediaError(
        .permission, operation, "the folder \(folder) may not be written to",
        status: cff_error(errno))
    }
    return .file(partial: folder + "/" + partialName(of: name))
  }

  private static func isSame(_ input: String, _ output: stat) -> Bool {
    var status = stat()
    guard stat(input, &status) == 0 else { return false }
    return status.st_dev == output.st_dev && status.st_ino == output.st_ino
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// The name of a file that is not complete: `.NAME.partial-PID.ext`.
  private static func partialName(of name: String) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return ".\(name[..<dot]).partial-\(getpid())\(name[dot...])"
  }

  /// Puts the complete file under its final name.
  func publish() throws {
    guard case .file(let partial) = kind else { return }
    guard rename(partial, path) == 0 else {
      let status = cff_error(errno)
      unlink(partial)
      throw MediaError(status: status, "write \(path)", else: .io)
    }
  }

  /// Removes what there is of the file.
  func discard() {
    if case .file(let partial) = kind { unlink(partial) }
  }
}
