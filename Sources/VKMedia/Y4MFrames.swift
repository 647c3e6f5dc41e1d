internal import CFFmpeg
internal import VKCore

/// A Y4M stream as the bare frames in it, one after the other.
///
/// FFmpeg's own reader refuses long headers and drops a part of a frame without a word.
///
/// SAFETY: one thread reads.
final class Y4MFrames: @unchecked Sendable {
  let header: Y4MHeader
  private let reader: ByteReader
  /// Where the pixels of the frames begin that have been seen, in a file.
  private var starts: [Int] = []
  /// The frame that is being read.
  private var frame = 0
  /// Bytes of it that are still to be read.
  private var left = 0

  /// The frames of a stream that begins with Y4M's magic word; nil when it does not.
  ///
  /// - Throws: `MediaError` when the header is not understood.
  static func open(_ reader: ByteReader, path: String) throws -> Y4MFrames? {
    let magic = Y4MHeader.magic
    let beginning = try reader.peek(magic.count + 1)
    guard beginning.starts(with: magic),
      [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(beginning.last)
    else { return nil }
    guard let line = try reader.line(limit: Y4MHeader.lengthLimit) else {
      throw MediaError(.invalidData, "open \(path)", "its Y4M header has no end")
    }
    return Y4MFrames(header: try Y4MHeader(line, path: path), reader: reader)
  }

  private init(header: Y4MHeader, reader: ByteReader) {
    self.header = header
    self.reader = reader
    first = reader.position
  }

  /// Where the first frame's header lies.
  private let first: Int

  /// Reads at least a byte of pixels; 0 at the end, else a negative error of FFmpeg's.
  func read(into bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    if left == 0 {
      let status = begin()
      guard status > 0 else { return status }
    }
    let result = reader.read(into: bytes, count: min(count, left))
    left -= max(result, 0)
    if left == 0 { frame += 1 }
    return result
  }

  /// Reads a frame's header; positive when there is one.
  private func begin() -> Int {
    do {
      let start = reader.position
      guard let line = try reader.line(limit: Y4MHeader.lengthLimit) else {
        return try reader.peek(1).isEmpty ? 0 : Int(cff_error_invalid_data)
      }
      guard line.starts(with: Y4MHeader.frameMagic) else { return Int(cff_error_invalid_data) }
      if starts.count == frame { starts.append(start + line.count + 1) }
      left = header.frameLength
      return left
    } catch {
      return Int((error as? MediaError)?.status ?? cff_error(EIO))
    }
  }

  /// Bytes of pixels in the file, if every frame's header is as short as can be; nil for a pipe.
  var length: Int? {
    reader.length.map { length in
      let shortest = Y4MHeader.frameMagic.count + 1
      let (whole, rest) = (length - first).quotientAndRemainder(
        dividingBy: header.frameLength + shortest)
      return whole * header.frameLength + max(rest - shortest, 0)
    }
  }

  /// Goes on reading at a byte of the pixels; false when there is none or the input cannot be searched.
  func seek(to position: Int) -> Bool {
    let (wanted, rest) = position.quotientAndRemainder(dividingBy: header.frameLength)
    while starts.count <= wanted {
      frame = starts.count
      guard reader.seek(to: starts.last.map { $0 + header.frameLength } ?? first), begin() > 0
      else { return false }
    }
    guard reader.seek(to: starts[wanted] + rest) else { return false }
    frame = wanted
    left = header.frameLength - rest
    return true
  }
}
