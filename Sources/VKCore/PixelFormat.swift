/// How pixels lie in memory: planes, packing, depth and subsampling.
///
/// `PixelFormat.all` is the one table of the formats that the engine's kernels read and write themselves;
/// the names are FFmpeg's.
public struct PixelFormat: Sendable, Hashable, CustomStringConvertible {
  /// What the components mean.
  public enum Model: Sendable {
    /// One component, luma.
    case gray
    /// Luma and two colour differences.
    case yuv
    /// Red, green and blue.
    case rgb
  }

  /// Where one component (Y, U, V, A or R, G, B, A) lies.
  public struct Component: Sendable, Hashable {
    /// The plane that holds it.
    public let plane: Int
    /// Bytes from the start of a row to the first sample.
    public let offset: Int
    /// Bytes from one sample to the next.
    public let step: Int
  }

  /// FFmpeg's name.
  public let name: String
  /// What the components mean.
  public let model: Model
  /// Significant bits a sample.
  public let bitDepth: Int
  /// Zero bits below the significant ones in the stored word (6 for P010).
  public let shift: Int
  /// Whether samples are floating-point numbers, 1 being white, and not codes.
  public let isFloat: Bool
  /// log2 of the horizontal chroma subsampling.
  public let chromaShiftX: Int
  /// log2 of the vertical chroma subsampling.
  public let chromaShiftY: Int
  /// Y, U, V or R, G, B or grey, then alpha.
  public let components: [Component]
  /// Whether the last component is alpha.
  public let hasAlpha: Bool

  /// FFmpeg's name.
  public var description: String { name }
  /// The number of planes.
  public var planeCount: Int { (components.map(\.plane).max() ?? 0) + 1 }
  /// Bytes a stored sample takes.
  public var bytesPerSample: Int { (bitDepth + shift + 7) / 8 }
  /// The largest code; 1 where samples are numbers.
  public var maximumCode: Int { isFloat ? 1 : (1 << bitDepth) - 1 }
  /// Whether `plane` holds subsampled chroma only.
  public func isChroma(plane: Int) -> Bool {
    model == .yuv && components.enumerated().contains { ($0 == 1 || $0 == 2) && $1.plane == plane }
      && components[0].plane != plane
  }

  /// log2 of the subsampling of a component, by its place in `components`.
  public func subsampling(component index: Int) -> (x: Int, y: Int) {
    model == .yuv && (index == 1 || index == 2) ? (chromaShiftX, chromaShiftY) : (0, 0)
  }

  /// The size of `plane` in samples of its own grid for a picture of `size` (rounded up).
  public func planeSize(_ plane: Int, of size: Size) -> Size {
    guard isChroma(plane: plane) else { return size }
    return Size(
      (size.width + (1 << chromaShiftX) - 1) >> chromaShiftX,
      (size.height + (1 << chromaShiftY) - 1) >> chromaShiftY)
  }

  /// Bytes of one row of `plane` without padding.
  public func rowBytes(_ plane: Int, width: Int) -> Int {
    var bytes = 0
    for (index, component) in components.enumerated() where component.plane == plane {
      let shift = subsampling(component: index).x
      bytes = max(bytes, component.step * ((width + (1 << shift) - 1) >> shift))
    }
    return bytes
  }

  /// Bytes that a sample of `plane`'s own grid takes, those of all its components.
  public func step(_ plane: Int) -> Int { components.first { $0.plane == plane }?.step ?? 1 }

  /// The format of that name.
  public static func named(_ name: String) -> PixelFormat? {
    byName[name] ?? (name == "i420" ? .i420 : nil)
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension PixelFormat {
  /// Whether luma and chroma lie in one plane with different steps, as in YUYV.
  package var isPackedChroma: Bool {
    model == .yuv && chromaShiftX > 0 && components[0].plane == components[1].plane
  }

  /// The format of all that keeps what this one holds, and alpha too; nil when there is none.
  ///
  /// Itself where it has alpha; else one of the same model, subsampling and kind of sample, with as
  /// few more bits as can be.
  package var withAlpha: PixelFormat? {
    if hasAlpha { return self }
    return Self.all.filter {
      $0.hasAlpha && $0.model == model && $0.isFloat == isFloat && $0.bitDepth >= bitDepth
        && $0.chromaShiftX == chromaShiftX && $0.chromaShiftY == chromaShiftY
    }.min { $0.bitDepth < $1.bitDepth }
  }

  /// A format of RGB that keeps what this one holds, and colours too; nil when there is none.
  ///
  /// Itself where it is not grey.
  package var withColor: PixelFormat? {
    guard model == .gray else { return self }
    return Self.all.filter {
      $0.model == .rgb && $0.hasAlpha == hasAlpha && $0.isFloat == isFloat
        && $0.bitDepth >= bitDepth
    }.min { $0.bitDepth < $1.bitDepth }
  }

  /// The format whose planes hold one component each as whole codes of as many bits, 16 for floating-point ones.
  package var inPlanesOfCodes: PixelFormat {
    let depth = isFloat ? 16 : bitDepth
    func serves(_ other: Self) -> Bool {
      other.planeCount == other.components.count && !other.isFloat && other.shift == 0
        && other.bitDepth == depth && other.hasAlpha == hasAlpha
    }
    if serves(self) { return self }
    let same = Self.all.first {
      serves($0) && $0.model == model && $0.chromaShiftX == chromaShiftX
        && $0.chromaShiftY == chromaShiftY
    }
    // Grey with alpha has no planes of its own.
    return same ?? Self.all.first { serves($0) && $0.model == .yuv && $0.chromaShiftX == 0 } ?? self
  }

  /// The format with the same samples, one plane a component; itself when filters can work on its planes.
  package var inPlanes: PixelFormat {
    guard isPackedChroma else { return self }
    return Self.all.first {
      $0.planeCount == components.count && $0.model == model && $0.hasAlpha == hasAlpha
        && $0.bitDepth == bitDepth && $0.chromaShiftX == chromaShiftX
        && $0.chromaShiftY == chromaShiftY
    } ?? self
  }
}
