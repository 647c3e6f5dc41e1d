internal import VKCore
internal import VKMedia

/// Sends a stream's packets over a connection, and watches it.
final class WebRTCPublisher: PacketReceiver, ConnectionCounts {
  private struct State {
    var peer: WebRTCPeer?
    var control: (any EncoderControl)?
    var parameterSets: [UInt8] = []
    var isConnected = false
    /// What has to be added to times; nil before the first packet.
    var offset: Int64?
    /// Whether the next picture must be one that decoding can begin with.
    var wantsKey = true
    var hasBegun = false
    var bytes = 0
    var packetsLost = 0
    var error: StreamError?
    var isFinished = false
  }

  let needs: EncodingNeeds
  private let operation: String
  private let report: @Sendable (StreamStatus) -> Void
  private let leave: @Sendable () async -> Void
  private let state: Locked<State>
  private let stop = StopSignal()
  private let watcher = Locked<WorkerThread?>(nil)

  /// - Parameters:
  ///   - tracks: what is offered.
  ///   - operation: what is done, for errors.
  ///   - report: takes what becomes of the stream.
  ///   - leave: tells the server that the stream has ended.
  init(
    _ tracks: PublishedTracks, operation: String,
    report: @escaping @Sendable (StreamStatus) -> Void,
    leave: @escaping @Sendable () async -> Void
  ) {
    // Every browser decodes both; H.264 is what cameras and hardware give.
    needs = EncodingNeeds(
      pictures: [tracks.pictures == "vp8" ? "vp8" : "h264"],
      sound: tracks.hasSound ? ["opus"] : [], isBaseline: true)
    self.operation = operation
    self.report = report
    self.leave = leave
    state = Locked(State())
  }

  /// Begins to watch a connection whose two sides have agreed.
  func watch(_ peer: WebRTCPeer) {
    state.withLock { $0.peer = peer }
    let thread = WorkerThread { [self] in watch() }
    watcher.withLock { $0 = thread }
  }

  var dropped: Int { state.withLock { $0.packetsLost } }
  var bytesSent: Int { state.withLock { $0.bytes } }
  var connections: Int { state.withLock { $0.hasBegun } ? 1 : 0 }

  /// What ended the stream against the will of this side.
  var failure: StreamError? { state.withLock { $0.error } }

  func begin(_ stream: EncodedStream, control: any EncoderControl) {
    let isConnected = state.withLock { state in
      state.control = control
      state.parameterSets = stream.pictures.parameterSets
      return state.isConnected
    }
    if isConnected { control.requestKeyFrame() }
  }

  /// Asks the encoder for a picture that decoding can begin with.
  func requestKey() { state.withLock { $0.control }?.requestKeyFrame() }

  func take(_ packet: EncodedPacket) {
    let isSound = packet.track == .sound
    guard let time = packet.time.ticks(denominator: 1_000_000_000) else { return }
    let ready = state.withLock { state -> (peer: WebRTCPeer, time: UInt64, sets: [UInt8])? in
      guard let peer = state.peer, state.isConnected, !state.isFinished else { return nil }
      if state.wantsKey {
        // Sound follows the first picture.
        guard !isSound || state.hasBegun, isSound || packet.isKey else { return nil }
        if !isSound { state.wantsKey = false }
      }
      let offset = state.offset ?? Int64(clamping: peer.now) - time
      state.offset = offset
      state.hasBegun = true
      guard time + offset >= 0 else { return nil }
      return (peer, UInt64(time + offset), !isSound && packet.isKey ? state.parameterSets : [])
    }
    guard let ready else { return }
    let (isTaken, count) = packet.withBytes { bytes -> (Bool, Int) in
      guard !ready.sets.isEmpty, !AccessUnit.hasParameterSets(bytes) else {
        return (ready.peer.send(bytes, isSound: isSound, time: ready.time), bytes.count)
      }
      let whole = ready.sets + bytes
      return whole.withUnsafeBytes {
        (ready.peer.send($0, isSound: isSound, time: ready.time), $0.count)
      }
    }
    let control = state.withLock { state -> (any EncoderControl)? in
      state.bytes += isTaken ? count : 0
      guard !isTaken else { return nil }
      state.packetsLost += 1
      let isFirst = !isSound && !state.wantsKey
      state.wantsKey = state.wantsKey || !isSound
      return isFirst ? state.control : nil
    }
    control?.requestKeyFrame()
  }

  /// Ends the stream against the will of this side.
  func fail(_ error: StreamError) {
    let isFirst = state.withLock { state in
      guard !state.isFinished, state.error == nil else { return false }
      state.error = error
      state.isConnected = false
      return true
    }
    guard isFirst else { return }
    stop.raise()
    report(.failed(error))
  }

  func finish() {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    guard isFirst else { return }
    stop.raise()
    let hasLeft = Locked(false)
    Task { [leave] in
      await leave()
      hasLeft.signal { $0 = true }
    }
    watcher.withLock { $0 }?.join()
    _ = hasLeft.wait(seconds: 3) { $0 ? () : nil }
    state.withLock { $0.peer = nil }
  }

  // MARK: Watching

  private func watch() {
    guard let peer = state.withLock({ $0.peer }) else { return }
    var health = PeerHealth(at: monotonicSeconds())
    var loss = LossWatch()
    var last = (bytes: 0, time: monotonicSeconds(), sign: UInt64(0))
    var hasReported = false
    var round = 0
    while !stop.isRaised {
      if let failure = peer.failure {
        return fail(StreamError(.media, operation, "GStreamer says: \(failure)"))
      }
      let measures = round % 5 == 4 && health.hasConnected ? peer.measure() : nil
      switch health.check(state: peer.state, sign: measures?.signOfLife, at: monotonicSeconds()) {
      case .waiting: break
      case .connected: connected()
      case .over(let code, let why): return fail(StreamError(code, operation, why))
      }
      let (hasBegun, bytes) = state.withLock { ($0.hasBegun, $0.bytes) }
      if hasBegun, !hasReported {
        hasReported = true
        report(.publishing)
      }
      if let measures, measures.signOfLife != last.sign {
        let rate = Double(8 * (bytes - last.bytes)) / max(monotonicSeconds() - last.time, 0.1)
        adapt(&loss, lost: measures.lost, bitRate: Int(rate))
        last = (bytes, monotonicSeconds(), measures.signOfLife)
      }
      round += 1
      stop.sleep(.milliseconds(100))
    }
  }

  private func connected() {
    let control = state.withLock { state -> (any EncoderControl)? in
      guard !state.isConnected, state.error == nil else { return nil }
      state.isConnected = true
      return state.control
    }
    control?.requestKeyFrame()
  }

  private func adapt(_ loss: inout LossWatch, lost: Double, bitRate: Int) {
    guard let control = state.withLock({ $0.control }) else { return }
    switch loss.step(lost: lost, bitRate: bitRate, wanted: control.bitRate) {
    case .stay: break
    case .limit(let bits):
      control.limit(bitsPerSecond: bits)
      report(.notEnoughBandwidth)
    case .lift:
      control.limit(bitsPerSecond: nil)
      report(.publishing)
    }
  }
}

/// What a picture of H.264 is made of.
enum AccessUnit {
  /// Whether parameter sets (ITU-T H.264, table 7-1: type 7) stand before the first slice.
  static func hasParameterSets(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 3 < bytes.count {
      guard bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 else {
        index += 1
        continue
      }
      let type = bytes[index + 3] & 31
      if type == 7 { return true }
      if (1...5).contains(type) { return false }
      index += 4
    }
    return false
  }
}
