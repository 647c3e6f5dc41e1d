import Foundation
import VKCore

/// Frames that are numbered by their grey level.
enum NumberedClip {
  /// The luma code of frame `n`.
  static func luma(_ n: Int) -> UInt8 { UInt8(20 + n * 3 % 200) }

  /// Makes a clip of `count` plain yuv420p frames with an encoder that loses nothing by default.
  static func make(
    _ space: Workspace, _ name: String, count: Int, size: Size = Size(32, 16),
    rate: String = "25", arguments: String = "-c:v libx264 -qp 0 -bf 3 -g 12"
  ) throws -> String {
    var bytes: [UInt8] = []
    for n in 0..<count {
      bytes += [UInt8](repeating: luma(n), count: size.width * size.height)
      let chroma = ((size.width + 1) / 2) * ((size.height + 1) / 2) * 2
      bytes += [UInt8](repeating: 128, count: chroma)
    }
    let raw = try space.write(bytes, to: name + ".yuv")
    return try space.ffmpeg(
      "-f rawvideo -pix_fmt yuv420p -s \(size) -r \(rate) -i \(raw) \(arguments)", to: name)
  }

  /// The luma codes of frames that are plain; 0 for one that is not.
  static func lumas(_ frames: [Frame]) -> [UInt8] {
    frames.map { frame in
      let bytes = packed(frame.pixelBuffer)
      let size = frame.pixelBuffer.size
      let luma = bytes.prefix(size.width * size.height)
      return Set(luma).count == 1 ? luma.first ?? 0 : 0
    }
  }
}
