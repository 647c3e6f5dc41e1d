internal import VKCore

/// Writes the reading of a stored surface: whole blocks, or single pixels anywhere.
struct StoredReader {
  let surface: StoredSurface
  let resource: Resource
  /// The suffix of the names that belong to this surface.
  let name: String
  /// Whether samples are read one by one through the texture unit, which is faster on CPU devices.
  var isSampled = false
  /// Whether blocks are read as words of 32 bits and their samples not taken apart.
  var isRaw = false
  /// The axes along which blocks are read the other way round; whole blocks must fill the picture there.
  var mirrored: MirroredAxes = []

  var format: PixelFormat { surface.format }
  private var samples: SampleText { surface.samples }

  /// Whether the texture unit can give samples one by one.
  var canBeSampled: Bool {
    format.shift == 0 && !format.isFloat && samples.stride < 4
      && (format.bytesPerSample == 1 || !surface.isWide)
      && (samples.stride == 1 || surface.isAligned)
  }

  /// Declares the buffer.
  ///
  /// Blocks of 8-bit samples can be read through the texture unit, which is faster on CPU devices.
  func declare(in text: inout ShaderText, asTexels: Bool) {
    if isSampled {
      text.texelBuffer(
        resource, name: "words_\(name)",
        kind: samples.stride == 1 ? .sampleBuffer : .wideSampleBuffer)
      return
    }
    if isRaw {
      text.words(resource, name: name, asTexels: asTexels)
      return
    }
    if asTexels, format.bytesPerSample == 1, surface.isAligned {
      text.texelBuffer(
        resource, name: "words_\(name)", kind: surface.isWide ? .wideTexelBuffer : .texelBuffer)
      text.once("load_\(name)", "#define load_\(name)(i) texelFetch(words_\(name), int(i))")
      return
    }
    text.bufferDeclaration(
      resource, name: "words_\(name)", type: samples.element, access: "readonly")
    if surface.isWide {
      text.once(
        "load_\(name)",
        """
        \(samples.vector) load_\(name)(uint i) {
          uvec2 w = words_\(name)[i];
          return \(samples.unpacked("w"));
        }
        """)
    } else if surface.isAligned {
      let load = samples.unpacked("words_\(name)[i]\(mask)")
      text.once("load_\(name)", "#define load_\(name)(i) \(load)")
    } else {
      text.once(
        "load_\(name)",
        """
        uint word_\(name)(uint b) {
          uint i = b >> 2, s = (b & 3u) * 8u, w = words_\(name)[i];
          return s == 0u ? w : (w >> s) | (words_\(name)[i + 1u] << (32u - s));
        }
        #define load_\(name)(b) \(samples.unpacked("word_\(name)(b)\(mask)"))
        """)
    }
  }

  /// Takes the bits below the significant ones of an input for nothing; planes between passes hold fractions there.
  private var mask: String {
    guard format.shift > 0, case .input = resource else { return "" }
    let bits = UInt32(format.maximumCode << format.shift)
    return " & \(bits << 16 | bits)u"
  }

  private func offset(_ plane: Int, in text: inout ShaderText) -> String {
    surface.start(plane, of: resource, in: &text)
  }

