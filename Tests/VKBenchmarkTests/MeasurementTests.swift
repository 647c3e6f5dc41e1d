import Testing
import VKCompute
import VKCore

@testable import VKBenchmark

@Suite struct MeasurementTests {
  private func item(_ chain: String, _ size: Size, _ format: PixelFormat = .nv12)
    -> BenchmarkPlan.Item
  { BenchmarkPlan.Item(chain: BenchmarkChain(chain, chain), size: size, format: format) }

  /// The row of a device of its own: what other tests allocate is not counted.
  private func row(_ item: BenchmarkPlan.Item) throws -> BenchmarkRow {
    let device = try #require(Device.all.first)
    return try ChainMeasurement(
      device: device, item: item, seconds: 0.02, copyBytesPerSecond: 1e9
    ).run()
  }

  @Test func aColourChainIsOneDispatchThatReadsAndWritesThePicture() throws {
    let row = try row(item("invert,gamma=1.2", Size(64, 48)))
    // 64 × 48 luma and half as much chroma, read and written.
    #expect(row.bytesMoved == 2 * 4608)
    #expect(row.dispatches == 1)
    #expect(row.framesPerSecond > 0)
    #expect(row.peakDeviceBytes > 4608)
    let times = try #require(row.gpuMilliseconds)
    #expect(times.samples >= 2)
    #expect(times.p5 <= times.median && times.median <= times.p95 && times.p5 > 0)
    let fraction = try #require(row.fractionOfCopy)
    #expect(abs(fraction - 9216 / (times.median / 1000) / 1e9) < 1e-9)
  }

  @Test(arguments: [PixelFormat.bgra, .p010, .i420]) func chainsOfTwoPicturesAndOddSizes(
    format: PixelFormat
  ) throws {
    for chain in ["multiply", "chromakey=green:0.2:0.1", "scale=iw*2/3:ih*2/3", "average-color"] {
      #expect(try row(item(chain, Size(17, 13), format)).framesPerSecond > 0, "\(chain)")
    }
  }

  @Test func theDeviceSpeedIsPositiveAndFinite() throws {
    let speed = try SpeedMeasurement(device: .systemDefault, seconds: 0.01).run()
    for value in [
      speed.kernelCopyBytesPerSecond, speed.deviceCopyBytesPerSecond,
      speed.hostToDeviceBytesPerSecond, speed.deviceToHostBytesPerSecond, speed.flopsPerSecond,
      speed.roundTripSeconds,
    ] {
      #expect(value > 0 && value.isFinite)
    }
  }

  @Test func aChainThatDoesNotFitIsARowThatSaysSo() throws {
    var benchmark = Benchmark(device: try .systemDefault, program: "0")
    benchmark.measure(
      .own(
        [BenchmarkChain("crop", "crop-region=x=40:y=0:width=100:height=4"), .copy],
        sizes: [Size(32, 16)], formats: [.nv12]))
    let report = benchmark.report
    #expect(report.rows.count == 2)
    #expect(report.rows[0].failure != nil)
    #expect(report.rows[1].failure == nil)
    #expect(report.incomplete == nil)
  }

  @Test func aLostDeviceEndsTheRunWithWhatWasMeasured() throws {
    // Without time for more, a row is a fill, two frames to see how long one takes, three copies, two frames alone and four
    // together: 12 submissions.
    let faults = FaultPlan(failing: "vkQueueSubmit", from: 18, result: -4)
    let device = try Device.best(Instance(validation: false), faults: faults)
    var benchmark = Benchmark(device: device, program: "0")
    var plan = BenchmarkPlan.own(
      [.copy, .colors(1), .colors(2)], sizes: [Size(32, 16)], formats: [.nv12])
    plan.rowSeconds = 0
    benchmark.measure(plan)
    #expect(faults.hasFailed)
    let report = benchmark.report
    try #require(report.rows.map(\.chain) == ["copy", "colour-1"])
    #expect(report.rows[0].failure == nil && report.rows[0].framesPerSecond > 0)
    #expect(report.rows[1].failure?.contains("vkQueueSubmit") == true)
    #expect(report.incomplete?.contains("colour-1 32x16 nv12: vkQueueSubmit") == true)
    #expect(report.text.contains("not all was measured"))
  }

  @Test func aRunThatIsStoppedKeepsWhatItHas() throws {
    let asked = Locked(0)
    let watch = Benchmark.Watch(isStopped: {
      asked.withLock {
        $0 += 1
        return $0 > 1
      }
    })
    var benchmark = Benchmark(device: try .systemDefault, program: "0", watch: watch)
    benchmark.measure(.own([.copy, .colors(2)], sizes: [Size(16, 16)], formats: [.nv12]))
    #expect(benchmark.report.rows.map(\.chain) == ["copy"])
    #expect(benchmark.report.incomplete?.contains("stopped before: colour-2") == true)
  }

  @Test func operationsAreCountedThroughCallsAndNotWhereLoopsHideThem() throws {
    let head = """
      #version 450
      layout(local_size_x = 64) in;
      layout(set = 1, binding = 0, std430) buffer V { vec4 v[]; };
      float twice(float x) { return x * 2.0; }

      """
    // A vector's sum (4), a vector times a number (4), two calls of one multiplication each (2), a dot product (7).
    let straight =
      head
      + "void main() { float a = twice(v[1].x) + twice(v[2].x); v[0] = (v[0] + v[1]) * a; v[3].x = dot(v[4], v[5]); }"
    // … and the sum of the two calls (1).
    #expect(try OperationCount.perInvocation(source: straight, name: "straight") == 18)
    let loop = head + "void main() { for (int i = 0; i < 9; i++) v[i] = v[i] * 2.0; }"
    #expect(try OperationCount.perInvocation(source: loop, name: "loop") == nil)
  }

  @Test func tuningTriesEveryClassAndTellsWhatItWouldKeep() throws {
    var tuning = TuningMeasurement(device: try .systemDefault)
    tuning.seconds = 0
    tuning.size = Size(66, 34)
    let tried = Locked(0)
    let result = try tuning.run { _ in
      tried.withLock { $0 += 1 }
      return true
    }
    let rows = try #require(result?.rows)
    #expect(rows.count == 5 && Set(rows.map(\.kernels)).count == 5)
    #expect(rows.allSatisfy { $0.ratio <= 1 && $0.ratio > 0 })
    #expect(rows.allSatisfy { ($0.choice == "as it is") == ($0.ratio == 1) })
    #expect(tried.withLock { $0 } > 15)
    #expect(try tuning.run { _ in false } == nil)
  }
}
