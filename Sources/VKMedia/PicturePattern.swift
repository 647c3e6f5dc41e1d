internal import Glibc
internal import VKCore

/// A path in whose last part `%d` or `%04d` stands for a number, as FFmpeg writes it; `%%` is a percent sign.
struct PicturePattern: Sendable, Hashable {
  /// The folder with its slash; empty for the current one.
  let folder: String
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// Reads `path`; nil when its last part has no place for a number, or several.
  init?(_ path: String) {
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    folder = String(path[..<slash])
    guard !folder.contains("%") else { return nil }
    var parts = [""]
    var width = 0
    var rest = path[slash...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      let number = rest.prefix { "0"..."9" ~= $0 }
      rest.removeFirst(number.count)
      switch rest.popFirst() {
      case "d" where number.isEmpty || number.first == "0":
        width = Int(number) ?? 0
        parts.append("")
      case "%" where number.isEmpty: parts[parts.count - 1].append("%")
      default: return nil
      }
    }
    guard parts.count == 2, width < 20 else { return nil }
    (prefix, suffix, digits) = (parts[0], parts[1], width)
  }

  /// The number as it stands in the name.
  func text(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  /// The path of the picture of that number.
  func path(_ number: Int) -> String { folder + prefix + text(number) + suffix }

  /// The number that stands in `name`, which has no folder; nil for another kind of name.
  func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard text.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(text) else { return nil }
    return self.text(number) == text ? number : nil
  }

  /// The numbers of the pictures that are there, in order.
  func numbers() -> [Int] {
    (namesInFolder(folder.isEmpty ? "." : folder) ?? []).compactMap { number(in: $0) }.sorted()
  }
}
