internal import CFFmpeg

/// Whether and how FFmpeg verifies the certificate of the other side, which it does not unless it is told to.
enum Certificates {
  /// FFmpeg's name of the option.
  private static let option = "tls_verify"
  /// Schemes whose protocols hand the option on.
  private static let verifying = ["https", "tls", "rtmps", "rtmpts"]

  /// The options for an address: certificates are verified unless they say otherwise.
  ///
  /// - Parameters:
  ///   - options: what was asked for.
  ///   - url: the address.
  ///   - opensItself: whether the container's own code opens the address, which hands nothing on.
  /// - Returns: what FFmpeg is given.
  /// - Throws: `MediaError` where FFmpeg cannot verify, and nobody said that it need not.
  static func options(
    _ options: [String: String], for url: String, opensItself: Bool = false
  ) throws -> [String: String] {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    let isSecure = verifying.contains(scheme) || scheme == "rtsps"
    guard isSecure else { return options }
    var options = options
    if scheme == "rtsps" || opensItself {
      guard options.removeValue(forKey: option) == "0" else {
        throw MediaError(
          .usage, "open \(url)",
          "FFmpeg here does not verify the certificate of this address; say \(option)=0 to do without"
        )
      }
      return options
    }
    options[option] = options[option] ?? "1"
    return options
  }
}
