import Glibc

/// Memory that pixel buffers share; it lives as long as the last buffer that uses it.
///
/// Conformers: plain heap memory here, mapped device memory in the pipeline, decoder frames in the media module.
package protocol PixelMemory: AnyObject, Sendable {
  /// The first byte.
  var baseAddress: UnsafeMutableRawPointer { get }
  /// Bytes.
  var length: Int { get }
  /// The piece that holds the bytes: self, but for a wrapper that only prolongs another piece's life.
  var storage: any PixelMemory { get }
}

extension PixelMemory {
  package var storage: any PixelMemory { self }
}

/// Memory from the C heap, aligned to a page.
package final class HeapMemory: PixelMemory {
  package nonisolated(unsafe) let baseAddress: UnsafeMutableRawPointer
  package let length: Int

  /// Allocates `length` bytes, all zero.
  package init(length: Int) {
    self.length = length
    baseAddress = .allocate(byteCount: max(length, 1), alignment: 4096)
    memset(baseAddress, 0, length)
  }

  deinit { baseAddress.deallocate() }
}

/// One plane of a picture while its bytes are accessible.
public struct LockedPlane {
  /// The plane's bytes: `bytesPerRow` × `size.height`, less the padding of the last row.
  public let bytes: UnsafeMutableRawBufferPointer
  /// Bytes from a row to the next.
  public let bytesPerRow: Int
  /// The plane's size in its own samples.
  public let size: Size
}

/// A picture in memory: planes of a pixel format with the meaning of its colours.
///
/// A reference to shared memory, as CVPixelBuffer is: copies of the value see the same pixels. Reading from several
/// threads is safe; the engine never writes to a buffer that it has handed out.
public struct PixelBuffer: Sendable {
  /// Where a plane lies in the memory.
  public struct Plane: Sendable, Hashable {
    /// Bytes from the start of the memory to the first sample.
    public var offset: Int
    /// Bytes from a row to the next.
    public var bytesPerRow: Int

    /// Makes a plane's place.
    public init(offset: Int, bytesPerRow: Int) {
      self.offset = offset
      self.bytesPerRow = bytesPerRow
    }
  }

  /// The access asked for by `withLockedPlanes`.
  public enum Access: Sendable {
    /// The bytes are only read.
    case readOnly
    /// The bytes are read and written.
    case readWrite
  }

  /// How pixels are stored.
  public let format: PixelFormat
  /// Columns and rows.
  public let size: Size
  /// One entry a plane.
  public let planes: [Plane]
  /// What the numbers mean.
  public var colorSpace: ColorSpace
  /// How colour and alpha go together; matters only when `format.hasAlpha`.
  public var alphaMode: AlphaMode
  /// Width of a pixel over its height; 0/1 when it is not said.
  public var pixelAspectRatio: (Int32, Int32) = (0, 1)
  package let memory: any PixelMemory

  /// Allocates a picture of zero bytes.
  ///
  /// `bytesPerRow` holds the bytes a row of each plane; nil packs rows to a multiple of 64 bytes.
  ///
  /// - Throws: `FilterError` when the size is not positive, a row too short, or the picture too large.
  public init(
    format: PixelFormat, size: Size, bytesPerRow: [Int]? = nil,
    colorSpace: ColorSpace = .unspecified, alphaMode: AlphaMode = .straight
  ) throws(FilterError) {
    let layout = try PixelLayout(format: format, size: size, bytesPerRow: bytesPerRow)
    self.init(
      memory: HeapMemory(length: layout.length), format: format, size: size, planes: layout.planes,
      colorSpace: colorSpace, alphaMode: alphaMode)
  }

  /// Names planes that lie in `memory`.
  package init(
    memory: any PixelMemory, format: PixelFormat, size: Size, planes: [Plane],
    colorSpace: ColorSpace, alphaMode: AlphaMode = .straight
  ) {
    self.memory = memory
    self.format = format
    self.size = size
    self.planes = planes
    self.colorSpace = colorSpace
    self.alphaMode = alphaMode
  }

