internal import Glibc
public import VKCore

extension LookupTable {
  /// Reads a table's file: an `.acv` file where the name ends so, else a `.cube` file.
  ///
  /// - Throws: `FilterError` with the file, the place and what is wrong.
  public init(contentsOfFile path: String) throws(FilterError) {
    if path.lowercased().hasSuffix(".acv") {
      try self.init(contentsOfCurvesFile: path)
    } else {
      try self.init(contentsOfCubeFile: path)
    }
  }
}

/// What a `.cube` file holds beyond any table that is read: 129³ lines of three numbers of 40
/// letters.
private let largestFile = 1 << 28

/// The bytes of a table's file.
func bytesOfFile(_ path: String) throws(FilterError) -> [UInt8] {
  func failure(_ operation: String) -> FilterError {
    FilterError(.invalidFile, "\(path): \(operation): \(String(cString: strerror(errno)))")
  }
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw failure("cannot be opened") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = read(file, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure("cannot be read") }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    guard bytes.count <= largestFile else {
      throw FilterError(.invalidFile, "\(path): is larger than a lookup table can be")
    }
  }
}
