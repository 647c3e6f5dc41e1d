internal import CGstWebRTC
internal import Glibc
internal import VKCore

/// One connection of WebRTC in one direction: pictures and sound go out, or come in.
///
/// Calls that wait say so: they belong on threads of their own. The connection ends with the object.
final class WebRTCPeer: Sendable {
  /// Which way the media go.
  enum Direction: Sendable {
    case sends(PublishedTracks)
    case receives
  }

  /// How far the connection is.
  enum State: Sendable {
    case starting
    case connected
    case disconnected
    case failed
  }

  /// What the other side reports.
  struct Measures: Sendable, Equatable {
    /// Another number after each report, and after each packet that came.
    var signOfLife: UInt64
    /// Which part of what was sent last did not arrive, 0 to 1.
    var lost: Double
    /// How long a packet and its answer take, in seconds; nil when nothing is known.
    var roundTrip: Double?
  }

  /// What is received.
  struct Piece: Sendable {
    /// H.264 with start codes, VP8 or Opus.
    var bytes: [UInt8]
    /// When it is shown or heard, in nanoseconds of the connection's clock.
    var time: UInt64
    /// Whether decoding can begin with it.
    var isKey: Bool
  }

  /// What the track of pictures holds.
  enum PictureCodec: Sendable {
    case h264
    case vp8
  }

  private final class KeyRequests: Sendable {
    let receive: @Sendable () -> Void
    init(_ receive: @escaping @Sendable () -> Void) { self.receive = receive }
  }

  /// Making the description of this side takes seconds on a busy machine: its keys are made then.
  private static let descriptionLimit: Int32 = 20_000
  /// A server of addresses that does not answer keeps nobody waiting for longer.
  private static let gatheringLimit: Int32 = 2_500

  private let operation: String
  private let keyRequests: KeyRequests
  // SAFETY: the shim's functions may be called by any thread until the connection is closed, which the last holder does.
  private nonisolated(unsafe) let pointer: OpaquePointer

  /// Makes a connection that has not begun; waits while GStreamer is loaded.
  ///
  /// - Throws: `StreamError` when GStreamer is not there.
  init(
    _ direction: Direction, servers: [ICEServer], operation: String,
    onKeyRequest: @escaping @Sendable () -> Void = {}
  ) throws {
    if let missing = cgst_load() {
      throw StreamError(
        .missingLibrary, operation,
        "WebRTC takes GStreamer: apt-get install \(String(cString: missing))")
    }
    self.operation = operation
    keyRequests = KeyRequests(onKeyRequest)
    var settings = cgst_settings()
    settings.codecs = (cgst_h264, cgst_opus)
    settings.latency = 60
    if case .sends(let tracks) = direction {
      settings.sends = true
      if tracks.pictures == "vp8" { settings.codecs.0 = cgst_vp8 }
      if !tracks.hasSound { settings.codecs.1 = cgst_none }
    }
    settings.context = Unmanaged.passUnretained(keyRequests).toOpaque()
    settings.key_wanted = { context in
      guard let context else { return }
      Unmanaged<KeyRequests>.fromOpaque(context).takeUnretainedValue().receive()
    }
    var error: UnsafeMutablePointer<CChar>?
    let opened = Self.open(&settings, servers: servers, error: &error)
    guard let opened else {
      throw StreamError(.media, operation, Self.text(error) ?? "GStreamer does not start")
    }
    pointer = opened
  }

  deinit { cgst_close(pointer) }

