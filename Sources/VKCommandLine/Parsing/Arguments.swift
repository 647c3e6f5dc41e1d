import VKCatalog

/// A command's arguments, sorted out.
struct Arguments: Sendable {
  /// The options that belong together: to an input, to the output or to the command.
  struct Group: Sendable {
    fileprivate(set) var values: [String: [String]] = [:]

    /// The last value given for `option`, nil when it was not given; an empty text for a switch.
    subscript(option: Option) -> String? { values[option.name]?.last }

    /// All values given for `option`, in order.
    func all(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// Whether `option` was given.
    func has(_ option: Option) -> Bool { values[option.name] != nil }

    mutating func add(_ value: String, for option: Option) {
      values[option.name, default: []].append(value)
    }
  }

  /// An input and what stood before it.
  struct Input: Sendable {
    let path: String
    let options: Group
  }

  /// The options of the command and of the output.
  fileprivate(set) var options = Group()
  /// The inputs in order.
  fileprivate(set) var inputs: [Input] = []
  /// The words that are no options.
  fileprivate(set) var operands: [String] = []
  /// What the filters' text says of the output.
  var stream = StreamChanges()
  /// Whether the graph changes times before they are written, so that what is read says nothing of what is written.
  var isRetimed = false

  /// The same arguments with `path` as the first input.
  func reading(_ path: String) -> Arguments {
    var arguments = self
    arguments.inputs.insert(Input(path: path, options: Group()), at: 0)
    return arguments
  }

  /// The same arguments with `path` as the first input, which the options for inputs are for; those that outputs take too
  /// only when it takes `all`.
  func reading(_ path: String, all: Bool) -> Arguments {
    var arguments = reading(path)
    var group = Group()
    for option in Option.inputOptions where all || option.place == .input {
      for value in options.all(option) { group.add(value, for: option) }
    }
    arguments.inputs[0] = Input(path: path, options: group)
    return arguments
  }
}

extension Arguments {
  /// Sorts out the words after the command's name.
  ///
  /// - Throws: `Failure` (usage) when an option is unknown, lacks its value or has nothing to apply to.
  init(_ words: [String], for command: Command) throws(Failure) {
    var pending: [(option: Option, value: String)] = []
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-", !optionsEnded else {
        operands.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let (option, value) = try Self.option(word, &rest, command)
      switch option.place {
      case .command where option == .input:
        inputs.append(Input(path: value, options: Self.group(pending)))
        pending = []
      case .command, .output: options.add(value, for: option)
      case .input, .inputOrOutput: pending.append((option, value))
      }
    }
    for (option, value) in pending {
      // A command whose input is a word without -i takes the options for it anywhere.
      if option.place == .input, command.options.contains(.input) {
        throw .usage("option \(option.name) stands before the -i that it is for")
      }
      options.add(value, for: option)
    }
    try check(command)
  }

  private static func group(_ pending: [(option: Option, value: String)]) -> Group {
    pending.reduce(into: Group()) { $0.add($1.value, for: $1.option) }
  }

  /// Reads the option `word` and its value, which may be joined by `=` to a long name.
  private static func option(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(Failure) -> (Option, String) {
    let name: String
    var joined: String?
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      name = String(word[..<equals])
      joined = String(word[word.index(after: equals)...])
    } else {
      name = word
    }
    guard let option = command.options.first(where: { $0.names.contains(name) }) else {
      let known = command.options.flatMap(\.names)
      throw .usage(
        "unknown option \(name) of '\(command.name)'\(nearest(to: name, in: known));"
          + " see 'vkfilter \(command.name) --help'")
    }
    guard let placeholder = option.placeholder else {
      if joined != nil { throw .usage("option \(name) takes no value") }
      return (option, "")
    }
    guard let value = joined ?? rest.popFirst() else {
      throw .usage("option \(name) needs a value (\(placeholder))")
    }
    return (option, value)
  }

  private func check(_ command: Command) throws(Failure) {
    if operands.count > command.operands.upperBound {
      throw .usage(
        "unexpected argument '\(operands[command.operands.upperBound])' of '\(command.name)'")
    }
    if operands.count < command.operands.lowerBound {
      throw .usage("usage: vkfilter \(command.name) \(command.usage)")
    }
    if command.needsInput, command.options.contains(.input), inputs.isEmpty,
      !options.has(.outputDirectory)
    {
      throw .usage("no input; name one with -i")
    }
  }
}

/// `" (did you mean X?)"` when something in `names` is near to `word`, else nothing.
func nearest(to word: String, in names: [String]) -> String {
  let best = names.map { (name: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let best, best.distance <= max(1, word.count / 3) else { return "" }
  return " (did you mean \(best.name)?)"
}

/// Insertions, deletions and replacements between two words.
private func editDistance(_ a: String, _ b: String) -> Int {
  let b = Array(b)
  var row = Array(0...b.count)
  for (i, character) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let above = row[j + 1]
      row[j + 1] = min(diagonal + (character == b[j] ? 0 : 1), above + 1, row[j] + 1)
      diagonal = above
    }
  }
  return row[b.count]
}
