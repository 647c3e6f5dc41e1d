internal import Foundation
internal import VKMedia

/// The address of a server or a stream, taken apart.
///
/// What must not be read by others is kept out of every message from then on.
struct StreamAddress: Sendable, Equatable {
  /// `rtmp`, `whip+https`, in small letters.
  let scheme: String
  let user: String?
  let password: String?
  let host: String
  let port: Int?
  /// With the first slash.
  let path: String
  /// What stands behind the question mark, in order.
  let query: [Item]

  /// A name and a value of the query.
  struct Item: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// - Throws: `StreamError` when it is no address.
  init(_ text: String) throws(StreamError) {
    guard let end = text.firstRange(of: "://") else {
      throw StreamError(
        .usage, "open \(redacted(text))",
        "an address is SCHEME://HOST/PATH, as rtmp://server/live/cam")
    }
    scheme = text[..<end.lowerBound].lowercased()
    let rest = text[end.upperBound...]
    let tail = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<tail]
    let mark = rest[tail...].firstIndex(of: "?") ?? rest.endIndex
    path = String(rest[tail..<mark])
    query =
      mark == rest.endIndex
      ? []
      : rest[rest.index(after: mark)...].split(separator: "&").map { part in
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return Item(
          name: String(sides[0]), value: sides.count > 1 ? decoded(sides[1]) : "")
      }
    let at = authority.lastIndex(of: "@")
    let credentials = at.map { authority[..<$0] } ?? ""
    let colon = credentials.firstIndex(of: ":")
    user = credentials.isEmpty ? nil : decoded(credentials[..<(colon ?? credentials.endIndex)])
    password = colon.map { decoded(credentials[credentials.index(after: $0)...]) }
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    let bracket = place.lastIndex(of: "]") ?? place.startIndex
    let portMark = place[bracket...].lastIndex(of: ":")
    host = String(place[..<(portMark ?? place.endIndex)])
    port = portMark.flatMap { Int(place[place.index(after: $0)...]) }
    if portMark != nil, port == nil {
      throw StreamError(.usage, "open \(scheme)://\(host)", "the port is no number")
    }
    if let colon { hide(String(credentials[credentials.index(after: colon)...])) }
    if let password { conceal(password) }
    for item in query where Self.secrets.contains(item.name.lowercased()) { conceal(item.value) }
  }

  /// Parts of a query that nobody else may read.
  private static let secrets: Set<String> = [
    "passphrase", "password", "pass", "token", "secret", "key", "pin", "auth", "sig", "signature",
    "access_token",
  ]

  /// A value of the query.
  subscript(name: String) -> String? { query.first { $0.name == name }?.value }

  /// What the part of the scheme before `+` says is spoken, and the address for the rest: `whip+https` is WHIP over `https`.
  var spoken: (protocol: String, scheme: String) {
    guard let plus = scheme.firstIndex(of: "+") else { return (scheme, scheme) }
    return (String(scheme[..<plus]), String(scheme[scheme.index(after: plus)...]))
  }

  /// The address with no credentials, and less or more in it.
  func text(
    scheme: String? = nil, user: String? = nil, password: String? = nil, path: String? = nil,
    without names: Set<String> = [], adding items: [Item] = []
  ) -> String {
    let credentials = user.map { user in
      encoded(user) + (password.map { ":" + encoded($0) } ?? "") + "@"
    }
    let kept = query.filter { !names.contains($0.name) } + items
    let tail = kept.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    return "\(scheme ?? self.scheme)://\(credentials ?? "")\(host)\(port.map { ":\($0)" } ?? "")"
      + (path ?? self.path) + (tail.isEmpty ? "" : "?" + tail)
  }
}

/// A part of an address as it is meant; what cannot be read stays as it is written.
func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }

/// A part of an address as it is written: all but letters, digits and `plain` is escaped.
func encoded(_ text: String, plain: String = "-._~!,=") -> String {
  let letters = CharacterSet(charactersIn: "a"..."z")
    .union(CharacterSet(charactersIn: "A"..."Z")).union(CharacterSet(charactersIn: "0"..."9"))
  let allowed = letters.union(CharacterSet(charactersIn: plain))
  return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
}

/// Keeps a text out of every message from now on, also as it stands in an address.
func conceal(_ secret: String) {
  hide(secret)
  hide(encoded(secret))
}
