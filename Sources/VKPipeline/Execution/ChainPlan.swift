public import VKCompute
public import VKCore

/// What a chain compiles to, for people.
public struct ChainPlan: Sendable, CustomStringConvertible {
  /// One dispatch.
  public struct Pass: Sendable {
    /// What it does, in a few words.
    public let name: String
    /// The filters that run in it.
    public let filters: [String]
    /// Invocations along x and y.
    public let threads: Size
    /// Bytes that it reads a frame, without what caches save.
    public let bytesRead: Int
    /// Bytes that it writes a frame.
    public let bytesWritten: Int
    /// The generated program.
    public let glsl: String
  }

  /// The device that it was compiled for.
  public let device: String
  /// The input's format, size and colours.
  public let input: String
  /// The output's format, size and colours; nil when the chain ends in numbers.
  public let output: String?
  /// The passes in order.
  public let passes: [Pass]
  /// What was taken for granted.
  public let notes: [String]

  /// Dispatches a frame.
  public var dispatches: Int { passes.count }
  /// Bytes read a frame by all passes.
  public var bytesRead: Int { passes.reduce(0) { $0 + $1.bytesRead } }
  /// Bytes written a frame by all passes.
  public var bytesWritten: Int { passes.reduce(0) { $0 + $1.bytesWritten } }

  /// The plan as text.
  public var description: String {
    var lines = ["device  \(device)", "input   \(input)"]
    if let output { lines.append("output  \(output)") }
    lines += notes.map { "note    \($0)" }
    for (index, pass) in passes.enumerated() {
      lines.append(
        "pass \(index + 1)  \(pass.name)  (\(pass.threads) invocations, reads \(megabytes(pass.bytesRead)), "
          + "writes \(megabytes(pass.bytesWritten)))")
    }
    lines.append(
      "total   \(dispatches) dispatch\(dispatches == 1 ? "" : "es") a frame, reads \(megabytes(bytesRead)), "
        + "writes \(megabytes(bytesWritten))")
    return lines.joined(separator: "\n")
  }

  private func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + 500_000) / 1_000_000
    return bytes < 100_000 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) MB"
  }
}

extension FilterChain {
  /// Compiles the chain and says what came of it; nothing is rendered.
  ///
  /// - Parameters:
  ///   - input: the frames that would come.
  ///   - output: the pixel format to write; nil keeps the input's, with alpha where the filters add it.
  ///   - colors: the colours to write; parts not said stay the input's, and nil writes PQ and HLG as BT.709 in 8 bits.
  ///   - further: the frames of further inputs.
  ///   - settings: how it would run.
  ///   - device: the device to compile for.
  /// - Returns: the passes and what they move.
  /// - Throws: `FilterError` when the chain does not fit.
  public func explain(
    input: StreamFormat, output: PixelFormat? = nil, colors: ColorSpace? = nil,
    further: [StreamFormat] = [],
    settings: PipelineSettings = PipelineSettings(), on device: Device
  ) throws -> ChainPlan {
    let context = try RenderContext(device: device)
    let surfaces = try ([input] + further).map { format in
      try StoredSurface(
        format: format.pixelFormat, size: format.size, colorSpace: format.colorSpace,
        alphaMode: .straight)
    }
    let format =
      output
      ?? resultFormat(
        of: filters, for: input.pixelFormat, with: further.map(\.pixelFormat))
    var options = context.options(settings.options)
    options.colors = colors ?? .usual(for: input, storedAs: format)
    var planner = try Planner(
      steps: flatten(filters, sizes: surfaces.map(\.size)), inputs: surfaces, options: options)
    let plan = try planner.plan(writing: format)
    return ChainPlan(
      device: "\(device.name) (\(device.kind))", input: surfaces[0].summary,
      output: plan.output?.summary,
      passes: plan.passes.map {
        ChainPlan.Pass(
          name: $0.name, filters: $0.filters, threads: $0.threads, bytesRead: $0.bytesRead,
          bytesWritten: $0.bytesWritten, glsl: $0.source)
      }, notes: input.colorSpace.assumptions(for: input.pixelFormat, size: input.size))
  }
}

extension StoredSurface {
  /// Format, size and colours in words.
  fileprivate var summary: String {
    var parts = ["\(format) \(size)", "\(colorSpace.matrix)", "\(colorSpace.range) range"]
    if colorSpace.primaries != .unspecified { parts.append("\(colorSpace.primaries) primaries") }
    if colorSpace.transfer != .unspecified { parts.append("\(colorSpace.transfer) transfer") }
    if format.chromaShiftX + format.chromaShiftY > 0 {
      parts.append("chroma \(colorSpace.chromaLocation)")
    }
    if format.hasAlpha { parts.append("\(alphaMode) alpha") }
    return parts.joined(separator: ", ")
  }
}
