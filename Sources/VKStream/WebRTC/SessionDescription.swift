/// What the two sides of a connection tell each other (SDP, RFC 8866).
enum SessionDescription {
  /// A description whose H.264 says what it is: constrained baseline (RFC 6184, section 8.1).
  ///
  /// An offer is made before the first picture, so that GStreamer knows no profile yet; who reads none takes the lowest level.
  static func withProfile(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline }.map(String.init)
    let numbers = lines.compactMap { line -> String? in
      guard line.hasPrefix("a=rtpmap:"), line.uppercased().contains(" H264/") else { return nil }
      return String(line.dropFirst("a=rtpmap:".count).prefix { $0.isNumber })
    }
    var result: [String] = []
    for line in lines {
      let formats = numbers.filter { line.hasPrefix("a=fmtp:\($0) ") }
      if !formats.isEmpty {
        result.append(completed(line))
      } else {
        result.append(line)
        let described = numbers.filter { number in
          line.hasPrefix("a=rtpmap:\(number) ")
            && !lines.contains { $0.hasPrefix("a=fmtp:\(number) ") }
        }
        result += described.map { completed("a=fmtp:\($0) ") }
      }
    }
    return result.joined(separator: "\r\n") + "\r\n"
  }

  private static func completed(_ line: String) -> String {
    var line = line
    func add(_ name: String, _ value: String) {
      guard !line.contains(name + "=") else { return }
      line += (line.hasSuffix(" ") ? "" : ";") + "\(name)=\(value)"
    }
    add("packetization-mode", "1")
    add("profile-level-id", "42e01f")
    add("level-asymmetry-allowed", "1")
    return line
  }

  /// Whether any of the media is not refused (port 0, RFC 3264, section 6).
  static func hasMedia(_ text: String) -> Bool {
    let media = text.split { $0.isNewline }.filter { $0.hasPrefix("m=") }
    return media.contains { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[1] != "0"
    }
  }
}
