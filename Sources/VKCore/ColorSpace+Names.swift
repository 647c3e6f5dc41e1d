/// A part of a colour description that has FFmpeg's words for its values.
public protocol ColorWord: RawRepresentable, CustomStringConvertible, Sendable
where RawValue == UInt8 {
  /// Every value that has a word, with FFmpeg's words for it, the usual one first, and what people call it.
  static var words: [(code: UInt8, names: [String], title: String)] { get }
}

extension ColorWord {
  /// The value that FFmpeg's word stands for, as `ffmpeg` takes it.
  public init?(name: String) {
    guard let entry = Self.words.first(where: { $0.names.contains(name) }) else { return nil }
    self.init(rawValue: entry.code)
  }

  /// FFmpeg's word; the number where it has none.
  public var name: String {
    Self.words.first { $0.code == rawValue }?.names[0] ?? "\(rawValue)"
  }

  /// What people call it.
  public var description: String {
    Self.words.first { $0.code == rawValue }?.title ?? "number \(rawValue)"
  }
}

extension ColorSpace.Matrix: ColorWord {
  /// The words for matrices.
  public static let words: [(code: UInt8, names: [String], title: String)] = [
    (0, ["rgb", "gbr"], "RGB"), (1, ["bt709"], "BT.709"),
    (2, ["unknown", "unspecified"], "unsaid"), (4, ["fcc"], "FCC"),
    (5, ["bt470bg"], "BT.601"), (6, ["smpte170m", "bt601"], "BT.601"),
    (7, ["smpte240m"], "SMPTE 240M"), (8, ["ycgco", "ycocg"], "YCgCo"),
    (9, ["bt2020nc", "bt2020_ncl", "bt2020"], "BT.2020"),
    (10, ["bt2020c", "bt2020_cl"], "BT.2020 constant luminance"),
    (11, ["smpte2085"], "SMPTE 2085"), (12, ["chroma-derived-nc"], "chroma-derived"),
    (13, ["chroma-derived-c"], "chroma-derived constant luminance"), (14, ["ictcp"], "ICtCp"),
  ]
}

extension ColorSpace.Range: ColorWord {
  /// The words for ranges.
  public static let words: [(code: UInt8, names: [String], title: String)] = [
    (0, ["unknown", "unspecified"], "unsaid"), (1, ["tv", "limited", "mpeg"], "limited"),
    (2, ["pc", "full", "jpeg"], "full"),
  ]
}

extension ColorSpace.Primaries: ColorWord {
  /// The words for primaries.
  public static let words: [(code: UInt8, names: [String], title: String)] = [
    (1, ["bt709"], "BT.709"), (2, ["unknown", "unspecified"], "unsaid"),
    (4, ["bt470m"], "BT.470 M"), (5, ["bt470bg"], "BT.601, 625 lines"),
    (6, ["smpte170m"], "BT.601, 525 lines"), (7, ["smpte240m"], "SMPTE 240M"),
    (8, ["film"], "film"), (9, ["bt2020"], "BT.2020"),
    (10, ["smpte428", "smpte428_1"], "SMPTE 428"), (11, ["smpte431"], "DCI-P3"),
    (12, ["smpte432"], "Display P3"), (22, ["ebu3213", "jedec-p22"], "EBU 3213"),
  ]
}

extension ColorSpace.Transfer: ColorWord {
  /// The words for transfer characteristics.
  public static let words: [(code: UInt8, names: [String], title: String)] = [
    (1, ["bt709"], "BT.709"), (2, ["unknown", "unspecified"], "unsaid"),
    (4, ["gamma22", "bt470m"], "gamma 2.2"), (5, ["gamma28", "bt470bg"], "gamma 2.8"),
    (6, ["smpte170m"], "BT.601"), (7, ["smpte240m"], "SMPTE 240M"), (8, ["linear"], "linear"),
    (9, ["log100", "log"], "log 100:1"), (10, ["log316", "log_sqrt"], "log 316:1"),
    (11, ["iec61966-2-4", "iec61966_2_4"], "xvYCC"), (12, ["bt1361e", "bt1361"], "BT.1361"),
    (13, ["iec61966-2-1", "iec61966_2_1", "srgb"], "sRGB"),
    (14, ["bt2020-10", "bt2020_10bit", "bt2020_10"], "BT.2020"),
    (15, ["bt2020-12", "bt2020_12bit", "bt2020_12"], "BT.2020, 12 bits"),
    (16, ["smpte2084", "pq"], "PQ"), (17, ["smpte428", "smpte428_1"], "SMPTE 428"),
    (18, ["arib-std-b67", "hlg"], "HLG"),
  ]
}

extension ColorSpace.ChromaLocation: ColorWord {
  /// The words for chroma sitings.
  public static let words: [(code: UInt8, names: [String], title: String)] = [
    (0, ["unknown", "unspecified"], "unsaid"), (1, ["left"], "left"), (2, ["center"], "center"),
    (3, ["topleft"], "top left"), (4, ["top"], "top"), (5, ["bottomleft"], "bottom left"),
    (6, ["bottom"], "bottom"),
  ]
}
