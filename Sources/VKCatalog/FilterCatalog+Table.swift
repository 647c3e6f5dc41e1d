public import VKCore

extension FilterCatalog {
  /// What is accepted by a vocabulary's names, as a Markdown table: each filter with its keys in the order of bare values.
  public static func table(of vocabulary: FilterVocabulary) -> String {
    let rows = all.filter { $0.vocabulary == vocabulary }.sorted { $0.name < $1.name }.map {
      filter in
      let keys = zip(filter.parameters, filter.defaults).map { parameter, value in
        let names = ([parameter.name] + parameter.aliases).joined(separator: "`, `")
        let initial = value.plainText
        return "`\(names)`" + (initial.isEmpty ? "" : " (\(initial))")
      }
      return "| `\(filter.name)` | \(filter.summary) | \(keys.joined(separator: ", ")) |"
    }
    return (["| filter | does | keys and defaults, in order |", "|---|---|---|"] + rows)
      .joined(separator: "\n") + "\n"
  }
}

extension ParameterValue {
  /// The value as a chain writes it; empty where there is nothing to write.
  fileprivate var plainText: String {
    switch self {
    case .float(let number): plain(number)
    case .integer(let number): "\(number)"
    case .boolean(let truth): truth ? "1" : "0"
    case .vector(let numbers): numbers.map(plain).joined(separator: "/")
    case .choice(let word): word
    case .table: ""
    case .expression(let expression): expression.text
    case .text(let text): text
    }
  }

  private func plain(_ number: Float) -> String {
    number == number.rounded() && number.magnitude < 1e7 ? "\(Int(number))" : "\(number)"
  }
}