  /// Writes loads of all words of the block at pixel (`x`, `y`), both multiples of the block's size.
  func loadBlock(_ block: Size, in text: inout ShaderText) {
    let (left, top) = (surface.size.width - block.width, surface.size.height - block.height)
    let blockX = mirrored.contains(.horizontal) ? "(\(left)u - x)" : "x"
    let blockY = mirrored.contains(.vertical) ? "(\(top)u - y)" : "y"
    for plane in 0..<format.planeCount {
      let (rows, words, shiftX, shiftY) = format.extent(plane, of: block)
      let base = offset(plane, in: &text)
      for row in 0..<rows {
        let lastRow = format.planeSize(plane, of: surface.size).height - 1
        var y = shiftY == 0 ? blockY : "(\(blockY) >> \(shiftY))"
        if row > 0 { y = "min(\(y) + \(row)u, \(lastRow)u)" }
        let stride = surface.strides[plane]
        let address = "i_\(name)_\(plane)_\(row)"
        if surface.isAligned {
          let x = "(\(blockX) >> \(shiftX)) * \(format.step(plane))u >> 2"
          text.main +=
            "  uint \(address) = \(base) + \(y) * \(stride / surface.elementLength)u + (\(x));\n"
        } else {
          let x = "(\(blockX) >> \(shiftX)) * \(format.step(plane))u"
          text.main += "  uint \(address) = \(base) + \(y) * \(stride)u + \(x);\n"
        }
        for word in 0..<words {
          let step = surface.isAligned ? word : word * 4
          text.main +=
            "  \(isRaw ? "uint" : samples.vector) w_\(name)_\(plane)_\(row)_\(word) = load_\(name)(\(address) + \(step)u);\n"
        }
      }
    }
  }

  /// The expression of one component of the block's pixel (`x`, `y`), 0…1.
  private func component(_ index: Int, _ x: Int, _ y: Int) -> String {
    let component = format.components[index]
    let shift = format.subsampling(component: index)
    let sample = ((x >> shift.x) * component.step + component.offset) / format.bytesPerSample
    let word = "w_\(name)_\(component.plane)_\(y >> shift.y)_\(sample / samples.lanes)"
    return samples.sample(word, sample % samples.lanes)
  }

  /// The expression of the pixel (`x`, `y`) of a block of that size as straight RGBA.
  func pixel(_ x: Int, _ y: Int, of block: Size) -> String {
    let x = mirrored.contains(.horizontal) ? block.width - 1 - x : x
    let y = mirrored.contains(.vertical) ? block.height - 1 - y : y
    let parts = (0..<4).map { index -> String in
      if index == 3 {
        return format.hasAlpha ? component(format.components.count - 1, x, y) : "1.0"
      }
      let count = format.components.count - (format.hasAlpha ? 1 : 0)
      return count > index ? component(index, x, y) : "0.0"
    }
    let vector = "vec4(\(parts.joined(separator: ", ")))"
    let gain = samples.gain
    guard gain != 1 else { return "decode_\(name)(\(vector))" }
    let alpha = format.hasAlpha ? literal(gain) : "1.0"
    return "decode_\(name)(\(vector) * vec4(vec3(\(literal(gain))), \(alpha)))"
  }

  /// Writes `vec4 fetch_NAME(ivec2)`: any pixel as straight RGBA, clamped at the edge.
  ///
  /// Subsampled chroma is interpolated by its siting along these axes, else its nearest sample serves.
  func defineFetch(in text: inout ShaderText, interpolating axes: ChromaAxes) {
    let last = "ivec2(\(surface.size.width - 1), \(surface.size.height - 1))"
    var body = "  p = clamp(p, ivec2(0), \(last));\n"
    var parts = ["0.0", "0.0", "0.0", "1.0"]
    for (index, component) in format.components.enumerated() {
      let target = format.hasAlpha && index == format.components.count - 1 ? 3 : index
      defineSample(component, index: index, in: &text)
      let shift = format.subsampling(component: index)
      let isSubsampled = shift.x + shift.y > 0
      if isSubsampled, axes.isAny {
        parts[target] = interpolated(index, axes)
      } else {
        let place = isSubsampled ? "p >> ivec2(\(shift.x), \(shift.y))" : "p"
        parts[target] = "sample_\(name)_\(index)(\(place))"
      }
    }
    body += "  return decode_\(name)(vec4(\(parts.joined(separator: ", "))));\n"
    text.once("fetch_\(name)", "vec4 fetch_\(name)(ivec2 p) {\n\(body)}")
  }

