internal import CFFmpeg
internal import VKCore

/// How much FFmpeg's own libraries say on standard error.
public enum MediaLog: Int32, Sendable, CaseIterable {
  /// Nothing: the engine's own errors carry what matters. The default.
  case quiet = -8
  /// Errors.
  case error = 16
  /// Warnings too.
  case warning = 24
  /// What is going on.
  case info = 32
  /// All there is.
  case debug = 48

  /// The level in force, for the whole process because FFmpeg has only one.
  public static var level: MediaLog {
    get { MediaLog(rawValue: cff_log_level()) ?? .quiet }
    set { cff_set_log_level(newValue.rawValue) }
  }

  // FFmpeg talks until it is told not to; a level that was set before stays.
  private static let installed: Void = cff_set_log_level(cff_log_level())

  /// Makes sure that FFmpeg is quiet unless asked to talk, and forgets this thread's last error line.
  static func prepare() {
    _ = installed
    cff_clear_log_error()
  }
}
