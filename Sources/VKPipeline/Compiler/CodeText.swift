internal import VKCore

/// Writes the arithmetic between RGB and Y′CbCr codes over 255.
struct CodeText {
  let colorSpace: ColorSpace

  /// `vec3 to_codes(vec3)` and `vec3 from_codes(vec3)`.
  var functions: String {
    let (red, blue) = colorSpace.matrix.lumaWeights ?? (0.299, 0.114)
    let green = 1 - red - blue
    let isLimited = colorSpace.range == .limited
    let (offset, luma, chroma) = isLimited ? (16.0, 219.0, 224.0) : (0, 255, 255)
    let half = literal(128.0 / 255)
    return """
      vec3 to_codes(vec3 c) {
        float y = dot(c, vec3(\(literal(red)), \(literal(green)), \(literal(blue))));
        vec2 d = vec2((c.b - y) * \(literal(0.5 / (1 - blue))), (c.r - y) * \(literal(0.5 / (1 - red))));
        return vec3(y * \(literal(luma / 255)) + \(literal(offset / 255)), d * \(literal(chroma / 255)) + \(half));
      }
      vec3 from_codes(vec3 s) {
        float y = (s.x - \(literal(offset / 255))) * \(literal(255 / luma));
        vec2 d = (s.yz - \(half)) * \(literal(255 / chroma));
        return vec3(y + \(literal(2 * (1 - red))) * d.y,
          y - \(literal(2 * (1 - blue) * blue / green)) * d.x - \(literal(2 * (1 - red) * red / green)) * d.y,
          y + \(literal(2 * (1 - blue))) * d.x);
      }

      """
  }
}

extension PixelFormat {
  /// What a component that is 1 at the largest code is multiplied by to be a code over 255, whatever its depth.
  var codeUnit: Double { Double(maximumCode) / Double(255 << (bitDepth - 8)) }
}

extension StoredSurface {
  /// The matrix and range of the codes that kernels of the domain `yuv` see.
  var codeSpace: ColorSpace {
    guard isRGB else { return colorSpace }
    var result = colorSpace
    // What FFmpeg converts RGB pictures to, of whatever size.
    result.matrix = .bt601
    result.range = .limited
    return result
  }
}
