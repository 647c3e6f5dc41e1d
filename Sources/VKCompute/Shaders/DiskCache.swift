internal import Glibc
internal import VKCore

/// Files that save work and may vanish at any time: `$XDG_CACHE_HOME/vkfilter`, else
/// `~/.cache/vkfilter`.
///
/// Failures to read or write are no errors; what cannot be trusted is deleted.
package enum DiskCache {
  /// The folder; nil where there is no home.
  static var folder: String? {
    if let path = environment("XDG_CACHE_HOME") { return path + "/vkfilter" }
    return environment("HOME").map { $0 + "/.cache/vkfilter" }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The bytes of an entry, checked against their own sum; a damaged entry is deleted.
  package static func read(_ name: String) -> [UInt8]? {
    guard let folder, let bytes = contents(of: folder + "/" + name) else { return nil }
    let payload = Array(bytes.dropLast(8))
    guard bytes.count >= 8, Hash(payload).bytes == Array(bytes.suffix(8)) else {
      remove(name)
      return nil
    }
    return payload
  }

  /// Deletes an entry.
  package static func remove(_ name: String) {
    if let folder { unlink(folder + "/" + name) }
  }

  /// Writes an entry as a whole: readers see the old one or the new one.
  package static func write(_ name: String, _ payload: [UInt8]) {
    guard let folder else { return }
    makeFolders(folder)
    do throws(WholeFile.Failure) {
      try WholeFile("\(folder)/\(name)").write(payload + Hash(payload).bytes, isPrivate: true)
    } catch {
      return
    }
    if Hash(name.utf8).value % 32 == 0 { prune(folder) }
  }

  /// The most entries that are kept, about.
  package static let capacity = 1024

  /// Deletes the entries that were written longest ago, when there are too many.
  package static func prune(_ folder: String) {
    var entries: [(age: Int, path: String)] = []
    for name in namesInFolder(folder) ?? [] {
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      entries.append((status.st_mtim.tv_sec, path))
    }
    guard entries.count > capacity else { return }
    for entry in entries.sorted(by: { $0.age < $1.age }).prefix(entries.count - capacity / 2) {
      unlink(entry.path)
    }
  }

  private static func makeFolders(_ path: String) {
    var partial = ""
    for component in path.split(separator: "/") {
      partial += "/" + component
      mkdir(partial, 0o700)
    }
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0, status.st_size < 1 << 28 else {
      return nil
    }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, Glibc.read(file, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
  }
}

/// A 64-bit FNV-1a sum: names cache entries and finds damage; it is no protection against malice.
struct Hash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ bytes: some Sequence<UInt8>) { append(bytes) }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
