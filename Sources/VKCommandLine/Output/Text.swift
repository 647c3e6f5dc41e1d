import FoundationEssentials

/// `value` as one JSON object of sorted keys with a newline at its end.
func jsonText(_ value: some Encodable, pretty: Bool = true) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
