internal import Glibc

/// How far two files of pictures are from each other.
struct PictureDifference {
  /// The worst picture's PSNR in dB over all its bytes; 100 when all are equal.
  let psnr: Double

  /// Outputs nearer than this did the same work: other roundings and other edges of a kernel's tail lie above it, other
  /// filters far below.
  static let leastPSNR = 35.0

  /// Compares the first `count` pictures of files of 8-bit pictures of `frameLength` bytes each.
  ///
  /// - Throws: `ChildProcess.Failure` when one holds pictures of another size, or fewer.
  init(
    _ one: String, _ other: String, frameLength: Int, count: Int
  ) throws(ChildProcess.Failure) {
    let first = try Self.open(one, "our program", frameLength, count)
    defer { fclose(first) }
    let second = try Self.open(other, "it", frameLength, count)
    defer { fclose(second) }
    var worst = 100.0
    var bytes = [[UInt8]](repeating: [UInt8](repeating: 0, count: frameLength), count: 2)
    for _ in 0..<count {
      guard fread(&bytes[0], 1, frameLength, first) == frameLength,
        fread(&bytes[1], 1, frameLength, second) == frameLength
      else { throw ChildProcess.Failure(description: "the pictures cannot be read") }
      worst = min(worst, Self.psnr(bytes[0], bytes[1]))
    }
    psnr = worst
  }

  private static func open(
    _ path: String, _ writer: String, _ frameLength: Int, _ count: Int
  ) throws(ChildProcess.Failure) -> UnsafeMutablePointer<FILE> {
    var status = stat()
    guard stat(path, &status) == 0, let file = fopen(path, "r") else {
      throw ChildProcess.Failure(description: "\(writer) wrote no pictures")
    }
    guard status.st_size % frameLength == 0, status.st_size >= count * frameLength else {
      fclose(file)
      throw ChildProcess.Failure(
        description:
          "not the same work: \(writer) wrote \(status.st_size) bytes, not \(count) pictures of \(frameLength)"
      )
    }
    return file
  }

  /// 10 log₁₀ of 255² over the mean squared difference.
  static func psnr(_ one: [UInt8], _ other: [UInt8]) -> Double {
    var sum = 0
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for index in 0..<min(one.count, other.count) {
          let difference = Int(one[index]) - Int(other[index])
          sum += difference * difference
        }
      }
    }
    guard sum > 0 else { return 100 }
    return min(100, 10 * log10(255 * 255 * Double(one.count) / Double(sum)))
  }
}
