internal import CFFmpeg
internal import Glibc
package import VKCore

/// Sound of the system: a microphone or what else ALSA or PulseAudio records, by FFmpeg's input devices.
///
/// It listens from its making on, which waits until sound comes and its times are known. A writer takes it in step with
/// pictures that are counted from a moment of the system's monotonic clock, from the first picture on: nothing before it,
/// no silence at the beginning.
///
/// SAFETY: the thread that listens alone uses FFmpeg's objects once it runs; what it gives goes through a locked queue.
public final class SoundInput: StreamFeeder, @unchecked Sendable {
  /// A packet and when its sound began, in microseconds of the monotonic clock.
  private struct Sound: Sendable {
    let packet: Packet
    let begin: Int64
    let length: Int64
  }

  /// How many seconds a device has to give sound; one that is slower begins later than the pictures.
  private static let patience = 3.0
  /// Packets that wait: minutes of sound.
  private static let capacity = 8192

  /// The device that was opened.
  public let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let base: AVRational
  private let stop = StopSignal()
  private let queue = BoundedQueue<Sound>(capacity: SoundInput.capacity)
  private let thread = Locked<WorkerThread?>(nil)
  /// Whether it is known when sound began.
  private let isTimed = Locked(false)
  private let zero = Locked<(@Sendable () -> MediaTime?)?>(nil)
  /// What counts where nobody says when the pictures' time begins.
  private let usualZero = Locked<MediaTime?>(nil)
  private(set) var hasEnded = false
  private var gaps: [(from: MediaTime, to: MediaTime)] = []
  var lastsAsPictures: Bool { true }

  /// Opens a device: `default`, or one of a certain system, `alsa:hw:1` or `pulse:NAME`.
  ///
  /// - Throws: `MediaError` when there is no such device, or FFmpeg's library of devices is missing.
  public init(_ device: String = "default") throws {
    MediaLog.prepare()
    guard cff_load_devices() != 0 else {
      throw MediaError(
        .unsupported, "open the sound \(device)",
        "FFmpeg's library of devices is missing; install it (Debian: libavdevice59)")
    }
    path = device
    let found = try Self.open(device, stop)
    guard let stream = found.pointee.streams[0], found.pointee.nb_streams == 1, stream.isSound
    else {
      Demuxer.close(found)
      throw MediaError(.usage, "open the sound \(device)", "there is no sound in it")
    }
    context = found
    base = stream.pointee.time_base
    let device = Device(context: found, base: base)
    let listener = WorkerThread { [stop, queue, isTimed] in
      Self.listen(to: device, queue, until: stop, isTimed)
    }
    thread.withLock { $0 = listener }
    _ = isTimed.wait(seconds: Self.patience) { $0 ? () : nil }
  }

  deinit {
    stop.raise()
    queue.cancel()
    thread.withLock { $0 }?.join()
    Demuxer.close(context)
  }

  /// The device in the first system that has it.
  private static func open(
    _ device: String, _ stop: StopSignal
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    let parts = device.split(separator: ":", maxSplits: 1)
    let systems = ["pulse", "alsa", "lavfi"]
    let isNamed = parts.count == 2 && systems.contains(String(parts[0]))
    let choices = isNamed ? [String(parts[0])] : ["pulse", "alsa"]
    let name = isNamed ? String(parts[1]) : device
    var refusal: (any Error)?
    for system in choices {
      var options = MovieOptions()
      options.demuxer = system
      do { return try Demuxer.open(name, options: options, channel: nil, stop: stop).0 } catch {
        refusal = refusal ?? error
      }
    }
    throw MediaError(
      .noInput, "open the sound \(device)",
      (refusal as? MediaError)?.detail ?? "there is no such device", cause: refusal)
  }

  /// Counts the times of sound from `moment` on, a time of the monotonic clock; nil while that is not known.
  package func count(from moment: @escaping @Sendable () -> MediaTime?) {
    zero.withLock { $0 = moment }
  }

  /// Counts the times of sound from `moment` on where nobody knows better.
  func countUsually(from moment: MediaTime) { usualZero.withLock { $0 = moment } }

  // MARK: Listening

  /// SAFETY: the thread that listens alone uses the context until it has ended.
  private struct Device: @unchecked Sendable {
    let context: UnsafeMutablePointer<AVFormatContext>
    let base: AVRational
  }

