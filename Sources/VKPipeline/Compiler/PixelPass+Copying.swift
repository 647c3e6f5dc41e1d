internal import VKCore

// Passes that store what they read, perhaps turned round, word by word.
extension PixelPass {
  /// Whether nothing is done to the samples of a picture of bytes, so that its words need not be taken apart.
  var copiesWords: Bool {
    guard stages.isEmpty, isBlockRead, case .stored(let source, _) = head,
      case .stored(let target, _) = sink, conversion == nil, source.isAligned
    else { return false }
    let format = source.format
    let steps = (0..<format.planeCount).map(format.step)
    // Bytes that mean nothing are written as white; pixels of three bytes do not end where words do.
    let isFull = format.components.count == steps.reduce(0, +)
    return format == target.format && format.bytesPerSample == 1 && isFull
      && (!mirrored.axes.contains(.horizontal) || !steps.contains(3))
      && source.colorSpace == target.colorSpace && source.alphaMode == target.alphaMode
  }
}

extension StoredReader {
  /// Defines what `word` calls.
  func defineTurning(in text: inout ShaderText) {
    guard mirrored.contains(.horizontal) else { return }
    text.once(
      "turned_bytes",
      "uint turned_bytes(uint w) { return w >> 24 | (w >> 8 & 0xFF00u) | (w << 8 & 0xFF0000u) | w << 24; }"
    )
    text.once("turned_pairs", "uint turned_pairs(uint w) { return w >> 16 | w << 16; }")
  }

  /// The expression of a word of a block, from its place in the picture that is turned round.
  func word(_ plane: Int, _ row: Int, _ word: Int, of block: Size) -> String {
    let (rows, words, _, _) = format.extent(plane, of: block)
    let from = mirrored.contains(.vertical) ? rows - 1 - row : row
    guard mirrored.contains(.horizontal) else { return "w_\(name)_\(plane)_\(from)_\(word)" }
    let value = "w_\(name)_\(plane)_\(from)_\(words - 1 - word)"
    let step = format.step(plane)
    return step == 1 ? "turned_bytes(\(value))" : step == 2 ? "turned_pairs(\(value))" : value
  }
}