  /// Gives the planes' bytes to `body`; the pointers are valid only inside it.
  public func withLockedPlanes<Result>(
    _ access: Access, _ body: ([LockedPlane]) throws -> Result
  ) rethrows -> Result {
    let locked = planes.indices.map { index -> LockedPlane in
      let size = format.planeSize(index, of: size)
      let count =
        planes[index].bytesPerRow * (size.height - 1)
        + format.rowBytes(index, width: self.size.width)
      return LockedPlane(
        bytes: UnsafeMutableRawBufferPointer(
          start: memory.baseAddress + planes[index].offset, count: count),
        bytesPerRow: planes[index].bytesPerRow, size: size)
    }
    return try withExtendedLifetime(memory) { try body(locked) }
  }

  /// Copies the pixels of `source`, which has the same format and size, whatever the strides.
  package func copyPixels(from source: PixelBuffer) {
    precondition(format == source.format && size == source.size, "the buffers are alike")
    withLockedPlanes(.readWrite) { targets in
      source.withLockedPlanes(.readOnly) { sources in
        for (index, (target, source)) in zip(targets, sources).enumerated() {
          guard let to = target.bytes.baseAddress, let from = source.bytes.baseAddress else {
            continue
          }
          let row = format.rowBytes(index, width: size.width)
          for y in 0..<target.size.height {
            memcpy(to + y * target.bytesPerRow, from + y * source.bytesPerRow, row)
          }
        }
      }
    }
  }
}

/// Where the planes of a picture lie in one piece of memory.
package struct PixelLayout: Sendable, Hashable {
  package let planes: [PixelBuffer.Plane]
  /// Bytes in all.
  package let length: Int

  /// Lays planes one after another; each starts on a multiple of 256 bytes.
  ///
  /// `bytesPerRow` holds the bytes a row of each plane; nil rounds rows up to 64 bytes.
  ///
  /// - Throws: `FilterError` when the size is not positive, a row too short, or the picture too large.
  package init(
    format: PixelFormat, size: Size, bytesPerRow: [Int]? = nil
  ) throws(FilterError) {
    guard size.width > 0, size.height > 0, size.width < 1 << 24, size.height < 1 << 24 else {
      throw FilterError(.invalidSize, "a picture of \(size) is not possible")
    }
    var planes: [PixelBuffer.Plane] = []
    var end = 0
    for index in 0..<format.planeCount {
      let row = format.rowBytes(index, width: size.width)
      let stride =
        bytesPerRow.map { $0.indices.contains(index) ? $0[index] : 0 } ?? (row + 63) & ~63
      guard stride >= row else {
        throw FilterError(
          .invalidSize, "\(stride) bytes a row are too few for \(size.width) pixels of \(format)")
      }
      planes.append(.init(offset: end, bytesPerRow: stride))
      end += stride * format.planeSize(index, of: size).height
      end = (end + 255) & ~255
    }
    self.planes = planes
    length = end
  }
}

/// A picture and when it is shown.
public struct Frame: Sendable {
  /// The pixels.
  public var pixelBuffer: PixelBuffer
  /// When the picture appears; nil for a still.
  public var time: MediaTime?
  /// How long it stays, where that is known.
  public var duration: MediaTime?
  /// Whether the rows were taken at one moment or at two.
  public var fieldOrder = FieldOrder.progressive
  /// How the stored picture must be turned, where the frame itself says so.
  package var orientation: Orientation?
  /// The brightest light of a PQ picture in cd/m², where its source says it.
  package var peakLuminance: Double?
  /// A frame's other data (HDR metadata …) as its source keeps it.
  package var attachment: (any Sendable)?

  /// Makes a frame.
  public init(_ pixelBuffer: PixelBuffer, time: MediaTime? = nil, duration: MediaTime? = nil) {
    self.pixelBuffer = pixelBuffer
    self.time = time
    self.duration = duration
  }
}
