/// Text from outside in a form that is short, on one line and harmless on a terminal.
func printable(_ text: some StringProtocol) -> String {
  let limit = 64
  let safe = text.unicodeScalars.prefix(limit).map { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "?"
    default: String(scalar)
    }
  }
  return safe.joined() + (text.unicodeScalars.count > limit ? "…" : "")
}
