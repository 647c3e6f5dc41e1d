import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// Graphs that are more than one line.
struct GraphTests {
  /// Every pixel holds the frame's number in its blue byte; half of it and half of its inverse is half of 255.
  @Test func aSourceMayFeedBothInputsOfAFilter() async throws {
    let source = Numbered(Size(5, 3), count: 40)
    let blend = FilterNode(AlphaBlend(mix: 0.5))
    source --> blend
    source --> ColorInversion() --> blend
    let output = PixelBufferOutput()
    blend --> output
    var blues: [Int] = []
    for try await (buffer, _) in output {
      blues.append(Int(buffer.withLockedPlanes(.readOnly) { $0[0].bytes[0] }))
    }
    #expect(blues.count == 40)
    #expect(blues.allSatisfy { (127...128).contains($0) })
  }

  /// A stream and a window of the same pictures cost one run of the filters, until a filter comes between them.
  @Test func whoTakesTheSamePicturesSharesTheWork() async throws {
    let source = Numbered(Size(16, 8), count: 60)
    let look = source --> ColorInversion()
    let slot = FilterSlot()
    let (near, far, farther) = (Collector(), Collector(), Collector())
    look --> near
    look --> slot
    slot --> far
    slot --> FilterSlot() --> farther
    var settings = PipelineSettings()
    settings.device = try Device.all.first
    settings.willFilter = { time in
      if time == MediaTime(value: 40, timescale: 30) { slot.apply(ColorInversion()) }
      return true
    }
    let report = try await source.run(settings)
    #expect(report.delivered == 180)
    #expect(near.times.count == 60 && far.times == near.times && farther.times == near.times)
    #expect(report.dispatches == 40 + 2 * 20)
  }

  @Test func aGraphIsFreedAfterItsRun() async throws {
    weak var source: Numbered?
    weak var output: PixelBufferOutput?
    weak var blend: FilterNode<AlphaBlend>?
    func run() async throws {
      let top = Numbered(Size(5, 3), count: 4)
      let node = FilterNode(AlphaBlend(mix: 0.5))
      let end = PixelBufferOutput()
      (source, output, blend) = (top, end, node)
      top --> node
      top --> ColorInversion() --> node
      node --> end
      var count = 0
      for try await _ in end { count += 1 }
      #expect(count == 4)
      for try await _ in (top --> AverageColorExtractor()).values {}
    }
    try await run()
    // The run's thread lets go of the graph a moment after the loop's end.
    for _ in 0..<200 where source != nil || output != nil || blend != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(source == nil && output == nil && blend == nil)
  }

  /// 1/4 a + 1/4 b + 1/2 c, of frames that all hold their number.
  @Test func aSecondInputMayHaveSecondInputs() async throws {
    let sources = [0, 100, 200].map { first in
      Numbered(
        Size(4, 4), times: (0..<10).map { MediaTime(value: Int64($0), timescale: 30) }, from: first)
    }
    let inner = FilterNode(AlphaBlend(mix: 0.5))
    let outer = FilterNode(AlphaBlend(mix: 0.5))
    sources[2] --> outer
    sources[0] --> inner
    sources[1] --> inner
    inner --> outer
    let output = PixelBufferOutput()
    outer --> output
    var blues: [Int] = []
    for try await (buffer, _) in output {
      blues.append(Int(buffer.withLockedPlanes(.readOnly) { $0[0].bytes[0] }))
    }
    let expected = (0..<10).map { $0 / 4 + (100 + $0) / 4 + (200 + $0) / 2 }
    #expect(blues.count == 10)
    #expect(zip(blues, expected).allSatisfy { abs($0 - $1) <= 2 })
  }

  @Test func aChangeBeforeAFrameHoldsFromThatFrameOn() async throws {
    let source = Numbered(Size(4, 4), count: 60)
    let slot = FilterSlot()
    let output = Collector()
    source --> slot
    let pipeline = slot --> output
    var settings = PipelineSettings()
    settings.willFilter = { time in
      if time == MediaTime(value: 17, timescale: 30) { slot.apply(ColorInversion()) }
      if time == MediaTime(value: 31, timescale: 30) { slot.apply(nil) }
      return true
    }
    try await pipeline.run(settings)
    let expected = (0..<60).map { (17..<31).contains($0) ? 0xFF_FFFF - $0 : $0 }
    #expect(output.numbers == expected)
  }

  @Test func aRunTellsHowFarItIs() async throws {
    let source = Numbered(Size(4, 4), count: 50)
    let pipeline = source --> Collector()
    let seen = Locked<[Int]>([])
    var settings = PipelineSettings()
    settings.willFilter = { _ in
      seen.withLock { $0.append(pipeline.report?.framesIn ?? -1) }
      return true
    }
    let report = try await pipeline.run(settings)
    #expect(report.framesIn == 50)
    #expect(zip(seen.withLock { $0 }, 1...).allSatisfy { $0 >= $1 && $0 <= 50 })
    #expect(pipeline.report == nil)
  }

  @Test func aRunEndsBeforeTheFrameThatIsNotWanted() async throws {
    let output = Collector()
    var settings = PipelineSettings()
    settings.willFilter = { ($0 ?? .zero) < MediaTime(value: 23, timescale: 30) }
    try await (Numbered(Size(4, 4), count: 60) --> output).run(settings)
    #expect(output.numbers == Array(0..<23))
  }

  @Test func aConsumerThatCannotFinishIsToldOnlyOnce() async throws {
    let output = Collector(failsAtEnd: true)
    await #expect(throws: Collector.Refusal.self) {
      try await (Numbered(Size(4, 4), count: 5) --> output).run()
    }
    #expect(output.state.withLock { $0.ends } == 1)
    #expect(output.numbers == Array(0..<5))
  }
}
