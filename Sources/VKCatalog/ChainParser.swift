public import VKCore

extension FilterChain {
  /// Reads a chain such as `monochrome=intensity=0.5,gaussian-blur=3`.
  ///
  /// `,` joins filters, `:` joins parameters; bare values set the parameters in their order until
  /// the first `key=`; `\` and `'…'` quote. Names: `monochrome`, `MonochromeFilter`,
  /// `CIColorMonochrome`, and FFmpeg's where a filter is the same. `null` is the chain that changes
  /// nothing. Values: see `ParameterDescription.value(from:loadingTables:)`.
  ///
  /// - Parameters:
  ///   - text: the chain.
  ///   - loadTable: reads a lookup table's file; unless given, a `.cube` or `.acv` file of that path.
  /// - Throws: `FilterError` that names the culprit, its place in the text, and what is known or
  ///   possible instead.
  public init(
    _ text: String,
    loadingTables loadTable: @escaping ParameterDescription.TableLoader = LookupTable.init(
      contentsOfFile:)
  ) throws(FilterError) {
    var stream = StreamChanges()
    try self.init(text, changing: &stream, loadingTables: loadTable)
    guard stream.keepsTimes, stream.pixelFormat == nil, stream.expected == nil else {
      throw FilterError(
        .invalidValue,
        "'\(printable(text))': format, fps and setpts say how a stream is written, which a chain of"
          + " filters alone cannot; give them to the writer")
    }
  }
}

/// The filters of a chain's text, those that speak of the stream too.
func parsedFilters(
  _ text: String, _ loadTable: @escaping ParameterDescription.TableLoader
) throws(FilterError) -> [any Filter] {
  guard text.contains(where: { !$0.isWhitespace }) else {
    throw FilterError(.syntax, "the chain is empty; 'null' is the chain that changes nothing")
  }
  var filters: [any Filter] = []
  for item in try ChainText(text).items {
    filters += try ChainItem(item, loadTable: loadTable).filters()
  }
  return filters
}

/// One filter of a chain's text on its way to a value.
private struct ChainItem {
  let item: ChainText.Item
  let matches: [FilterMatch]
  let loadTable: ParameterDescription.TableLoader

  init(
    _ item: ChainText.Item, loadTable: @escaping ParameterDescription.TableLoader
  ) throws(FilterError) {
    self.item = item
    self.loadTable = loadTable
    matches = FilterCatalog.matches(for: item.name.text)
    guard matches.isEmpty, item.name.text != "null" else { return }
    let nearest = FilterCatalog.nearest(to: item.name.text)
    let advice =
      nearest.isEmpty
      ? "'filters' lists them" : "the nearest are \(nearest.joined(separator: ", "))"
    throw FilterError(
      .unknownFilter,
      "no filter is called '\(printable(item.name.text))' (character \(item.name.position)); \(advice)"
    )
  }

  func filters() throws(FilterError) -> [any Filter] {
    if item.name.text == "null" {
      guard let argument = item.arguments.first else { return [] }
      throw FilterError(
        .unknownParameter, "null takes no parameters (character \(argument.value.position))")
    }
    if matches.count == 1, matches[0].alias?.key == nil { return [try filter(matches[0])] }
    return try severalFilters()
  }

  private func filter(_ match: FilterMatch) throws(FilterError) -> any Filter {
    var values: [String: ParameterValue] = [:]
    for argument in try ChainText.arguments(match.alias?.presets ?? "") {
      guard let key = argument.key else { continue }
      try set(match.filter, key.text, argument, &values)
    }
    var given: Set<String> = []
    var isKeyed = false
    for (index, argument) in item.arguments.enumerated() {
      isKeyed = isKeyed || argument.key != nil
      let name = try key(of: argument, at: index, isKeyed: isKeyed, in: match.filter)
      let changed = try set(match.filter, name, argument, &values)
      guard given.isDisjoint(with: changed) else {
        throw error(.unknownParameter, "'\(name)' is set twice", argument)
      }
      given.formUnion(changed)
    }
    for parameter in match.filter.parameters where parameter.isRequired {
      guard values[parameter.name] == nil else { continue }
      throw FilterError(
        .invalidValue,
        "\(item.name.text): the file of its \(parameter.name) is missing (character \(end))")
    }
    return match.filter.make(values)
  }

