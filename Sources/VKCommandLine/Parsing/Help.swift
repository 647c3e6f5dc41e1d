import VKCore

extension Command {
  /// The help of this command.
  var helpText: String {
    var text = "Usage: vkfilter \(name) \(usage)\n\n\(summary)\n"
    let groups: [(title: String, places: [Option.Place])] = [
      ("Options", [.command]), ("For the input that follows", [.input]),
      ("For the input that follows, or the output", [.inputOrOutput]),
      ("For the output", [.output]),
    ]
    for (title, places) in groups {
      let options = options.filter { places.contains($0.place) }
      guard !options.isEmpty else { continue }
      text += "\n\(title):\n" + table(options.map(\.helpRow), indent: 2)
    }
    return text
  }
}

extension Option {
  fileprivate var helpRow: [String] {
    let spellings = names.joined(separator: ", ")
    return [placeholder.map { "\(spellings) \($0)" } ?? spellings, help]
  }
}

/// The help of the whole program.
func programHelp(_ commands: [Command]) -> String {
  """
  Usage: vkfilter COMMAND …

  Filters video and pictures on the GPU through Vulkan.

  Commands:
  \(table(commands.filter(\.isListed).map { [$0.name, $0.summary] }, indent: 2))
  'vkfilter COMMAND --help' lists the options of a command; 'vkfilter --version' tells the version.
  Example: vkfilter run -i in.mp4 -vf monochrome,gaussian-blur=3 out.mp4

  """
}
