internal import VKCore

/// Writes the arithmetic between stored components (0…1 of the largest code) and RGBA, or codes.
struct ColorText {
  let surface: StoredSurface
  let name: String
  /// Whether pixels are Y′CbCr codes over 255 instead of RGB.
  var isCoded = false

  struct Coding {
    let offset: Double
    let scale: Double
  }

  private var maximum: Double { Double(surface.format.maximumCode) }

  private var matrix: ColorSpace.Matrix { surface.colorSpace.matrix }

  var luma: Coding {
    guard surface.colorSpace.range == .limited else { return Coding(offset: 0, scale: 1) }
    let unit = Double(1 << (surface.format.bitDepth - 8))
    return Coding(offset: 16 * unit / maximum, scale: 219 * unit / maximum)
  }

  var chroma: Coding {
    let middle = Double(1 << (surface.format.bitDepth - 1)) / maximum
    guard surface.colorSpace.range == .limited else { return Coding(offset: middle, scale: 1) }
    let unit = Double(1 << (surface.format.bitDepth - 8))
    // H.273 takes YCgCo from limited RGB codes, whose unit is luma's.
    return Coding(offset: middle, scale: (matrix == .ycgco ? 219 : 224) * unit / maximum)
  }

  private var codeUnit: Double { surface.format.codeUnit }

  private var weights: (red: Double, green: Double, blue: Double) {
    let (red, blue) = surface.colorSpace.matrix.lumaWeights ?? (0.2126, 0.0722)
    return (red, 1 - red - blue, blue)
  }

  /// `vec4 decode_NAME(vec4 stored)`: components in the format's order, alpha in the last, to straight RGBA.
  var decode: String {
    if isCoded {
      let text = codeUnit == 1 ? "" : "s.rgb *= \(literal(codeUnit)); "
      return "vec4 decode_\(name)(vec4 s) { \(text)return s; }\n"
    }
    var body: String
    switch surface.format.model {
    case .rgb:
      body = surface.colorSpace.range == .limited ? "  s.rgb = \(unscaled("s.rgb", luma));\n" : ""
    case .gray:
      body = "  s.rgb = vec3(\(unscaled("s.x", luma)));\n"
    case .yuv where matrix == .rgb:
      body = "  s.rgb = \(unscaled("s.zxy", luma));\n"
    case .yuv where matrix == .ictcp: return decodeICtCp
    case .yuv where matrix == .bt2020ConstantLuminance: return decodeConstantLuminance
    case .yuv where matrix == .ycgco:
      body = "  float y = \(unscaled("s.x", luma));\n"
      body += "  vec2 d = \(unscaled("s.yz", chroma));\n"
      body += "  s.rgb = vec3(y - d.x + d.y, y + d.x, y - d.x - d.y);\n"
    case .yuv:
      let (red, green, blue) = weights
      body = "  float y = \(unscaled("s.x", luma));\n"
      body += "  vec2 d = \(unscaled("s.yz", chroma));\n"
      body += "  s.rgb = vec3(y + \(literal(2 * (1 - red))) * d.y, "
      body += "y - \(literal(2 * (1 - blue) * blue / green)) * d.x"
      body += " - \(literal(2 * (1 - red) * red / green)) * d.y, "
      body += "y + \(literal(2 * (1 - blue))) * d.x);\n"
    }
    if surface.format.hasAlpha, surface.alphaMode == .premultiplied {
      body += "  s.rgb = s.a > 0.0 ? s.rgb / s.a : vec3(0.0);\n"
    }
    return "vec4 decode_\(name)(vec4 s) {\n\(body)  return s;\n}\n"
  }

  /// `float luma_NAME(vec3)`, `vec2 chroma_NAME(vec3)` (YUV, grey) or `vec4 encode_NAME(vec4)` (RGB): RGBA to components.
  var encode: String {
    if isCoded {
      let unit = codeUnit == 1 ? "" : " * \(literal(1 / codeUnit))"
      return "float luma_\(name)(vec3 c) { return c.x\(unit); }\n"
        + "vec2 chroma_\(name)(vec3 c) { return c.yz\(unit); }\n"
    }
    let premultiplied = surface.format.hasAlpha && surface.alphaMode == .premultiplied
    if surface.format.model == .rgb {
      var body = premultiplied ? "  c.rgb *= c.a;\n" : ""
      if surface.colorSpace.range == .limited { body += "  c.rgb = \(scaled("c.rgb", luma));\n" }
      return "vec4 encode_\(name)(vec4 c) {\n\(body)  return c;\n}\n"
    }
    if surface.format.model == .yuv, matrix == .rgb {
      return "float luma_\(name)(vec3 c) { return \(scaled("c.g", luma)); }\n"
        + "vec2 chroma_\(name)(vec3 c) { return \(scaled("c.br", luma)); }\n"
    }
    if surface.format.model == .yuv, matrix == .ycgco {
      let y = scaled("dot(c, vec3(0.25, 0.5, 0.25))", luma)
      let d = scaled("vec2(dot(c, vec3(-0.25, 0.5, -0.25)), 0.5 * (c.r - c.b))", chroma)
      return "float luma_\(name)(vec3 c) { return \(y); }\n"
        + "vec2 chroma_\(name)(vec3 c) { return \(d); }\n"
    }
    let (red, green, blue) = weights
    var text = "float luma_\(name)(vec3 c) { return "
    let sum = "vec3(\(literal(red)), \(literal(green)), \(literal(blue)))"
    // No code rounds a number: around green, grey stays what it is to the bit.
    let y = surface.format.isFloat ? "c.g + dot(c - c.g, \(sum))" : "dot(c, \(sum))"
    text += scaled(y, luma) + "; }\n"
    guard surface.format.model == .yuv else { return text }
    text += "vec2 chroma_\(name)(vec3 c) {\n  float y = \(y);\n"
    text += "  vec2 d = vec2((c.b - y) * \(literal(0.5 / (1 - blue))), "
    text += "(c.r - y) * \(literal(0.5 / (1 - red))));\n"
    return text + "  return \(scaled("d", chroma));\n}\n"
  }

  func unscaled(_ value: String, _ coding: Coding) -> String {
    coding.offset == 0 && coding.scale == 1
      ? value : "(\(value) - \(literal(coding.offset))) * \(literal(1 / coding.scale))"
  }

  private func scaled(_ value: String, _ coding: Coding) -> String {
    coding.offset == 0 && coding.scale == 1
      ? value : "\(value) * \(literal(coding.scale)) + \(literal(coding.offset))"
  }
}