  private static func open(
    _ settings: inout cgst_settings, servers: [ICEServer],
    error: inout UnsafeMutablePointer<CChar>?
  ) -> OpaquePointer? {
    let stun = servers.first { !$0.isRelay }?.gstreamerURL
    let relays = servers.filter(\.isRelay).map { strdup($0.gstreamerURL) }
    defer { relays.forEach { free($0) } }
    let list = relays.map { UnsafePointer($0) } + [nil]
    return list.withUnsafeBufferPointer { list in
      settings.turn = UnsafePointer(list.baseAddress)
      guard let stun else { return cgst_open(&settings, &error) }
      return stun.withCString { stun in
        settings.stun = stun
        return cgst_open(&settings, &error)
      }
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    defer { cgst_free(pointer) }
    return String(cString: pointer)
  }

  /// What this side offers; waits.
  ///
  /// - Throws: `StreamError` when there is no offer in time.
  func offer() throws -> String {
    try described(cgst_offer(pointer, Self.descriptionLimit, Self.gatheringLimit))
  }

  /// What this side answers to an offer; waits.
  ///
  /// - Throws: `StreamError` when the offer cannot be.
  func answer(to offer: String) throws -> String {
    try described(cgst_answer(pointer, offer, Self.descriptionLimit, Self.gatheringLimit))
  }

  private func described(_ text: UnsafeMutablePointer<CChar>?) throws -> String {
    guard let text = Self.text(text) else {
      throw StreamError(
        .media, operation, Self.text(cgst_failure(pointer)) ?? "GStreamer gives no description")
    }
    return SessionDescription.withProfile(text)
  }

  /// Takes the other side's answer; waits.
  ///
  /// - Throws: `StreamError` when it does not fit.
  func accept(_ answer: String) throws {
    guard SessionDescription.hasMedia(answer) else {
      throw StreamError(
        .incompatible, operation, "the server takes none of the codecs that are offered")
    }
    guard cgst_accept(pointer, answer, 5_000) else {
      throw StreamError(.incompatible, operation, "the server's answer does not fit the offer")
    }
  }

  /// How far the connection is.
  var state: State {
    switch cgst_peer_state(pointer) {
    case cgst_connected: .connected
    case cgst_disconnected: .disconnected
    case cgst_failed: .failed
    default: .starting
    }
  }

  /// What stopped the connection; nil when nothing did.
  ///
  /// To be asked often.
  var failure: String? { Self.text(cgst_failure(pointer)) }

  /// What the other side reports; waits for a moment.
  func measure() -> Measures {
    let sum = cgst_measure(pointer)
    return Measures(
      signOfLife: sum.reports &+ sum.packets, lost: sum.lost,
      roundTrip: sum.round_trip < 0 ? nil : sum.round_trip)
  }

  /// The connection's clock, in nanoseconds.
  var now: UInt64 { cgst_now(pointer) }

  /// Sends a packet; false when it was let go.
  ///
  /// Never waits.
  func send(_ bytes: UnsafeRawBufferPointer, isSound: Bool, time: UInt64) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    return cgst_send(
      pointer, Int32((isSound ? cgst_sound : cgst_pictures)),
      start.assumingMemoryBound(to: UInt8.self), bytes.count, time)
  }

  /// The next piece that has come; waits at most so many milliseconds.
  func receive(isSound: Bool, milliseconds: Int32) -> Piece? {
    var piece = cgst_piece()
    let track = Int32(isSound ? cgst_sound : cgst_pictures)
    guard cgst_receive(pointer, track, milliseconds, &piece) else { return nil }
    defer { cgst_release(&piece) }
    let bytes = [UInt8](UnsafeBufferPointer(start: piece.bytes, count: piece.count))
    return Piece(bytes: bytes, time: piece.time, isKey: piece.is_key)
  }

  /// What the pictures that come are; nil until they do.
  var pictureCodec: PictureCodec? {
    switch cgst_received(pointer, Int32(cgst_pictures)) {
    case cgst_h264: .h264
    case cgst_vp8: .vp8
    default: nil
    }
  }

  /// Whether sound comes.
  var hasSound: Bool { cgst_received(pointer, Int32(cgst_sound)) != cgst_none }

  /// The size of the pictures that come; zeros until it is known.
  var size: Size {
    var (width, height): (Int32, Int32) = (0, 0)
    cgst_size(pointer, &width, &height)
    return Size(Int(width), Int(height))
  }

  /// Asks the other side for a picture that decoding can begin with.
  func wantKey() { cgst_want_key(pointer) }
}
