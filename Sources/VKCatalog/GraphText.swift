internal import VKCore

/// A graph's text cut at its semicolons, commas and brackets; quotes and backslashes stay for the filters.
struct GraphText {
  /// A name in brackets and where it starts, from 1.
  struct Label {
    let text: String
    let position: Int
  }

  /// A filter with the names before and behind it.
  struct Item {
    var inputs: [Label] = []
    var outputs: [Label] = []
    /// The filter as written.
    var text = ""
    var position = 0
    /// The item before it in its chain, whose picture it takes.
    var before: Int?

    /// The text at its place, so that messages count from the graph's beginning.
    var paddedText: String { String(repeating: " ", count: position - 1) + text }
    /// The filter's name.
    var name: String { String(text.prefix { $0 != "=" }).filter { !$0.isWhitespace } }

    /// How many pictures `split` gives; nil when it is another filter.
    var splitCount: Int? {
      guard name == "split" else { return nil }
      return text.contains("=") ? text.split(separator: "=").last.flatMap { Int($0) } ?? 0 : 2
    }
  }

  private(set) var items: [Item] = []
  private var item = Item()
  private var before: Int?

  /// - Throws: `FilterError` where a bracket is not closed, or a filter or a name is missing.
  init(_ text: String) throws(FilterError) {
    var quote = false
    var escape = false
    var label: (text: String, position: Int)?
    var position = 0
    for character in text {
      position += 1
      let isPlain = escape || quote || character == "\\"
      escape = character == "\\" && !escape && !quote
      if character == "'", !isPlain || quote { quote.toggle() }
      if let open = label, character != "]" {
        label = (open.text + String(character), open.position)
      } else if isPlain || !"[],;".contains(character) {
        try add(character, at: position)
      } else if character == "[" {
        label = ("", position + 1)
      } else if character == "]" {
        try close(label, at: position)
        label = nil
      } else {
        try endItem(at: position)
        before = character == "," ? items.count - 1 : nil
      }
    }
    if let label {
      throw FilterError(.syntax, "the bracket at character \(label.position - 1) is not closed")
    }
    try endItem(at: position + 1)
  }

  private mutating func add(_ character: Character, at position: Int) throws(FilterError) {
    if item.text.isEmpty {
      if character.isWhitespace { return }
      item.position = position
    } else if !item.outputs.isEmpty {
      if character.isWhitespace { return }
      throw FilterError(
        .syntax, "a comma or a semicolon is missing before character \(position)")
    }
    item.text.append(character)
  }

  private mutating func close(
    _ label: (text: String, position: Int)?, at position: Int
  ) throws(FilterError) {
    guard let label, !label.text.isEmpty else {
      throw FilterError(.syntax, "a name is missing before the bracket at character \(position)")
    }
    let found = Label(text: label.text, position: label.position)
    if item.text.isEmpty { item.inputs.append(found) } else { item.outputs.append(found) }
  }

  private mutating func endItem(at position: Int) throws(FilterError) {
    guard !item.text.isEmpty else {
      throw FilterError(.syntax, "a filter is missing before character \(position)")
    }
    item.before = before
    if let count = item.splitCount, item.outputs.count != count {
      throw FilterError(
        .syntax,
        "split (character \(item.position)) gives \(count) pictures; it needs as many names in brackets"
      )
    }
    if item.splitCount == nil, item.outputs.count > 1 {
      throw FilterError(
        .syntax, "\(item.name) (character \(item.position)) gives one picture, not several")
    }
    items.append(item)
    item = Item()
  }
}
