public import VKCore

extension LookupTable {
  /// Reads Photoshop's curves, an `.acv` file: the curve of all channels and those of red, green and blue.
  ///
  /// Natural cubic splines go through the points, as in `ToneCurve`; the curve of all channels is applied behind each
  /// channel's own.
  ///
  /// - Throws: `FilterError` with the file and what is wrong.
  public init(contentsOfCurvesFile path: String) throws(FilterError) {
    try self.init(curvesFile: try bytesOfFile(path), name: path)
  }

  /// Reads the bytes of an `.acv` file.
  ///
  /// Source: Adobe Photoshop File Formats Specification, "Curves".
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: what errors call the file.
  /// - Throws: `FilterError` with `name` and what is wrong.
  public init(curvesFile bytes: [UInt8], name: String) throws(FilterError) {
    var reader = CurvesReader(bytes: bytes, name: name)
    let curves = try reader.curves()
    func curve(_ index: Int) -> CurvePoints { index < curves.count ? curves[index] : .straight }
    self.init(channels: (1...3).map(curve), behind: curve(0))
  }
}

/// Takes numbers of 16 bits, high byte first.
private struct CurvesReader {
  let bytes: [UInt8]
  let name: String
  private var place = 0

  init(bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  private func failure(_ detail: String) -> FilterError {
    FilterError(.invalidFile, "\(name): \(detail)")
  }

  private mutating func number() throws(FilterError) -> Int {
    guard place + 2 <= bytes.count else { throw failure("the file ends in a curve") }
    defer { place += 2 }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  mutating func curves() throws(FilterError) -> [CurvePoints] {
    let version = try number()
    guard version == 1 || version == 4 else {
      throw failure("is not an .acv file: it starts with \(version) in place of 1 or 4")
    }
    let count = try number()
    guard (1...64).contains(count) else { throw failure("holds \(count) curves; 1 to 64 may be") }
    var result: [CurvePoints] = []
    for index in 0..<count { result.append(try curve(index)) }
    return result
  }

  private mutating func curve(_ index: Int) throws(FilterError) -> CurvePoints {
    let count = try number()
    guard (2...19).contains(count) else {
      throw failure("curve \(index + 1) has \(count) points; 2 to 19 may be")
    }
    var points: [(x: Double, y: Double)] = []
    for _ in 0..<count {
      let (output, input) = (try number(), try number())
      let x = Double(input) / 255
      guard output <= 255, input <= 255, points.last.map({ $0.x < x }) ?? true else {
        throw failure(
          "curve \(index + 1) goes from \(input) to \(output); both are 0 to 255, each input above the one before"
        )
      }
      points.append((x, Double(output) / 255))
    }
    return CurvePoints(points)
  }
}
