internal import CFFmpeg
internal import VKCore

/// A WebP picture that moves, taken apart into pictures, which is all that FFmpeg decodes.
///
/// Source: "WebP Container Specification", Google.
struct WebPAnimation: Sendable {
  /// A part of the canvas that changes.
  struct Piece: Sendable {
    /// The part as a WebP file of its own.
    let file: [UInt8]
    /// Where its top left corner lies.
    let origin: (x: Int, y: Int)
    let size: Size
    /// When it appears and how long it stays, in milliseconds.
    let tick: Int64
    let duration: Int64
    /// Whether it is laid over what is there, and does not take its place.
    let blends: Bool
    /// Whether its place is empty afterwards.
    let disposes: Bool
  }

  /// The canvas.
  let size: Size
  let pieces: [Piece]

  /// Takes a file apart; nil when it is not one that moves.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count > 12, bytes.prefix(4).elementsEqual("RIFF".utf8) else { return nil }
    let parts = PictureFile(kind: .webp, bytes: bytes).parts
    guard let head = parts.first, head.name == "VP8X", head.body.count >= 10 else { return nil }
    func number(_ at: Int) -> Int {
      Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
    }
    guard bytes[head.body.lowerBound] & 2 != 0 else { return nil }
    size = Size(number(head.body.lowerBound + 4) + 1, number(head.body.lowerBound + 7) + 1)
    var pieces: [Piece] = []
    var tick: Int64 = 0
    for part in parts where part.name == "ANMF" && part.body.count > 24 {
      let at = part.body.lowerBound
      let (origin, extent) = (
        (number(at) * 2, number(at + 3) * 2), (number(at + 6), number(at + 9))
      )
      let duration = Int64(max(number(at + 12), 1))
      let flags = bytes[at + 15]
      pieces.append(
        Piece(
          file: Self.file(
            Array(bytes[(at + 16)..<part.body.upperBound]), bytes[(at + 6)..<(at + 12)]),
          origin: origin, size: Size(extent.0 + 1, extent.1 + 1), tick: tick, duration: duration,
          blends: flags & 2 == 0, disposes: flags & 1 != 0))
      tick += duration
    }
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
  }

  /// Takes a packet apart that is a whole file.
  init?(_ packet: Packet) {
    guard let data = packet.pointer.pointee.data else { return nil }
    self.init(UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size)))
  }

  /// A file of the chunks of a piece; one with a plane of alpha needs a head that says so.
  private static func file(_ chunks: [UInt8], _ extent: some Collection<UInt8>) -> [UInt8] {
    let hasAlpha = chunks.prefix(4).elementsEqual("ALPH".utf8)
    let head = hasAlpha ? Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + extent : []
    let content = Array("WEBP".utf8) + head + chunks
    let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
    return Array("RIFF".utf8) + length + content
  }

  /// Tells a stream of the size, the clock and the length.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) {
    let last = pieces[pieces.count - 1]
    stream.pointee.codecpar.pointee.width = Int32(size.width)
    stream.pointee.codecpar.pointee.height = Int32(size.height)
    stream.pointee.codecpar.pointee.format = AV_PIX_FMT_RGBA.rawValue
    stream.pointee.time_base = AVRational(num: 1, den: 1000)
    stream.pointee.start_time = 0
    stream.pointee.duration = last.tick + last.duration
    stream.pointee.nb_frames = Int64(pieces.count)
    let isEven = pieces.allSatisfy { $0.duration == pieces[0].duration }
    let rate = AVRational(num: 1000, den: Int32(clamping: pieces[0].duration))
    stream.pointee.avg_frame_rate = isEven ? rate : AVRational(num: 0, den: 1)
    stream.pointee.r_frame_rate = stream.pointee.avg_frame_rate
  }

  /// Fills `packet` with a piece.
  func read(_ index: Int, into packet: UnsafeMutablePointer<AVPacket>) throws {
    let piece = pieces[index]
    try check(av_new_packet(packet, Int32(piece.file.count)), "read a picture", else: .outOfMemory)
    packet.pointee.data.update(from: piece.file, count: piece.file.count)
    packet.pointee.pts = piece.tick
    packet.pointee.dts = piece.tick
    packet.pointee.duration = piece.duration
    packet.pointee.flags |= AV_PKT_FLAG_KEY
  }
}

/// The canvas of a WebP picture that moves.
///
/// SAFETY: one thread uses a canvas.
final class WebPCanvas: @unchecked Sendable {
  private let animation: WebPAnimation
  private var pixels: [UInt8]
  private var last: WebPAnimation.Piece?

  init(_ animation: WebPAnimation) {
    self.animation = animation
    pixels = Array(repeating: 0, count: animation.size.width * animation.size.height * 4)
  }

  /// Lays the piece that appears at `tick` on the canvas; `part` holds its pixels as RGBA.
  func lay(_ part: PixelBuffer, at tick: Int64) {
    guard let piece = animation.pieces.first(where: { $0.tick == tick }) else { return }
    if tick == 0 { pixels = Array(repeating: 0, count: pixels.count) }
    if let last, last.disposes, tick != 0 { clear(last) }
    last = piece
    let width = animation.size.width
    let columns = min(part.size.width, width - piece.origin.x)
    part.withLockedPlanes(.readOnly) { planes in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<max(min(part.size.height, animation.size.height - piece.origin.y), 0) {
          for x in 0..<max(columns, 0) {
            let target = ((y + piece.origin.y) * width + x + piece.origin.x) * 4
            Self.lay(
              planes[0].bytes, y * planes[0].bytesPerRow + x * 4, on: pixels, target,
              blends: piece.blends)
          }
        }
      }
    }
  }

  private func clear(_ piece: WebPAnimation.Piece) {
    let right = min(piece.origin.x + piece.size.width, animation.size.width)
    for y in piece.origin.y..<min(piece.origin.y + piece.size.height, animation.size.height) {
      let row = y * animation.size.width
      for index in (row + min(piece.origin.x, right)) * 4..<(row + right) * 4 { pixels[index] = 0 }
    }
  }

  /// Lays a pixel on another: the specification's blending of colours that are not multiplied by their alpha.
  @inline(__always)
  private static func lay(
    _ source: UnsafeMutableRawBufferPointer, _ from: Int,
    on target: UnsafeMutableBufferPointer<UInt8>, _ to: Int, blends: Bool
  ) {
    let (alpha, below) = (Int(source[from + 3]), Int(target[to + 3]))
    if blends && alpha == 0 { return }
    guard blends, alpha < 255, below > 0 else {
      for index in 0..<4 { target[to + index] = source[from + index] }
      return
    }
    let rest = below * (255 - alpha)
    let total = alpha * 255 + rest
    for index in 0..<3 {
      let sum = Int(source[from + index]) * alpha * 255 + Int(target[to + index]) * rest
      target[to + index] = UInt8((sum + total / 2) / total)
    }
    target[to + 3] = UInt8((total + 127) / 255)
  }

  /// A copy of the canvas.
  func buffer(allocate: (Int) throws -> any PixelMemory, color: ColorSpace) throws -> PixelBuffer {
    let layout = try PixelLayout(format: .rgba, size: animation.size)
    let buffer = PixelBuffer(
      memory: try allocate(layout.length), format: .rgba, size: animation.size,
      planes: layout.planes, colorSpace: color)
    buffer.withLockedPlanes(.readWrite) { planes in
      let row = animation.size.width * 4
      for y in 0..<animation.size.height {
        pixels.withUnsafeBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: planes[0].bytes[(y * planes[0].bytesPerRow)...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(y * row)..<(y * row + row)]))
        }
      }
    }
    return buffer
  }
}
