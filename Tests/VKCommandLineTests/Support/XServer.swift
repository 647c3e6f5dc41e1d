import Foundation
import Testing

/// An X server without a screen, and a client that looks at its windows and does with them what a person does.
final class XServer {
  /// Whether there is what the tests of windows take.
  static let isInstalled =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")
    && dlopen("libSDL2-2.0.so.0", RTLD_LAZY) != nil && dlopen("libX11.so.6", RTLD_LAZY) != nil
  static let advice: Comment = "windows are tested with the packages xvfb and libsdl2-2.0-0"

  private let server = Process()
  private let client = Process()
  private let (questions, answers) = (Pipe(), Pipe())
  let display: String

  init() throws {
    let number = Pipe()
    server.executableURL = URL(filePath: "/usr/bin/Xvfb")
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset",
    ]
    server.standardOutput = number
    server.standardError = FileHandle.nullDevice
    server.standardInput = FileHandle.nullDevice
    try server.run()
    display = ":" + Self.line(from: number.fileHandleForReading)
    try #require(display.count > 1, "the X server did not start")
    client.executableURL = URL(filePath: "/usr/bin/python3")
    client.arguments = [
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "x11.py")
        .path(percentEncoded: false)
    ]
    client.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    client.standardInput = questions
    client.standardOutput = answers
    try client.run()
  }

  deinit {
    try? questions.fileHandleForWriting.close()
    client.waitUntilExit()
    // A child may have been born with its signals held back, and only this one comes through.
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    let number = display.dropFirst()
    for rest in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] { unlink(rest) }
  }

  private static func line(from handle: FileHandle) -> String {
    var bytes = Data()
    while let byte = try? handle.read(upToCount: 1), !byte.isEmpty, byte[0] != 10 { bytes += byte }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Starts `vkfilter` on this display.
  ///
  /// Sound goes into the file `heard` of the folder, as fast as it would be heard.
  func vkfilter(_ words: [String], in folder: ScratchFolder) throws -> RunningTool {
    try RunningTool(
      Tool.vkfilter, words,
      environment: [
        "DISPLAY": display, "WAYLAND_DISPLAY": "", "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": folder.path("heard"),
      ], in: folder.url)
  }

  /// Dies at once, as a server that crashes.
  func die() { kill(server.processIdentifier, SIGKILL) }

  /// Asks the client; `x11.py` says what.
  @discardableResult
  func ask(_ words: String...) throws -> String {
    try questions.fileHandleForWriting.write(
      contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
    return Self.line(from: answers.fileHandleForReading)
  }

  /// The window whose title begins so, once it is there.
  func window(_ title: String, of tool: RunningTool) throws -> XWindow {
    let number = try ask("find", title)
    try #require(number != "0" && !number.isEmpty, "no window '\(title)': \(tool.errors)")
    return XWindow(server: self, number: number)
  }
}

/// A window as it is seen on the screen.
struct XWindow {
  let server: XServer
  let number: String

  /// What is seen: rows of pixels, 0xRRGGBB.
  struct Pixels: Equatable {
    var width: Int
    var height: Int
    var words: [UInt32]

    init(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) {
      (self.width, self.height) = (width, height)
      words = (0..<width * height).map { pixel($0 % width, $0 / width) }
    }

    subscript(x: Int, y: Int) -> UInt32 { words[y * width + x] }
  }

  func title() throws -> String { try server.ask("title", number) }
  func resize(_ width: Int, _ height: Int) throws {
    try server.ask("resize", number, "\(width)", "\(height)")
  }
  func hide() throws { try server.ask("hide", number) }
  func show() throws { try server.ask("show", number) }
  func close() throws { try server.ask("close", number) }
  func press(_ key: String) throws { try server.ask("key", number, key) }

  func pixels() throws -> Pixels {
    let folder = try ScratchFolder()
    let size = try server.ask("grab", number, folder.path("pixels")).split(separator: " ")
      .compactMap { Int($0) }
    guard size.count == 2 else { return Pixels(0, 0) { _, _ in 0 } }
    let data = try Data(contentsOf: folder["pixels"])
    return data.withUnsafeBytes { bytes in
      Pixels(size[0], size[1]) { x, y in
        bytes.loadUnaligned(fromByteOffset: 4 * (y * size[0] + x), as: UInt32.self) & 0xFF_FFFF
      }
    }
  }

  /// Looks until what is seen is as it should be, two minutes at most.
  func wait(for what: String, until isRight: (Pixels) -> Bool) throws {
    var seen = try pixels()
    for _ in 0..<1200 where !isRight(seen) {
      usleep(100_000)
      seen = try pixels()
    }
    #expect(isRight(seen), "\(what) was never seen; \(seen.width)x\(seen.height) is")
  }

  /// Reads the title until it is as it should be, two minutes at most.
  func waitForTitle(_ isRight: (String) -> Bool) throws {
    for _ in 0..<1200 where !isRight(try title()) { usleep(100_000) }
    let title = try title()
    #expect(isRight(title), "the title is '\(title)'")
  }
}
