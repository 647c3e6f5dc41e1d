import VKCatalog
import VKCore
import VKMedia

/// The inputs of a run, open: what is filtered, and what is only copied.
struct RunInputs {
  /// The sources of the graph by their numbers in it.
  let sources: [Int: MovieFile]
  /// Files of which streams are copied.
  let further: [StreamSource]
  /// What goes into the output; the main movie is input 0, the further files are 1 and on.
  let streams: [StreamSelector]?

  /// Opens the inputs as `-map` and the filters ask for.
  ///
  /// - Throws: `Failure` or `MediaError` that names the input.
  init(
    _ arguments: Arguments, graph: FilterGraph, isStill: Bool, opened first: MovieFile? = nil
  ) throws {
    let selectors = try arguments.streamSelectors()
    func open(_ index: Int, isMain: Bool) throws -> MovieFile {
      if index == 0, let first { return first }
      var options = try arguments.movieOptions(index, isLimited: isMain)
      if isStill { options.frameLimit = 1 }
      options.formatOptions.merge(try arguments.protocolOptions()) { $1 }
      let own = selectors?.filter { $0.input == index } ?? []
      if own.contains(where: \.mayBePictures) { options.streams = own }
      return try MovieFile(arguments.inputs[index].path, options: options)
    }
    guard let selectors else {
      sources = try Dictionary(
        uniqueKeysWithValues: arguments.inputs.indices.map {
          ($0, try open($0, isMain: $0 == graph.mainSource))
        })
      (further, streams) = ([], nil)
      return
    }
    var main = graph.mainSource
    var opened: MovieFile?
    var order = Array(arguments.inputs.indices)
    if !arguments.options.has(.graph) {
      (main, opened) = try Self.main(of: selectors, open)
      // The inputs that only the filters can want come before those that streams are taken from.
      let named = Set(selectors.map(\.input))
      let rest = order.filter { $0 != main }
      order = [main] + rest.filter { !named.contains($0) } + rest.filter(named.contains)
    }
    var sources: [Int: MovieFile] = [:]
    for number in graph.sources.sorted() where order.indices.contains(number) {
      let index = order[number]
      sources[number] =
        try index == main ? opened ?? open(main, isMain: true) : open(index, isMain: false)
    }
    self.sources = sources
    var numbers = [main: 0]
    var further: [StreamSource] = []
    for selector in selectors where numbers[selector.input] == nil {
      numbers[selector.input] = further.count + 1
      var options = try arguments.movieOptions(selector.input, isLimited: true)
      options.streams = nil
      further.append(try StreamSource(arguments.inputs[selector.input].path, options: options))
    }
    self.further = further
    streams = selectors.map { selector in
      var selector = selector
      selector.input = numbers[selector.input] ?? 0
      return selector
    }
  }

  /// The input that the filtered pictures come from: that of the first selector with a movie in it.
  private static func main(
    of selectors: [StreamSelector], _ open: (Int, Bool) throws -> MovieFile
  ) throws -> (Int, MovieFile) {
    var tried: Set<Int> = []
    for selector in selectors where selector.mayBePictures && !selector.isExclusion {
      guard tried.insert(selector.input).inserted else { continue }
      do {
        return (selector.input, try open(selector.input, true))
      } catch let error as MediaError where error.code == .notAVideo {
        continue
      }
    }
    throw Failure.usage("-map selects no pictures, and there is nothing to filter without (0:v)")
  }
}

extension FilterGraph {
  /// The numbers of the sources that the graph takes from.
  fileprivate var sources: Set<Int> {
    Set(
      nodes.flatMap(\.inputs).compactMap { input -> Int? in
        if case .source(let number) = input { number } else { nil }
      })
  }
}

extension StreamSelector {
  /// Whether streams of pictures can be among those selected.
  fileprivate var mayBePictures: Bool {
    guard let kind = specifier.first else { return true }
    return !["a", "s", "d", "t"].contains(kind)
  }
}

extension Arguments {
  /// What the options `-map` select, nil without one.
  ///
  /// A name in brackets means the graph's picture, which is always written.
  func streamSelectors() throws(Failure) -> [StreamSelector]? {
    let texts = options.all(.map)
    guard !texts.isEmpty else { return nil }
    var selectors: [StreamSelector] = []
    for text in texts where !(text.hasPrefix("[") && text.hasSuffix("]")) {
      guard let selector = StreamSelector(text) else {
        throw .usage("option -map: '\(text)' selects nothing (0, 0:v, 1:a:0, 0:s?, -0:d)")
      }
      guard inputs.indices.contains(selector.input) else {
        throw .usage("option -map: '\(text)': there are only \(inputs.count) input(s), from 0 on")
      }
      selectors.append(selector)
    }
    return selectors
  }

  /// Inputs that the filters need not take because streams are taken from them.
  var mappedInputs: Set<Int> {
    Set(options.all(.map).compactMap { StreamSelector($0)?.input })
  }
}
