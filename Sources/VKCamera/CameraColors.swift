internal import VKCore

extension DeviceColors {
  /// What a driver's tags mean for pixels in `format`; parts that it leaves open follow the kernel's rules for defaults.
  ///
  /// Source: the kernel's "Media Infrastructure userspace API", V4L2 colorspaces, and its `V4L2_MAP_*_DEFAULT`.
  func colorSpace(for format: PixelFormat) -> ColorSpace {
    // V4L2_COLORSPACE_DEFAULT and _RAW say nothing; the engine has a rule of its own for that.
    guard space != 0, space != 11 else {
      return ColorSpace(range: Self.ranges[quantization] ?? .unspecified)
    }
    let isRGB = format.model == .rgb
    var result = ColorSpace(
      primaries: Self.primaries[space] ?? .unspecified,
      transfer: Self.transfers[transfer == 0 ? defaultTransfer : transfer] ?? .unspecified)
    let encoding = encoding == 0 ? defaultEncoding : encoding
    result.matrix = isRGB ? .rgb : Self.matrices[encoding] ?? .unspecified
    let isFull = isRGB || format.model == .gray || space == 7
    result.range = Self.ranges[quantization] ?? (isFull ? .full : .limited)
    return result
  }

  /// `V4L2_MAP_XFER_FUNC_DEFAULT`.
  private var defaultTransfer: UInt32 {
    switch space {
    case 9: 3
    case 2: 4
    case 12: 6
    case 8, 7: 2
    default: 1
    }
  }

  /// `V4L2_MAP_YCBCR_ENC_DEFAULT`.
  private var defaultEncoding: UInt32 {
    switch space {
    case 3, 12: 2
    case 10: 6
    case 2: 8
    default: 1
    }
  }

  /// `v4l2_colorspace` as H.273's primaries.
  private static let primaries: [UInt32: ColorSpace.Primaries] = [
    1: 6, 2: 7, 3: 1, 4: 6, 5: 4, 6: 5, 7: 1, 8: 1, 10: 9, 12: 11,
  ]
  /// `v4l2_xfer_func` as H.273's transfer characteristics.
  private static let transfers: [UInt32: ColorSpace.Transfer] = [
    1: 1, 2: 13, 4: 7, 5: 8, 7: 16,
  ]
  /// `v4l2_ycbcr_encoding` as H.273's matrix.
  private static let matrices: [UInt32: ColorSpace.Matrix] = [
    1: .bt601, 2: .bt709, 3: .bt601, 4: .bt709, 5: .bt601, 6: .bt2020,
    7: .bt2020ConstantLuminance, 8: .smpte240m,
  ]
  private static let ranges: [UInt32: ColorSpace.Range] = [1: .full, 2: .limited]
}

extension FieldOrder {
  /// The order that `V4L2_FIELD_*` names; whole pictures and single fields are progressive.
  init(field: UInt32, isNTSC: Bool) {
    switch field {
    case 4: self = isNTSC ? .bottomFirst : .topFirst
    case 8: self = .topFirst
    case 9: self = .bottomFirst
    default: self = .progressive
    }
  }
}
