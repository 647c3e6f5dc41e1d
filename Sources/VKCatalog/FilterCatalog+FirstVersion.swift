internal import VKCore

extension FilterCatalog {
  /// The filters that GPUImage's first version, in Objective-C, calls `name`.
  ///
  /// Its names are those of the later versions with `GPUImage` before them and often another ending:
  /// `GPUImageBrightnessFilter` for `BrightnessAdjustment`. Names that differ more are aliases.
  static func ofFirstVersion(_ name: String) -> [FilterMatch] {
    let prefix = "GPUImage"
    guard name.hasPrefix(prefix) else { return [] }
    let wanted = withoutEnding(withoutEnding(String(name.dropFirst(prefix.count)), ["Filter"]))
    return all.compactMap { filter in
      let aliases = filter.aliases.map(FilterAlias.init).filter {
        $0.key == nil && $0.presets.isEmpty
      }
      let names = [filter.typeName] + aliases.map(\.name)
      return names.contains { withoutEnding($0) == wanted }
        ? FilterMatch(filter: filter, alias: nil) : nil
    }
  }

  private static func withoutEnding(
    _ name: String,
    _ endings: [String] = [
      "Filter", "Adjustment", "Distortion", "Detection", "Detector", "Extractor", "Operation",
    ]
  ) -> String {
    guard let ending = endings.first(where: { name.hasSuffix($0) }) else { return name }
    return String(name.dropLast(ending.count))
  }
}
