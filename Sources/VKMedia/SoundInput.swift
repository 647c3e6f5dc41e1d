internal import CFFmpeg
internal import Glibc
package import VKCore

/// Sound of the system: a microphone or what else ALSA or PulseAudio records, by FFmpeg's input devices.
///
/// It listens from its making on. A writer takes it in step with pictures that are counted from a moment of the system's
/// monotonic clock, from the first picture on: nothing before it, no silence at the beginning.
///
/// SAFETY: the thread that listens alone uses FFmpeg's objects once it runs; what it gives goes through a locked queue.
public final class SoundInput: StreamFeeder, @unchecked Sendable {
  /// A packet and when its sound began, in microseconds of the monotonic clock.
  private struct Sound: Sendable {
    let packet: Packet
    let begin: Int64
    let length: Int64
  }

  /// Packets that wait: minutes of sound.
  private static let capacity = 8192

  /// The device that was opened.
  public let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let base: AVRational
  private let stop = StopSignal()
  private let queue = BoundedQueue<Sound>(capacity: SoundInput.capacity)
  private let thread = Locked<WorkerThread?>(nil)
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
    let listener = WorkerThread { [unowned self] in listen() }
    thread.withLock { $0 = listener }
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

  private func listen() {
    var clock = SoundClock()
    while !stop.isRaised {
      guard let packet = try? Packet(), av_read_frame(context, packet.pointer) >= 0 else { break }
      let ticks = packet.pointer.pointee.pts
      let micro = AVRational(num: 1, den: 1_000_000)
      let length = av_rescale_q(max(packet.pointer.pointee.duration, 0), base, micro)
      let begin = clock.begin(
        of: ticks == cff_no_time ? nil : av_rescale_q(ticks, base, micro), lasting: length,
        wall: av_gettime(), host: monotonicMicroseconds())
      _ = queue.pushDroppingOldest(Sound(packet: packet, begin: begin, length: length))
    }
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
struct SoundClock {
  /// What is added to the device's times.
  private var shift: Int64?

  /// When a packet's sound began, in microseconds of the monotonic clock.
  ///
  /// - Parameters:
  ///   - time: the device's time; nil where it tells none.
  ///   - length: how long the sound is.
  ///   - wall: the time of day now, by which most devices tell theirs.
  ///   - host: the monotonic time now.
  /// - Returns: the time, in step with the device's own from the first packet on.
  mutating func begin(of time: Int64?, lasting length: Int64, wall: Int64, host: Int64) -> Int64 {
    guard let time else { return host - length }
    if shift == nil {
      let isWallClock = abs(wall - time) < 60_000_000
      shift = isWallClock ? host - wall : host - length - time
    }
    return time + (shift ?? 0)
  }
}

/// The system's monotonic clock in microseconds.
package func monotonicMicroseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}
