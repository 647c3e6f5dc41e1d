import VKCore

/// How far a run is, for a person or a program.
struct Progress: Sendable, Encodable {
  /// Frames written.
  var frames = 0
  /// Frames dropped, for whatever reason.
  var dropped = 0
  /// Frames written again to keep a constant rate.
  var repeated = 0
  /// Seconds since the start.
  var elapsed = 0.0
  /// Seconds of the movie that are done.
  var position = 0.0
  /// Seconds that the movie has, where that is known.
  var duration: Double?
  /// Whether this is the last report.
  var isDone = false

  /// Frames a second.
  var rate: Double { elapsed > 0 ? Double(frames) / elapsed : 0 }
  /// Seconds of movie a second.
  var speed: Double { elapsed > 0 ? position / elapsed : 0 }
  /// Seconds that are left, where that can be known.
  var remaining: Double? {
    guard let duration, position > 0, elapsed > 0 else { return nil }
    return max(0, (duration - position) / speed)
  }

  /// One line for a person.
  var text: String {
    var parts = ["frame \(frames)", "\(rate.formatted(1)) fps", "\(speed.formatted(2))× real time"]
    if isDone {
      parts.append("in \(elapsed.formatted(1)) s")
    } else if let remaining {
      parts.append("\(Self.clock(remaining)) left")
    }
    if dropped > 0 { parts.append("\(dropped) dropped") }
    if repeated > 0 { parts.append("\(repeated) repeated") }
    return parts.joined(separator: ", ")
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999).rounded(.up))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  private enum Key: String, CodingKey {
    case frames, dropped, repeated, elapsed, position, duration, fps, speed, remaining, done
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(frames, forKey: .frames)
    try container.encode(dropped, forKey: .dropped)
    try container.encode(repeated, forKey: .repeated)
    try container.encode(elapsed, forKey: .elapsed)
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encode(rate, forKey: .fps)
    try container.encode(speed, forKey: .speed)
    try container.encodeIfPresent(remaining, forKey: .remaining)
    try container.encode(isDone, forKey: .done)
  }
}
