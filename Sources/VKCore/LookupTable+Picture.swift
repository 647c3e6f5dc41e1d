extension LookupTable {
  /// Reads a lookup picture: a square of tiles, each a slice of the cube.
  ///
  /// A cube of `n` entries along an axis is a square of √n × √n tiles, left to right and top to bottom by blue; in a tile
  /// red grows to the right and green downwards. The usual one has 512 × 512 pixels: 64 tiles of 64 × 64. Alpha is not
  /// used.
  ///
  /// - Throws: `FilterError` when the picture is not stored as RGB, or has no such size.
  public init(lookupImage picture: PixelBuffer) throws(FilterError) {
    guard picture.format.model == .rgb, !picture.format.isFloat else {
      throw FilterError(
        .invalidValue,
        "a lookup picture is stored as RGB of 8 to 16 bits, not as \(picture.format); a PNG is")
    }
    let root = (2...11).first { $0 * $0 * $0 == picture.size.width } ?? 0
    guard root > 0, picture.size.height == picture.size.width else {
      throw FilterError(
        .invalidSize,
        "a lookup picture is a square of tiles, such as 512x512, not \(picture.size)")
    }
    let side = root * root
    let (red, green, blue) = (picture.fractions(0), picture.fractions(1), picture.fractions(2))
    var entries: [SIMD4<Float>] = []
    entries.reserveCapacity(side * side * side)
    for index in 0..<(side * side * side) {
      let (r, g, b) = (index % side, index / side % side, index / side / side)
      let place = (b / root * side + g) * picture.size.width + b % root * side + r
      entries.append(SIMD4(red[place], green[place], blue[place], 1))
    }
    self.init(kind: .cube, size: side, entries: entries)
  }
}

extension PixelBuffer {
  /// A component of every pixel of an RGB picture as a fraction of the largest code, row by row.
  fileprivate func fractions(_ component: Int) -> [Float] {
    let part = format.components[component]
    return withLockedPlanes(.readOnly) { planes in
      let plane = planes[part.plane]
      var result: [Float] = []
      result.reserveCapacity(size.width * size.height)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = y * plane.bytesPerRow + x * part.step + part.offset
          var code = Int(plane.bytes[place])
          if format.bytesPerSample == 2 { code |= Int(plane.bytes[place + 1]) << 8 }
          result.append(Float(code >> format.shift) / Float(format.maximumCode))
        }
      }
      return result
    }
  }
}
