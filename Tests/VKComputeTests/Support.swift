import Foundation
import Testing
import VKCompute
import VKCore

/// Fails a test during which the validation layer said something.
struct SilentValidation: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    _ = Environment.isReady
    let before = ValidationLog.messages.count
    try await function()
    let messages = ValidationLog.messages.dropFirst(before)
    #expect(messages.isEmpty, "\(messages.joined(separator: "\n"))")
  }
}

extension Trait where Self == SilentValidation {
  static var silentValidation: Self { Self() }
}

/// What the tests ask of the process: a cache folder of their own.
enum Environment {
  static let isReady = cacheFolder.path.isEmpty == false

  static let cacheFolder: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "vkcompute-tests-\(ProcessInfo.processInfo.processIdentifier)")
    setenv("XDG_CACHE_HOME", folder.path, 1)
    return folder
  }()

  /// The files of the cache that contain `text`.
  static func cacheFiles(containing text: String) throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(
        at: cacheFolder.appending(path: "vkfilter"), includingPropertiesForKeys: nil
      )
      .filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }
  }
}

/// A device, a queue and a few kernels on words.
struct Bench {
  let device: Device
  let queue: CommandQueue

  init(_ device: Device? = nil) throws {
    _ = Environment.isReady
    self.device = try device ?? Device.systemDefault
    queue = self.device.makeCommandQueue(label: "test")
  }

  /// A pipeline whose `main` does `body` for each `i` below the length of `data`.
  func pipeline(
    _ body: String, declarations: String = "", constants: [String: ConstantValue] = [:]
  ) throws -> ComputePipelineState {
    let source = """
      #version 450
      layout(local_size_x = 64) in;
      layout(set = 1, binding = 0, std430) buffer Data { uint data[]; };
      \(declarations)
      void main() {
        uint i = gl_GlobalInvocationID.x;
        if (i >= data.length()) return;
        \(body)
      }
      """
    return try device.makeComputePipelineState(
      function: device.makeLibrary(source: source).makeFunction(constantValues: constants))
  }

  /// A shared buffer that holds `words`.
  func buffer(_ words: [UInt32]) throws -> Buffer {
    let buffer = try device.makeBuffer(length: words.count * 4, label: "words")
    buffer.words = words
    try buffer.didModify(0..<buffer.length)
    return buffer
  }

  /// Runs `pipeline` over `buffer` once and waits.
  func run(
    _ pipeline: ComputePipelineState, _ buffer: Buffer,
    _ prepare: (inout ComputeEncoder) -> Void = { _ in }
  ) throws {
    var commands = try queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, length: buffer.length, index: 0)
      prepare(&encoder)
      encoder.dispatchThreads(buffer.length / 4)
    }
    try commands.commit().waitUntilCompleted()
    try buffer.invalidate()
  }
}

extension Buffer {
  /// The bytes as words.
  var words: [UInt32] {
    get {
      guard let contents else { return [] }
      return Array(
        UnsafeRawBufferPointer(start: contents, count: length).bindMemory(to: UInt32.self))
    }
    set {
      newValue.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        contents?.copyMemory(from: source, byteCount: min(bytes.count, length))
      }
    }
  }
}