  private static func listen(
    to device: Device, _ queue: BoundedQueue<Sound>, until stop: StopSignal,
    _ isTimed: Locked<Bool>
  ) {
    let base = device.base
    var clock = SoundClock()
    var held: [(packet: Packet, place: Int64, length: Int64)] = []
    func handOver(_ origin: Int64) {
      for (packet, place, length) in held {
        _ = queue.pushDroppingOldest(Sound(packet: packet, begin: origin + place, length: length))
      }
      held = []
    }
    while !stop.isRaised {
      guard let packet = try? Packet(), av_read_frame(device.context, packet.pointer) >= 0 else {
        break
      }
      let ticks = packet.pointer.pointee.pts
      let micro = AVRational(num: 1, den: 1_000_000)
      let length = av_rescale_q(max(packet.pointer.pointee.duration, 0), base, micro)
      let place = clock.place(
        of: ticks == cff_no_time ? nil : av_rescale_q(ticks, base, micro), lasting: length,
        wall: av_gettime(), host: monotonicMicroseconds())
      held.append((packet, place, length))
      guard let origin = clock.origin else { continue }
      handOver(origin)
      isTimed.signal { $0 = true }
    }
    if let origin = clock.nearestOrigin { handOver(origin) }
    isTimed.signal { $0 = true }
    queue.close()
  }

  // MARK: Reading

  func part(from origin: MediaTime) -> (start: MediaTime?, end: MediaTime?) { (.zero, nil) }

  func leaveOut(_ gaps: [(from: MediaTime, to: MediaTime)]) { self.gaps = gaps }

  func read(until time: MediaTime, origin: MediaTime, into sink: any PacketSink) throws {
    while let sound = queue.popIfReady() { handOn(sound, to: sink) }
  }

  /// Waits a moment for the sound of the last pictures.
  func finish(at end: MediaTime?, origin: MediaTime, into sink: any PacketSink) throws {
    let patience = ContinuousClock.now + .seconds(1)
    var reached = MediaTime.zero
    while let end, reached < end, ContinuousClock.now < patience {
      guard let sound = queue.popIfReady() else {
        usleep(5000)
        continue
      }
      reached = handOn(sound, to: sink) ?? reached
    }
    stop.raise()
    hasEnded = true
  }

  /// Gives a packet on at its time among the pictures; nil while these have not begun.
  @discardableResult
  private func handOn(_ sound: Sound, to sink: any PacketSink) -> MediaTime? {
    let moment = zero.withLock { $0 }?() ?? usualZero.withLock { $0 }
    guard let zero = moment?.ticks(denominator: 1_000_000) else { return nil }
    let own = MediaTime(value: sound.begin - zero, timescale: 1_000_000)
    let length = MediaTime(value: sound.length, timescale: 1_000_000)
    guard own + length > .zero, let begin = RecordingPause.moved(own, by: gaps),
      let ticks = begin.ticks(in: base)
    else { return own + length }
    let end = begin + length
    (sound.packet.pointer.pointee.pts, sound.packet.pointer.pointee.dts) = (ticks, ticks)
    sink.accept(sound.packet, stream: 0)
    sink.reached(end)
    return end
  }
}

/// Brings the times of a device of sound to the system's monotonic clock.
///
/// Sound comes without holes: a packet's place is behind all before it, and what the device's times say is only where that
/// begins. At first they may be wrong by half a second, as PulseAudio's are, so that nothing is known until they agree.
struct SoundClock {
  /// How many packets must agree, and how nearly, in microseconds.
  private static let agreement = (count: 8, spread: Int64(10_000))
  /// When they are taken as they are, in microseconds.
  private static let patience: Int64 = 2_000_000
  /// Times that differ by more are another beginning: samples were lost.
  private static let jump: Int64 = 100_000

  /// When the place 0 is, in microseconds of the monotonic clock; nil until that is known.
  private(set) var origin: Int64?
  /// What is added to the device's times.
  private var shift: Int64?
  /// Where the next packet is.
  private var end: Int64 = 0
  /// What the last packets say of the origin.
  private var recent: [Int64] = []

  /// The origin as far as it is known; nil before the first packet.
  var nearestOrigin: Int64? {
    origin ?? (recent.isEmpty ? nil : recent.sorted()[recent.count / 2])
  }

  /// Where a packet lies among all, in microseconds.
  ///
  /// - Parameters:
  ///   - time: the device's time; nil where it tells none.
  ///   - length: how long the sound is.
  ///   - wall: the time of day now, by which most devices tell theirs.
  ///   - host: the monotonic time now.
  /// - Returns: the place, which counts from the first packet on.
  mutating func place(of time: Int64?, lasting length: Int64, wall: Int64, host: Int64) -> Int64 {
    defer { end += length }
    if let time, shift == nil {
      let isWallClock = abs(wall - time) < 60_000_000
      shift = isWallClock ? host - wall : host - length - time
    }
    let begin = time.map { $0 + (shift ?? 0) } ?? host - length
    note(begin - end)
    return end
  }

  private mutating func note(_ said: Int64) {
    if let known = origin {
      // Devices' clocks go a little faster or slower than the host's.
      origin = abs(said - known) > Self.jump ? said : known + (said - known) / 32
      return
    }
    recent = recent.suffix(Self.agreement.count - 1) + [said]
    let spread = (recent.max() ?? 0) - (recent.min() ?? 0)
    let agrees = recent.count == Self.agreement.count && spread <= Self.agreement.spread
    if agrees || end >= Self.patience { origin = nearestOrigin }
  }
}

/// The system's monotonic clock in microseconds.
package func monotonicMicroseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}
