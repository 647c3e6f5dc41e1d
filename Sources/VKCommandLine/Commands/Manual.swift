import VKCatalog
import VKCore

extension Command {
  /// The manual page, made from the commands and the catalogue.
  static let manual = Command(
    name: "man", summary: "Print the manual page (vkfilter man | man -l -).", usage: "",
    options: [.help], operands: 0...0
  ) { _ in
    try printData(manualPage(Program.commands.filter(\.isListed)))
  }
}

/// The manual page as troff with the macros of man(7).
private func manualPage(_ commands: [Command]) -> String {
  var page = ManualPage()
  page.macro("TH", "VKFILTER", "1", "", "vkfilter \(Program.version)", "User Commands")
  page.section("NAME")
  page.text("vkfilter - filter video and pictures on the GPU through Vulkan")
  page.section("SYNOPSIS")
  for command in commands {
    page.text("vkfilter \(command.name) \(command.usage)")
    page.macro("br")
  }
  page.section("DESCRIPTION")
  page.text(
    "Reads files, pipes and pictures, sends every frame through a chain of filters in as few passes over it as"
      + " possible, and writes files, pipes and pictures. Without a GPU it runs on software Vulkan. What is not filtered"
      + " is copied. Data goes to standard output, all else to standard error.")
  page.section("COMMANDS")
  for command in commands {
    page.macro("SS", "vkfilter \(command.name) \(command.usage)")
    page.text(command.summary)
    for option in command.options {
      page.item(
        option.names.joined(separator: ", ") + (option.placeholder.map { " \($0)" } ?? ""),
        option.help + (option.place.note.map { " (\($0))" } ?? ""))
    }
  }
  page.section("CHAINS")
  page.text(
    "NAME=KEY=VALUE:KEY=VALUE,NAME=\u{2026}: a comma joins filters, a colon parameters; values without a key set the"
      + " parameters in their order. A backslash or quotes take a character as it is. A filter of two inputs takes the"
      + " next -i. 'null' changes nothing. 'vkfilter filters NAME' tells a filter's parameters.")
  page.section("FILTERS")
  for filter in FilterCatalog.all.sorted(by: { $0.name < $1.name }) {
    page.item(filter.name, filter.summary)
  }
  page.section("EXIT STATUS")
  page.item("0", "All went well.")
  for code in Failure.Code.allCases { page.item("\(code.rawValue)", code.meaning) }
  page.item(
    "130, 143, 129", "SIGINT, SIGTERM or SIGHUP ended it; the output is complete as far as it goes."
  )
  page.section("EXAMPLES")
  page.example("vkfilter run -i in.mp4 -vf monochrome,gaussian-blur=3 out.mp4")
  page.example("vkfilter image -i photo.jpg -vf sepia out.png")
  page.example("vkfilter run -i base.mp4 -i logo.png -vf alpha-blend=mix=0.5 out.mkv")
  return page.source
}

extension Option.Place {
  /// What an option of this place belongs to, where that is not the whole command.
  fileprivate var note: String? {
    switch self {
    case .command, .output: nil
    case .input: "for the -i that follows"
    case .inputOrOutput: "for the -i that follows, or the output"
    }
  }
}

/// Troff source in the making.
private struct ManualPage {
  private(set) var source = ""

  mutating func macro(_ name: String, _ words: String...) {
    source += ".\(name)" + words.map { " \"\(escaped($0))\"" }.joined() + "\n"
  }

  mutating func section(_ title: String) { macro("SH", title) }

  mutating func text(_ text: String) {
    // A line that begins with a dot or a quote would be an instruction.
    let isInstruction = text.hasPrefix(".") || text.hasPrefix("'")
    source += (isInstruction ? "\\&" : "") + escaped(text) + "\n"
  }

  mutating func item(_ head: String, _ body: String) {
    macro("TP")
    source += "\\fB"
    source += escaped(head) + "\\fR\n"
    text(body)
  }

  mutating func example(_ line: String) {
    macro("PP")
    macro("EX")
    text(line)
    macro("EE")
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "\u{2026}": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
