import VKCore
import VKMedia
import VKPipeline
import VKStream

/// Where a run's pictures go: a movie, a live stream.
protocol RunOutput: AnyObject, Sendable {
  /// What takes the frames in the graph.
  var consumer: ObjectIdentifier? { get }
  /// What happened to them.
  var statistics: WriterStatistics { get }
  /// What is told of a stream besides; nil for movies.
  var streamCounts: StreamCounts? { get }
  /// Whether pictures are left out.
  var isPaused: Bool { get set }
  /// Leaves the sound out from a moment on, or lets it go on.
  func setAudioMuted(_ isMuted: Bool, from time: MediaTime)
}

extension MovieWriter: RunOutput {
  var consumer: ObjectIdentifier? { ObjectIdentifier(self) }
  var streamCounts: StreamCounts? { nil }
}

/// What `--stats` tells of a stream that is published.
struct StreamCounts: Encodable {
  let status: String
  let encoder: String
  let framesEncoded: Int
  let keyFrames: Int
  let framesUnsent: Int
  let bytesSent: Int
  let bitRate: Int
  let reconnections: Int
}

extension LiveStream: RunOutput {
  var statistics: WriterStatistics {
    let counts = stats
    var statistics = WriterStatistics()
    statistics.framesReceived = counts.framesIn
    statistics.framesPaused = counts.dropped["paused"] ?? 0
    statistics.copiesOnCPU = counts.copiesOnCPU
    statistics.warnings = counts.warnings
    return statistics
  }

  var streamCounts: StreamCounts? {
    let counts = stats
    return StreamCounts(
      status: status.word, encoder: counts.encoder, framesEncoded: counts.framesEncoded,
      keyFrames: counts.keyFrames, framesUnsent: counts.dropped["unsent"] ?? 0,
      bytesSent: counts.bytesSent, bitRate: counts.bitRate, reconnections: counts.reconnections)
  }

  func setAudioMuted(_ isMuted: Bool, from time: MediaTime) {
    if isMuted { mute(.audio) } else { unmute(.audio) }
  }
}

extension StreamStatus {
  /// The status in a word.
  var word: String {
    switch self {
    case .pending: "pending"
    case .publishing: "publishing"
    case .playing: "playing"
    case .unpublished: "unpublished"
    case .stopped: "stopped"
    case .notEnoughBandwidth: "notEnoughBandwidth"
    case .failed: "failed"
    }
  }
}
