// The written rule for what a picture does not say. Each part is taken and told from here alone.
extension ColorSpace {
  /// The same with what matters for arithmetic filled in by the usual guess.
  ///
  /// No matrix: RGB for RGB formats, else BT.709 from 1280 columns or 577 rows on, BT.601 below.
  /// No range: full for RGB and grey formats, limited for YUV. No chroma siting: left.
  /// Floating-point numbers are always full range.
  public func resolved(for format: PixelFormat, size: Size) -> ColorSpace {
    var result = self
    if format.isFloat { result.range = .full }
    if format.model == .rgb {
      result.matrix = .rgb
      if range == .unspecified { result.range = .full }
      return result
    }
    if !isDecodable(format) {
      result.matrix = size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
    }
    if result.range == .unspecified { result.range = format.model == .gray ? .full : .limited }
    if chromaLocation == .unspecified { result.chromaLocation = .left }
    if matrix == .ictcp, !transfer.isHDR { result.transfer = .pq }
    return result
  }

  /// What `resolved(for:size:)` takes for granted, one sentence a part: "matrix BT.709 (not tagged; …)".
  public func assumptions(for format: PixelFormat, size: Size) -> [String] {
    guard format.model != .rgb else { return [] }
    let taken = resolved(for: format, size: size)
    var notes: [String] = []
    if !isDecodable(format), format.model == .yuv {
      let reason = matrix == .unspecified ? "not tagged" : "\(matrix) is not known here"
      let rule =
        taken.matrix == .bt709
        ? "1280 columns or 577 rows or more" : "fewer than 1280 columns and 577 rows"
      notes.append("matrix \(taken.matrix) (\(reason); \(rule))")
    }
    if range == .unspecified, !format.isFloat {
      notes.append("\(taken.range) range (not tagged; \(format.model == .gray ? "grey" : "YUV"))")
    }
    if chromaLocation == .unspecified, format.chromaShiftX + format.chromaShiftY > 0 {
      notes.append("chroma \(taken.chromaLocation) (not tagged)")
    }
    if matrix == .ictcp, !transfer.isHDR {
      notes.append("transfer \(taken.transfer) (not tagged; ICtCp)")
    }
    return notes
  }

  /// Whether the matrix tells how to decode `format`: RGB in a YUV format needs a sample a pixel.
  private func isDecodable(_ format: PixelFormat) -> Bool {
    if matrix == .rgb { return format.chromaShiftX + format.chromaShiftY == 0 }
    return matrix.isKnown
  }

  /// What PQ and HLG become where they cannot stay: BT.709 with the usual curve of video or, for RGB, of pictures.
  package static func standardRange(for format: PixelFormat) -> ColorSpace {
    ColorSpace(
      matrix: format.model == .rgb ? .unspecified : .bt709, primaries: .bt709,
      transfer: format.model == .rgb ? .srgb : .bt709)
  }

  /// The curve with the usual guess: sRGB for RGB, and for full range, which pictures have; else BT.709.
  package var assumedTransfer: Transfer {
    if transfer != .unspecified { return transfer }
    return matrix == .rgb || range == .full ? .srgb : .bt709
  }

  /// The primaries with the usual guess: BT.2020 for its matrices and curves, else BT.709.
  package var assumedPrimaries: Primaries {
    if primaries != .unspecified { return primaries }
    let isWide = [.bt2020, .bt2020ConstantLuminance, .ictcp].contains(matrix) || transfer.isHDR
    return isWide ? .bt2020 : .bt709
  }
}

extension ColorSpace.Primaries {
  /// Whether colours reach beyond BT.709's.
  package var isWide: Bool { [4, 8, 9, 10, 11, 12].contains(rawValue) }
}
