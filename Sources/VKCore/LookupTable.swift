/// A table that maps colours to colours: a cube of entries, or one curve a channel.
public struct LookupTable: Sendable, Hashable {
  /// How the entries are found.
  public enum Kind: Sendable, Hashable {
    /// One curve: `size` entries.
    case curve
    /// A cube: `size`³ entries, red fastest.
    case cube
  }

  /// How the entries are found.
  public let kind: Kind
  /// Entries along an axis.
  public let size: Int
  /// The entries, straight RGBA.
  public let entries: [SIMD4<Float>]
  /// The input that meets the first entry, per channel.
  public let domainMinimum: SIMD3<Float>
  /// The input that meets the last entry, per channel.
  public let domainMaximum: SIMD3<Float>

  /// Makes a table.
  ///
  /// - Precondition: `entries` holds `size` (curve) or `size`³ (cube) entries, and `size` is 2 or more.
  public init(
    kind: Kind, size: Int, entries: [SIMD4<Float>], domainMinimum: SIMD3<Float> = .zero,
    domainMaximum: SIMD3<Float> = .one
  ) {
    precondition(size >= 2 && entries.count == (kind == .cube ? size * size * size : size))
    self.kind = kind
    self.size = size
    self.entries = entries
    self.domainMinimum = domainMinimum
    self.domainMaximum = domainMaximum
  }

  /// The table that changes nothing.
  public static let identity = LookupTable(
    kind: .cube, size: 2,
    entries: (0..<8).map { SIMD4(Float($0 & 1), Float($0 >> 1 & 1), Float($0 >> 2), 1) })

  /// What the kernel's `entry(index)` reads: `size` and 1 for a cube or 0 for curves; the domain's minimum; cells per unit of
  /// input, both per channel; then `entries`.
  package var kernelEntries: [SIMD4<Float>] {
    let cells = Float(size - 1) / (domainMaximum - domainMinimum)
    let shape = SIMD4<Float>(Float(size), kind == .cube ? 1 : 0, 0, 0)
    return [shape, SIMD4(domainMinimum, 0), SIMD4(cells, 0)] + entries
  }

  /// The number of `kernelEntries`.
  package var kernelEntryCount: Int {
    entries.count + 3
  }
}
