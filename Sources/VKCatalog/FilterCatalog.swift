public import VKCore

/// Every filter there is.
///
/// `all` is written by the build: one filter for each file in a folder beside this one, file name =
/// type name.
public enum FilterCatalog {}

extension FilterCatalog {
  /// The filter that chains call `name`: its short name, its type's name, or an alias that means
  /// one filter alone.
  ///
  /// Case counts. nil when there is none.
  public static func named(_ name: String) -> FilterDescription? {
    let matches = matches(for: name)
    return matches.count == 1 ? matches[0].filter : nil
  }

  /// The known filter names most like `name`, best first, one a filter; none when nothing is near.
  public static func nearest(to name: String) -> [String] {
    let best = all.compactMap { filter in
      nearestNames(
        to: name,
        among: [filter.name, filter.typeName] + filter.aliases.map { FilterAlias($0).name }
      ).first
    }
    return nearestNames(to: name, among: best)
  }

  /// All filters behind a name: one, or several where a foreign filter's keys lead to filters of
  /// their own.
  static func matches(for name: String) -> [FilterMatch] {
    if let filter = all.first(where: { $0.name == name || $0.typeName == name }) {
      return [FilterMatch(filter: filter, alias: nil)]
    }
    let matches = all.flatMap { filter in
      filter.aliases.map(FilterAlias.init).filter { $0.name == name }
        .map { FilterMatch(filter: filter, alias: $0) }
    }
    return matches.isEmpty ? ofFirstVersion(name) : matches
  }
}

/// A filter that a name leads to, by its own name or by an alias.
struct FilterMatch {
  let filter: FilterDescription
  let alias: FilterAlias?
}

/// `NAME`, `NAME.key` or `NAME=key=value:…` taken apart.
struct FilterAlias {
  let name: String
  /// The one key of the foreign filter that this filter does.
  let key: String?
  /// Parameters that the foreign filter starts with, as chain text.
  let presets: String

  init(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    presets = parts.count > 1 ? String(parts[1]) : ""
    let path = (parts.first ?? "").split(separator: ".", maxSplits: 1)
    name = path.first.map(String.init) ?? ""
    key = path.count > 1 ? String(path[1]) : nil
  }
}

/// The names most like `name`, best first, at most three: few letters added, dropped, changed or
/// swapped, or one the other's beginning.
func nearestNames(to name: String, among known: [String]) -> [String] {
  let wanted = Array(name.lowercased())
  guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
  var seen: Set<String> = []
  let ranked = known.enumerated().filter { seen.insert($1).inserted }.compactMap {
    place, candidate -> (name: String, rank: (Int, Int))? in
    let letters = Array(candidate.lowercased())
    let distance = editDistance(wanted, letters)
    if distance <= max(1, wanted.count / 3) { return (candidate, (distance, place)) }
    let isBeginning =
      wanted.count >= 3 && (letters.starts(with: wanted) || wanted.starts(with: letters))
    return isBeginning ? (candidate, (100 + distance, place)) : nil
  }
  return ranked.sorted { $0.rank < $1.rank }.prefix(3).map(\.name)
}

/// Single-letter changes and swaps of neighbours between two words.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var previous = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in 0..<b.count {
      row[j + 1] = min(previous[j + 1], row[j]) + 1
      row[j + 1] = min(row[j + 1], previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], before[j - 1] + 1)
      }
    }
    (before, previous) = (previous, row)
  }
  return previous[b.count]
}
