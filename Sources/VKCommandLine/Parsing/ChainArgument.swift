import Glibc
import VKCatalog
import VKCore
import VKMedia
import VKPipeline

extension Arguments {
  /// The chain of `-vf`; without one, the chain that changes nothing.
  ///
  /// What it says of the output is kept in `stream`.
  mutating func filterChain() throws(FilterError) -> FilterChain {
    guard let text = options[.chain] else { return FilterChain() }
    return try FilterChain(text, changing: &stream, loadingTables: loadingTable)
  }
}

extension Arguments {
  /// The graph of `-filter_complex`, or the chain of `-vf` as one, checked against the number of inputs.
  ///
  /// What it says of the output is kept in `stream`.
  mutating func filterGraph() throws -> FilterGraph {
    guard let text = options[.graph] else {
      let chain = try filterChain()
      try checkTimes()
      let wanted = chain.inputCount
      let isMapped = !mappedInputs.isEmpty && wanted < inputs.count
      try chain.check(inputs: isMapped ? wanted : inputs.count, numbers: false)
      return FilterGraph(chain)
    }
    guard !options.has(.chain) else {
      throw Failure.usage("-vf and -filter_complex exclude each other")
    }
    let graph = try FilterGraph(
      text, sources: inputs.count, leaving: mappedInputs, loadingTables: loadingTable)
    try FilterChain(graph.filters).checkPictures()
    stream = graph.stream
    isRetimed = graph.isRetimed
    try checkTimes()
    return graph
  }

  /// Refuses options that would be taken before the filters' changes of time, and not after them as they should.
  private func checkTimes() throws(Failure) {
    if stream.constantRate != nil, options.has(.rate) {
      throw .usage("the filter fps and -r exclude each other; leave one out")
    }
    let limits = [Option.start, .duration, .end].filter { options.has($0) }
    if let change = stream.times, !change.keepsRate, let limit = limits.first {
      throw .usage("\(limit.name) with the filter setpts: put it before -i, in the input's times")
    }
    if isRetimed, options.has(.start) {
      throw .usage("-ss with filters that change times: put it before -i, in the input's times")
    }
  }

  /// Checks that filters which work on stored planes find those that a `format` before them names.
  func checkFormat(of source: StreamFormat) throws(Failure) {
    guard let expected = stream.expected, expected.model != source.pixelFormat.model else { return }
    throw .usage(
      "format=\(expected) stands before filters that work on stored planes, and the input is"
        + " \(source.pixelFormat): filters between do not change how pictures are stored; convert the input"
        + " first, or leave it out")
  }

  /// The constant rate that the output is brought to: that of `-r` or of the filter `fps`.
  func outputRate() throws(Failure) -> (Int32, Int32)? {
    try options.rate(.rate) ?? stream.constantRate
  }
}

extension FilterError.Code {
  /// A file named by a parameter that does not exist or may not be read.
  static let missingFile = FilterError.Code(rawValue: "missingFile")
}

extension FilterChain {
  /// Reads a chain's text; a lookup table whose file is not there is told apart from one that is wrong.
  init(checkingFiles text: String) throws(FilterError) {
    try self.init(text, loadingTables: loadingTable)
  }

  /// Checks that the chain takes that many inputs and ends in numbers, or in pictures.
  func check(inputs: Int, numbers: Bool) throws(Failure) {
    let wanted = inputCount
    if wanted != inputs {
      let takers = filters.filter { type(of: $0).inputCount > 1 }.map { filterName(of: $0) }
      let reason = takers.isEmpty ? "" : " (\(takers.joined(separator: ", ")))"
      throw .usage("the chain takes \(wanted) -i\(reason), and there are \(inputs)")
    }
    guard numbers else { return try checkPictures() }
    let reductions = filters.filter { $0 is any ReductionFilter }
    if reductions.count != 1 || !(filters.last is any ReductionFilter) {
      throw .usage("the chain of 'analyze' ends in one filter that gives numbers (average-color)")
    }
  }

  /// Checks that all filters give pictures.
  fileprivate func checkPictures() throws(Failure) {
    if let first = filters.first(where: { $0 is any ReductionFilter }) {
      throw .usage("\(filterName(of: first)) gives numbers, not pictures; use 'vkfilter analyze'")
    }
  }
}

/// Reads a lookup table; a file that is not there is told apart from one that is wrong.
private func loadingTable(_ path: String) throws(FilterError) -> LookupTable {
  guard access(path, R_OK) == 0 else {
    throw FilterError(.missingFile, "\(path): \(String(cString: strerror(errno)))")
  }
  guard namesPicture(path) else { return try LookupTable(contentsOfFile: path) }
  do { return try LookupTable(contentsOfLookupImage: path) } catch {
    throw error as? FilterError ?? FilterError(.invalidFile, "\(error)", cause: error)
  }
}

/// The short name of a filter.
func filterName<F: Filter>(of filter: F) -> String { F.info.name }
