import VKCore

extension Arguments.Group {
  /// A whole number of at least `minimum`.
  func integer(_ option: Option, atLeast minimum: Int = 0) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= minimum else {
      throw .usage("option \(option.name): '\(text)' is no whole number of \(minimum) or more")
    }
    return number
  }

  /// A number of at least zero.
  func number(_ option: Option) throws(Failure) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw .usage("option \(option.name): '\(text)' is no number of 0 or more")
    }
    return number
  }

  /// One of these words.
  func word(_ option: Option, of words: [String]) throws(Failure) -> String? {
    guard let text = self[option] else { return nil }
    guard words.contains(text) else {
      throw .usage("option \(option.name): '\(text)' is none of \(words.joined(separator: ", "))")
    }
    return text
  }

  /// A duration: `[[HH:]MM:]SS[.fraction]`, or a number with `s`, `ms` or `us`.
  func duration(_ option: Option) throws(Failure) -> MediaTime? {
    guard let text = self[option] else { return nil }
    guard let time = MediaTime(duration: text) else {
      throw .usage(
        "option \(option.name): '\(text)' is no duration (12.5, 90s, 250ms or HH:MM:SS.fraction)")
    }
    return time
  }

  /// A bit rate: a number with `k` or `M` after it, or without.
  func bitRate(_ option: Option) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let factor = text.last.flatMap { factors[$0] }
    let digits = factor == nil ? text : String(text.dropLast())
    guard let number = Double(digits), number > 0, number * (factor ?? 1) < 1e12 else {
      throw .usage("option \(option.name): '\(text)' is no bit rate (2500k, 8M)")
    }
    return Int(number * (factor ?? 1))
  }

  /// A size, `WIDTHxHEIGHT`.
  func size(_ option: Option) throws(Failure) -> Size? {
    guard let text = self[option] else { return nil }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0
    else { throw .usage("option \(option.name): '\(text)' is no size (WIDTHxHEIGHT)") }
    return Size(width, height)
  }

  /// A rate, `25` or `30000/1001` or `29.97`.
  func rate(_ option: Option) throws(Failure) -> (Int32, Int32)? {
    guard let text = self[option] else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let a = Int32(parts[0]), let b = Int32(parts[1]), a > 0, b > 0 {
      return (a, b)
    }
    if parts.count == 1, let whole = Int32(text), whole > 0 { return (whole, 1) }
    if parts.count == 1, let number = Double(text), number > 0, number < 1e6 {
      return (Int32((number * 1000).rounded()), 1000)
    }
    throw .usage("option \(option.name): '\(text)' is no frame rate (25, 30000/1001)")
  }
}
