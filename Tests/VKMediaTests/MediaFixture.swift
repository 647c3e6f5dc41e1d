import Foundation
import VKCompute
import VKCore
import VKMedia
import VKPipeline

/// A temporary folder with media made by the ffmpeg command.
final class Workspace {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vkmedia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The names of what lies in the folder, hidden files too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Makes a file with ffmpeg from words parted by spaces; `OUT` stands for its path, `@` for the folder.
  @discardableResult
  func ffmpeg(_ words: String, to name: String) throws -> String {
    let output = path(name)
    let arguments = words.split(separator: " ").map {
      $0.replacingOccurrences(of: "@", with: folder.path + "/")
    }
    _ = try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments + [output])
    return output
  }

  /// Makes a file of raw bytes.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return path(name)
  }
}

struct ToolFailure: Error { let text: String }

/// Runs a program and gives what it wrote to standard output.
func run(_ tool: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [tool] + arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  let text = String(decoding: data, as: UTF8.self)
  guard process.terminationStatus == 0 else {
    throw ToolFailure(text: "\(tool) \(arguments.joined(separator: " ")): \(text)")
  }
  return text
}

/// One line for each thing that ffprobe lists.
func probe(_ path: String, _ entries: String, _ more: [String] = []) throws -> [String] {
  try run("ffprobe", ["-v", "error", "-of", "csv=p=0", "-show_entries", entries] + more + [path])
    .split(whereSeparator: \.isNewline).map(String.init)
}

/// The times of a file's frames in order, as FFmpeg's own program decodes them, exactly.
func probedTimes(_ path: String) throws -> [MediaTime] {
  let base = try probe(path, "stream=time_base", ["-select_streams", "v:0"])[0].split(
    separator: "/")
  let lines = try probe(path, "frame=best_effort_timestamp", ["-select_streams", "v:0"])
  return lines.compactMap { line in
    guard let ticks = Int64(line.split(separator: ",").first ?? ""), let num = Int32(base[0]),
      let den = Int32(base[1])
    else { return nil }
    return MediaTime(ticks: ticks, numerator: num, denominator: den)
  }
}

/// Checksums of a stream's packets.
func packetChecksums(_ path: String, _ stream: String) throws -> [String] {
  try run(
    "ffmpeg",
    ["-v", "error", "-i", path, "-map", "0:\(stream)", "-c", "copy", "-f", "framemd5", "-"]
  )
  .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
  .map { $0.split(separator: ",")[5].trimmingCharacters(in: .whitespaces) }
}

/// Reads a movie to its end.
func readAll(_ movie: MovieFile) throws -> [Frame] {
  try movie.start(memory: DeviceMemoryPool(.systemDefault))
  var frames: [Frame] = []
  while let frame = try movie.nextFrame() { frames.append(frame) }
  return frames
}

/// Sends every frame of a movie through a writer, unchanged; gives the frames' times.
@discardableResult
func copy(_ movie: MovieFile, to writer: MovieWriter) throws -> [MediaTime] {
  var times: [MediaTime] = []
  do {
    try movie.start(memory: DeviceMemoryPool(.systemDefault))
    _ = try writer.prepare(for: movie.format)
    while let frame = try movie.nextFrame() {
      try writer.consume(frame)
      if let time = frame.time { times.append(time) }
    }
  } catch {
    try writer.finish(error: error)
    throw error
  }
  try writer.finish(error: nil)
  return times
}

/// The bytes of a picture without padding, plane after plane.
func packed(_ buffer: PixelBuffer) -> [UInt8] {
  buffer.withLockedPlanes(.readOnly) { planes in
    planes.enumerated().flatMap { index, plane in
      let row = buffer.format.rowBytes(index, width: buffer.size.width)
      return (0..<plane.size.height).flatMap { y in
        Array(plane.bytes[(y * plane.bytesPerRow)..<(y * plane.bytesPerRow + row)])
      }
    }
  }
}

/// A clip that `Tools/setup media` fetches.
func exampleClip(_ name: String) -> String {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/media/\(name)").path
}
