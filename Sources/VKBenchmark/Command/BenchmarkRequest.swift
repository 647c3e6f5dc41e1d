internal import VKCatalog
internal import VKCore

/// What a benchmark was asked for.
package struct BenchmarkRequest: Sendable {
  /// The chains that are measured; nil when the catalogue takes their place.
  package let plan: BenchmarkPlan?
  /// Whether every filter is measured by itself.
  package let measuresCatalogue: Bool
  /// Every filter by itself.
  package let catalogue: BenchmarkPlan
  /// Whether the device's choices are looked for.
  package let tunes: Bool
  /// The other programs.
  package let peers: [Peer]
  /// The FFmpeg programs.
  package let ffmpegs: [String]
  /// Whether the report is printed as JSON.
  package let isJSON: Bool
  /// The page to write.
  package let html: String?
  /// Whether the page may replace one that exists.
  package let overwrites: Bool
  /// The report to compare with.
  package let old: String?
  /// The report that is compared, in place of a run.
  package let new: String?

  /// Checks options, by the first of their names, and the words that are no options.
  ///
  /// - Throws: `BenchmarkError` (usage) that names the option.
  package init(_ values: [String: [String]], operands: [String] = []) throws(BenchmarkError) {
    func last(_ option: BenchmarkOption) -> String? { values[option.name]?.last }
    func has(_ option: BenchmarkOption) -> Bool { values[option.name] != nil }
    isJSON = has(.json)
    html = last(.html)
    overwrites = has(.overwrite)
    old = last(.compare)
    new = operands.first
    guard new == nil || old != nil else {
      throw Self.usage(
        "'\(operands[0])' is a report to compare; name the one before it with --compare")
    }
    let own = try Self.ownPlan(values)
    measuresCatalogue = has(.catalogue)
    tunes = has(.tune)
    let chosen = own ?? (has(.full) ? .full : measuresCatalogue || tunes ? nil : .usual)
    let time = try last(.time).map(Self.seconds)
    plan = time.flatMap { chosen?.limited(to: $0) } ?? chosen
    catalogue = time.map { BenchmarkPlan.catalogue.limited(to: $0) } ?? .catalogue
    peers = try Self.peers(values[BenchmarkOption.against.name] ?? [])
    ffmpegs = values[BenchmarkOption.ffmpeg.name] ?? ["ffmpeg"]
    if peers.isEmpty, has(.ffmpeg) { throw Self.usage("option --ffmpeg is for --against") }
    if own == nil, let extra = [BenchmarkOption.size, .format].first(where: has) {
      throw Self.usage("option \(extra.name) is for a chain of -vf")
    }
    if own != nil, has(.full) { throw Self.usage("-vf and --full exclude each other") }
  }

  private static func usage(_ detail: String) -> BenchmarkError {
    BenchmarkError(.usage, "bench", detail)
  }

  private static func peers(_ lists: [String]) throws(BenchmarkError) -> [Peer] {
    var peers: [Peer] = []
    for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let peer = Peer(rawValue: String(name)) else {
        let known = Peer.allCases.map(\.rawValue).joined(separator: ", ")
        throw usage("option --against: '\(name)' is none of \(known)")
      }
      if !peers.contains(peer) { peers.append(peer) }
    }
    return peers
  }

  private static func ownPlan(
    _ values: [String: [String]]
  ) throws(BenchmarkError) -> BenchmarkPlan? {
    guard let texts = values[BenchmarkOption.chain.name] else { return nil }
    var chains: [BenchmarkChain] = []
    for text in texts {
      let chain = BenchmarkChain(text, text)
      do { _ = try chain.filters() } catch { throw usage("-vf: \(error.detail)") }
      chains.append(chain)
    }
    var sizes: [Size] = []
    for text in values[BenchmarkOption.size.name] ?? [] { sizes.append(try size(text)) }
    var formats: [PixelFormat] = []
    for name in values[BenchmarkOption.format.name] ?? [] {
      guard let format = PixelFormat.named(name) else {
        let known = PixelFormat.all.map(\.name).joined(separator: ", ")
        throw usage("option -pix_fmt: '\(name)' is none of \(known)")
      }
      formats.append(format)
    }
    return .own(
      chains, sizes: sizes.isEmpty ? [BenchmarkPlan.commonSize] : sizes,
      formats: formats.isEmpty ? [.nv12] : formats)
  }

  private static func seconds(_ text: String) throws(BenchmarkError) -> Double {
    guard let seconds = Double(text), seconds > 0, seconds < 1e6 else {
      throw usage("option -t: '\(text)' is no number of seconds above 0")
    }
    return seconds
  }

  private static func size(_ text: String) throws(BenchmarkError) -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...65536).contains(width), (1...65536).contains(height)
    else { throw usage("option -s: '\(text)' is no size (WIDTHxHEIGHT)") }
    return Size(width, height)
  }
}
