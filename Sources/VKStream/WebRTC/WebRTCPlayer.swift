internal import Glibc
internal import VKCore
internal import VKMedia

/// Receives a stream over a connection, and gives it on as a movie.
final class WebRTCPlayer: Sendable {
  private struct State {
    var ending: StreamStatus?
    var isStopped = false
  }

  private let peer: WebRTCPeer
  private let operation: String
  private let watchesReports: Bool
  private let report: @Sendable (StreamStatus) -> Void
  private let leave: @Sendable () async -> Void
  private let state = Locked(State())
  private let stopSignal = StopSignal()
  private let worker = Locked<WorkerThread?>(nil)

  /// Seconds that the first picture may take.
  private static let patience = 10.0

  /// - Parameters:
  ///   - peer: a connection whose two sides have agreed.
  ///   - operation: what is done, for errors.
  ///   - watchesReports: whether a stream without reports is over; a room's server sends none while its publisher rests.
  ///   - report: takes what becomes of the stream.
  ///   - leave: tells the server that the stream is not wanted any more.
  init(
    _ peer: WebRTCPeer, operation: String, watchesReports: Bool,
    report: @escaping @Sendable (StreamStatus) -> Void,
    leave: @escaping @Sendable () async -> Void
  ) {
    self.peer = peer
    self.operation = operation
    self.watchesReports = watchesReports
    self.report = report
    self.leave = leave
  }

  /// Opens what comes as a movie.
  ///
  /// - Throws: `StreamError` when nothing comes, or nothing that can be decoded.
  func open(_ options: MovieOptions) async throws -> RemoteStream {
    let pipe = try PiecePipe(operation)
    let thread = WorkerThread { [self] in receive(into: pipe.writer) }
    worker.withLock { $0 = thread }
    var options = options
    options.demuxer = "matroska"
    // Half a second is enough to see what there is: it is seen by who waits for the first picture.
    let usual = ["analyzeduration": "500000"]
    options.formatOptions = usual.merging(options.formatOptions) { $1 }
    // Threads that decode a frame each hold back as many frames.
    options.decoderOptions = ["thread_type": "slice"].merging(options.decoderOptions) { $1 }
    do {
      let movie = try await opened(pipe.path, options)
      pipe.closeReader()
      report(.playing)
      return RemoteStream(movie: movie) { [self] in
        movie.stop()
        await stop()
      }
    } catch {
      pipe.closeReader()
      await stop()
      if case .failed(let error) = state.withLock({ $0.ending }) { throw error }
      throw error
    }
  }

  /// Ends the movie: against the will of this side, or because the stream is over.
  func end(_ status: StreamStatus) {
    let isFirst = state.withLock { state in
      guard state.ending == nil, !state.isStopped else { return false }
      state.ending = status
      return true
    }
    guard isFirst else { return }
    stopSignal.raise()
    report(status)
  }

  /// Whether nothing comes any more.
  var isOver: Bool { state.withLock { $0.ending != nil || $0.isStopped } }

  private func stop() async {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    stopSignal.raise()
    await leave()
    try? await onThread { [worker] in worker.withLock { $0 }?.join() }
  }

  // MARK: Receiving

  private func receive(into writer: PieceWriter) {
    defer { writer.close() }
    let begin = monotonicSeconds()
    var health = PeerHealth(at: begin, watchesReports: watchesReports)
    var nextCheck = begin
    var order = PieceOrder()
    while !stopSignal.isRaised {
      let now = monotonicSeconds()
      if now >= nextCheck {
        nextCheck = now + 0.5
        if let error = check(&health, at: now) { return end(.failed(error)) }
        if !order.hasBegun, now - begin > Self.patience {
          return end(.failed(StreamError(.timeout, operation, "no picture has come")))
        }
      }
      if let piece = peer.receive(isSound: false, milliseconds: 10) {
        order.take(piece, isSound: false)
      }
      while let piece = peer.receive(isSound: true, milliseconds: 0) {
        order.take(piece, isSound: true)
      }
      guard give(&order, to: writer, at: now) else { return }
    }
  }

  /// Writes what has come; false when nobody reads any more.
  private func give(_ order: inout PieceOrder, to writer: PieceWriter, at now: Double) -> Bool {
    let hasSound = peer.hasSound
    if !order.hasBegun, order.isReady(hasSound: hasSound, at: now), let codec = peer.pictureCodec {
      writer.write(order.begin(codec, size: peer.size, hasSound: hasSound))
    }
    let packets = order.packets()
    if !packets.isEmpty, !writer.hasRoom {
      // Half a picture is worse than none: pictures go on with one that decoding can begin with.
      order.waitForKey()
      peer.wantKey()
    } else {
      for packet in packets { writer.write(packet) }
    }
    return writer.flush()
  }

