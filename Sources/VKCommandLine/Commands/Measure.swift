import VKCatalog
import VKCompute
import VKCore
import VKPipeline

extension Command {
  /// Times that can only be taken inside the program, for `Tools/bench`.
  static let measure = Command(
    name: "measure", summary: "Time a light filter against a copy by the device.", usage: "copy",
    options: [.device, .json, .help], operands: 1...1, isListed: false
  ) { arguments in
    guard arguments.operands[0] == "copy" else {
      throw Failure.usage("there is nothing to measure by the name '\(arguments.operands[0])'")
    }
    let times = try CopyMeasurement(try arguments.device()).run(pairs: 21)
    let figures = [
      "copyMilliseconds": times.copy * 1000, "filterMilliseconds": times.filter * 1000,
      "ratio": times.filter / times.copy,
    ]
    if arguments.options.has(.json) { return try printData(try jsonText(figures)) }
    let rows = figures.sorted { $0.key < $1.key }.map { [$0.key, $0.value.formatted(3)] }
    try printData(table(rows))
  }
}

/// Monochrome on 1080p BGRA frames in memory, and a kernel that only copies them, by the device's own clock.
private struct CopyMeasurement {
  private static let size = Size(1920, 1080)
  private static let source = """
    #version 450
    layout(local_size_x = 64) in;
    layout(set = 1, binding = 0, std430) readonly buffer From { uvec4 from[]; };
    layout(set = 1, binding = 1, std430) writeonly buffer To { uvec4 to[]; };
    void main() { to[gl_GlobalInvocationID.x] = from[gl_GlobalInvocationID.x]; }
    """

  private let context: RenderContext
  private let executor: ChainExecutor
  private let queue: CommandQueue
  private let pipeline: ComputePipelineState
  private let from: Buffer
  private let to: Buffer
  private let picture: PixelBuffer

  init(_ device: Device) throws {
    context = try RenderContext(device: device)
    executor = ChainExecutor(context: context)
    queue = device.makeCommandQueue(label: "measure")
    let library = try device.makeLibrary(source: Self.source, name: "copy")
    pipeline = try device.makeComputePipelineState(function: try library.makeFunction())
    let length = Self.size.width * Self.size.height * 4
    from = try device.makeBuffer(length: length)
    to = try device.makeBuffer(length: length)
    picture = PixelBuffer(
      memory: try context.memory.take(length: length), format: .bgra, size: Self.size,
      planes: [PixelBuffer.Plane(offset: 0, bytesPerRow: Self.size.width * 4)],
      colorSpace: .unspecified)
    picture.withLockedPlanes(.readWrite) { planes in
      for plane in planes { plane.bytes.initializeMemory(as: UInt8.self, repeating: 100) }
    }
  }

  /// The medians, in seconds, of runs that take turns.
  func run(pairs: Int) throws -> (copy: Double, filter: Double) {
    var copies: [Double] = []
    var filters: [Double] = []
    for _ in 0..<(pairs + 3) {
      copies.append(try copy())
      filters.append(try filter())
    }
    return (median(copies.dropFirst(3)), median(filters.dropFirst(3)))
  }

  private func copy() throws -> Double {
    var commands = try queue.makeCommandBuffer(label: "copy")
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(from, index: 0)
      encoder.setBuffer(to, index: 1)
      encoder.dispatchThreads(Self.size.width * Self.size.height / 4)
    }
    return try seconds(commands.commit())
  }

  private func filter() throws -> Double {
    let render = try executor.submit([MonochromeFilter()], inputs: [picture], format: .bgra)
    return try seconds(render.submission)
  }

  private func seconds(_ submission: Submission) throws -> Double {
    try submission.waitUntilCompleted()
    return submission.gpuEndTime - submission.gpuStartTime
  }

  private func median(_ values: some Collection<Double>) -> Double {
    values.sorted()[values.count / 2]
  }
}
