internal import CV4L2
internal import VKCore
internal import VKMedia

/// Makes pictures that the engine reads of a driver's bytes, on the processor.
protocol FrameConverter: Sendable {
  /// Whether the driver's bytes were pixels already.
  var isCopy: Bool { get }
  /// The picture in a buffer's bytes; nil when they are no whole one.
  func picture(from bytes: UnsafeRawBufferPointer) throws -> PixelBuffer?
}

/// Decodes compressed pictures.
struct CompressedConverter: FrameConverter {
  let decoder: PictureDecoder
  /// The driver's primaries and curve: a JPEG itself says only how its numbers mean RGB.
  let tags: ColorSpace
  var isCopy: Bool { false }

  func picture(from bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
    guard var picture = try decoder.picture(from: bytes) else { return nil }
    picture.colorSpace = picture.colorSpace.overridden(by: tags)
    return picture
  }
}

/// Converts pixels in one plane that FFmpeg knows.
struct PlainConverter: FrameConverter {
  let reader: PixelReader
  let setting: DeviceFormat
  let color: ColorSpace
  var isCopy: Bool { true }

  func picture(from bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
    let stride = setting.planes.first?.bytesPerRow ?? 0
    guard let start = bytes.baseAddress, stride > 0, bytes.count >= stride * setting.size.height
    else { return nil }
    return try reader.picture(
      at: UnsafeMutableRawPointer(mutating: start), size: setting.size, bytesPerRow: stride,
      color: color)
  }
}

/// Converts what small and old cameras give, as libv4l does it, to RGB.
final class LibraryConverter: FrameConverter {
  // One thread uses a converter.
  private nonisolated(unsafe) let converter: OpaquePointer
  private let size: Size
  private let color: ColorSpace
  private let take: @Sendable (Int) throws -> any PixelMemory
  var isCopy: Bool { true }

  /// Whether libv4l is installed.
  static var isThere: Bool { cv4l2_can_convert() }

  /// Gets ready for a device's format.
  ///
  /// - Throws: `CameraError` when the library does not know the device.
  init(
    _ device: some VideoDevice, _ setting: DeviceFormat, color: ColorSpace,
    take: @escaping @Sendable (Int) throws -> any PixelMemory
  ) throws(CameraError) {
    var format = cv4l2_format()
    format.fourcc = setting.fourCC.rawValue
    format.width = UInt32(setting.size.width)
    format.height = UInt32(setting.size.height)
    format.field = setting.field
    format.colorspace = setting.colors.space
    format.encoding = setting.colors.encoding
    format.quantization = setting.colors.quantization
    format.transfer = setting.colors.transfer
    format.bytes_per_row.0 = UInt32(setting.planes.first?.bytesPerRow ?? 0)
    format.size.0 = UInt32(setting.planes.first?.length ?? 0)
    guard let converter = cv4l2_converter_open(device.descriptor, &format) else {
      throw CameraError(
        .unsupported, "read \(setting.fourCC)",
        "libv4l does not convert what this camera gives; choose another format")
    }
    self.converter = converter
    (size, self.color, self.take) = (setting.size, color, take)
  }

  deinit { cv4l2_converter_close(converter) }

  func picture(from bytes: UnsafeRawBufferPointer) throws -> PixelBuffer? {
    let format = CameraFormat.libraryFormat
    let row = format.rowBytes(0, width: size.width)
    let memory = try take(row * size.height)
    guard
      cv4l2_convert(
        converter, bytes.baseAddress, UInt32(clamping: bytes.count), memory.baseAddress,
        UInt32(clamping: row * size.height))
    else { return nil }
    return PixelBuffer(
      memory: memory, format: format, size: size, planes: [.init(offset: 0, bytesPerRow: row)],
      colorSpace: color)
  }
}
