internal import VKCore

/// What the numbers of a picture mean once it is stored in another format, with what `wanted` says where that can be.
///
/// `colorSpace` has nothing left unsaid; RGB stays full range, and YUV never becomes a matrix that is only read.
func outputColorSpace(
  from format: PixelFormat, _ colorSpace: ColorSpace, to target: PixelFormat, size: Size,
  wanted: ColorSpace = .unspecified
) -> ColorSpace {
  var result = colorSpace
  if target.model != format.model {
    let isWide = colorSpace.assumedPrimaries == .bt2020
    let usual: ColorSpace.Matrix = isWide ? .bt2020 : .unspecified
    result.matrix = target.model == .rgb ? .rgb : format.model == .rgb ? usual : result.matrix
    result.range = .unspecified
  }
  var wanted = wanted
  if target.model == .rgb {
    wanted.matrix = .unspecified
    wanted.range = .unspecified
  }
  result = result.overridden(by: wanted)
  result.matrix = result.matrix.written
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
