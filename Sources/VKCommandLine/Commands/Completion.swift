import VKCatalog
import VKCore

extension Command {
  /// Scripts that let shells complete what is typed.
  static let completion = Command(
    name: "completion", summary: "Print the script that completes words in bash, zsh or fish.",
    usage: "bash|zsh|fish", options: [.help], operands: 1...1
  ) { arguments in
    guard let script = completionScripts[arguments.operands[0]] else {
      throw Failure.usage(
        "'\(arguments.operands[0])' is none of \(completionScripts.keys.sorted().joined(separator: ", "))"
      )
    }
    try printData(script)
  }

  /// What the scripts ask: the words that the last one may become, one a line; none where files are meant.
  static let complete = Command(
    name: "complete", summary: "Print what the last word may become.", usage: "-- WORD…",
    options: [.help], operands: 0...Int.max, isListed: false
  ) { arguments in
    try printData(completions(of: arguments.operands).map { $0 + "\n" }.joined())
  }
}

/// The words that the last of `words`, which follow the program's name, may become.
func completions(of words: [String]) -> [String] {
  guard let current = words.last else { return [] }
  let commands = Program.commands.filter(\.isListed)
  let candidates: [String]
  if words.count == 1 {
    candidates = commands.map(\.name) + ["help", "--help", "--version"]
  } else if words[0] == "help" {
    candidates = commands.map(\.name) + filterNames
  } else if let command = Program.commands.first(where: { $0.name == words[0] }) {
    candidates = command.candidates(for: current, after: words[words.count - 2])
  } else {
    candidates = []
  }
  return candidates.filter { $0.hasPrefix(current) }
}

/// Every name of a filter that starts a chain's item.
private var filterNames: [String] {
  Set(
    FilterCatalog.all.flatMap { filter in
      [filter.name, filter.typeName] + filter.aliases.map { String(baseName($0)) }
    }
  ).sorted()
}

extension Command {
  fileprivate func candidates(for current: String, after previous: String) -> [String] {
    if let option = options.first(where: { $0.names.contains(previous) && $0.placeholder != nil }) {
      return option.candidates(for: current)
    }
    if current.hasPrefix("-") { return options.flatMap(\.names).sorted() }
    if name == Command.filters.name { return filterNames }
    if name == Command.completion.name { return completionScripts.keys.sorted() }
    return []
  }
}

extension Option {
  /// What its value may be; nothing where it is a file or a number.
  fileprivate func candidates(for current: String) -> [String] {
    if self == .chain || self == .graph { return chainCandidates(current) }
    if self == .pixelFormat { return PixelFormat.all.map(\.name).sorted() }
    let words = (placeholder ?? "").split(separator: "|").map(String.init)
    return words.count > 1 ? words.filter { $0.allSatisfy { !$0.isUppercase } } : []
  }
}

/// The chains that `text` may become: another name, key or word at its end.
private func chainCandidates(_ text: String) -> [String] {
  let start = text.lastIndex { ",;]".contains($0) }.map { text.index(after: $0) } ?? text.startIndex
  let item = text[start...]
  guard let equals = item.firstIndex(of: "=") else {
    return filterNames.map { text[..<start] + $0 }
  }
  guard let filter = FilterCatalog.named(String(item[..<equals])) else { return [] }
  let last = item[equals...].lastIndex(of: ":") ?? equals
  let argument = item[item.index(after: last)...]
  let head = text[...last]
  guard let sign = argument.firstIndex(of: "=") else {
    let keys = filter.parameters.flatMap { [$0.name] + $0.aliases.filter { !$0.contains(".") } }
    return keys.map { head + $0 + "=" }
  }
  let key = argument[..<sign]
  let parameter = filter.parameters.first { $0.name == key || $0.aliases.contains(String(key)) }
  let values: [String] =
    switch parameter?.kind {
    case .choice(let words): words
    case .boolean: ["true", "false"]
    default: []
    }
  return values.map { head + key + "=" + $0 }
}

private let completionScripts = [
  "bash": """
  # Completion of vkfilter for bash: source <(vkfilter completion bash)
  _vkfilter() {
    local line="${COMP_LINE:0:COMP_POINT}" current words
    current="${line##*[[:space:]]}"
    read -r -a words <<< "$line"
    [[ "$line" == *[[:space:]] ]] && words+=("")
    mapfile -t COMPREPLY < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace 2>/dev/null
    # Readline puts words in behind the last = or : that it takes for a break.
    local typed="${current%"${current##*[=:]}"}"
    COMPREPLY=("${COMPREPLY[@]#"$typed"}")
  }
  complete -o default -F _vkfilter vkfilter

  """,
  "zsh": """
  #compdef vkfilter
  # Completion of vkfilter for zsh: source <(vkfilter completion zsh), or a file _vkfilter in $fpath
  _vkfilter() {
    local -a found
    found=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -z "${found[1]}" ]]; then
      _files
    else
      compadd -Q -S '' -- "${(@M)found:#*=}"
      compadd -Q -- "${(@)found:#*=}"
    fi
  }
  if [[ "${funcstack[1]}" == _vkfilter ]]; then _vkfilter "$@"; else compdef _vkfilter vkfilter; fi

  """,
  "fish": """
  # Completion of vkfilter for fish: vkfilter completion fish | source
  function __vkfilter_complete
    set -l words (commandline -opc)
    $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null
  end
  complete -c vkfilter -a '(__vkfilter_complete)'

  """,
]
