/// Where entries are not held to the original's picture, or not to all of it, and why: the lines of
/// `exceptions.json`.
struct GoldenException: Decodable, Sendable, CustomStringConvertible {
  // Which entries: all that is given must hold.
  let kinds: [String]?
  let operations: [String]?
  let variant: String?
  /// A part of the first input's name.
  let input: String?
  let ids: [String]?

  /// The reason.
  let why: String

  // What then holds instead.
  /// Nothing: the entry does not run.
  let skip: Bool?
  /// Alpha does not count.
  let colorOnly: Bool?
  /// So many codes more may be apart.
  let allowance: Double?
  /// So small a share of pixels must keep the tolerance.
  let share: Double?
  /// So large a share of corners may have none within a pixel.
  let lostCorners: Double?
  /// The input is made grey in 8 bits first.
  let luminanceFirst: Bool?
  /// The input's red is shown in grey first.
  let redFirst: Bool?
  /// The pictures are said to hold colours times alpha; pixels where they cannot do not count.
  let premultiplied: Bool?
  /// Pixels count where the original's alpha is not 0.
  let seenOnly: Bool?
  /// Pixels count where all pictures are opaque.
  let opaqueOnly: Bool?
  /// Parameters that do not exist here.
  let ignored: [String]?

  var description: String { why }

  static let decoded: [GoldenException]? = Golden.decoded("exceptions.json")
  static let all = decoded ?? []

  func holds(for entry: GoldenEntry) -> Bool {
    if let kinds, !kinds.contains(entry.kind) { return false }
    if let operations, !operations.contains(entry.operation) { return false }
    if let variant, variant != entry.variant { return false }
    if let input, entry.inputs.first?.contains(input) != true { return false }
    if let ids, !ids.contains(entry.id) { return false }
    return true
  }
}
