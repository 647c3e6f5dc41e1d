internal import VKCore

/// Writes one pass that computes pixels one by one: a source, filters at the same pixel, a sink.
struct PixelPass {
  /// Where a pass takes its pixels from.
  enum Head {
    /// A stored picture.
    case stored(StoredSurface, Resource)
    /// An image.
    case texture(TextureSurface, Resource)
    /// A filter that reads another source anywhere.
    indirect case sampling(Stage, Head)
    /// A weighted sum of neighbours in another source, which makes a picture of that size.
    indirect case weighted(TapText, Head, Size)
  }

  /// Where its pixels go.
  enum Sink {
    /// A stored picture.
    case stored(StoredSurface, Resource)
    /// An image.
    case texture(TextureSurface, Resource)
    /// Sums of the pixels of a block.
    case sums
    /// Counters that the last filter raises.
    case counters(Resource)
  }

  /// A filter of the pass and the size of the picture it writes.
  struct Stage {
    var step: Step
    let size: Size
    /// Whether the picture that it reads holds numbers and no colours.
    var readsData = false
    /// Where a branching filter's picture lies.
    var kept: Kept?
    /// The counters that it reads.
    var counters: Resource?

    /// The place of the filter's second picture among the chain's inputs.
    var firstInput: Int { step.firstInput }
    var isSampling: Bool { step.filter is any SamplingFilter }
    /// The axes along which it turns the picture round and does nothing else.
    var mirroredAxes: MirroredAxes {
      (step.filter as? any SamplingFilter).map { type(of: $0).mirroredAxes } ?? []
    }
    var isTemporal: Bool { step.filter is any TemporalFilter }
  }

  /// A picture kept while a branch works on it.
  struct Kept {
    let head: Head
    let isData: Bool
    let hasAlpha: Bool
  }

  var head: Head
  /// Point, temporal and rearranging filters in order.
  var stages: [Stage]
  let sink: Sink
  /// The size of the picture that is written.
  let size: Size
  /// The inputs of the chain, for filters with several.
  let inputs: [StoredSurface]
  /// The constant table of a step, by step index.
  var tables: [Int: Int]
  /// Whether alpha may differ from 1, so that means weigh colours by it.
  let hasAlpha: Bool
  let options: ChainOptions
  var text = ShaderText()
  var givens: [Given] = []
  /// The axes along which the blocks of the stored source are read the other way round, and the filters that this does.
  private(set) var mirrored: (axes: MirroredAxes, by: [Stage]) = ([], [])

  /// The pass.
  ///
  /// - Throws: `FilterError` when a kernel is not as it must be.
  func written() throws(FilterError) -> Pass {
    var copy = self
    copy.mirrorHead()
    let places = copy.renumber()
    return try copy.write().placed(at: places)
  }

  /// Leaves first filters that only turn the picture round to the reading of blocks, where whole ones fill the picture.
  private mutating func mirrorHead() {
    guard case .stored(let surface, _) = head else { return }
    var copy = self
    while let stage = copy.stages.first, !stage.mirroredAxes.isEmpty {
      copy.mirrored.axes.formSymmetricDifference(stage.mirroredAxes)
      copy.mirrored.by.append(copy.stages.removeFirst())
    }
    let block = copy.blockSize
    guard copy.isBlockRead, surface.size.width % block.width == 0,
      surface.size.height % block.height == 0
    else { return }
    self = copy
  }

  private mutating func write() throws(FilterError) -> Pass {
    let block = blockSize
    let threads = Size(
      (size.width + block.width - 1) / block.width, (size.height + block.height - 1) / block.height)
    text.localSize = options.localSize(for: threads, kind: .pixels)
    declareHead()
    declareSink()
    let kernels = try defineFilters()
    writeMain(block: block, threads: threads)
    let tableBytes = allStages.reduce(0) { $0 + ($1.step.table?.entries.count ?? 0) * 16 }
    return Pass(
      name: name, source: text.source, bindings: text.bindings, pushes: text.pushes,
      threads: threads, parameterSteps: kernels.filter(\.hasParameters).map(\.step.index),
      filters: (mirrored.by + allStages).map(\.step.name), bytesRead: bytesRead + tableBytes,
      bytesWritten: bytesWritten(threads))
  }

  /// The filters of the pass, a sampling head first.
  var allStages: [Stage] {
    if case .sampling(let stage, _) = head { return [stage] + stages }
    return stages
  }

  /// Whether the pass reads whole blocks of its stored source, each pixel at its own place.
  var isBlockRead: Bool {
    guard case .stored(let surface, _) = head else { return false }
    return !stages.contains(where: \.isSampling) && !interpolation(of: surface).isAny
      && !siting.isAny
  }

  /// Pixels an invocation handles: whole words of what is read or written in blocks.
  var blockSize: Size {
    var block = Size(1, 1)
    if case .stored(let surface, _) = head, isBlockRead { block = surface.block }
    if case .stored(let surface, _) = sink {
      block.width = max(block.width, surface.block.width)
      block.height = max(block.height, surface.block.height)
    }
    switch sink {
    case .sums, .counters: block = Size(max(block.width, 4), max(block.height, 4))
    case .stored, .texture: break
    }
    return block
  }

  /// The size of the picture that the first filter sees.
  var firstSize: Size {
    func size(_ head: Head) -> Size {
      switch head {
      case .stored(let surface, _): surface.size
      case .texture(let surface, _): surface.size
      case .sampling(_, let inner): size(inner)
      case .weighted(_, _, let size): size
      }
    }
    return size(head)
  }

  private var name: String {
    var parts: [String] = []
    switch head {
    case .stored(let surface, _): parts.append("read \(surface.format)")
    case .weighted(let taps, _, _): parts.append(taps.name)
    case .texture, .sampling: break
    }
    parts += (mirrored.by + allStages).map(\.step.name)
    if let conversion {
      parts.append("\(conversion.source.summary) to \(conversion.target.summary)")
    }
    switch sink {
    case .stored(let surface, _): parts.append("write \(surface.format)")
    case .texture(let surface, _): parts.append("write \(surface.storage)")
    case .sums: parts.append("sum")
    case .counters: parts.append("count")
    }
    return parts.joined(separator: ", ")
  }

  private var bytesRead: Int {
    func bytes(_ head: Head) -> Int {
      switch head {
      case .stored(let surface, _): surface.byteCount
      case .texture(let surface, _): surface.byteCount
      case .sampling(_, let inner), .weighted(_, let inner, _): bytes(inner)
      }
    }
    return bytes(head) + stages.compactMap(\.kept).reduce(0) { $0 + bytes($1.head) }
      + stages.filter { $0.step.inputs > 1 }.reduce(0) { $0 + inputs[$1.firstInput].byteCount }
      + stages.filter(\.isTemporal).reduce(0) { $0 + $1.size.width * $1.size.height * 16 }
  }

  private func bytesWritten(_ threads: Size) -> Int {
    let states = stages.filter(\.isTemporal).reduce(0) { $0 + $1.size.width * $1.size.height * 16 }
    switch sink {
    case .stored(let surface, _): return states + surface.byteCount
    case .texture(let surface, _): return states + surface.byteCount
    case .sums: return states + threads.width * threads.height * 16
    case .counters: return states
    }
  }
}
