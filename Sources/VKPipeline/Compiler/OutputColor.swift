internal import VKCore

/// What the numbers of a picture mean once it is stored in another format.
func outputColorSpace(
  from format: PixelFormat, _ colorSpace: ColorSpace, to target: PixelFormat, size: Size
) -> ColorSpace {
  guard target.model != format.model else { return colorSpace }
  var result = colorSpace
  result.matrix = target.model == .rgb ? .rgb : format.model == .rgb ? .unspecified : result.matrix
  result.range = .unspecified
  return result.resolved(for: target, size: size)
}

extension ColorSpace.ChromaLocation {
  /// The place of a chroma sample between its two luma samples along an axis: 0 on the first, 0.5 in the middle, 1 on the second.
  func offset(vertical: Bool) -> Double {
    switch self {
    case .topLeft: 0
    case .top: vertical ? 0 : 0.5
    case .bottomLeft: vertical ? 1 : 0
    case .bottom: vertical ? 1 : 0.5
    case .center: 0.5
    case .left, .unspecified: vertical ? 0.5 : 0
    }
  }
}
