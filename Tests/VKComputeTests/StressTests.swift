import Foundation
import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct StressTests {
  /// Many threads share a device, a pool, a pipeline and two queues; each checks every word it
  /// made.
  @Test func threadsShareADevice() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let pool = device.makeBufferPool()
    let fill = try bench.pipeline(
      "data[i] = seed * 1000u + i;",
      declarations: "layout(push_constant) uniform Constants { uint seed; };")
    let failures = Locked<[String]>([])
    let finished = Locked(0)
    let threads = 4
    for thread in 0..<threads {
      Thread.detachNewThread {
        let queue = device.makeCommandQueue()
        do {
          for round in 0..<25 {
            let seed = UInt32(thread * 100 + round)
            let buffer = try pool.take(length: 400 + 4096 * (round % 3))
            var commands = try queue.makeCommandBuffer(label: "\(seed)")
            commands.compute { encoder in
              encoder.setComputePipelineState(fill)
              encoder.setBuffer(buffer, length: 400, index: 0)
              encoder.setPushConstants(seed)
              encoder.dispatchThreads(100)
            }
            let submission = commands.commit()
            submission.addCompletedHandler { _ in finished.withLock { $0 += 1 } }
            if round % 2 == 0 {
              try submission.waitUntilCompleted()
            } else {
              try buffer.waitForLastWrite(on: device)
            }
            let words = Array(buffer.words.prefix(100))
            if words != (0..<100).map({ seed * 1000 + $0 }) {
              failures.withLock { $0.append("seed \(seed)") }
            }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
        finished.signal { $0 += 1000 }
      }
    }
    _ = finished.wait { $0 >= threads * 1000 ? true : nil }
    let deadline = Date().addingTimeInterval(10)
    while finished.withLock({ $0 }) % 1000 < threads * 25, Date() < deadline { usleep(1000) }
    #expect(failures.withLock { $0 } == [])
    #expect(finished.withLock { $0 } == threads * 1025)
    #expect(pool.statistics.bytesInUse == 0)
  }
}
