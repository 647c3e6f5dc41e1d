import Foundation
import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct DeviceTests {
  @Test func devicesAreListedBestFirst() throws {
    let list = try Device.descriptions
    try #require(!list.isEmpty)
    #expect(list.map(\.index) == Array(list.indices))
    #expect(list.map(\.kind) == list.map(\.kind).sorted())
    for device in list {
      #expect(!device.name.isEmpty)
      #expect(device.uuid.count == 32)
      #expect(device.apiVersion.split(separator: ".").count == 3)
    }
  }

  @Test func aDeviceIsFoundByIndexUUIDAndPartOfItsName() throws {
    let first = try #require(try Device.descriptions.first)
    for selector in [
      "0", first.uuid, first.uuid.uppercased(), String(first.name.lowercased().prefix(5)),
    ] {
      #expect(try Device.named(selector).description.uuid == first.uuid)
    }
    let error = #expect(throws: GPUError.self) { try Device.named("no such device") }
    #expect(error?.code == .noDevice)
    #expect(error?.detail.contains(first.name) == true)
    #expect(throws: GPUError.self) { try Device.named("999") }
  }

  @Test func theDefaultDeviceIsOneObject() throws {
    let device = try Device.systemDefault
    #expect(try Device.systemDefault === device)
    #expect(device.limits.maxComputeWorkGroupInvocations >= 128)
    #expect(device.limits.maxPushConstantsSize >= 128)
    #expect(device.limits.maxTexelBufferElements >= 65_536)
  }

  @Test func aMissingLoaderIsAnErrorThatSaysWhatToInstall() throws {
    let error = #expect(throws: GPUError.self) {
      try Instance(library: "libvulkan-that-is-not-there.so.1")
    }
    #expect(error?.code == .noLoader)
    #expect(error?.detail.contains("install libvulkan1") == true)
  }

  @Test func aLibraryThatIsNoLoaderIsAnError() throws {
    let error = #expect(throws: GPUError.self) { try Instance(library: "libm.so.6") }
    #expect(error?.code == .noLoader)
  }

  @Test func aMissingFeatureNamesItselfAndTheDevice() throws {
    let device = try Device.systemDefault
    for feature in DeviceFeature.allCases where !device.features.contains(feature) {
      let error = #expect(throws: GPUError.self) { try device.require(feature, for: "the test") }
      #expect(error?.code == .missingFeature)
      #expect(error?.detail.contains(feature.rawValue) == true)
      #expect(error?.detail.contains(device.name) == true)
    }
  }

  @Test func twoDevicesWorkBesideEachOther() throws {
    let benches = try (0..<2).map { _ in try Bench(Bench.own()) }
    #expect(benches[0].device !== benches[1].device)
    let buffers = try benches.map { try $0.buffer([UInt32](repeating: 1, count: 4096)) }
    let pipelines = try benches.enumerated().map { index, bench in
      try bench.pipeline("data[i] += \(index + 1)u;")
    }
    var last: [Submission] = []
    for _ in 0..<20 {
      last = try zip(benches, zip(buffers, pipelines)).map { bench, work in
        var commands = try bench.queue.makeCommandBuffer()
        commands.compute { encoder in
          encoder.setComputePipelineState(work.1)
          encoder.setBuffer(work.0, length: work.0.length, index: 0)
          encoder.dispatchThreads(4096)
        }
        return commands.commit()
      }
    }
    for submission in last { try submission.waitUntilCompleted() }
    #expect(buffers[0].words == [UInt32](repeating: 21, count: 4096))
    #expect(buffers[1].words == [UInt32](repeating: 41, count: 4096))
  }

  @Test func aDeviceLivesUntilItsWorkIsDone() throws {
    let done = Flag()
    let buffer = try {
      let bench = try Bench(Bench.own())
      let buffer = try bench.buffer([UInt32](repeating: 0, count: 1 << 16))
      let pipeline = try bench.pipeline("for (uint k = 0u; k < 100u; k++) data[i] += k;")
      var commands = try bench.queue.makeCommandBuffer()
      commands.compute { encoder in
        encoder.setComputePipelineState(pipeline)
        encoder.setBuffer(buffer, length: buffer.length, index: 0)
        encoder.dispatchThreads(1 << 16)
      }
      commands.commit().addCompletedHandler { _ in done.set() }
      return buffer
    }()
    let deadline = Date().addingTimeInterval(20)
    while !done.isSet, Date() < deadline { usleep(1000) }
    #expect(done.isSet)
    #expect(buffer.words[77] == 4950)
  }
}
