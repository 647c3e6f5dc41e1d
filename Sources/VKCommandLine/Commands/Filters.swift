import VKCatalog
import VKCore

extension Command {
  /// The catalogue.
  static let filters = Command(
    name: "filters", summary: "List the filters, or tell all about one.",
    usage: "[NAME] [--json] | --ffmpeg", options: [.json, .ffmpegTable, .help], operands: 0...1
  ) { arguments in
    let json = arguments.options.has(.json)
    if arguments.options.has(.ffmpegTable) {
      try printData(FilterCatalog.table(of: .ffmpeg))
      return
    }
    let all = FilterCatalog.all.sorted { $0.name < $1.name }
    if let name = arguments.operands.first {
      let found = try find(name)
      let text =
        json
        ? try found.map { try jsonText(FilterListing($0)) }.joined()
        : descriptionText(of: found, asked: name)
      try printData(text)
    } else if json {
      try printData(try jsonText(["filters": all.map(FilterListing.init)]))
    } else {
      try printData(list(all))
    }
  }
}

extension Option {
  fileprivate static let ffmpegTable = Option(
    "--ffmpeg", for: .command, "Print what is accepted by FFmpeg's names, as a Markdown table.")
}

/// The filter of that name, or those that the keys of another engine's filter lead to; none when there is none.
func filters(called name: String) -> [FilterDescription] {
  let all = FilterCatalog.all.sorted { $0.name < $1.name }
  let own = all.filter { $0.name == name || $0.typeName == name }
  return own.isEmpty ? all.filter { $0.aliases.contains { baseName($0) == name } } : own
}

/// All about filters that were asked for by a name.
func descriptionText(of filters: [FilterDescription], asked name: String) -> String {
  let text = filters.map { describe($0, asked: name) }.joined(separator: "\n")
  guard filters.count > 1 else { return text }
  return "\(name) is \(filters.map(\.name).joined(separator: ", ")), by its keys.\n\n" + text
}

/// The filters called `name`.
///
/// - Throws: `Failure` that names the nearest when there is none.
func find(_ name: String) throws(Failure) -> [FilterDescription] {
  let found = filters(called: name)
  guard found.isEmpty else { return found }
  let nearest = FilterCatalog.nearest(to: name)
  let advice = nearest.isEmpty ? "" : " (did you mean \(nearest.joined(separator: " or "))?)"
  throw .usage("unknown filter '\(name)'\(advice); 'vkfilter filters' lists them")
}

/// The name in an alias: what stands before a key or presets.
func baseName(_ alias: String) -> Substring { alias.prefix { $0 != "." && $0 != "=" } }

private func list(_ all: [FilterDescription]) -> String {
  FilterCategory.allCases.map { category in
    let filters = all.filter { $0.category == category }
    guard !filters.isEmpty else { return "" }
    return "\(category.rawValue)\n" + table(filters.map { [$0.name, $0.summary] }, indent: 2)
  }.filter { !$0.isEmpty }.joined(separator: "\n")
}

private func describe(_ filter: FilterDescription, asked name: String) -> String {
  var text = "\(filter.name): \(filter.summary)\n"
  let key = filter.aliases.first { $0.hasPrefix("\(name).") }
  if let key {
    text += "\(key.dropFirst(name.count + 1)) of \(name) is \(filter.name).\n"
  } else if name != filter.name {
    text += "\(name) is \(filter.name).\n"
  }
  text += "\nkind      \(filter.kind), \(filter.category.rawValue)\n"
  text += "name      \(filter.vocabulary.owner), with its keys, order, units and defaults\n"
  text += "also      \(([filter.typeName] + filter.aliases).joined(separator: ", "))\n"
  text += "source    \(filter.source)\n"
  if filter.inputs > 1 { text += "inputs    \(filter.inputs) (the next -i)\n" }
  guard !filter.parameters.isEmpty else { return text }
  let rows = zip(filter.parameters, filter.defaults).map { parameter, value in
    let names = ([parameter.name] + parameter.aliases).joined(separator: ", ")
    return [names, parameter.kind.text, "default \(value.text)\(parameter.unit)", parameter.help]
  }
  return text + "\nparameters, in the order of bare values:\n" + table(rows, indent: 2)
}

extension FilterVocabulary {
  /// Whose a short name is, in words.
  fileprivate var owner: String {
    switch self {
    case .own: "VKFilter's"
    case .ffmpeg: "FFmpeg's"
    }
  }
}
