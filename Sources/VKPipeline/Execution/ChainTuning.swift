package import VKCompute

/// Choices of the code generator that measuring on a device makes; nil leaves one as it is without.
///
/// No choice changes a pixel, but for `texelReads`: two ways of reading may differ by one code, as two devices may.
package struct ChainTuning: Sendable, Hashable {
  /// Invocations in a work group of passes that compute pixels one by one.
  package var pixelGroup: Int?
  /// Invocations in a work group of passes over a stored plane.
  package var planeGroup: Int?
  /// Rows that an invocation computes of a column of weights.
  package var columnRows: Int?
  /// Words that an invocation computes of a row of weights.
  package var rowWords: Int?
  /// Whether stored samples are read through the texture unit (1) or as words of a buffer (0).
  package var texelReads: Int?

  /// Leaves all as it is.
  package init() {}

  /// Every choice by the name that it is kept under.
  private static let members: [(name: String, member: any WritableKeyPath<Self, Int?> & Sendable)] =
    [
      ("pixelGroup", \.pixelGroup), ("planeGroup", \.planeGroup), ("columnRows", \.columnRows),
      ("rowWords", \.rowWords), ("texelReads", \.texelReads),
    ]
  private static let ranges: [String: ClosedRange<Int>] = [
    "pixelGroup": 8...1024, "planeGroup": 8...1024, "columnRows": 1...16, "rowWords": 1...4,
    "texelReads": 0...1,
  ]

  /// Reads `name=value` lines; what is not understood is left out.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]),
        let member = Self.members.first(where: { $0.name == parts[0] }),
        Self.ranges[member.name]?.contains(value) == true
      else { continue }
      self[keyPath: member.member] = value
    }
  }

  /// The choices as `name=value` lines.
  var text: String {
    Self.members.compactMap { name, member in
      self[keyPath: member].map { "\(name)=\($0)\n" }
    }.joined()
  }

  // MARK: Kept for the next run

  /// The choices that were kept for a device and its driver; none when there are none.
  package init(keptFor device: Device) {
    let bytes = DiskCache.read(Self.entry(device)) ?? []
    self.init(text: String(decoding: bytes, as: UTF8.self))
    let most = device.limits.maxComputeWorkGroupInvocations
    if let group = pixelGroup, group > most { pixelGroup = nil }
    if let group = planeGroup, group > most { planeGroup = nil }
  }

  /// Keeps the choices for a device and its driver in the cache; without any, forgets what was kept.
  package func keep(for device: Device) {
    if self == Self() {
      DiskCache.remove(Self.entry(device))
    } else {
      DiskCache.write(Self.entry(device), Array(text.utf8))
    }
  }

  private static func entry(_ device: Device) -> String {
    "\(device.description.uuid)-\(device.description.driverUUID).tuning"
  }
}
