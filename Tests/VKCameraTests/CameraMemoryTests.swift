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

  /// Runs ten frames, which come as they are and lie in such memory, or in any.
  private func expectFrames(of device: StandInDevice, in memory: Camera.FrameMemory?) async throws {
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
    #expect(bytes.withLock { $0 } == Array(0..<10))
    if let memory { #expect(camera.statistics.memory == memory) }
  }

  private func files(of length: Int) throws -> [SharedFile] {
    try (0..<12).map { _ in try #require(SharedFile(length: length)) }
  }

  @Test func aDriverFillsTheEnginesMemoryWhereItCan() async throws {
    try await expectFrames(of: StandInDevice(shared: try files(of: 8192)), in: .engine)
  }

  /// Pictures of 64 × 32 pixels, which the stand-in gives 4096 bytes.
  @Test(.enabled(if: features.contains(.externalMemoryDMABuffer), "the device takes none"))
  func memoryThatADriverSharesIsReadWhereItLies() async throws {
    try await expectFrames(
      of: StandInDevice(takesOwnMemory: false, shared: try files(of: 8192)), in: .dmaBuffer)
  }

  /// Kernels may read a little past a picture, and a driver has nothing there.
  @Test(.enabled(if: features.contains(.externalMemoryHost), "the device takes no memory"))
  func aPictureWithoutRoomBehindItIsMapped() async throws {
    try await expectFrames(
      of: StandInDevice(takesOwnMemory: false, shared: try files(of: 4096)), in: .mapped)
  }

  @Test func whatIsSharedIsClosedAtTheEnd() async throws {
    let files = try files(of: 8192)
    try await expectFrames(of: StandInDevice(takesOwnMemory: false, shared: files), in: nil)
    // What the device had is taken out of its hands when it is used the next time.
    let device = try Device.systemDefault
    await wait {
      _ = device.statistics
      return files.allSatisfy { $0.openDescriptors == 1 }
    }
    #expect(files.map(\.openDescriptors) == Array(repeating: 1, count: 12))
  }
}
