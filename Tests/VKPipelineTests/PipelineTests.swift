import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

private func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 30) }

struct PipelineTests {
  /// A late, early or torn read-back would deliver a frame with another number, or with two.
  @Test(arguments: [Size(17, 13), Size(64, 33), Size(160, 90)])
  func everyFrameIsWholeAndInOrder(size: Size) async throws {
    let source = Numbered(size, count: 2000)
    let collector = Collector()
    source --> HorizontalFlip() --> SaturationAdjustment() --> collector
    var settings = PipelineSettings()
    settings.framesInFlight = 4
    // A device of the test's own: the counters are the device's.
    settings.device = try Device.all.first
    let report = try await source.run(settings)
    #expect(collector.numbers == Array(0..<2000))
    #expect(report.framesIn == 2000 && report.delivered == 2000 && report.dropped.isEmpty)
    #expect(report.objectsCreatedAfterWarmUp == 0)
    #expect(report.copiesOnCPU == 0)
    #expect(report.dispatches == 2000)
  }

  @Test func twoHundredEditsLoseAndDoubleNoFrame() async throws {
    let source = Numbered(Size(32, 16), count: 2000)
    let slot = FilterSlot()
    let collector = Collector()
    source --> slot
    slot --> collector
    let chains: [[any Filter]] = [
      [], [HorizontalFlip()], [SaturationAdjustment(), HorizontalFlip()], [BrightnessAdjustment()],
      [VerticalFlip(), HorizontalFlip()],
    ]
    let editor = Task {
      for edit in 0..<200 {
        slot.apply(FilterChain(chains[edit % chains.count]))
        try await Task.sleep(for: .milliseconds(3))
      }
    }
    let report = try await source.run()
    try await editor.value
    #expect(collector.numbers == Array(0..<2000))
    #expect(report.delivered == 2000)
  }

  @Test func editsOfTheGraphTakeEffectBetweenFrames() async throws {
    let source = Numbered(Size(32, 16), count: 1500)
    let first = FilterNode(HorizontalFlip())
    let collector = Collector()
    source --> first
    first --> collector
    let pipeline = source.pipeline
    let editor = Task {
      for edit in 0..<100 {
        try await pipeline.edit { graph in
          if edit.isMultiple(of: 2) {
            graph.connect(source, to: VerticalFlip(), to: collector)
          } else {
            graph.connect(source, to: collector)
          }
        }
        try await Task.sleep(for: .milliseconds(4))
      }
    }
    let report = try await source.run()
    editor.cancel()
    #expect(collector.numbers == Array(0..<1500))
    #expect(report.delivered == 1500)
    #expect(collector.state.withLock { $0.ends } == 1)
  }

