import Foundation
import TestSupport
import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct ResourceTests {
  @Test(arguments: TextureFormat.allCases, [Size(1, 1), Size(17, 13)])
  func pixelsSurviveTheWayInAndOut(format: TextureFormat, size: Size) throws {
    let bench = try Bench()
    let usage: TextureDescriptor.Usage = format == .bgra8Unorm ? .shaderSample : .shaderStorage
    let texture = try bench.device.makeTexture(
      descriptor: TextureDescriptor(format: format, size: size, usage: usage))
    let row = size.width * format.bytesPerPixel
    let stride = row + 5
    let bytes = (0..<(stride * size.height)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    let whole = Region(0, 0, size.width, size.height)
    try texture.replace(region: whole, withBytes: bytes, bytesPerRow: stride)
    var result = [UInt8](repeating: 0x5A, count: stride * size.height)
    try texture.getBytes(&result, bytesPerRow: stride, from: whole)
    for at in result.indices {
      #expect(result[at] == (at % stride < row ? bytes[at] : 0x5A), "byte \(at)")
    }
  }

  @Test func aPartOfATextureIsReplacedAndRead() throws {
    let bench = try Bench()
    let texture = try bench.device.makeTexture(
      descriptor: .texture2D(.r8Unorm, width: 9, height: 7))
    try texture.replace(
      region: Region(0, 0, 9, 7), withBytes: [UInt8](repeating: 1, count: 63), bytesPerRow: 9)
    try texture.replace(
      region: Region(3, 2, 4, 3), withBytes: [UInt8](repeating: 9, count: 12), bytesPerRow: 4)
    var result = [UInt8](repeating: 0, count: 25)
    try texture.getBytes(&result, bytesPerRow: 5, from: Region(2, 1, 5, 5))
    #expect(
      result == [
        1, 1, 1, 1, 1,
        1, 9, 9, 9, 9,
        1, 9, 9, 9, 9,
        1, 9, 9, 9, 9,
        1, 1, 1, 1, 1,
      ])
  }

  /// Halfway between two pixels a linear sampler gives their mean; beyond the edge, the edge.
  @Test func sampledTexturesAreLinearAndClamped() throws {
    let bench = try Bench()
    let texture = try bench.device.makeTexture(
      descriptor: .texture2D(.r8Unorm, width: 2, height: 1))
    try texture.replace(
      region: Region(0, 0, 2, 1), withBytes: [40, 200] as [UInt8], bytesPerRow: 2)
    let pipeline = try bench.pipeline(
      "data[i] = uint(texture(picture, vec2(float(i) * 0.25, 0.5)).r * 255.0 + 0.5);",
      declarations: "layout(set = 0, binding = 0) uniform sampler2D picture;")
    let buffer = try bench.buffer([0, 0, 0, 0, 0])
    try bench.run(pipeline, buffer) { $0.setTexture(texture, index: 0) }
    #expect(buffer.words == [40, 40, 120, 200, 200])
  }

  @Test func texelBuffersConvertTheirBytes() throws {
    let bench = try Bench()
    let pipeline = try bench.pipeline(
      """
      vec4 c = texelFetch(texels, int(i));
      data[i] = packUnorm4x8(c.abgr);
      """, declarations: "layout(set = 1, binding = 1) uniform samplerBuffer texels;")
    let source = try bench.buffer([0x0403_0201, 0xFFEE_DDCC])
    #expect(source.supportsTexels())
    let buffer = try bench.buffer([0, 0])
    try bench.run(pipeline, buffer) { $0.setTexelBuffer(source, index: 1) }
    #expect(buffer.words == [0x0102_0304, 0xCCDD_EEFF])
  }

  @Test func aTexelBufferThatIsTooLargeFailsTheSubmission() throws {
    let bench = try Bench()
    let most = bench.device.limits.maxTexelBufferElements
    let large = try bench.device.makeBuffer(length: most + 16, options: .storageModePrivate)
    #expect(!large.supportsTexels(.r8Unorm))
    #expect(large.supportsTexels(.rgba8Unorm))
    let pipeline = try bench.pipeline(
      "data[i] = uint(texelFetch(texels, int(i)).r);",
      declarations: "layout(set = 1, binding = 1) uniform samplerBuffer texels;")
    let buffer = try bench.buffer([1])
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, index: 0)
      encoder.setTexelBuffer(large, format: .r8Unorm, index: 1)
      encoder.dispatchThreads(1)
    }
    let submission = commands.commit()
    #expect(submission.status == .failed)
    let error = #expect(throws: GPUError.self) { try submission.waitUntilCompleted() }
    #expect(error?.code == .limitExceeded)
  }

  @Test func privateBuffersHaveNoContentsAndAreReachedByCopies() throws {
    let bench = try Bench()
    let hidden = try bench.device.makeBuffer(length: 64, options: .storageModePrivate)
    #expect(hidden.contents == nil)
    let words = (0..<UInt32(16)).map { $0 * 3 }
    let source = try bench.buffer(words)
    let target = try bench.buffer([UInt32](repeating: 0, count: 16))
    var commands = try bench.queue.makeCommandBuffer()
    commands.blit { encoder in
      encoder.fill(hidden, value: 0xAB)
      encoder.copy(from: source, sourceOffset: 8, to: hidden, targetOffset: 4, length: 16)
      encoder.copy(from: hidden, to: target)
    }
    try commands.commit().waitUntilCompleted()
    #expect(
      target.words == [0xABAB_ABAB, 6, 9, 12, 15] + [UInt32](repeating: 0xABAB_ABAB, count: 11))
  }

  @Test func aBindingShowsOnlyItsRange() throws {
    let bench = try Bench()
    let fill = try bench.pipeline("data[i] = data.length();")
    let buffer = try bench.buffer([UInt32](repeating: 5, count: 256))
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(fill)
      encoder.setBuffer(buffer, offset: 256, length: 40, index: 0)
      encoder.dispatchThreads(256)
    }
    try commands.commit().waitUntilCompleted()
    let expected = (0..<256).map { (64..<74).contains($0) ? UInt32(10) : 5 }
    #expect(buffer.words == expected)
  }

  @Test func aBindingLargerThanTheDeviceShowsFailsTheSubmission() throws {
    let bench = try Bench()
    let copy = try bench.pipeline(
      "data[i] = value.x;",
      declarations: "layout(set = 1, binding = 1) uniform Block { uvec4 value; };")
    let most = bench.device.limits.maxUniformBufferRange
    let block = try bench.device.makeBuffer(length: most + 256)
    block.words = [77]
    for (length, isAllowed) in [(most + 16, false), (most, true), (nil, true)] {
      let buffer = try bench.buffer([5])
      var commands = try bench.queue.makeCommandBuffer()
      commands.compute { encoder in
        encoder.setComputePipelineState(copy)
        encoder.setBuffer(buffer, length: 4, index: 0)
        encoder.setBuffer(block, length: length, index: 1)
        encoder.dispatchThreads(1)
      }
      let submission = commands.commit()
      #expect((submission.error?.code == .limitExceeded) == !isAllowed)
      if isAllowed { try submission.waitUntilCompleted() }
      #expect(buffer.words == [isAllowed ? 77 : 5])
    }
  }

  @Test func memoryOfTheProgramIsUsedWhereItLies() throws {
    let bench = try Bench()
    try bench.device.require(.externalMemoryHost, for: "this test")
    let alignment = bench.device.limits.importedHostPointerAlignment
    let length = max(alignment, 4096)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: alignment)
    let words = memory.bindMemory(to: UInt32.self, capacity: length / 4)
    for index in 0..<(length / 4) { words[index] = UInt32(index) }
    let released = Flag()
    let double = try bench.pipeline("data[i] *= 2u;")
    try {
      let buffer = try bench.device.makeBuffer(bytesNoCopy: memory, length: length) { _, _ in
        released.set()
      }
      #expect(buffer.contents == memory)
      try bench.run(double, buffer)
    }()
    for index in 0..<(length / 4) { #expect(words[index] == UInt32(index * 2)) }
    // The next thing that is made or submitted takes the memory out of the device's hands.
    _ = bench.device.statistics
    #expect(released.isSet)
    memory.deallocate()
  }

  /// Mesa's software device can from version 24.3 on.
  @Test(.enabled(if: takesSharedMemory, "the device takes no memory of other drivers"))
  func memoryOfAnotherDriverIsUsedWhereItLies() throws {
    let bench = try Bench()
    let file = try #require(SharedFile(length: 8192))
    let words = file.bytes.bindMemory(to: UInt32.self)
    for index in words.indices { words[index] = UInt32(index) }
    let double = try bench.pipeline("data[i] *= 2u;")
    let buffer = try bench.device.makeBuffer(dmaBuffer: file.descriptor, length: file.length)
    #expect(buffer.contents == nil && buffer.length == 8192)
    try bench.run(double, buffer)
    for index in words.indices { #expect(words[index] == UInt32(index * 2)) }
  }

  @Test func whatIsNoSharedMemoryIsAnError() throws {
    let bench = try Bench()
    let error = #expect(throws: GPUError.self) {
      _ = try bench.device.makeBuffer(dmaBuffer: -1, length: 4096)
    }
    if !Self.takesSharedMemory { #expect(error?.code == .missingFeature) }
  }

  private static let takesSharedMemory =
    (try? Bench())?.device.features.contains(.externalMemoryDMABuffer) ?? false

  @Test func impossibleTexturesAreErrorsThatSayWhy() throws {
    let bench = try Bench()
    let most = bench.device.limits.maxImageDimension2D
    for size in [Size(0, 4), Size(4, -1), Size(most + 1, 1)] {
      let error = #expect(throws: GPUError.self) {
        try bench.device.makeTexture(
          descriptor: TextureDescriptor(format: .rgba8Unorm, size: size))
      }
      #expect(error?.code == .limitExceeded)
      #expect(error?.detail.contains("\(most)") == true)
    }
  }
}

/// Something that happens once, on any thread.
final class Flag: Sendable {
  private let state = Locked(0)
  func set() { state.withLock { $0 += 1 } }
  var isSet: Bool { state.withLock { $0 == 1 } }
}
