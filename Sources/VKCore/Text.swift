/// Rows in columns: each as wide as its widest cell, two spaces apart.
package func table(_ rows: [[String]], indent: Int = 0) -> String {
  var widths: [Int] = []
  for row in rows {
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      column == row.count - 1 ? cell : cell.padded(to: widths[column])
    }
    return String(repeating: " ", count: indent) + cells.joined(separator: "  ") + "\n"
  }.joined()
}

extension String {
  /// The text with spaces after it up to `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}

extension Double {
  /// The number with `digits` digits after the point.
  package func formatted(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard isFinite, Swift.abs(self) * scale < 9e15 else { return "\(self)" }
    let scaled = (Swift.abs(self) * scale).rounded()
    let whole = Int64(scaled) / Int64(scale)
    let fraction = "\(Int64(scaled) % Int64(scale))"
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension Duration {
  /// The length in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// Text as it stands in HTML and SVG.
package func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
  return result
}
