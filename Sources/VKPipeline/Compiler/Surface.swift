internal import VKCore

/// Pixels in a storage buffer as a `PixelFormat` says: an input, the output, or planes between passes.
struct StoredSurface: Hashable, Sendable {
  let format: PixelFormat
  let size: Size
  /// What the numbers mean, with nothing left unsaid.
  let colorSpace: ColorSpace
  let alphaMode: AlphaMode
  /// Bytes a row of each plane.
  let strides: [Int]
  /// Where each plane starts, in bytes, when the engine has laid it out; nil when that changes from frame to frame.
  let offsets: [Int]?
  /// Whether all plane offsets and strides are multiples of 4 bytes.
  let isAligned: Bool
  /// Whether samples lie in twice their width between the passes of a linear filter, so that only the last one rounds.
  ///
  /// 8-bit samples are fractions of 16 bits then, deeper ones floating-point numbers of 32.
  let isWide: Bool

  /// The surface of a picture in memory.
  init(_ buffer: PixelBuffer) {
    format = buffer.format
    size = buffer.size
    colorSpace = buffer.colorSpace.resolved(for: buffer.format, size: buffer.size)
    alphaMode = buffer.alphaMode
    strides = buffer.planes.map(\.bytesPerRow)
    offsets = nil
    isWide = false
    isAligned = buffer.planes.allSatisfy { $0.offset & 3 == 0 && $0.bytesPerRow & 3 == 0 }
  }

  /// A surface that the engine lays out itself.
  init(
    format: PixelFormat, size: Size, colorSpace: ColorSpace, alphaMode: AlphaMode,
    isWide: Bool = false
  ) throws(FilterError) {
    self.format = format
    self.size = size
    self.colorSpace = colorSpace.resolved(for: format, size: size)
    self.alphaMode = alphaMode
    let layout = try PixelLayout(format: format, size: size)
    let scale = isWide ? 2 : 1
    strides = layout.planes.map { $0.bytesPerRow * scale }
    offsets = layout.planes.map { $0.offset * scale }
    isAligned = true
    self.isWide = isWide
  }

  /// Bytes of what one load or store moves: one word, or two when wide.
  var elementLength: Int { isWide ? 8 : 4 }

  /// The expression of where a plane starts in the buffer of `resource`: in elements when aligned, else in bytes.
  func start(_ plane: Int, of resource: Resource, in text: inout ShaderText) -> String {
    if let offsets { return "\(offsets[plane] / elementLength)u" }
    return text.push(.offset(resource, plane: plane, inWords: isAligned))
  }

  /// Whether the colours are RGB as stored.
  var isRGB: Bool { format.model == .rgb }
  /// Bytes of all pixels without padding.
  var byteCount: Int {
    (0..<format.planeCount).reduce(0) {
      $0 + format.rowBytes($1, width: size.width) * format.planeSize($1, of: size).height
    } * (isWide ? 2 : 1)
  }

  /// The pixels that one invocation handles: whole words in every plane.
  var block: Size {
    guard format.model == .yuv, format.chromaShiftX > 0 else { return Size(4, 1) }
    return Size(8, 1 << format.chromaShiftY)
  }
}

/// Pixels in an image: RGBA, between passes.
struct TextureSurface: Hashable, Sendable {
  enum Storage: String, Sendable {
    case rgba8
    case rgba16f
    case rgba32f

    var bytesPerPixel: Int { self == .rgba8 ? 4 : self == .rgba16f ? 8 : 16 }
  }

  let size: Size
  let storage: Storage

  var byteCount: Int { size.width * size.height * storage.bytesPerPixel }
}

/// What a pass reads or writes, by role; the executor knows the objects behind it.
enum Resource: Hashable, Sendable {
  /// The n-th input picture.
  case input(Int)
  /// The output picture.
  case output
  /// The n-th buffer of planes between passes.
  case planes(Int)
  /// The n-th image between passes.
  case texture(Int)
  /// The image that keeps what the n-th filter wrote in the frame before.
  case state(Int)
  /// The parameters of this pass.
  case parameters
  /// The n-th constant table of the plan.
  case table(Int)
  /// One partial sum an invocation, or counters.
  case sums
  /// The n-th set of counters that a filter reads.
  case counters(Int)
}

/// How a resource is bound.
struct Binding: Hashable, Sendable {
  enum Kind: Sendable {
    case storageBuffer
    /// Texels of four 8-bit samples.
    case texelBuffer
    /// Texels of four 16-bit samples.
    case wideTexelBuffer
    /// Texels of one 8-bit sample.
    case sampleBuffer
    /// Texels of one 16-bit sample.
    case wideSampleBuffer
    /// Texels of four floats.
    case floatTexelBuffer
    /// Texels of one word of 32 bits.
    case wordTexelBuffer
    case uniformBuffer
    case storageImage
    case sampledImage
  }

  let resource: Resource
  let kind: Kind
  let index: Int
}
