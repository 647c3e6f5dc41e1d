import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// `Tests/Golden/oracle`, which `Tools/oracle/generate` writes.
struct Oracle: Decodable {
  let versions: [String: String]
  let inputs: [String: OraclePicture]
  let cases: [OracleCase]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/oracle")

  static let all = try? JSONDecoder().decode(
    Oracle.self, from: Data(contentsOf: folder.appending(path: "oracle.json")))

  static let cases = all?.cases ?? []
}

/// A stored picture: 1, 3 or 4 channels, a byte a sample or two (`u16`, little-endian).
struct OraclePicture: Decodable, Sendable {
  let file: String
  let width: Int
  let height: Int
  let channels: Int
  // How it is compared.
  let tolerance: Double?
  let share: Double?
  /// Pixels nearer to the border don't count.
  let margin: Int?
  /// Every so manyth pixel of each row and column is stored.
  let step: Int?

  func image() throws -> DoubleImage {
    let bytes = try [UInt8](Data(contentsOf: Oracle.folder.appending(path: file)))
    let isWide = file.hasSuffix(".u16")
    try #require(bytes.count == width * height * channels * (isWide ? 2 : 1), "\(file)")
    func sample(_ index: Int) -> Double {
      guard isWide else { return Double(bytes[index]) / 255 }
      return Double(Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8) / 65535
    }
    return DoubleImage(size: Size(width, height)) { x, y in
      let first = (y * width + x) * channels
      if channels == 1 { return SIMD4(sample(first), sample(first), sample(first), 1) }
      return SIMD4(
        sample(first), sample(first + 1), sample(first + 2), channels == 4 ? sample(first + 3) : 1)
    }
  }
}

/// A chain, what goes in and what comes out by another program.
struct OracleCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Points: Decodable, Sendable {
    let pixels: [[Double]]
    let within: Double
    let share: Double
    let margin: Double
  }

  struct Numbers: Decodable, Sendable {
    let values: [Double]
    let tolerance: Double
  }

  let chain: String
  let inputs: [String]
  /// What computed it.
  let by: String
  // One of these.
  let picture: OraclePicture?
  let points: Points?
  let numbers: Numbers?
  /// Angles and distances.
  let lines: [[Double]]?

  var testDescription: String { "\(chain) of \(inputs.joined(separator: ", ")) by \(by)" }

  func filters() throws -> [any Filter] { try FilterChain(chain).filters }

  func pictures() throws -> [DoubleImage] {
    let oracle = try #require(Oracle.all)
    return try inputs.map { try #require(oracle.inputs[$0]).image() }
  }
}
