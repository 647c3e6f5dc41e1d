internal import VKCore

/// The axes along which chroma is resampled by its siting.
struct ChromaAxes {
  var x = false
  var y = false

  var isAny: Bool { x || y }
}

extension ChromaAxes {
  /// The axes along which a format's chroma is subsampled.
  init(of format: PixelFormat) {
    self.init(
      x: format.model == .yuv && format.chromaShiftX > 0,
      y: format.model == .yuv && format.chromaShiftY > 0)
  }
}

// Between equal subsamplings and sitings chroma is replicated to its pixels and averaged back, which is exact; along an
// axis where they differ it is interpolated by the siting it has and averaged by the siting it gets.
extension ChromaAxes {
  /// The axes along which the subsampled chroma of `source` is interpolated on its way to `target`.
  static func interpolated(from source: StoredSurface, to target: StoredSurface) -> ChromaAxes {
    guard target.format.model != .gray else { return ChromaAxes() }
    let subsampled = ChromaAxes(of: source.format)
    let isRGB = target.format.model == .rgb
    return ChromaAxes(
      x: subsampled.x
        && (isRGB || target.format.chromaShiftX < source.format.chromaShiftX
          || differ(source, target, vertical: false)),
      y: subsampled.y
        && (isRGB || target.format.chromaShiftY < source.format.chromaShiftY
          || differ(source, target, vertical: true))
    )
  }

  /// The axes along which the chroma of `target` is averaged by its siting when the picture came as `source`, nil for RGB.
  static func averaged(from source: StoredSurface?, to target: StoredSurface) -> ChromaAxes {
    let subsampled = ChromaAxes(of: target.format)
    guard let source, source.format.model != .rgb else { return subsampled }
    guard source.format.model == .yuv else { return ChromaAxes() }
    return ChromaAxes(
      x: subsampled.x
        && (source.format.chromaShiftX < target.format.chromaShiftX
          || differ(source, target, vertical: false)),
      y: subsampled.y
        && (source.format.chromaShiftY < target.format.chromaShiftY
          || differ(source, target, vertical: true))
    )
  }

  private static func differ(
    _ one: StoredSurface, _ other: StoredSurface, vertical: Bool
  ) -> Bool {
    one.colorSpace.chromaLocation.offset(vertical: vertical)
      != other.colorSpace.chromaLocation.offset(vertical: vertical)
  }
}

extension PixelPass {
  /// The axes along which the subsampled chroma of `surface` is interpolated.
  func interpolation(of surface: StoredSurface) -> ChromaAxes {
    guard case .stored(let target, _) = sink else { return ChromaAxes() }
    return .interpolated(from: surface, to: target)
  }

  /// The axes along which the sink's chroma is averaged by its siting.
  var siting: ChromaAxes {
    guard case .stored(let target, _) = sink else { return ChromaAxes() }
    return .averaged(from: inputs.first, to: target)
  }
}

extension StoredWriter {
  private struct Tap {
    let offset: Int
    let weight: Double
  }

  /// The pixels that make up a chroma sample along an axis: those it covers, weighted by their distance from its place.
  private func taps(shift: Int, isSited: Bool, vertical: Bool) -> [Tap] {
    let count = 1 << shift
    let even = (0..<count).map { Tap(offset: $0, weight: 1 / Double(count)) }
    guard isSited, shift > 0 else { return even }
    let place = surface.colorSpace.chromaLocation.offset(vertical: vertical) * Double(count - 1)
    // A triangle as wide as the samples are apart; halfway between two pixels it is their mean.
    let reach = Double(count)
    let near = Int((place - reach).rounded(.up))...Int((place + reach).rounded(.down))
    let weights = near.map { max(0, reach - abs(Double($0) - place)) }
    let isBetween = place != place.rounded()
    if isBetween { return even }
    let sum = weights.reduce(0, +)
    return zip(near, weights).filter { $1 > 0 }.map { Tap(offset: $0, weight: $1 / sum) }
  }

  /// Writes the storing of a whole block of subsampled YUV; `pixel(place)` is the expression of a pixel's RGBA.
  ///
  /// Chroma is averaged around its place along the axes that are sited; pixels beyond an edge are the edge's.
  func storeSited(
    _ block: Size, _ axes: ChromaAxes, in text: inout ShaderText, pixel: (String) -> String
  ) {
    declareWords(block, in: &text)
    let columns = taps(shift: format.chromaShiftX, isSited: axes.x, vertical: false)
    let rows = taps(shift: format.chromaShiftY, isSited: axes.y, vertical: true)
    let cell = Size(1 << format.chromaShiftX, 1 << format.chromaShiftY)
    let xs = reach(columns, block.width, cell.width)
    let ys = reach(rows, block.height, cell.height)
    let last = "ivec2(\(surface.size.width - 1), \(surface.size.height - 1))"
    for y in ys {
      for x in xs {
        let place = "clamp(ivec2(x, y) + ivec2(\(x), \(y)), ivec2(0), \(last))"
        text.main += "  vec4 \(variable(x, y)) = \(pixel(place));\n"
        if isPremultiplied { text.main += "  \(variable(x, y)).rgb *= \(variable(x, y)).a;\n" }
        guard (0..<block.width).contains(x), (0..<block.height).contains(y) else { continue }
        text.main += "  \(target(0, x, y)) = luma_\(name)(\(variable(x, y)).rgb);\n"
        if format.hasAlpha { text.main += "  \(target(3, x, y)) = \(variable(x, y)).a;\n" }
      }
    }
    for y in stride(from: 0, to: block.height, by: cell.height) {
      for x in stride(from: 0, to: block.width, by: cell.width) {
        let terms = rows.flatMap { row in
          columns.map { column in
            let pixel = variable(x + column.offset, y + row.offset)
            return "\(literal(row.weight * column.weight)) * "
              + (isWeighed ? "covered_\(name)(\(pixel))" : "\(pixel).rgb")
          }
        }
        let sum = terms.joined(separator: " + ")
        if isWeighed { text.main += "  cover = \(sum);\n" }
        let mean = isWeighed ? "cover.rgb / cover.w" : sum
        text.main += "  difference = chroma_\(name)(\(mean));\n"
        for index in 1...2 {
          text.main += "  \(target(index, x, y)) = difference.\(lane(index - 1));\n"
        }
      }
    }
    storeWords(block, in: &text, value: packedWord)
  }

  private func reach(_ taps: [Tap], _ length: Int, _ cell: Int) -> ClosedRange<Int> {
    let offsets = taps.map(\.offset)
    return min(offsets.min() ?? 0, 0)...max(length - cell + (offsets.max() ?? 0), length - 1)
  }

  private func variable(_ x: Int, _ y: Int) -> String {
    "q_\(x < 0 ? "m\(-x)" : "\(x)")_\(y < 0 ? "m\(-y)" : "\(y)")"
  }
}
