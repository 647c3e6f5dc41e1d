import Foundation
import Testing
import VKCore

/// Pictures by the ffmpeg command, as raw bytes through pipes.
enum FFmpegPicture {
  /// One picture of a lavfi source.
  static func made(
    _ source: String, _ format: PixelFormat, size: Size = Size(160, 90)
  ) throws -> PixelBuffer {
    let bytes = try run(["-f", "lavfi", "-i", source, "-frames:v", "1"], format)
    let buffer = try PixelBuffer(format: format, size: size)
    var rest = bytes[...]
    buffer.withLockedPlanes(.readWrite) { planes in
      for (index, plane) in planes.enumerated() {
        let row = format.rowBytes(index, width: buffer.size.width)
        for y in 0..<plane.size.height {
          for (x, byte) in rest.prefix(row).enumerated() {
            plane.bytes[y * plane.bytesPerRow + x] = byte
          }
          rest = rest.dropFirst(row)
        }
      }
    }
    return buffer
  }

  /// What ffmpeg makes of pictures by a chain.
  static func filtered(
    _ inputs: [PixelBuffer], by chain: String, _ format: PixelFormat, frames: Int = 1
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "vkffmpeg-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var arguments: [String] = []
    for (index, input) in inputs.enumerated() {
      let file = folder.appending(path: "\(index).raw")
      try Data(bytes(of: input)).write(to: file)
      arguments += [
        "-f", "rawvideo", "-pix_fmt", "\(format)", "-s", "\(input.size)", "-i", file.path,
      ]
    }
    let labels = chain.hasPrefix("[") ? "" : inputs.indices.map { "[\($0)]" }.joined()
    // With several threads colorlevels of FFmpeg 5.1 mixes up the rows of small pictures.
    arguments += ["-filter_complex_threads", "1"]
    arguments += ["-filter_complex", labels + chain, "-frames:v", "\(frames)"]
    return try run(arguments, format)
  }

  /// A picture's bytes without padding.
  static func bytes(of buffer: PixelBuffer) -> [UInt8] {
    buffer.withLockedPlanes(.readOnly) { planes in
      planes.enumerated().flatMap { index, plane in
        let row = buffer.format.rowBytes(index, width: buffer.size.width)
        return (0..<plane.size.height).flatMap { y in
          Array(plane.bytes[(y * plane.bytesPerRow)..<(y * plane.bytesPerRow + row)])
        }
      }
    }
  }

  /// The ratio of signal to noise; 99 where there is no noise.
  static func decibels(_ a: [UInt8], _ b: [UInt8]) -> Double {
    let sum = zip(a, b).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 * Double(a.count) / Double(sum))
  }

  private static func run(_ arguments: [String], _ format: PixelFormat) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-v", "error", "-nostdin"] + arguments
      + ["-pix_fmt", "\(format)", "-f", "rawvideo", "-"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
    return Array(data)
  }
}
