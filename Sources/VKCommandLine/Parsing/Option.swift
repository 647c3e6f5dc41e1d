/// One option of the command line, declared once: the parser, the help and the errors read it from here.
struct Option: Sendable, Hashable {
  /// What an option belongs to.
  enum Place: Sendable {
    /// The whole command, wherever it stands.
    case command
    /// The output, wherever it stands.
    case output
    /// The `-i` that follows.
    case input
    /// The `-i` that follows, or the output when none follows.
    case inputOrOutput
  }

  /// The spellings; the first is the one that messages use.
  let names: [String]
  /// What stands for the value in the help; nil for a switch.
  let placeholder: String?
  /// What it belongs to.
  let place: Place
  /// One sentence.
  let help: String

  init(_ names: String..., value placeholder: String? = nil, for place: Place, _ help: String) {
    self.names = names
    self.placeholder = placeholder
    self.place = place
    self.help = help
  }

  /// The spelling that messages use.
  var name: String { names[0] }
}

/// A command and what it takes, declared once.
struct Command: Sendable {
  /// The word after `vkfilter`.
  let name: String
  /// What it does, in a sentence.
  let summary: String
  /// What follows the name, in the usage line.
  let usage: String
  /// The options it takes.
  let options: [Option]
  /// How many words that are no options it takes.
  let operands: ClosedRange<Int>
  /// Whether there must be an input where it takes any.
  var needsInput = true
  /// Whether the list of commands shows it.
  var isListed = true
  /// Does it.
  let run: @Sendable (Arguments) async throws -> Void
}
