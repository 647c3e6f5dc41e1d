// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

// Debian's static glslang, in the order the linker needs.
let glslang = [
  "glslang", "MachineIndependent", "GenericCodeGen", "OSDependent", "OGLCompiler", "SPIRV",
  "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "stdc++",
]

let package = Package(
  name: "VKFilter",
  products: [
    .library(name: "VKFilter", targets: ["VKFilter"]),
    .library(name: "VKCompute", targets: ["VKCompute"]),
    .executable(name: "vkfilter", targets: ["VKCommandLine"]),
    .executable(name: "vkbench", targets: ["VKBenchmarkTool"]),
  ],
  targets: [
    .systemLibrary(name: "CVulkan"),
    .target(name: "CSDL"),
    .target(name: "CGstWebRTC"),
    .target(name: "CGlslang", linkerSettings: glslang.map { .linkedLibrary($0) }),
    .target(
      name: "CFFmpeg",
      linkerSettings: ["avformat", "avcodec", "swresample", "swscale", "avutil"].map {
        .linkedLibrary($0)
      }),

    .target(name: "CV4L2"),

    .target(name: "VKCore", swiftSettings: strict),
    .target(
      name: "VKKernels", dependencies: ["VKCore"], path: "Kernels", swiftSettings: strict,
      plugins: ["BuildCatalog"]),
    .target(
      name: "VKCompute", dependencies: ["VKCore", "CVulkan", "CGlslang"], swiftSettings: strict),
    .target(
      name: "VKCatalog", dependencies: ["VKCore", "VKKernels"], swiftSettings: strict,
      plugins: ["BuildCatalog"]),
    .target(
      name: "VKPipeline", dependencies: ["VKCore", "VKKernels", "VKCompute"], swiftSettings: strict),
    .target(
      name: "VKMedia", dependencies: ["VKCore", "VKCompute", "VKPipeline", "CFFmpeg"],
      swiftSettings: strict),
    .target(
      name: "VKCamera", dependencies: ["VKCore", "VKPipeline", "VKMedia", "CV4L2"],
      swiftSettings: strict),
    .target(
      name: "VKStream",
      dependencies: ["VKCore", "VKPipeline", "VKMedia", "CGstWebRTC"],
      swiftSettings: strict),
    .target(
      name: "VKPreview",
      dependencies: ["VKCore", "VKCompute", "VKCatalog", "VKPipeline", "CSDL"],
      swiftSettings: strict),
    .target(
      name: "VKFilter",
      dependencies: [
        "VKCore", "VKCompute", "VKCatalog", "VKPipeline", "VKMedia", "VKCamera", "VKPreview",
        "VKStream",
      ],
      swiftSettings: strict),
    .target(
      name: "VKBenchmark", dependencies: ["VKCore", "VKCompute", "VKCatalog", "VKPipeline"],
      swiftSettings: strict),
    .executableTarget(
      name: "VKBenchmarkTool", dependencies: ["VKCore", "VKCompute", "VKBenchmark"],
      swiftSettings: strict),
    .executableTarget(
      name: "VKCommandLine",
      dependencies: [
        "VKCore", "VKCompute", "VKCatalog", "VKPipeline", "VKMedia", "VKCamera", "VKPreview",
        "VKStream", "VKKernels", "VKBenchmark",
      ],
      swiftSettings: strict),

    .testTarget(
      name: "VKMediaTests",
      dependencies: ["CFFmpeg", "TestSupport", "VKCore", "VKCompute", "VKPipeline", "VKMedia"],
      swiftSettings: strict),
    .testTarget(
      name: "VKCameraTests",
      dependencies: [
        "TestSupport", "VKCore", "VKCompute", "VKCatalog", "VKPipeline", "VKMedia", "VKCamera",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VKStreamTests",
      dependencies: ["VKCore", "VKCatalog", "VKMedia", "VKPipeline", "VKStream"],
      swiftSettings: strict),
    .testTarget(
      name: "VKPreviewTests", dependencies: ["TestSupport", "VKCore", "VKPreview"],
      swiftSettings: strict),
    .testTarget(
      name: "VKCommandLineTests",
      dependencies: [
        "TestSupport", "VKCommandLine", "VKBenchmarkTool", "VKCore", "VKMedia",
      ],
      exclude: ["Support/x11.py"],
      swiftSettings: strict),
    .testTarget(
      name: "VKBenchmarkTests",
      dependencies: ["VKBenchmark", "VKCommandLine", "VKCompute", "VKCore"],
      swiftSettings: strict),
    .testTarget(
      name: "CasesTests", dependencies: ["VKCommandLine"], path: "Tests/Cases",
      exclude: ["cases.jsonl", "tools"], swiftSettings: strict),
    .testTarget(
      name: "VKComputeTests", dependencies: ["TestSupport", "VKCore", "VKCompute"],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["VKCore"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "VKCoreTests", dependencies: ["TestSupport", "VKCore"], swiftSettings: strict),
    .testTarget(
      name: "VKCatalogTests",
      dependencies: ["VKCatalog", "VKCore", "VKCompute", "VKPipeline", "TestSupport"],
      swiftSettings: strict),

    .executableTarget(
      name: "CatalogGenerator", path: "Tools/CatalogGenerator", swiftSettings: strict),
    .plugin(
      name: "BuildCatalog", capability: .buildTool(), dependencies: ["CatalogGenerator"],
      path: "Tools/BuildCatalog"),

    .testTarget(
      name: "VKPipelineTests",
      dependencies: ["TestSupport", "VKCore", "VKCompute", "VKCatalog", "VKPipeline"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6])
