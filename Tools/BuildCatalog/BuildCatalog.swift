import Foundation
import PackagePlugin

/// Writes the catalogue from the names of the filters' files, and embeds the kernels.
@main
struct BuildCatalog: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let kind = target.name == "VKKernels" ? "kernels" : "catalog"
    let suffix = kind == "kernels" ? "glsl" : "swift"
    let root = target.directoryURL
    let inputs = target.sourceFiles.map(\.url)
      .filter { $0.pathExtension == suffix && $0.deletingLastPathComponent() != root }
    let output = context.pluginWorkDirectoryURL.appending(path: "Generated.swift")
    return [
      .buildCommand(
        displayName: "Writing the \(kind) list",
        executable: try context.tool(named: "CatalogGenerator").url,
        arguments: [kind, output.path(percentEncoded: false)]
          + inputs.map { $0.path(percentEncoded: false) },
        inputFiles: inputs, outputFiles: [output])
    ]
  }
}
