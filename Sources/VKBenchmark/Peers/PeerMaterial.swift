internal import Glibc
internal import VKCore

/// What all programs work on, in a folder that is gone when this is.
final class PeerMaterial {
  let folder: String
  let size: Size
  let frames: Int

  /// H.264 of 4:2:0, for whole processes.
  var clip: String { folder + "/clip.mp4" }
  /// The same as bytes, for work in memory.
  var raw: String { folder + "/clip.yuv" }
  var cube: String { folder + "/table.cube" }

  /// Bytes of a picture.
  var frameLength: Int { Self.frameLength(size) }

  static func frameLength(_ size: Size) -> Int {
    let chroma = ((size.width + 1) / 2) * ((size.height + 1) / 2)
    return size.width * size.height + 2 * chroma
  }

  /// Makes the folder and the material in it; `program` encodes it.
  ///
  /// - Throws: `BenchmarkError` when there is no room, `ChildProcess.Failure` when the program fails.
  init(size: Size, frames: Int, program: String) throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/vkfilter-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchmarkError(
        .cannotCreate, "make a folder in \(parent)", String(cString: strerror(errno)))
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.size = size
    self.frames = frames
    try writeFrames()
    try WholeFile(cube).write(Self.cubeText)
    let words = [
      program, "run", "--quiet", "-y", "-f", "rawvideo", "-s", "\(size)", "-pix_fmt", "yuv420p",
      "-r",
      "30", "-i", folder + "/clip.yuv", "-vf", "null", "-c:v", "libx264", "-preset", "veryfast",
      "-crf", "20", folder + "/clip.mp4",
    ]
    _ = try ChildProcess(words: words).run(in: folder, timeout: 300)
  }

  deinit {
    for name in namesInFolder(folder) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Slopes and texture that move: rows of one long row, each a little further on.
  ///
  /// Colours stay within RGB, where programs agree on what they are.
  private func writeFrames() throws {
    guard let file = fopen(raw, "w") else { throw full }
    defer { fclose(file) }
    let period = 512
    func row(_ least: Int, _ span: Int, _ noise: Int) -> [UInt8] {
      (0..<size.width + period).map { x in
        let slope = abs(x % period - period / 2)
        return UInt8(least + slope * span / (period / 2) + x * 7919 % noise)
      }
    }
    let (luma, chroma) = (row(70, 90, 23), row(110, 30, 3))
    for frame in 0..<frames {
      for (plane, shift) in [(0, 0), (1, 1), (2, 1)] {
        let width = (size.width + shift) >> shift
        for y in 0..<(size.height + shift) >> shift {
          let start = (frame * 3 + (y << shift) * (plane + 1) / 2 + plane * 100) % period
          let count = (plane == 0 ? luma : chroma).withUnsafeBytes { bytes in
            bytes.baseAddress.map { fwrite($0 + start, 1, width, file) } ?? 0
          }
          guard count == width else { throw full }
        }
      }
    }
    guard fflush(file) == 0 else { throw full }
  }

  private var full: BenchmarkError {
    BenchmarkError(.cannotCreate, "write in \(folder)", String(cString: strerror(errno)))
  }

  /// The table of the chain `lut3d` as a file.
  private static var cubeText: String {
    let table = BenchmarkChain.cube
    return "LUT_3D_SIZE \(table.size)\n"
      + table.entries.map { "\($0.x) \($0.y) \($0.z)\n" }.joined()
  }
}
