internal import VKMedia

/// How a server is reached.
public struct StreamSessionOptions: Sendable {
  /// The user, in place of one in the address.
  public var user: String? { didSet { user.map(conceal) } }
  /// The password, in place of one in the address.
  public var password: String? { didSet { password.map(conceal) } }
  /// What WHIP and WHEP servers want in place of a password.
  public var bearerToken: String? { didSet { bearerToken.map(conceal) } }
  /// STUN and TURN servers for WebRTC: `stun:HOST[:PORT]`, `turn:USER:PASSWORD@HOST[:PORT]`.
  public var iceServers: [String] = []
  /// Whether a stream that is published and lost, or cannot be published yet, is tried again and again: after 0.5, 1, 2, 4, 8
  /// seconds, then every 10.
  public var reconnects = false
  /// Takes the description, in SDP, that players need where a stream is sent by bare RTP.
  public var describe: (@Sendable (String) -> Void)?
  /// Whether a list of HLS that exists is replaced.
  public var overwrites = false
  /// FFmpeg's muxer of streams that are published, and its demuxer of those that are played; nil takes the protocol's usual one.
  public var format: String?
  /// Further options of muxers, demuxers and protocols by FFmpeg's names (`rtsp_transport`, `passphrase`, `latency` …).
  public var formatOptions: [String: String] = [:]

  /// Who the address says, and what the protocol takes.
  public init() {}
}
