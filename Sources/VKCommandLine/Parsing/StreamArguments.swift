import Glibc
import VKCatalog
import VKCore
import VKMedia
import VKStream

extension Option {
  static let recording = Option(
    "--record", value: "FILE", for: .command,
    "Write what is sent into a file, too: the same packets, encoded once.")
  static let silence = Option(
    "--silence", for: .command, "Send silence, for servers and players that want sound.")
  static let streamSound = Option(
    "--audio", value: "DEVICE|FILE", for: .command,
    "What is heard: default, alsa:hw:1, pulse:NAME, or a file that is played again and again"
      + " (default: the sound of -i; none of a camera).")
  static let streamName = Option(
    "--name", value: "NAME", for: .command, "The stream's name, behind the address's path.")
  static let authFile = Option(
    "--auth-file", value: "FILE", for: .command,
    "Take user, password, token (WHIP, WHEP), passphrase (SRT) and key (a name that is secret) from a file, one a line:"
      + " user NAME.")
  static let keyInterval = Option(
    "--key-interval", value: "SECONDS", for: .command,
    "The time between pictures that a viewer can begin with (default: 2).")
  static let alsoPlayed = Option(
    "--play", value: "NAME", for: .command,
    "Receive another stream of the same server, too, and show it in a window.")
  static let description = Option(
    "--sdp", value: "FILE", for: .command,
    "Write the description there that players need where the URL is rtp://.")
  static let iceServer = Option(
    "--ice-server", value: "URL", for: .command,
    "A STUN or TURN server for WebRTC, as often as is needed: stun:HOST, turn:USER:PASSWORD@HOST.")
  static let protocolOption = Option(
    "--protocol-option", value: "NAME=VALUE", for: .command,
    "An option of FFmpeg's muxer or protocol, as often as is needed: rtsp_transport=udp, latency=200000."
  )

  /// What says how a server is reached.
  static let serverOptions = [streamName, authFile, iceServer, protocolOption]
}

extension Arguments {
  /// How a server is reached, and the stream's name on it.
  func sessionOptions() throws(Failure) -> (options: StreamSessionOptions, name: String?) {
    var session = StreamSessionOptions()
    var name = options[.streamName]
    session.iceServers = options.all(.iceServer)
    session.reconnects = options.has(.reconnect)
    session.formatOptions = try protocolOptions()
    if let path = options[.authFile] {
      for (key, value) in try secrets(in: path) {
        hide(value)
        switch key {
        case "user": session.user = value
        case "password": session.password = value
        case "token": session.bearerToken = value
        case "passphrase": session.formatOptions["passphrase"] = value
        case "key": name = value
        default:
          throw .usage(
            "\(path): there is no '\(key)'; it is user, password, token, passphrase, key")
        }
      }
    }
    return (session, name)
  }

  /// What FFmpeg's protocols and containers are told.
  func protocolOptions() throws(Failure) -> [String: String] {
    var list: [String: String] = [:]
    for text in options.all(.protocolOption) {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw .usage("option --protocol-option: '\(text)' is not NAME=VALUE")
      }
      list[String(parts[0])] = String(parts[1])
    }
    return list
  }

  /// The lines of a file that nobody else should read.
  private func secrets(in path: String) throws(Failure) -> [(key: String, value: String)] {
    var status = stat()
    guard stat(path, &status) == 0, let file = fopen(path, "r") else {
      throw Failure(.noInput, "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    if status.st_mode & 0o077 != 0 {
      console.warning("\(path) can be read by others; chmod 600 it")
    }
    var text = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&text, 1, text.count, file)
    return String(decoding: text[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }
      .compactMap { line in
        let words = line.split(separator: " ", maxSplits: 1)
        return words.count == 2 ? (String(words[0]), words[1].trimmed) : nil
      }
  }

  /// How a live stream is encoded.
  func liveEncoding() throws(Failure) -> LiveEncoding {
    var encoding = LiveEncoding()
    encoding.codec = options[.videoEncoder]
    encoding.bitRate = try options.bitRate(.bitRate)
    encoding.preset = options[.preset]
    encoding.audioCodec = options[.audioEncoder]
    encoding.audioBitRate = try options.bitRate(.audioBitRate)
    if let interval = try options.duration(.keyInterval) {
      guard interval > .zero else { throw .usage("option --key-interval: 0 is no time") }
      encoding.keyFrameInterval = interval.seconds
    }
    return encoding
  }
}

/// Puts stars for what is secret into the words that other users see of this process.
func hideProcessWords() {
  for index in 1..<max(Int(CommandLine.argc), 1) {
    guard let word = CommandLine.unsafeArgv[index] else { continue }
    let shown = redacted(String(cString: word))
    // As long as before: stars stand for bytes.
    shown.withCString { _ = strncpy(word, $0, strlen(word)) }
  }
}
