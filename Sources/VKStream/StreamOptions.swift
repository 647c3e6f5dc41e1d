public import VKMedia
public import VKPipeline

/// What is heard with a stream that is published.
public enum StreamAudio: Sendable {
  /// Nothing.
  case none
  /// The system's usual microphone, by PulseAudio or ALSA.
  case defaultInput
  /// A device: `alsa:hw:1`, `pulse:NAME`.
  case device(String)
  /// Silence: for servers and players that want sound.
  case silence
  /// A file, from its beginning on, again and again.
  case file(String)
  /// What belongs to the pictures of a movie that is published.
  case movie(MovieFile)
}

/// A stream to be published or played.
public struct StreamOptions: Sendable {
  /// The stream's name on the server; nil takes the one in the session's address.
  public var name: String?
  /// What is heard.
  public var audio = StreamAudio.none
  /// How it is encoded.
  public var encoding = LiveEncoding()
  /// A file that the same packets are recorded into; it is complete when the stream has ended.
  public var recording: String?
  /// Whether the recording may replace a file.
  public var overwritesRecording = false
  /// How the pipeline runs, where publishing starts it.
  public var settings = PipelineSettings()
  /// How a stream that is played is read.
  public var reading = MovieOptions()
  let source: Source?

  /// What pictures come from.
  enum Source: Sendable {
    case node(any ImageNode)
    case source(any ImageSource)
  }

  /// A stream of what comes out of a filter, a slot or a chain.
  public init(name: String? = nil, source: any ImageNode, audio: StreamAudio = .none) {
    self.name = name
    self.audio = audio
    self.source = .node(source)
  }

  /// A stream of a camera, a movie or a source of one's own as it is.
  public init(name: String? = nil, source: any ImageSource, audio: StreamAudio = .none) {
    self.name = name
    self.audio = audio
    self.source = .source(source)
  }

  /// A stream to be played.
  public init(name: String? = nil) {
    self.name = name
    source = nil
  }
}
