import Foundation
internal import VKCore

/// Pictures in the Quite OK Image Format (qoiformat.org), which FFmpeg reads and writes too.
package enum QOI {
  package struct Damaged: Error {}

  /// Reads a picture.
  ///
  /// - Throws: `Damaged`, or what reading the file throws.
  package static func read(_ path: String) throws -> DoubleImage {
    try decode([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  /// Writes a picture with 8 bits a channel.
  ///
  /// - Throws: what writing the file throws.
  package static func write(_ image: DoubleImage, to path: String) throws {
    var bytes = Array("qoif".utf8)
    for value in [image.size.width, image.size.height] {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    bytes += [4, 0]
    for pixel in image.pixels {
      bytes.append(0xFF)
      for channel in 0..<4 {
        let value = pixel[channel].isNaN ? 0 : min(max(pixel[channel], 0), 1)
        bytes.append(UInt8((value * 255).rounded()))
      }
    }
    bytes += [0, 0, 0, 0, 0, 0, 0, 1]
    try Data(bytes).write(to: URL(filePath: path))
  }

  private static func decode(_ bytes: [UInt8]) throws -> DoubleImage {
    guard bytes.count > 22, bytes.starts(with: Array("qoif".utf8)) else { throw Damaged() }
    func number(at start: Int) -> Int {
      bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let size = Size(number(at: 4), number(at: 8))
    guard (1...4096).contains(size.width), (1...4096).contains(size.height) else { throw Damaged() }
    var decoder = Decoder(bytes: bytes, next: 14)
    var codes: [SIMD4<UInt8>] = []
    while codes.count < size.width * size.height { try decoder.step(into: &codes) }
    return DoubleImage(size: size) { x, y in
      SIMD4<Double>(codes[y * size.width + x]) / 255
    }
  }

  private struct Decoder {
    let bytes: [UInt8]
    var next: Int
    var pixel = SIMD4<UInt8>(0, 0, 0, 255)
    var seen = [SIMD4<UInt8>](repeating: .zero, count: 64)

    mutating func take() throws -> UInt8 {
      guard next < bytes.count else { throw Damaged() }
      next += 1
      return bytes[next - 1]
    }

    /// Reads one chunk: a run of the last pixel, or a pixel given whole, by place or by difference.
    mutating func step(into codes: inout [SIMD4<UInt8>]) throws {
      let tag = try take()
      switch tag {
      case 0xFE: pixel = SIMD4(try take(), try take(), try take(), pixel.w)
      case 0xFF: pixel = SIMD4(try take(), try take(), try take(), try take())
      case 0xC0...: return codes += [SIMD4<UInt8>](repeating: pixel, count: Int(tag & 63) + 1)
      case ..<0x40: pixel = seen[Int(tag)]
      case ..<0x80: change(Int(tag >> 4 & 3) - 2, Int(tag >> 2 & 3) - 2, Int(tag & 3) - 2)
      default:
        let rest = Int(try take())
        let green = Int(tag & 63) - 32
        change(green + (rest >> 4) - 8, green, green + (rest & 15) - 8)
      }
      let sum = Int(pixel.x) * 3 + Int(pixel.y) * 5 + Int(pixel.z) * 7 + Int(pixel.w) * 11
      seen[sum % 64] = pixel
      codes.append(pixel)
    }

    private mutating func change(_ red: Int, _ green: Int, _ blue: Int) {
      pixel.x &+= UInt8(truncatingIfNeeded: red)
      pixel.y &+= UInt8(truncatingIfNeeded: green)
      pixel.z &+= UInt8(truncatingIfNeeded: blue)
    }
  }
}
