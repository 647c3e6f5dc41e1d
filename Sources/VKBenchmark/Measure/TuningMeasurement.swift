internal import VKCompute
internal import VKCore
internal import VKPipeline

/// Finds the choices of the code generator that suit a device.
struct TuningMeasurement {
  /// One choice of a class of kernels.
  private struct Choice {
    let kernels: String
    let chain: BenchmarkChain
    let member: WritableKeyPath<ChainTuning, Int?>
    let candidates: [Int]
    let text: (Int) -> String
  }

  let device: Device
  /// Seconds for a candidate.
  var seconds = 0.4
  var size = BenchmarkPlan.commonSize

  /// A candidate is chosen when it takes less than this share of the time without it.
  private static let leastGain = 0.97

  private var choices: [Choice] {
    let groups = [32, 64, 128, 256, 512, 1024].filter {
      $0 <= device.limits.maxComputeWorkGroupInvocations
    }
    let blur = BenchmarkChain("blur-3", "gaussian-blur=3")
    return [
      Choice(
        kernels: "pixel by pixel", chain: .colors(5), member: \.pixelGroup, candidates: groups,
        text: { "work groups of \($0) × 1" }),
      Choice(
        kernels: "pixel by pixel and planes", chain: blur, member: \.texelReads,
        candidates: [0, 1], text: { $0 == 1 ? "samples as texels" : "samples as words" }),
      Choice(
        kernels: "columns of weights", chain: blur, member: \.columnRows,
        candidates: [2, 4, 8, 16], text: { "\($0) rows an invocation" }),
      Choice(
        kernels: "rows of weights", chain: blur, member: \.rowWords, candidates: [1, 2, 4],
        text: { "\($0) words an invocation" }),
      Choice(
        kernels: "planes", chain: blur, member: \.planeGroup, candidates: groups,
        text: { "work groups of \($0) × 1" }),
    ]
  }

  /// Tries every candidate of every choice and gives what wins; `note` gives false to stop, and then nothing is chosen.
  ///
  /// - Throws: `GPUError` when the device fails.
  func run(_ note: (String) -> Bool) throws -> (tuning: ChainTuning, rows: [TuningRow])? {
    var tuning = ChainTuning()
    var rows: [TuningRow] = []
    for choice in choices {
      var best: (value: Int, ratio: Double)?
      for candidate in choice.candidates {
        guard note("\(choice.kernels): \(choice.text(candidate))") else { return nil }
        var tried = tuning
        tried[keyPath: choice.member] = candidate
        let ratio = try ratio(of: tried, to: tuning, choice.chain)
        if ratio < min(best?.ratio ?? 1, Self.leastGain) { best = (candidate, ratio) }
      }
      best = try best.flatMap { try confirmed($0.value, $0.ratio, choice, tuning) }
      if let best { tuning[keyPath: choice.member] = best.value }
      rows.append(
        TuningRow(
          kernels: choice.kernels, choice: best.map { choice.text($0.value) } ?? "as it is",
          ratio: best?.ratio ?? 1))
    }
    return (tuning, rows)
  }

  /// The candidate when it wins a second time: the best of many is often only the luckiest.
  private func confirmed(
    _ value: Int, _ ratio: Double, _ choice: Choice, _ tuning: ChainTuning
  ) throws -> (value: Int, ratio: Double)? {
    var tried = tuning
    tried[keyPath: choice.member] = value
    let again = try self.ratio(of: tried, to: tuning, choice.chain)
    return again < Self.leastGain ? (value, max(ratio, again)) : nil
  }

  /// The time of a chain with choices over that without, the median of pairs in turn.
  private func ratio(
    of tuning: ChainTuning, to other: ChainTuning, _ chain: BenchmarkChain
  ) throws -> Double {
    let sides = try [tuning, other].map { try Side(device, $0, chain, size) }
    for side in sides { _ = try side.seconds() }
    var ratios: [Double] = []
    let begin = ContinuousClock.now
    while ratios.count < 7
      || (ratios.count < 200 && (ContinuousClock.now - begin).seconds < seconds)
    {
      ratios.append(try sides[0].seconds() / sides[1].seconds())
    }
    return Spread(ratios)?.median ?? 1
  }

  /// A chain compiled with some choices.
  private struct Side {
    private let executor: ChainExecutor
    private let filters: [any Filter]
    private let picture: PixelBuffer

    init(_ device: Device, _ tuning: ChainTuning, _ chain: BenchmarkChain, _ size: Size) throws {
      let context = try RenderContext(device: device, tuning: tuning)
      executor = ChainExecutor(context: context)
      filters = try chain.filters()
      picture = try TestPicture.make(.nv12, size, number: 0, in: context)
    }

    func seconds() throws -> Double {
      let begin = ContinuousClock.now
      let render = try executor.submit(filters, inputs: [picture], format: .nv12)
      try render.submission.waitUntilCompleted(timeout: 300)
      let passes = render.passSeconds
      // Without a clock of the device's, the host's.
      return passes.isEmpty ? (ContinuousClock.now - begin).seconds : passes.reduce(0, +)
    }
  }
}
