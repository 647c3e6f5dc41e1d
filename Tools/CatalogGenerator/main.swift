import Foundation

// CatalogGenerator kernels|catalog OUTPUT FILE…
// The last folder and the name of each file say what it is: `Color/saturation.glsl`, `Color/SaturationAdjustment.swift`.
let arguments = CommandLine.arguments
let files = arguments.dropFirst(3).map { URL(filePath: $0) }
  .map { (folder: $0.deletingLastPathComponent().lastPathComponent, url: $0) }
  .sorted { $0.url.path < $1.url.path }
var text = ""
if arguments[1] == "catalog" {
  let types = files.map { $0.url.deletingPathExtension().lastPathComponent }.sorted()
  text = """
    public import VKCore

    extension FilterCatalog {
      /// Every filter, by type name.
      public static let all: [FilterDescription] = [
    \(types.map { "    FilterDescription(\($0).self)," }.joined(separator: "\n"))
      ]
    }

    """
} else {
  text = "public import VKCore\n\nextension Kernels {\n"
  for folder in Set(files.map(\.folder)).sorted() {
    text += "  /// Kernels of that folder.\n  public enum \(folder) {\n"
    for (_, url) in files.filter({ $0.folder == folder }) {
      let name = url.deletingPathExtension().lastPathComponent
      let source = try String(contentsOf: url, encoding: .utf8)
      text += "    public static let \(name) = Kernel(name: \"\(folder)/\(name)\", source: ###\"\"\"\n"
      text += source + "\n\"\"\"###)\n"
    }
    text += "  }\n"
  }
  let names = files.map { "\($0.folder).\($0.url.deletingPathExtension().lastPathComponent)" }
  text += "  /// Every embedded file.\n  public static let all: [Kernel] = [\n"
  text += names.map { "    \($0),\n" }.joined() + "  ]\n}\n"
}
try text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