  private func defineSample(
    _ component: PixelFormat.Component, index: Int, in text: inout ShaderText
  ) {
    let base = offset(component.plane, in: &text)
    let start = surface.isAligned ? "\(base) * \(surface.elementLength)u" : base
    // A 16-bit sample may straddle two words when its plane starts at an odd byte.
    var word = "word_\(name)(b)"
    if surface.isAligned {
      word = surface.isWide ? "words_\(name)[b >> 3][b >> 2 & 1u]" : "words_\(name)[b >> 2]"
      if samples.stride < 4 { word += " >> ((b & 3u) * 8u)" }
    }
    let scale = samples.stride / format.bytesPerSample
    var value = samples.single(word)
    if isSampled {
      value = "texelFetch(words_\(name), int(b\(samples.stride == 2 ? " >> 1" : ""))).x"
      if samples.gain != 1 { value += " * \(literal(samples.gain))" }
    }
    let (step, first) = (component.step * scale, component.offset * scale)
    text.once(
      "sample_\(name)_\(index)",
      """
      float sample_\(name)_\(index)(ivec2 p) {
        uint b = \(start) + uint(p.y) * \(surface.strides[component.plane])u + uint(p.x) * \(step)u + \(first)u;
        return \(value);
      }
      """)
  }

  /// Chroma at luma pixel `p`, linear between its neighbours along `axes` by the siting.
  private func interpolated(_ index: Int, _ axes: ChromaAxes) -> String {
    func place(_ axis: String, shift: Int, isInterpolated: Bool, vertical: Bool) -> String {
      guard shift > 0 else { return "float(p.\(axis))" }
      guard isInterpolated else { return "float(p.\(axis) >> \(shift))" }
      // The chroma sample's place in luma pixels, from the centre of the first of its luma pixels.
      let first =
        surface.colorSpace.chromaLocation.offset(vertical: vertical) * Double((1 << shift) - 1)
      return "(float(p.\(axis)) - \(literal(first))) * \(literal(1 / Double(1 << shift)))"
    }
    let x = place("x", shift: format.chromaShiftX, isInterpolated: axes.x, vertical: false)
    let y = place("y", shift: format.chromaShiftY, isInterpolated: axes.y, vertical: true)
    let last = (
      (surface.size.width - 1) >> format.chromaShiftX,
      (surface.size.height - 1) >> format.chromaShiftY
    )
    return "chroma_\(name)_\(index)(vec2(\(x), \(y)), ivec2(\(last.0), \(last.1)))"
  }

  /// Writes the functions that `interpolated` calls.
  func defineInterpolation(in text: inout ShaderText) {
    for (index, component) in format.components.enumerated()
    where format.model == .yuv && (index == 1 || index == 2) {
      defineSample(component, index: index, in: &text)
      let get = "sample_\(name)_\(index)"
      text.once(
        "chroma_\(name)_\(index)",
        """
        float chroma_\(name)_\(index)(vec2 q, ivec2 last) {
          ivec2 a = ivec2(floor(q)); vec2 f = q - vec2(a);
          ivec2 b = clamp(a + 1, ivec2(0), last); a = clamp(a, ivec2(0), last);
          return mix(mix(\(get)(a), \(get)(ivec2(b.x, a.y)), f.x),
                     mix(\(get)(ivec2(a.x, b.y)), \(get)(b), f.x), f.y);
        }
        """)
    }
  }
}

extension PixelFormat {
  /// What a block of pixels covers of a plane: rows, words of 32 bits in each, and log2 of the plane's subsampling.
  func extent(
    _ plane: Int, of block: Size
  ) -> (rows: Int, words: Int, shiftX: Int, shiftY: Int) {
    let (shiftX, shiftY) = isChroma(plane: plane) ? (chromaShiftX, chromaShiftY) : (0, 0)
    return (
      max(block.height >> shiftY, 1), (block.width >> shiftX) * step(plane) / 4, shiftX, shiftY
    )
  }
}
