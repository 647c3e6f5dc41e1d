import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// A chain that FFmpeg knows, and how near its picture must be.
struct FFmpegCase: Sendable, CustomStringConvertible {
  let chain: String
  let format: PixelFormat
  /// The least ratio of signal to noise in dB over all bytes; what FFmpeg rounds to 8 bits in between costs some.
  let decibels: Double
  var inputs = 1

  var description: String { "\(chain) on \(format)" }
}

private func yuv(_ chain: String, _ decibels: Double, inputs: Int = 1) -> FFmpegCase {
  FFmpegCase(chain: chain, format: .yuv420p, decibels: decibels, inputs: inputs)
}

private func rgb(_ chain: String, _ decibels: Double, inputs: Int = 1) -> FFmpegCase {
  FFmpegCase(chain: chain, format: .rgba, decibels: decibels, inputs: inputs)
}

let ffmpegColorCases = [
  yuv("eq", 99), yuv("eq=brightness=0.1", 50), yuv("eq=1.3:0.05:1.4", 40),
  yuv("eq=gamma=1.5:gamma_r=0.8:gamma_weight=0.7", 50), yuv("negate", 99), rgb("negate", 99),
  yuv("hue=h=40:s=1.3", 99), yuv("hue=H=PI/3:b=-1", 50),
  rgb("colorkey=black:0.3:0.2", 60), rgb("chromakey=0x40ff40:0.2:0.1", 28),
]

let ffmpegGeometryCases = [
  yuv("crop=iw/2:ih-10:20:2", 99), rgb("crop=64:32", 99),
  yuv("pad=iw+20:ih+20:(ow-iw)/2:4:red", 50), yuv("scale=80:-2", 38),
  yuv("scale=iw*3/2:-2:flags=lanczos", 40), yuv("scale=100:100:flags=neighbor", 30),
  yuv("scale=100:100:force_original_aspect_ratio=decrease", 34), yuv("hflip,vflip", 99),
  yuv("transpose=clock", 99),
]

let ffmpegBlendCases = [
  yuv("overlay=40:20", 38, inputs: 2), yuv("overlay=(W-w)/2:H-h/2-1", 38, inputs: 2),
  rgb("overlay=41:21:format=gbrp", 45, inputs: 2),
]

@Suite struct FFmpegPictureTests {
  @Test(arguments: ffmpegColorCases + ffmpegGeometryCases + ffmpegBlendCases)
  func thePictureIsFFmpegs(_ item: FFmpegCase) throws {
    let names = ["mandelbrot=s=160x90", "testsrc2=s=160x90"].prefix(item.inputs)
    let inputs = try names.map { try FFmpegPicture.made($0, item.format) }
    let result = try Rendering.buffer(
      FilterChain(item.chain).filters, inputs, to: item.format)
    let expected = try FFmpegPicture.filtered(inputs, by: item.chain, item.format)
    let bytes = FFmpegPicture.bytes(of: result)
    try #require(bytes.count == expected.count, "another size: \(result.size)")
    let error =
      zip(bytes, expected).reduce(0.0) { sum, pair in
        let difference = Double(pair.0) - Double(pair.1)
        return sum + difference * difference
      } / Double(bytes.count)
    let decibels = error == 0 ? 99 : 10 * log10(255 * 255 / error)
    #expect(decibels >= item.decibels, "\(item): \(decibels) dB")
  }
}

/// Pictures by the ffmpeg command, as raw bytes through pipes.
enum FFmpegPicture {
  /// One picture of a lavfi source.
  static func made(_ source: String, _ format: PixelFormat) throws -> PixelBuffer {
    let bytes = try run(["-f", "lavfi", "-i", source, "-frames:v", "1"], format)
    let buffer = try PixelBuffer(format: format, size: Size(160, 90))
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
    _ inputs: [PixelBuffer], by chain: String, _ format: PixelFormat
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
    let labels = inputs.indices.map { "[\($0)]" }.joined()
    arguments += ["-filter_complex", labels + chain, "-frames:v", "1"]
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