  @Test func equalTimesAreDroppedAndBackwardOnesShift() async throws {
    let times: [MediaTime?] = [time(0), time(1), time(1), time(2), time(1), time(2), time(9)]
    let source = Numbered(Size(8, 8), times: times)
    let collector = Collector()
    source --> collector
    let report = try await source.run()
    // Frame 2 repeats a time. Frame 4 jumps back to 1 after 2: all that follows moves behind 2 by one frame of 1/25 s.
    #expect(collector.numbers == [0, 1, 3, 4, 5, 6])
    let shift = time(2) + MediaTime(value: 1, timescale: 25) - time(1)
    #expect(
      collector.times == [
        time(0), time(1), time(2), time(1) + shift, time(2) + shift, time(9) + shift,
      ])
    #expect(report.dropped == [.duplicateTimestamp: 1])
    #expect(report.warnings.count == 1)
  }

  @Test func liveSourcesDropBackwardTimes() async throws {
    let times: [MediaTime?] = [time(5), time(4), nil, time(5), time(6)]
    let source = Numbered(Size(8, 8), times: times, isLive: true)
    let collector = Collector()
    source --> collector
    let report = try await source.run()
    #expect(collector.numbers == [0, 4])
    #expect(
      report.dropped == [.nonMonotonicTimestamp: 1, .untimed: 1, .duplicateTimestamp: 1])
    #expect(report.framesIn == 5 && report.delivered == 2)
  }

  @Test func aSlowConsumerLosesFramesOnlyWhenItSaysSo() async throws {
    let source = Numbered(Size(8, 8), count: 60)
    let patient = Collector()
    let hasty = Collector(delay: 0.05, policy: .dropLate)
    source --> patient
    source --> hasty
    let report = try await source.run()
    #expect(patient.numbers == Array(0..<60))
    let late = report.dropped[.late] ?? 0
    #expect(late > 0 && hasty.numbers.count + late == 60)
    #expect(hasty.numbers.compactMap { $0 } == hasty.numbers.compactMap { $0 }.sorted())
  }

  @Test func aConsumersErrorEndsTheRunOnce() async throws {
    let source = Numbered(Size(8, 8), count: 500)
    let failing = Collector(failsAt: 20)
    let other = Collector()
    source --> failing
    source --> other
    await #expect(throws: Collector.Refusal.self) { try await source.run() }
    #expect(failing.state.withLock { $0.ends } == 1)
    #expect(other.state.withLock { $0.ends } == 1)
    #expect(other.state.withLock { $0.error } is Collector.Refusal)
    #expect(other.numbers.count < 500)
  }

  @Test func stoppingFinishesWhatWasGiven() async throws {
    let source = Numbered(Size(8, 8), count: 1_000_000)
    let collector = Collector()
    source --> collector
    let pipeline = source.pipeline
    let stopper = Task {
      try await Task.sleep(for: .milliseconds(100))
      pipeline.stop()
    }
    let report = try await pipeline.run()
    try await stopper.value
    #expect(report.delivered > 0 && report.delivered == report.framesIn)
    #expect(collector.numbers == Array(0..<report.delivered))
    #expect(collector.state.withLock { $0.error } == nil)
  }

  @Test func aSourceWithoutFramesEndsEveryConsumer() async throws {
    let source = Numbered(Size(8, 8), count: 0)
    let collector = Collector()
    let output = PixelBufferOutput(format: .bgra)
    source --> HorizontalFlip() --> collector
    source --> output
    for try await _ in output { Issue.record("there is no frame") }
    #expect(collector.state.withLock { $0.ends } == 1)
  }

  /// A live source's frames go through the chain before until the new one's code is made; then through the new one.
  @Test(.timeLimit(.minutes(2))) func liveSourcesChangeChainsWithoutLosingFrames() async throws {
    let source = Numbered(
      Size(8, 8), times: (0..<1_000_000).map { time(Int64($0)) }, isLive: true)
    let slot = FilterSlot()
    let collector = Collector(delay: 0.001)
    source --> slot
    slot --> collector
    let pipeline = source.pipeline
    let editor = Task {
      while collector.numbers.count < 10 { try await Task.sleep(for: .milliseconds(1)) }
      slot.apply(ColorInversion())
      // Inverted, number n is white less n: until such frames come, the code is being made.
      while (collector.numbers.last.flatMap { $0 } ?? 0) < 0x80_0000 {
        try await Task.sleep(for: .milliseconds(1))
      }
      pipeline.stop()
    }
    let report = try await pipeline.run()
    try await editor.value
    let numbers = collector.numbers.compactMap { $0 }
    #expect(numbers.count == report.framesIn && report.delivered == report.framesIn)
    let change = numbers.firstIndex { $0 > 0x80_0000 } ?? 0
    #expect(change >= 10)
    #expect(numbers.enumerated().allSatisfy { $1 == ($0 < change ? $0 : 0xFF_FFFF - $0) })
  }

  /// A source of the user's own, a plain value, that is asked only when there is room for a frame.
  @Test func valuesServeAsSources() async throws {
    struct Slides: ImageSource {
      let inner: Numbered
      func frames() -> AsyncThrowingStream<VKCore.Frame, any Error> { inner.frames() }
    }
    let collector = Collector(delay: 0.001)
    let slides = Slides(inner: Numbered(Size(8, 8), count: 200))
    let report = try await (slides --> HorizontalFlip() --> collector).run()
    #expect(collector.numbers == Array(0..<200))
    #expect(report.framesIn == 200 && report.copiesOnCPU == 200)
  }

  @Test func outputsGivePicturesToALoop() async throws {
    let source = Numbered(Size(8, 8), count: 40)
    let output = PixelBufferOutput(format: .bgra)
    source --> output
    var numbers: [Int?] = []
    var last: MediaTime?
    for try await (pixelBuffer, time) in output {
      numbers.append(number(in: pixelBuffer))
      if let last { #expect(time > last) }
      last = time
    }
    #expect(numbers == Array(0..<40))
  }

  @Test func aLoopThatIsLeftEarlyDoesNotHoldTheSource() async throws {
    let source = Numbered(Size(8, 8), count: 300)
    let output = PixelBufferOutput(format: .bgra)
    let collector = Collector()
    source --> output
    source --> collector
    var taken = 0
    for try await _ in output {
      taken += 1
      if taken == 3 { break }
    }
    _ = try await source.run()
    #expect(collector.numbers.count == 300)
  }

  @Test func numbersComeOneAFrame() async throws {
    let source = Numbered(Size(16, 8), count: 30)
    var values: [Double] = []
    for try await color in (source --> AverageColorExtractor()).values {
      values.append((Double(color.blue) * 255).rounded())
    }
    #expect(values == (0..<30).map(Double.init))
  }

  @Test func updatesNeedNoNewCode() async throws {
    let source = Numbered(Size(8, 8), count: 300)
    let node = FilterNode(BrightnessAdjustment())
    let collector = Collector()
    source --> node
    node --> collector
    let updater = Task {
      for step in 0..<50 {
        node.update { $0.brightness = Float(step % 2) * 0.1 }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    let context = try RenderContext(device: .systemDefault)
    let run = PipelineRun(
      root: source.graphNode, source: source, context: context, settings: PipelineSettings())
    run.start()
    _ = await run.outcome()
    updater.cancel()
    #expect(run.executor.statistics.chainsCompiled == 1)
    #expect(collector.numbers.count == 300)
  }

  @Test func theSecondInputIsTheLatestNotLater() async throws {
    // The second picture's times are 0, 1 and 2 s: frames up to 0.97 s meet number 0, and so on; the last one stays.
    let base = Numbered(Size(8, 8), count: 90)
    let overlay = Numbered(
      Size(8, 8), times: [0, 30, 60].map { time($0) })
    let blend = FilterNode(AlphaBlend(mix: 1))
    let collector = Collector()
    base --> blend
    overlay --> blend
    blend --> collector
    _ = try await base.run()
    #expect(collector.numbers == (0..<90).map { $0 / 30 })
  }

  @Test func picturesAreTurnedUpright() throws {
    // Stored 3×2: a b c / d e f. Turned clockwise by 90°: d a / e b / f c. Mirrored first: f c / e b / d a.
    let stored = DoubleImage(size: Size(3, 2)) { x, y in
      SIMD4(Double(x + 3 * y) / 255, 0, 0, 1)
    }
    func turned(_ orientation: Orientation) throws -> [[Int]] {
      let renderer = try ChainRenderer([OrientationFilter(orientation)], device: .systemDefault)
      let image = DoubleImage(try renderer.render([stored.pixelBuffer(.rgb24)]))
      return (0..<image.size.height).map { y in
        (0..<image.size.width).map { Int((image[$0, y].x * 255).rounded()) }
      }
    }
    #expect(try turned(Orientation(quarterTurns: 1)) == [[3, 0], [4, 1], [5, 2]])
    #expect(try turned(Orientation(quarterTurns: 2)) == [[5, 4, 3], [2, 1, 0]])
    #expect(try turned(Orientation(quarterTurns: 3)) == [[2, 5], [1, 4], [0, 3]])
    #expect(try turned(Orientation(quarterTurns: 0, isMirrored: true)) == [[2, 1, 0], [5, 4, 3]])
    #expect(
      try turned(Orientation(quarterTurns: 1, isMirrored: true)) == [[5, 2], [4, 1], [3, 0]])
  }
}
