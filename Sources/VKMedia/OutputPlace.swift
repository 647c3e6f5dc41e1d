internal import CFFmpeg
internal import Glibc

/// Where an output goes.
struct OutputPlace: Sendable {
  enum Kind: Sendable {
    /// A file.
    case file(OutputFile)
    /// A descriptor that is open already.
    case descriptor(Int32)
    /// A FIFO, socket or device that exists.
    case special
    /// Numbered files; the muxer opens them and renames each when it is complete.
    case pattern
    /// Another address, or a list that grows in its place; FFmpeg opens it.
    case address
    /// Nothing is written.
    case nowhere
  }

  let path: String
  let kind: Kind
  private let firstNumber: Int
  private let overwrites: Bool
  /// Whether the muxer opens its files and takes no address.
  private let opensItself: Bool

  /// Finds out what kind of output a path means; `inputs` are paths that are read meanwhile.
  ///
  /// - Throws: `MediaError` when it may not or cannot be made.
  init(_ path: String, muxer: String, overwrite: Bool, inputs: [String], firstNumber: Int) throws {
    self.path = path
    self.firstNumber = firstNumber
    overwrites = overwrite
    opensItself = muxer.hasPrefix("image2")
    if muxer == "null" {
      kind = .nowhere
    } else if let descriptor = pipeDescriptor(path, standard: 1) {
      kind = .descriptor(descriptor)
    } else if opensItself && av_filename_number_test(path) == 1 {
      let first = try Self.numbered(path, firstNumber)
      _ = try Self.file(first, overwrite: overwrite, inputs: inputs)
      if inputs.contains(where: { Self.isSamePattern($0, path) }) {
        throw MediaError(
          .sameFile, "write \(path)", "these pictures are the input; choose another name")
      }
      kind = .pattern
    } else if ["hls", "dash"].contains(muxer) && !Self.isAddress(path) {
      // A list that players read while it grows, and the pieces beside it.
      _ = try Self.file(path, overwrite: overwrite, inputs: inputs)
      kind = .address
    } else if muxer == "rtsp" || Self.isAddress(path) {
      kind = .address
    } else {
      kind = try Self.file(path, overwrite: overwrite, inputs: inputs)
    }
  }

  /// What FFmpeg is told to open.
  var url: String {
    switch kind {
    case .file(let file): opensItself ? file.partial : "file:" + file.partial
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

  /// Whether two patterns name the same pictures, by whatever way to their folder.
  private static func isSamePattern(_ one: String, _ other: String) -> Bool {
    let paths = [one, other].map { OutputFile.split($0) }
    guard paths[0].name == paths[1].name else { return false }
    var folders = [stat(), stat()]
    guard stat(paths[0].folder, &folders[0]) == 0, stat(paths[1].folder, &folders[1]) == 0 else {
      return one == other
    }
    return folders[0].st_dev == folders[1].st_dev && folders[0].st_ino == folders[1].st_ino
  }

  /// Refuses to write a further picture of a sequence over one that exists.
  ///
  /// - Throws: `MediaError` when it exists and may not be replaced.
  func checkPicture(_ count: Int) throws {
    guard case .pattern = kind, !overwrites else { return }
    let name = try Self.numbered(path, firstNumber + count)
    guard access(name, F_OK) != 0 else { throw OutputFile.exists(name) }
  }

  private static func file(_ path: String, overwrite: Bool, inputs: [String]) throws -> Kind {
    var status = stat()
    if stat(path, &status) == 0 {
      let type = status.st_mode & S_IFMT
      if type == S_IFDIR {
        throw MediaError(
          .cannotCreate, "write \(path)", "this is a folder; name a file in it")
      }
      guard type == S_IFREG else { return .special }
    }
    return .file(try OutputFile(path, overwrite: overwrite, inputs: inputs))
  }

  /// Makes the file and lets `open` open it; for other places `open` is all there is to do.
  ///
  /// - Throws: `MediaError` when that fails, or the place has been discarded.
  func open(_ open: () throws -> Void) throws {
    if case .file(let file) = kind { try file.grow(open) } else { try open() }
  }

  /// Puts the complete file under its final name.
  ///
  /// - Throws: `MediaError` when that fails.
  func publish() throws {
    if case .file(let file) = kind { try file.publish() }
  }

  /// Removes what there is of an unfinished file, on any thread.
  ///
  /// `count` pictures of a sequence are complete and stay.
  func discard(complete count: Int) {
    switch kind {
    case .file(let file): file.discard()
    case .pattern:
      // The muxer's name for a picture that is being written.
      if let name = try? Self.numbered(path, firstNumber + count) { unlink(name + ".tmp") }
    default: break
    }
  }
}
