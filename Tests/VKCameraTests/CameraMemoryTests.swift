import Glibc
import TestSupport
import Testing
import VKCompute
import VKCore
import VKPipeline

@testable import VKCamera

/// Where a camera's frames lie while filters read them.
struct CameraMemoryTests {
  private static let features = (try? Device.systemDefault)?.features ?? []

  /// Runs ten frames and gives their first bytes and where they lay.
  private func run(_ device: StandInDevice) async throws -> (bytes: [Int], Camera.Statistics) {
    let camera = try Camera([device])
    camera.alwaysDiscardsLateVideoFrames = false
    #expect(camera.statistics.memory == nil)
    let bytes = Locked<[Int]>([])
    camera
      --> CallbackOutput { buffer, _ in
        let byte = buffer.withLockedPlanes(.readOnly) { Int($0[0].bytes[0]) }
        bytes.withLock { $0.append(byte) }
      }
    var settings = PipelineSettings()
    settings.frameLimit = 10
    try await camera.run(settings)
    return (bytes.withLock { $0 }, camera.statistics)
  }

  private func files(of length: Int) throws -> [SharedFile] {
    try (0..<12).map { _ in try #require(SharedFile(length: length)) }
  }

  @Test func aDriverFillsTheEnginesMemoryWhereItCan() async throws {
    let (bytes, statistics) = try await run(StandInDevice(shared: try files(of: 8192)))
    #expect(bytes == Array(0..<10))
    #expect(statistics.memory == .engine)
  }

  /// Pictures of 64 × 32 pixels, which the stand-in gives 4096 bytes.
  @Test(.enabled(if: features.contains(.externalMemoryDMABuffer), "the device takes none"))
  func memoryThatADriverSharesIsReadWhereItLies() async throws {
    let device = StandInDevice(takesOwnMemory: false, shared: try files(of: 8192))
    let (bytes, statistics) = try await run(device)
    #expect(bytes == Array(0..<10))
    #expect(statistics.memory == .dmaBuffer)
  }

  /// Kernels may read a little past a picture, and a driver has nothing there.
  @Test(.enabled(if: features.contains(.externalMemoryHost), "the device takes no memory"))
  func aPictureWithoutRoomBehindItIsMapped() async throws {
    let device = StandInDevice(takesOwnMemory: false, shared: try files(of: 4096))
    let (bytes, statistics) = try await run(device)
    #expect(bytes == Array(0..<10))
    #expect(statistics.memory == .mapped)
  }

  @Test func whatIsSharedIsClosedAtTheEnd() async throws {
    let files = try files(of: 8192)
    _ = try await run(StandInDevice(takesOwnMemory: false, shared: files))
    // What the device had is taken out of its hands when it is used the next time.
    let device = try Device.systemDefault
    await wait {
      _ = device.statistics
      return files.allSatisfy { $0.openDescriptors == 1 }
    }
    #expect(files.map(\.openDescriptors) == Array(repeating: 1, count: 12))
  }
}
