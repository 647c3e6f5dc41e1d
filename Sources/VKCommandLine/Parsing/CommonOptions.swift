extension Option {
  static let help = Option("--help", "-h", for: .command, "Say what this command does.")
  static let json = Option("--json", for: .command, "Print JSON.")
  static let input = Option("-i", value: "FILE", for: .command, "An input; '-' is standard input.")
  static let chain = Option(
    "-vf", "-filter:v", value: "CHAIN", for: .output, "The filters: NAME=KEY=VALUE:…,NAME=…")
  static let graph = Option(
    "-filter_complex", "-lavfi", value: "GRAPH", for: .output,
    "Filters of several inputs: [0][1]NAME=…[LABEL];[LABEL]NAME=…")
  static let device = Option(
    "--device", value: "NAME", for: .command,
    "The device: an index or a part of its name (see 'vkfilter devices').")
  static let outputFolder = Option(
    "--output", value: "DIR", for: .command, "The folder to write to.")
}