  private func check(_ health: inout PeerHealth, at now: Double) -> StreamError? {
    if let failure = peer.failure {
      return StreamError(.media, operation, "GStreamer says: \(failure)")
    }
    let sign = health.hasConnected ? peer.measure().signOfLife : nil
    guard case .over(let code, let why) = health.check(state: peer.state, sign: sign, at: now)
    else {
      return nil
    }
    return StreamError(code, operation, why)
  }
}

/// Seconds of a clock that only goes on.
func monotonicSeconds() -> Double { Double(monotonicMicroseconds()) / 1e6 }

/// Begins a stream with a picture that decoding can begin with, and with sound where it comes soon enough.
struct PieceOrder {
  /// Seconds that the first picture waits for sound: a container's tracks stand at its beginning.
  private static let soundPatience = 0.5
  private var waiting: [(piece: WebRTCPeer.Piece, isSound: Bool)] = []
  private var firstKey: (time: UInt64, seen: Double)?
  private var wantsKey = true
  private var hasSound = false
  private(set) var hasBegun = false

  /// Takes what has come.
  mutating func take(_ piece: WebRTCPeer.Piece, isSound: Bool) {
    if !isSound {
      guard !wantsKey || piece.isKey else { return }
      wantsKey = false
      if firstKey == nil { firstKey = (piece.time, monotonicSeconds()) }
    }
    guard !isSound || !hasBegun || hasSound else { return }
    waiting.append((piece, isSound))
    // Sound from before the pictures is not heard.
    if firstKey == nil, waiting.count > 50 { waiting.removeFirst() }
  }

  /// Whether the stream can begin.
  func isReady(hasSound: Bool, at now: Double) -> Bool {
    guard let firstKey else { return false }
    return hasSound || now - firstKey.seen > Self.soundPatience
  }

  /// The beginning of the stream.
  mutating func begin(
    _ codec: WebRTCPeer.PictureCodec, size: Size, hasSound: Bool
  ) -> [UInt8] {
    (hasBegun, self.hasSound) = (true, hasSound)
    return MatroskaStream.header(codec, size: size, hasSound: hasSound)
  }

  /// What has come since, as the stream's packets.
  mutating func packets() -> [[UInt8]] {
    guard hasBegun, let firstKey else { return [] }
    defer { waiting = [] }
    return waiting.compactMap { piece, isSound in
      guard piece.time >= firstKey.time, hasSound || !isSound else { return nil }
      return MatroskaStream.cluster(
        isSound: isSound, nanoseconds: piece.time - firstKey.time, isKey: piece.isKey,
        bytes: piece.bytes)
    }
  }

  /// Lets pictures go until one that decoding can begin with.
  mutating func waitForKey() { wantsKey = true }
}

/// A pipe of this process, from a connection to a movie.
struct PiecePipe {
  /// What opens its reading end anew; the movie owns what it opens.
  let path: String
  let writer: PieceWriter
  private let reader: Int32

  init(_ operation: String) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw StreamError(.media, operation, "no pipe can be made: too many files are open")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader = ends[0]
    path = "/proc/\(getpid())/fd/\(ends[0])"
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    _ = fcntl(ends[1], 1031, 1 << 20)  // F_SETPIPE_SZ
    writer = PieceWriter(ends[1])
  }

  func closeReader() { close(reader) }
}

/// The writing end: it never waits.
///
/// One thread writes.
final class PieceWriter: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var isOpen = true
  }

  private static let most = 4 << 20
  private let descriptor: Int32
  private let state = Locked(State())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether more can be written.
  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.most } }

  /// Adds to what is written.
  func write(_ bytes: [UInt8]) { state.withLock { $0.waiting += bytes } }

  /// Gives to the reader what it takes now; false when it has gone away.
  func flush() -> Bool {
    state.withLock { state in
      var done = 0
      defer { state.waiting.removeFirst(done) }
      while done < state.waiting.count {
        let rest = state.waiting.count - done
        let result = state.waiting.withUnsafeBytes { bytes in
          withoutBrokenPipeSignal {
            Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, rest)
          }
        }
        if result > 0 {
          done += result
        } else if errno == EAGAIN {
          return true
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Ends the stream for the reader; what it has not taken by then, it is not given.
  func close() {
    _ = flush()
    let isFirst = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if isFirst { Glibc.close(descriptor) }
  }
}
