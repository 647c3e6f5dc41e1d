internal import VKCore

extension PixelPass {
  /// Declares what the head reads.
  mutating func declareHead() {
    guard case .stored(let surface, let resource) = head, isBlockRead else {
      declareSource(head)
      return
    }
    let reader = headReader(surface, resource)
    reader.declare(in: &text, asTexels: usesTexels(surface))
    if copiesWords {
      reader.defineTurning(in: &text)
      return
    }
    text.once("decode_a", ColorText(surface: surface, name: "a", isCoded: startsCoded).decode)
  }

  /// What reads the stored source in blocks.
  func headReader(_ surface: StoredSurface, _ resource: Resource) -> StoredReader {
    var reader = StoredReader(surface: surface, resource: resource, name: "a")
    reader.mirrored = mirrored.axes
    reader.isRaw = copiesWords
    return reader
  }

  /// What stores blocks in the sink.
  func sinkWriter(_ surface: StoredSurface, _ resource: Resource) -> StoredWriter {
    StoredWriter(
      surface: surface, resource: resource, name: "z", isCoded: endsCoded, isRaw: copiesWords)
  }

  /// Declares what the sink writes.
  mutating func declareSink() {
    switch sink {
    case .stored(let surface, let resource):
      let writer = sinkWriter(surface, resource)
      writer.declare(in: &text)
      if copiesWords { return }
      writer.definePacking(in: &text)
      if let conversion { text.once("convert_z", conversion.functions) }
    case .texture(let surface, let resource):
      text.storageImage(resource, name: "image_z", storage: surface.storage)
    case .sums:
      text.bufferDeclaration(.sums, name: "sums", type: "vec4", access: "writeonly")
    case .counters(let resource):
      text.bufferDeclaration(resource, name: "counters", type: "uint", access: "")
    }
  }

  /// The conversion to the sink's colours, nil when the pictures have them.
  var conversion: ConversionText? {
    guard case .stored(let target, _) = sink, let source = inputs.first?.colorSpace else {
      return nil
    }
    let conversion = ConversionText(
      source: source, target: target.colorSpace, peak: options.peakLuminance,
      clips: !options.isUnclamped, name: "z")
    return conversion.isIdentity ? nil : conversion
  }

  func usesTexels(_ surface: StoredSurface) -> Bool {
    options.readsTexels(of: surface, bytes: 4)
  }

  /// Declares a source that is read pixel by pixel and defines `vec4 fetch_a(ivec2)`.
  private mutating func declareSource(_ source: Head) {
    switch source {
    case .stored(let surface, let resource):
      let reader = StoredReader(surface: surface, resource: resource, name: "a")
      defineFetch(reader, interpolating: interpolation(of: surface))
    case .texture(let surface, let resource):
      text.sampledImage(resource, name: "image_a")
      text.once(
        "fetch_a",
        "vec4 fetch_a(ivec2 p) { return texelFetch(image_a, \(inside(surface.size)), 0); }")
    case .sampling(_, let inner):
      declareSource(inner)
    case .weighted(let taps, let inner, _):
      declareSource(inner)
      if taps.entersLight || taps.leavesLight { defineTransfer() }
      taps.define(in: &text)
    }
  }

  /// Defines `to_linear` and `from_linear` for the chain's colours.
  mutating func defineTransfer() {
    text.once("transfer", TransferText(colorSpace: inputs[0].colorSpace).functions)
  }

  /// Declares a stored picture and defines `vec4 fetch_NAME(ivec2)`.
  mutating func defineFetch(_ reader: StoredReader, interpolating axes: ChromaAxes) {
    var reader = reader
    reader.isSampled =
      reader.canBeSampled && options.readsTexels(of: reader.surface, bytes: 1)
    reader.declare(in: &text, asTexels: false)
    text.once(
      "decode_\(reader.name)", ColorText(surface: reader.surface, name: reader.name).decode)
    if axes.isAny { reader.defineInterpolation(in: &text) }
    reader.defineFetch(in: &text, interpolating: axes)
  }

  /// Declares the picture that a branch left and defines `vec4 fetch_keptN(ivec2)`.
  mutating func defineKept(
    _ kept: Kept, _ step: Int, isSampled: Bool
  ) throws(FilterError) {
    let name = "kept\(step)"
    text.functions += "vec4 branch_\(step);\n"
    switch kept.head {
    case .stored(let surface, let resource) where !isSampled && isBlockRead(with: surface):
      let given = give(StoredReader(surface: surface, resource: resource, name: name))
      text.functions += "vec4 fetch_\(name)(ivec2 p) { return \(given); }\n"
    case .stored(let surface, let resource):
      defineFetch(
        StoredReader(surface: surface, resource: resource, name: name),
        interpolating: interpolation(of: surface))
    case .texture(_, let resource):
      text.sampledImage(resource, name: "image_\(name)")
      text.functions +=
        "vec4 fetch_\(name)(ivec2 p) { return texelFetch(image_\(name), p, 0); }\n"
    case .sampling, .weighted:
      throw FilterError(.kernel, "a branch left no picture for the filter behind it")
    }
  }

  /// The expression that keeps the place `p` inside a picture.
  func inside(_ size: Size) -> String {
    "clamp(p, ivec2(0), ivec2(\(size.width - 1), \(size.height - 1)))"
  }

  /// Defines `vec4 NAME(vec2)`: linear interpolation of what the function `pixel` gives; 0.5, 0.5 is the first pixel's centre.
  mutating func defineBilinear(_ name: String, over pixel: String, of size: Size, hasAlpha: Bool) {
    let weigh = hasAlpha ? "c.rgb *= c.a; " : ""
    let restore = hasAlpha ? "  c.rgb = c.a > 0.0 ? c.rgb / c.a : vec3(0.0);\n" : ""
    text.functions += """
      vec4 \(name)_tap(ivec2 p) { vec4 c = \(pixel)(\(inside(size))); \(weigh)return c; }
      vec4 \(name)(vec2 p) {
        p -= 0.5; ivec2 i = ivec2(floor(p)); vec2 f = p - vec2(i);
        vec4 c = mix(mix(\(name)_tap(i), \(name)_tap(i + ivec2(1, 0)), f.x),
          mix(\(name)_tap(i + ivec2(0, 1)), \(name)_tap(i + ivec2(1, 1)), f.x), f.y);
      \(restore)  return c;
      }

      """
  }
}
