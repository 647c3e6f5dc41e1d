import Glibc

/// Makes a folder for outputs unless it is there.
///
/// - Throws: `Failure` when it cannot be made.
func makeOutputFolder(_ path: String) throws(Failure) {
  guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
    throw Failure(
      .cannotCreate, "\(path): the folder cannot be made (\(String(cString: strerror(errno))))")
  }
}
