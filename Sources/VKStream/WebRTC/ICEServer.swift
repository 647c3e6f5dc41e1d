/// A server that helps two peers to find a way to each other.
struct ICEServer: Sendable, Equatable {
  /// Whether media may go through it.
  let isRelay: Bool
  /// The address as GStreamer takes it, with name and password in it: not to be shown.
  let gstreamerURL: String

  /// Reads `stun:HOST[:PORT]` and `turn:[USER:PASSWORD@]HOST[:PORT][?transport=…]` (`stuns:` and `turns:` likewise).
  ///
  /// `user` and `password` count where the text has none. nil for any other text.
  init?(_ text: String, user: String? = nil, password: String? = nil) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard ["stun", "stuns", "turn", "turns"].contains(scheme) else { return nil }
    var place = text[text.index(after: colon)...].drop { $0 == "/" }
    var credentials: (String, String)?
    if let at = place.lastIndex(of: "@") {
      let parts = place[..<at].split(separator: ":", maxSplits: 1).map(decoded)
      credentials = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
      place = place[place.index(after: at)...]
    } else if let user {
      credentials = (user, password ?? "")
    }
    let host = place.prefix { $0 != "?" }
    guard !host.isEmpty, host.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "/" }) else {
      return nil
    }
    isRelay = scheme.hasPrefix("turn")
    let standard = scheme.hasSuffix("s") ? ":5349" : ":3478"
    let hasPort =
      host.hasSuffix("]") ? false : host.split(separator: "]").last?.contains(":") == true
    let query = isRelay ? String(place.dropFirst(host.count)) : ""
    let login =
      isRelay
      ? credentials.map { "\(encoded($0.0, plain: "-._~")):\(encoded($0.1, plain: "-._~"))@" } ?? ""
      : ""
    gstreamerURL = "\(scheme)://\(login)\(host)\(hasPort ? "" : standard)\(query)"
  }

  /// The servers that a `Link` header names (RFC 9725, section 4.6).
  static func servers(inLink header: String) -> [ICEServer] {
    LinkHeader.links(in: header).compactMap { link in
      guard link.parameters["rel"]?.split(separator: " ").contains("ice-server") == true else {
        return nil
      }
      return ICEServer(
        link.target, user: link.parameters["username"], password: link.parameters["credential"])
    }
  }
}

/// The `Link` header of HTTP (RFC 8288, section 3).
enum LinkHeader {
  /// One link.
  struct Link: Sendable, Equatable {
    /// What stands between the angle brackets.
    var target: String
    /// Its parameters, names in small letters.
    var parameters: [String: String]
  }

  /// Reads all links of a header, or of several joined by commas; what is damaged is left out.
  static func links(in header: String) -> [Link] {
    var links: [Link] = []
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      var link = Link(target: String(rest[rest.index(after: open)..<close]), parameters: [:])
      rest = rest[rest.index(after: close)...]
      while let (name, value) = parameter(&rest) {
        if link.parameters[name] == nil { link.parameters[name] = value }
      }
      links.append(link)
    }
    return links
  }

  /// Takes `; name=value` or `; name="value"` from the front.
  private static func parameter(_ rest: inout Substring) -> (String, String)? {
    let start = rest.drop { $0.isWhitespace }
    guard start.first == ";" else { return nil }
    let text = start.dropFirst().drop { $0.isWhitespace }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "*" || $0 == "_" }
    var tail = text.dropFirst(name.count).drop { $0.isWhitespace }
    var value = ""
    if tail.first == "=" {
      tail = tail.dropFirst().drop { $0.isWhitespace }
      value = tail.first == "\"" ? quoted(&tail) : plain(&tail)
    }
    rest = tail
    return name.isEmpty ? nil : (name.lowercased(), value)
  }

  private static func plain(_ text: inout Substring) -> String {
    let value = text.prefix { $0 != ";" && $0 != "," && !$0.isWhitespace }
    text = text.dropFirst(value.count)
    return String(value)
  }

  private static func quoted(_ text: inout Substring) -> String {
    var value = ""
    text = text.dropFirst()
    while let character = text.popFirst(), character != "\"" {
      value.append(character == "\\" ? text.popFirst() ?? "\\" : character)
    }
    return value
  }
}
