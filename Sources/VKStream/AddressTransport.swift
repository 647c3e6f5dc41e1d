internal import VKCore
internal import VKMedia

/// A server, or another program, that FFmpeg's protocols reach.
final class AddressTransport: StreamTransport {
  private let address: StreamAddress?
  private let file: String
  private let options: StreamSessionOptions
  private let tell = Locked<(@Sendable (SessionStatus) -> Void)?>(nil)

  init(_ address: StreamAddress, _ options: StreamSessionOptions) {
    self.address = address
    self.options = options
    file = ""
  }

  /// A playlist of HLS and its pieces.
  init(file: String, _ options: StreamSessionOptions) {
    address = nil
    self.options = options
    self.file = file
  }

  /// Where servers that lists are put to usually listen.
  private static let ports = ["http": 80, "https": 443]

  func connect(_ report: @escaping @Sendable (SessionStatus) -> Void) async throws {
    tell.withLock { $0 = report }
    // Other protocols have no connection before a stream is sent.
    guard let address,
      let usual = NetworkScheme.named(address.scheme)?.port ?? Self.ports[address.scheme],
      address["listen"] == nil,
      options.formatOptions["listen"] == nil
    else { return }
    let port = address.port ?? usual
    try await beforeItBegins { try reach(address.host, port: port) }
  }

  func publisher(
    _ name: String?, _ tracks: PublishedTracks,
    report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> any PacketReceiver {
    var settings = NetworkOutput.Settings(url: url(name))
    settings.format = options.format
    if address?.scheme == "rtp", tracks.hasSound, settings.format == nil {
      settings.format = "rtp_mpegts"
    }
    (settings.reconnects, settings.overwrites) = (options.reconnects, options.overwrites)
    settings.describe = address?.scheme == "rtp" ? options.describe : nil
    settings.options = options.formatOptions
    let tell = tell
    let hasBegun = Locked(false)
    do {
      return try NetworkOutput(settings) { state in
        let session = tell.withLock { $0 }
        switch state {
        case .publishing:
          hasBegun.withLock { $0 = true }
          session?(.established)
          report(.publishing)
        case .lost(let error, _):
          let error = StreamError(error, hasBegun: hasBegun.withLock { $0 })
          session?(.disconnected(reason: error.detail))
          report(.unpublished)
        case .failed(let error):
          let error = StreamError(error, hasBegun: hasBegun.withLock { $0 })
          session?(.disconnected(reason: error.detail))
          report(.failed(error))
        case .congested: report(.notEnoughBandwidth)
        case .ended: report(.stopped)
        }
      }
    } catch let error as MediaError {
      throw StreamError(error, hasBegun: false)
    }
  }

  func player(
    _ name: String?, options: MovieOptions, report: @escaping @Sendable (StreamStatus) -> Void
  ) async throws -> RemoteStream {
    let movie = try await opened(url(name), options.playing(self.options))
    report(.playing)
    return RemoteStream(movie: movie) { movie.stop() }
  }

  func disconnect() async {}

  /// The address that FFmpeg is given, with everything in it.
  private func url(_ name: String?) -> String {
    guard let address else { return file }
    let isSRT = address.scheme == "srt"
    let path = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
    return address.text(
      user: options.user ?? address.user, password: options.password ?? address.password,
      path: isSRT ? nil : name.map { "\(path)/\($0)" },
      adding: isSRT ? name.map { [.init(name: "streamid", value: $0)] } ?? [] : [])
  }
}

/// Opens a movie away from the threads that must not wait.
func opened(_ url: String, _ options: MovieOptions) async throws -> MovieFile {
  try await beforeItBegins { try MovieFile(url, options: options) }
}

/// Does work that blocks on a thread of its own, before a stream begins.
private func beforeItBegins<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  do { return try await onThread(work) } catch let error as MediaError {
    throw StreamError(error, hasBegun: false)
  }
}

extension MovieOptions {
  /// How a live stream is opened: with little delay, and not for ever when nothing comes.
  func playing(_ session: StreamSessionOptions) -> MovieOptions {
    var options = self
    options.demuxer = demuxer ?? session.format
    // Pictures come with the next one that decoding can begin with, seconds after the sound.
    let all = ["analyzeduration": "3500000"]
    options.formatOptions = all.merging(session.formatOptions) { $1 }.merging(formatOptions) { $1 }
    options.patience = patience ?? 4.5
    return options
  }
}

extension StreamError {
  /// What an error of FFmpeg's means for a stream; `hasBegun` says whether the other side had taken it before.
  init(_ error: MediaError, hasBegun: Bool) {
    let text = error.detail.lowercased()
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    let code: Code =
      if error.code == .usage {
        .usage
      } else if error.code == .exists {
        .exists
      } else if says("already publishing", "badname", "in use") {
        .nameInUse
      } else if error.code == .permission
        || says("401", "403", "unauthorized", "forbidden", "denied", "badsecret", "auth")
      {
        .unauthorized
      } else if says("refused", "no route", "unreachable", "name or service", "resolve") {
        .unreachable
      } else if error.code == .timeout || says("timed out", "timeout") {
        .timeout
      } else if says("404", "not found") {
        .notFound
      } else {
        hasBegun ? .dropped : .refused
      }
    self.init(code, error.operation, error.detail)
  }
}
