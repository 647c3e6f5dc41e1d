/// The schemes of live streams' addresses that FFmpeg speaks.
package struct NetworkScheme: Sendable {
  /// The scheme, in small letters.
  package let name: String
  /// FFmpeg's usual muxer of it.
  let format: String
  /// Where servers usually listen, of what is spoken over TCP with servers.
  package let port: Int?

  private static let all = [
    NetworkScheme(name: "rtmp", format: "flv", port: 1935),
    NetworkScheme(name: "rtmps", format: "flv", port: 443),
    NetworkScheme(name: "rtmpt", format: "flv", port: 80),
    NetworkScheme(name: "rtmpts", format: "flv", port: nil),
    NetworkScheme(name: "rtmpe", format: "flv", port: nil),
    NetworkScheme(name: "rtmpte", format: "flv", port: nil),
    NetworkScheme(name: "srt", format: "mpegts", port: nil),
    NetworkScheme(name: "udp", format: "mpegts", port: nil),
    NetworkScheme(name: "tcp", format: "mpegts", port: nil),
    NetworkScheme(name: "tls", format: "mpegts", port: nil),
    NetworkScheme(name: "rist", format: "mpegts", port: nil),
    NetworkScheme(name: "rtsp", format: "rtsp", port: 554),
    NetworkScheme(name: "rtsps", format: "rtsp", port: 322),
    NetworkScheme(name: "rtp", format: "rtp", port: nil),
  ]

  /// The scheme of that name; nil for what is no live stream's.
  package static func named(_ name: String) -> NetworkScheme? { all.first { $0.name == name } }
}
