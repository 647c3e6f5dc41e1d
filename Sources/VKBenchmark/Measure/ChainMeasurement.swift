internal import VKCompute
internal import VKCore
internal import VKPipeline

/// Measures one chain at one size in one pixel format.
struct ChainMeasurement {
  let device: Device
  let item: BenchmarkPlan.Item
  /// Seconds to spend, as far as a few frames fit into them.
  let seconds: Double
  /// Bytes a second of a copy, for the fraction of it; nil when that is not known.
  let copyBytesPerSecond: Double?

  /// The fewest frames that count; fewer when one takes longer than there is time for all.
  private func fewest(_ frame: Double) -> Int { frame > seconds ? 2 : 5 }

  /// The row.
  ///
  /// - Throws: `FilterError` when the chain does not fit the picture, `GPUError` when the device fails.
  func run() throws -> BenchmarkRow {
    var row = BenchmarkRow(item)
    let filters = try item.chain.filters()
    let layout = try PixelLayout(format: item.format, size: item.size)
    let copy = try CopyKernel(device, bytes: layout.length)
    let before = device.statistics.bytesAllocated
    let context = try RenderContext(device: device)
    let inFlight = context.defaultFramesInFlight
    let chain = FilterChain(filters)
    let stream = StreamFormat(size: item.size, pixelFormat: item.format)
    let further = [StreamFormat](repeating: stream, count: chain.inputCount - 1)
    let format = resultFormat(of: filters, for: item.format)
    let plan = try chain.explain(input: stream, output: format, further: further, on: device)
    row.bytesMoved = plan.bytesRead + plan.bytesWritten
    row.operations = try operations(plan)
    let pictures = try (0..<inFlight + chain.inputCount).map {
      try TestPicture.make(item.format, item.size, number: $0, in: context)
    }
    let feed = Feed(
      executor: ChainExecutor(context: context), filters: filters, pictures: pictures,
      inputs: chain.inputCount, format: format)
    // The first compiles.
    try feed.submit(0).wait()
    let begin = ContinuousClock.now
    try feed.submit(0).wait()
    let fewest = fewest((ContinuousClock.now - begin).seconds)
    try measureAlone(feed, copy, fewest, &row)
    try measureTogether(feed, inFlight, fewest, &row)
    row.peakDeviceBytes = max(0, device.statistics.bytesAllocated - before)
    return row
  }

  /// Seconds that one frame of a picture of a sixty-fourth of the area takes, times 64: about what one of the whole takes.
  func frameEstimate() throws -> Double {
    let size = Size(max(1, item.size.width / 8), max(1, item.size.height / 8))
    let filters = try item.chain.filters()
    let context = try RenderContext(device: device)
    let count = FilterChain(filters).inputCount
    let pictures = try (0..<count).map {
      try TestPicture.make(item.format, size, number: $0, in: context)
    }
    let feed = Feed(
      executor: ChainExecutor(context: context), filters: filters, pictures: pictures,
      inputs: count, format: resultFormat(of: filters, for: item.format))
    try feed.submit(0).wait()
    let begin = ContinuousClock.now
    try feed.submit(0).wait()
    let area = Double(item.size.width * item.size.height) / Double(size.width * size.height)
    return (ContinuousClock.now - begin).seconds * area
  }

  /// Frames one by one by the device's clock, each with a copy of as many bytes as the picture has.
  private func measureAlone(
    _ feed: Feed, _ copy: CopyKernel, _ fewest: Int, _ row: inout BenchmarkRow
  ) throws {
    let queue = device.makeCommandQueue(label: "copy")
    _ = try copy.seconds(on: queue)
    var times: [Double] = []
    var copies: [Double] = []
    let begin = ContinuousClock.now
    var number = 0
    while number < fewest
      || (number < 400 && (ContinuousClock.now - begin).seconds < seconds / 2)
    {
      if let seconds = try copy.seconds(on: queue) { copies.append(seconds * 1000) }
      let render = try feed.submit(number)
      try render.wait()
      number += 1
      let passes = render.passSeconds
      if !passes.isEmpty { times.append(passes.reduce(0, +) * 1000) }
    }
    row.gpuMilliseconds = Spread(times)
    guard let time = row.gpuMilliseconds?.median, time > 0 else { return }
    row.multipleOfCopy = Spread(copies).map { time / $0.median }
    if let copyBytesPerSecond {
      row.fractionOfCopy = Double(row.bytesMoved) / (time / 1000) / copyBytesPerSecond
    }
  }

  /// Frames with as many in flight as the engine keeps, by the host's clock.
  private func measureTogether(
    _ feed: Feed, _ inFlight: Int, _ fewest: Int, _ row: inout BenchmarkRow
  ) throws {
    var waiting: [PendingRender] = []
    if fewest > 2 {
      for number in 0..<inFlight { waiting.append(try feed.submit(number)) }
      for _ in 0..<inFlight { try waiting.removeFirst().wait() }
    }
    let begin = ContinuousClock.now
    let cpu = ProcessUse.threadSeconds
    var number = 0
    while number < 2 * fewest
      || (number < 4000 && (ContinuousClock.now - begin).seconds < seconds / 2)
    {
      if waiting.count == inFlight { try waiting.removeFirst().wait() }
      waiting.append(try feed.submit(number))
      number += 1
    }
    while !waiting.isEmpty { try waiting.removeFirst().wait() }
    let elapsed = (ContinuousClock.now - begin).seconds
    row.hostMilliseconds = (ProcessUse.threadSeconds - cpu) * 1000 / Double(number)
    row.framesPerSecond = Double(number) / elapsed
    row.framesInFlight = inFlight
    let done = feed.executor.statistics
    row.dispatches =
      Double(done.passes.reduce(0) { $0 + $1.dispatches }) / Double(done.framesSubmitted)
  }

  private func operations(_ plan: ChainPlan) throws -> Double? {
    var operations = 0.0
    for pass in plan.passes {
      let count = try OperationCount.perInvocation(source: pass.glsl, name: pass.name)
      guard let count else { return nil }
      operations += Double(count) * Double(pass.threads.width * pass.threads.height)
    }
    return operations
  }
}

/// The frames of a measurement: a few pictures in turn.
private struct Feed {
  let executor: ChainExecutor
  let filters: [any Filter]
  let pictures: [PixelBuffer]
  /// Pictures that a frame takes.
  let inputs: Int
  let format: PixelFormat

  func submit(_ number: Int) throws -> PendingRender {
    let chosen = (0..<inputs).map { pictures[(number + $0) % pictures.count] }
    return try executor.submit(filters, inputs: chosen, format: format)
  }
}

extension PendingRender {
  /// Waits for the frame; a device that takes minutes for one is taken to hang.
  fileprivate func wait() throws(GPUError) { try submission.waitUntilCompleted(timeout: 300) }
}

extension BenchmarkRow {
  /// How the reason begins why a row has no numbers that there was no time for.
  static let noTime = "not measured for want of time"

  /// A row without numbers.
  init(_ item: BenchmarkPlan.Item, failure: String? = nil) {
    chain = item.chain.name
    text = item.chain.text
    width = item.size.width
    height = item.size.height
    format = item.format.name
    self.failure = failure
  }
}
