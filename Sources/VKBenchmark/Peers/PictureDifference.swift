internal import Glibc

/// How far two files of pictures are from each other.
struct PictureDifference {
  /// The worst picture's PSNR in dB over all its bytes; 100 when all are equal.
  let psnr: Double

  /// Outputs nearer than this did the same work: other roundings and other edges of a kernel's tail lie above it, other
  /// filters far below.
  static let leastPSNR = 35.0

  /// Compares files of 8-bit pictures of `frameLength` bytes each.
  ///
  /// - Throws: `ChildProcess.Failure` when they do not hold the same number of pictures, or none.
  init(_ one: String, _ other: String, frameLength: Int) throws(ChildProcess.Failure) {
    guard let first = fopen(one, "r") else {
      throw ChildProcess.Failure(description: "our program wrote no pictures")
    }
    defer { fclose(first) }
    guard let second = fopen(other, "r") else {
      throw ChildProcess.Failure(description: "it wrote no pictures")
    }
    defer { fclose(second) }
    var worst = 100.0
    var frames = 0
    var bytes = [
      [UInt8](repeating: 0, count: frameLength), [UInt8](repeating: 0, count: frameLength),
    ]
    while true {
      let counts = (
        fread(&bytes[0], 1, frameLength, first), fread(&bytes[1], 1, frameLength, second)
      )
      if counts == (0, 0) { break }
      guard counts == (frameLength, frameLength) else {
        throw ChildProcess.Failure(
          description:
            "not the same work: it wrote pictures of another size, or another number of them")
      }
      worst = min(worst, Self.psnr(bytes[0], bytes[1]))
      frames += 1
    }
    guard frames > 0 else { throw ChildProcess.Failure(description: "no pictures were written") }
    psnr = worst
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
