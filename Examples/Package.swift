// swift-tools-version: 6.2
import PackageDescription

// Small programs that see only what is public. `Tools/test` builds and runs each from this folder.
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "VKFilter", path: "..")],
  targets: [
    "FilterMovie", "OwnSource", "Stills", "Catalogue", "Numbers", "Invert", "TestCard",
    "ManyStreams", "PreviewCrop", "QuickAndDirtyCamera", "CameraTimes",
    "StreamWithFilter",
  ].map {
    .executableTarget(
      name: $0,
      dependencies: [
        .product(name: "VKFilter", package: "VKFilter"),
        .product(name: "VKCompute", package: "VKFilter"),
      ])
  },
  swiftLanguageModes: [.v6])
