internal import VKCore

/// Writes how samples lie in the 32-bit words of a storage buffer.
struct SampleText {
  let format: PixelFormat
  /// Whether samples lie in twice their width, as `StoredSurface.isWide` says.
  let isWide: Bool

  /// Samples that one load or store moves.
  var lanes: Int { 4 / format.bytesPerSample }
  /// The GLSL type of what one load gives.
  var vector: String { lanes == 1 ? "float" : "vec\(lanes)" }
  /// The GLSL type of what is loaded from.
  var element: String { isWide ? "uvec2" : "uint" }

  /// The expression of one sample of a loaded `value`.
  func sample(_ value: String, _ index: Int) -> String {
    lanes == 1 ? value : "\(value).\(lane(index))"
  }

  /// What a loaded sample must be multiplied by to be 1 at the largest code.
  var gain: Double {
    if format.isFloat { return 1 }
    let whole = Double(format.bytesPerSample == 1 ? 255 : 65535)
    return whole / Double(format.maximumCode << format.shift)
  }

  /// The expression of the samples in the element `word`.
  func unpacked(_ word: String) -> String {
    switch (format.bytesPerSample, isWide) {
    case (1, false): "unpackUnorm4x8(\(word))"
    case (1, true): "vec4(unpackUnorm2x16(\(word).x), unpackUnorm2x16(\(word).y))"
    case (2, false): format.isFloat ? "unpackHalf2x16(\(word))" : "unpackUnorm2x16(\(word))"
    default: "uintBitsToFloat(\(word))"
    }
  }

  /// The expression of the element that holds `value`, rounded to the nearest that it can hold.
  func packed(_ value: String) -> String {
    switch (format.bytesPerSample, isWide) {
    case (1, false): "packUnorm4x8(\(value))"
    case (1, true): "uvec2(packUnorm2x16(\(value).xy), packUnorm2x16(\(value).zw))"
    case (2, false): format.isFloat ? "packHalf2x16(\(value))" : "packUnorm2x16(\(value))"
    default: "floatBitsToUint(\(value))"
    }
  }

  /// Bytes from a sample to the next.
  var stride: Int { format.bytesPerSample * (isWide ? 2 : 1) }

  /// The expression of a sample, 1 being the largest code, whose bits are the lowest of `word`.
  func single(_ word: String) -> String {
    if format.isFloat, stride == 2 { return "unpackHalf2x16(\(word)).x" }
    if stride == 4 { return "uintBitsToFloat(\(word))" + (gain == 1 ? "" : " * \(literal(gain))") }
    if isWide { return "float((\(word)) & 65535u) * \(literal(1 / 65535.0))" }
    let mask = stride == 1 ? "255u" : "65535u"
    let shift = format.shift > 0 ? " >> \(format.shift)" : ""
    return "float(((\(word)) & \(mask))\(shift)) * \(literal(1 / Double(format.maximumCode)))"
  }
}

extension StoredSurface {
  var samples: SampleText { SampleText(format: format, isWide: isWide) }
}
