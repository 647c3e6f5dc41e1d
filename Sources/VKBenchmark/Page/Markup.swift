internal import VKCore

/// A drawing as it grows.
struct Drawing {
  let width: Int
  let height: Int
  /// What it shows, for those who cannot see it.
  let title: String
  private var body = ""

  init(width: Int, height: Int, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }

  /// The element.
  var text: String {
    "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\"><title>\(escaped(title))</title>\n\(body)</svg>\n"
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String
  ) {
    body +=
      "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" class=\"\(style)\"/>\n"
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], style: String) {
    let places = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    body += "<polyline points=\"\(places)\" class=\"\(style)\"/>\n"
  }

  mutating func dot(_ x: Double, _ y: Double, style: String, about: String) {
    body +=
      "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4\" class=\"\(style)\"><title>\(escaped(about))</title></circle>\n"
  }

  mutating func bar(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String, about: String
  ) {
    body +=
      "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(width, 0.5)))\" height=\"\(number(height))\" class=\"\(style)\"><title>\(escaped(about))</title></rect>\n"
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", style: String = "",
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    let mark = style.isEmpty ? "" : " class=\"\(style)\""
    body +=
      "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"\(mark)\(turn)>\(escaped(text))</text>\n"
  }

  private func number(_ value: Double) -> String { value.formatted(1) }
}
