import Foundation

// CatalogGenerator kernels|catalog OUTPUT FILE…
// Writes the embedded kernels or the list of filters. The last folder and the name of each file say what it is:
// `Color/saturation.glsl` is `Kernels.Color.saturation`, `Color/SaturationAdjustment.swift` is that type.

/// A file of the catalogue.
struct Entry {
  let folder: String
  let name: String
  let url: URL
}

/// `FilterCatalog.all`.
func catalogText(_ entries: [Entry]) -> String {
  let types = entries.map(\.name).sorted()
  return """
    public import VKCore

    extension FilterCatalog {
      /// Every filter, by type name.
      public static let all: [FilterDescription] = [
    \(types.map { "    FilterDescription(\($0).self)," }.joined(separator: "\n"))
      ]
    }

    """
}

/// `Kernels.Folder.name` and `Kernels.all`.
func kernelsText(_ entries: [Entry]) throws -> String {
  var text = "public import VKCore\n\nextension Kernels {\n"
  for folder in Set(entries.map(\.folder)).sorted() {
    text += "  /// The kernels of `Kernels/\(folder)`.\n  public enum \(folder) {\n"
    for entry in entries where entry.folder == folder {
      let source = try String(contentsOf: entry.url, encoding: .utf8)
      text +=
        "    /// `Kernels/\(folder)/\(entry.name).glsl`.\n    public static let \(entry.name) = "
      text += "Kernel(name: \"\(folder)/\(entry.name)\", source: ###\"\"\"\n\(source)\n\"\"\"###)\n"
    }
    text += "  }\n"
  }
  text += "  /// Every embedded file.\n  public static let all: [Kernel] = [\n"
  text += entries.map { "    \($0.folder).\($0.name),\n" }.joined()
  return text + "  ]\n}\n"
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, ["kernels", "catalog"].contains(arguments[1]) else {
  FileHandle.standardError.write(
    Data("usage: CatalogGenerator kernels|catalog OUTPUT FILE…\n".utf8))
  exit(64)
}
let entries = arguments.dropFirst(3).map { URL(filePath: $0) }.map {
  Entry(
    folder: $0.deletingLastPathComponent().lastPathComponent,
    name: $0.deletingPathExtension().lastPathComponent, url: $0)
}.sorted { $0.url.path < $1.url.path }
let text = arguments[1] == "catalog" ? catalogText(entries) : try kernelsText(entries)
try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