  /// The character after the name.
  private var end: Int { item.name.position + item.name.text.count }

  /// The filters behind a foreign filter whose keys lead to one each, those of the keys that are
  /// written.
  private func severalFilters() throws(FilterError) -> [any Filter] {
    let keys = matches.compactMap { $0.alias?.key }
    for argument in item.arguments where !keys.contains(argument.key?.text ?? "") {
      let word =
        argument.key.map { "has no parameter '\(printable($0.text))'" } ?? "takes key=value"
      throw error(.unknownParameter, "\(word); it knows \(keys.joined(separator: ", "))", argument)
    }
    var result: [any Filter] = []
    for match in matches {
      guard let key = match.alias?.key,
        let argument = item.arguments.last(where: { $0.key?.text == key })
      else { continue }
      var values: [String: ParameterValue] = [:]
      try set(match.filter, key, argument, &values)
      result.append(match.filter.make(values))
    }
    return result
  }

  private func key(
    of argument: ChainText.Argument, at index: Int, isKeyed: Bool, in filter: FilterDescription
  ) throws(FilterError) -> String {
    if let key = argument.key { return key.text }
    guard !isKeyed else {
      throw error(
        .syntax, "'\(printable(argument.value.text))' needs a key, as it follows one", argument)
    }
    guard index < filter.parameters.count else {
      let count = filter.parameters.count
      throw error(
        .unknownParameter, count == 0 ? "takes no parameters" : "takes \(count) values at most",
        argument)
    }
    return filter.parameters[index].name
  }

  /// Sets the parameter called `key`, or the several that `key` names together, and gives their
  /// names.
  @discardableResult
  private func set(
    _ filter: FilterDescription, _ key: String, _ argument: ChainText.Argument,
    _ values: inout [String: ParameterValue]
  ) throws(FilterError) -> [String] {
    let text = argument.value.text
    if let parameter = filter.parameters.first(where: { $0.name == key || $0.aliases.contains(key) }
    ) {
      values[parameter.name] = try value(parameter, text, key, argument)
      return [parameter.name]
    }
    let members = (0..<filter.parameters.count).map { index in
      filter.parameters.first { $0.aliases.contains("\(key).\(index)") }
    }.prefix { $0 != nil }.compactMap { $0 }
    guard !members.isEmpty else { throw unknown(key, filter, argument) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == members.count else {
      throw error(
        .invalidValue,
        "\(printable(key))='\(printable(text))' needs \(members.count) numbers joined by /",
        argument)
    }
    for (parameter, part) in zip(members, parts) {
      values[parameter.name] = try value(parameter, String(part), key, argument)
    }
    return members.map(\.name)
  }

  private func value(
    _ parameter: ParameterDescription, _ text: String, _ key: String, _ argument: ChainText.Argument
  ) throws(FilterError) -> ParameterValue {
    do {
      return try parameter.value(from: text, loadingTables: loadTable)
    } catch  where error.code == .invalidValue {
      throw self.error(.invalidValue, "\(key)=\(error.detail)", argument)
    }
  }

  private func unknown(
    _ key: String, _ filter: FilterDescription, _ argument: ChainText.Argument
  ) -> FilterError {
    let known = filter.parameters.flatMap { [$0.name] + $0.aliases.filter { !$0.contains(".") } }
    let nearest = nearestNames(to: key, among: known)
    var advice = "it takes \(filter.parameters.map(\.name).joined(separator: ", "))"
    if filter.parameters.isEmpty { advice = "it takes none" }
    if !nearest.isEmpty { advice = "the nearest are \(nearest.joined(separator: ", "))" }
    return error(.unknownParameter, "has no parameter '\(printable(key))'; \(advice)", argument)
  }

  private func error(
    _ code: FilterError.Code, _ detail: String, _ argument: ChainText.Argument
  ) -> FilterError {
    let position = argument.key?.position ?? argument.value.position
    return FilterError(code, "\(item.name.text): \(detail) (character \(position))")
  }
}
