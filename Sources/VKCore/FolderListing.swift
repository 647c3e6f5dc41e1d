import Glibc

/// The names in a folder, in no order; nil when it cannot be read.
package func namesInFolder(_ path: String) -> [String]? {
  guard let listing = opendir(path), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
    return nil
  }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    // An entry ends with its name: the structure as declared may reach beyond the memory that there is.
    let name = UnsafeRawPointer(entry) + offset
    names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
  }
  return names
}
