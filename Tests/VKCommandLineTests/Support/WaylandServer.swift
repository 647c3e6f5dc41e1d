import Foundation
import Testing

/// A Wayland compositor, Weston, whose one screen is a window of an X server; each program's window fills it.
final class WaylandServer {
  /// Whether there is what the tests of Wayland's windows take.
  static let isInstalled =
    XServer.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/weston")
  static let advice: Comment =
    "windows of Wayland are tested with the packages weston, xvfb and libsdl2-2.0-0"
  /// The screen's size; Weston takes none below 128.
  static let size = (width: 160, height: 128)

  private let server: XServer
  private let compositor = Process()
  private let folder = try? ScratchFolder()
  /// The screen as it is seen.
  let screen: XWindow

  init() throws {
    server = try XServer()
    let folder = try #require(folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.url.path(percentEncoded: false))
    compositor.executableURL = URL(filePath: "/usr/bin/weston")
    compositor.arguments = [
      "--backend=x11-backend.so", "--use-pixman", "--no-config", "--shell=kiosk-shell.so",
      "--idle-time=0", "--socket=screen", "--log=\(folder.path("log"))",
      "--width=\(Self.size.width)", "--height=\(Self.size.height)",
    ]
    compositor.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "XDG_RUNTIME_DIR": folder.url.path(percentEncoded: false),
    ]) { $1 }
    compositor.standardInput = FileHandle.nullDevice
    compositor.standardOutput = FileHandle.nullDevice
    compositor.standardError = FileHandle.nullDevice
    try compositor.run()
    let number = try server.ask("find", "Weston")
    let log = (try? String(contentsOf: folder["log"], encoding: .utf8)) ?? ""
    try #require(number != "0" && !number.isEmpty, "Weston did not start: \(log)")
    screen = XWindow(server: server, number: number)
  }

  deinit { die() }

  /// Dies at once, as a compositor that crashes.
  func die() {
    kill(compositor.processIdentifier, SIGKILL)
    compositor.waitUntilExit()
  }

  /// Starts `vkfilter` on this display.
  func vkfilter(_ words: [String], in place: ScratchFolder) throws -> RunningTool {
    let folder = try #require(folder)
    return try RunningTool(
      Tool.vkfilter, words,
      environment: [
        "DISPLAY": "", "WAYLAND_DISPLAY": "screen", "SDL_AUDIODRIVER": "dummy",
        "XDG_RUNTIME_DIR": folder.url.path(percentEncoded: false),
      ], in: place.url)
  }
}
