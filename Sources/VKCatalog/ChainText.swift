internal import VKCore

/// A chain's text cut at its commas, equals signs and colons, quotes and backslashes taken away.
///
/// `\x` is the letter x, `'…'` is what stands between the quotes: neither separates.
struct ChainText {
  /// A piece of the text and where it starts, from 1.
  struct Piece {
    let text: String
    let position: Int
  }

  /// A value, and its key where one is written.
  struct Argument {
    let key: Piece?
    let value: Piece
  }

  /// A filter as written.
  struct Item {
    let name: Piece
    let arguments: [Argument]
  }

  let items: [Item]

  /// - Throws: `FilterError` where a quote is left open, a name or a value missing.
  init(_ text: String) throws(FilterError) {
    var items: [Item] = []
    for part in Letters(try lettersOf(text)).split(at: ",") { items.append(try Self.item(part)) }
    self.items = items
  }

  /// `key=value:…`, or nothing.
  static func arguments(_ text: String) throws(FilterError) -> [Argument] {
    text.isEmpty ? [] : try arguments(Letters(try lettersOf(text)))
  }

  private static func arguments(_ letters: Letters) throws(FilterError) -> [Argument] {
    var result: [Argument] = []
    for part in letters.split(at: ":") {
      let trimmed = part.trimmed()
      guard let (key, value) = trimmed.divided(at: "="), key.trimmed().isName else {
        result.append(Argument(key: nil, value: trimmed.piece))
        continue
      }
      result.append(Argument(key: key.trimmed().piece, value: value.trimmed().piece))
    }
    return result
  }

  private static func item(_ letters: Letters) throws(FilterError) -> Item {
    guard let (name, rest) = letters.divided(at: "=") else {
      return Item(name: try named(letters.trimmed().piece), arguments: [])
    }
    let piece = try named(name.trimmed().piece)
    return Item(name: piece, arguments: try arguments(rest))
  }

  private static func named(_ piece: Piece) throws(FilterError) -> Piece {
    guard piece.text.isEmpty else { return piece }
    throw FilterError(.syntax, "a filter's name is missing at character \(piece.position)")
  }
}

/// Letters with their places.
private struct Letters {
  struct Letter {
    let character: Character
    /// Whether it was quoted or escaped, so that it separates nothing.
    let isPlain: Bool
    let position: Int
  }

  private let letters: ArraySlice<Letter>
  private let end: Int

  init(_ letters: [Letter]) {
    self.init(letters[...], end: (letters.last?.position ?? 0) + 1)
  }

  private init(_ letters: ArraySlice<Letter>, end: Int) {
    self.letters = letters
    self.end = end
  }

  var piece: ChainText.Piece {
    ChainText.Piece(
      text: String(letters.map(\.character)), position: letters.first?.position ?? end)
  }

  /// Whether a key may look like this.
  var isName: Bool {
    !letters.isEmpty
      && letters.allSatisfy {
        !$0.isPlain
          && ($0.character.isLetter || $0.character.isNumber || $0.character == "_"
            || $0.character == "-" || $0.character == ".")
      }
  }

  func split(at separator: Character) -> [Letters] {
    var parts: [Letters] = []
    var start = letters.startIndex
    for index in letters.indices where letters[index].separates(separator) {
      parts.append(Letters(letters[start..<index], end: letters[index].position))
      start = index + 1
    }
    return parts + [Letters(letters[start...], end: end)]
  }

  func divided(at separator: Character) -> (Letters, Letters)? {
    guard let index = letters.firstIndex(where: { $0.separates(separator) }) else { return nil }
    return (
      Letters(letters[..<index], end: letters[index].position),
      Letters(letters[(index + 1)...], end: end)
    )
  }

  /// Without the spaces around it.
  func trimmed() -> Letters {
    var rest = letters
    while let first = rest.first, first.isSpace { rest = rest.dropFirst() }
    while let last = rest.last, last.isSpace { rest = rest.dropLast() }
    return Letters(rest, end: rest.last.map { $0.position + 1 } ?? end)
  }
}

extension Letters.Letter {
  fileprivate var isSpace: Bool { !isPlain && character.isWhitespace }

  fileprivate func separates(_ separator: Character) -> Bool { !isPlain && character == separator }
}

/// The text's letters with quotes and backslashes worked off.
private func lettersOf(_ text: String) throws(FilterError) -> [Letters.Letter] {
  var result: [Letters.Letter] = []
  var openQuote: Int?
  var isEscaped = false
  var position = 0
  for character in text {
    position += 1
    if isEscaped {
      result.append(.init(character: character, isPlain: true, position: position))
      isEscaped = false
    } else if openQuote != nil {
      if character == "'" {
        openQuote = nil
      } else {
        result.append(.init(character: character, isPlain: true, position: position))
      }
    } else if character == "'" {
      openQuote = position
    } else if character == "\\" {
      isEscaped = true
    } else {
      result.append(.init(character: character, isPlain: false, position: position))
    }
  }
  if let openQuote {
    throw FilterError(.syntax, "the quote at character \(openQuote) is not closed")
  }
  if isEscaped {
    throw FilterError(.syntax, "nothing follows the backslash at character \(position)")
  }
  return result
}
