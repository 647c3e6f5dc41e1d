import Glibc
import VKCatalog
import VKCore

extension Arguments {
  /// The chain of `-vf`; without one, the chain that changes nothing.
  func filterChain() throws(FilterError) -> FilterChain {
    guard let text = options[.chain] else { return FilterChain() }
    return try FilterChain(checkingFiles: text)
  }
}

extension FilterError.Code {
  /// A file named by a parameter that does not exist or may not be read.
  static let missingFile = FilterError.Code(rawValue: "missingFile")
}

extension FilterChain {
  /// Reads a chain's text; a lookup table whose file is not there is told apart from one that is wrong.
  init(checkingFiles text: String) throws(FilterError) {
    try self.init(text) { path throws(FilterError) in
      guard access(path, R_OK) == 0 else {
        throw FilterError(.missingFile, "\(path): \(String(cString: strerror(errno)))")
      }
      return try LookupTable(contentsOfCubeFile: path)
    }
  }

  /// Checks that the chain takes that many inputs and ends in numbers, or in pictures.
  func check(inputs: Int, numbers: Bool) throws(Failure) {
    let wanted = filters.reduce(1) { $0 + inputCount(of: $1) - 1 }
    if wanted != inputs {
      let takers = filters.filter { inputCount(of: $0) > 1 }.map { filterName(of: $0) }
      let reason = takers.isEmpty ? "" : " (\(takers.joined(separator: ", ")))"
      throw .usage("the chain takes \(wanted) -i\(reason), and there are \(inputs)")
    }
    let reductions = filters.filter { $0 is any ReductionFilter }
    if let first = reductions.first, !numbers {
      throw .usage("\(filterName(of: first)) gives numbers, not pictures; use 'vkfilter analyze'")
    }
    if numbers, reductions.count != 1 || !(filters.last is any ReductionFilter) {
      throw .usage("the chain of 'analyze' ends in one filter that gives numbers (average-color)")
    }
  }
}

private func inputCount<F: Filter>(of filter: F) -> Int { F.info.inputs }
/// The short name of a filter.
func filterName<F: Filter>(of filter: F) -> String { F.info.name }
