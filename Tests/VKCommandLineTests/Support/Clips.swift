import Foundation
import Testing

/// The material of the end-to-end tests, made once a test run by FFmpeg.
enum Clips {
  /// A phone's recording: 1080p H.264 of variable frame rate with AAC, 41 frames.
  static var phone: String {
    get throws {
      let path = package.appending(path: "Examples/media/phone.mp4").path(percentEncoded: false)
      try #require(
        FileManager.default.fileExists(atPath: path), "run Tools/setup media: \(path) is missing")
      return path
    }
  }

  /// 50 frames of 160x90, 25 a second, H.264, with a second sound of 2 s.
  static let short = made("short.mp4") {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2",
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac", $0)
  }

  /// 300 frames of 128x32: frame N shows N in twelve bars, white for a 1, the lowest bit at the left.
  static let numbered = made("numbered.mkv") {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i",
      "nullsrc=s=96x32:r=30:d=10,format=gray,geq=lum='if(mod(floor(N/pow(2,floor(X/8))),2),235,16)'",
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", $0)
  }

  /// A minute of sound and no picture.
  static let sound = made("sound.m4a") {
    try Tool.ffmpeg("-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", $0)
  }

  /// A test picture of 64x32.
  static let picture = made("picture.png") {
    try Tool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x32", "-frames:v", "1", "-pix_fmt", "rgb24", $0)
  }

  /// The frames of a file as bytes of that pixel format, by FFmpeg.
  static func pixels(_ path: String, _ format: String, frames: Int? = nil) throws -> Data {
    let limit = frames.map { ["-frames:v", "\($0)"] } ?? []
    let words =
      ["-nostdin", "-loglevel", "error"] + container(path)
      + ["-i", path, "-map", "0:v:0", "-vsync", "0"]
    let run = try Tool.run(
      URL(filePath: "/usr/bin/ffmpeg"),
      words + limit + ["-pix_fmt", format, "-f", "rawvideo", "-"])
    try #require(run.status == 0, "ffmpeg on \(path): \(run.errors)")
    return run.output
  }

  /// The times of a file's pictures, exactly, in presentation order.
  static func times(_ path: String) throws -> [Int] {
    let words = container(path) + ["-select_streams", "v:0", "-show_entries", "packet=pts", path]
    return try Tool.ffprobe(words).compactMap { Int($0.prefix { $0 != "," }) }.sorted()
  }

  /// What FFmpeg must be told of a file's format: it takes a transport stream of two frames for another one.
  private static func container(_ path: String) -> [String] {
    path.hasSuffix(".ts") ? ["-f", "mpegts"] : []
  }

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  nonisolated(unsafe) private static let folder = try? ScratchFolder()

  private static func made(
    _ name: String, _ make: (String) throws -> Run
  ) -> Result<String, any Error> {
    Result {
      let folder = try #require(folder)
      _ = try make(folder.path(name))
      return folder.path(name)
    }
  }
}
