import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct CommandTests {
  private static let invert = """
    #version 450
    layout(local_size_x = 8, local_size_y = 8) in;
    layout(set = 0, binding = 0, rgba8) uniform readonly image2D source;
    layout(set = 0, binding = 1, rgba8) uniform writeonly image2D target;
    layout(push_constant) uniform Parameters { float amount; };
    void main() {
      ivec2 at = ivec2(gl_GlobalInvocationID.xy);
      if (any(greaterThanEqual(at, imageSize(target)))) return;
      vec4 c = imageLoad(source, at);
      imageStore(target, at, vec4(mix(c.rgb, 1.0 - c.rgb, amount), c.a));
    }
    """

  private struct Parameters: BitwiseCopyable { var amount: Float }

  @Test(arguments: [Size(1, 1), Size(17, 13), Size(64, 33)])
  func aKernelInvertsATexture(size: Size) throws {
    let device = try Device.systemDefault
    let queue = device.makeCommandQueue()
    let library = try device.makeLibrary(source: Self.invert)
    let pipeline = try device.makeComputePipelineState(function: library.makeFunction(name: "main"))
    let descriptor = TextureDescriptor.texture2D(
      .rgba8Unorm, width: size.width, height: size.height)
    let input = try device.makeTexture(descriptor: descriptor)
    let output = try device.makeTexture(descriptor: descriptor)
    let stride = size.width * 4 + 12
    let whole = Region(0, 0, size.width, size.height)
    let pixels = (0..<(stride * size.height)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    try input.replace(region: whole, mipmapLevel: 0, withBytes: pixels, bytesPerRow: stride)

    var commands = try queue.makeCommandBuffer(label: "invert")
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setTexture(input, index: 0)
      encoder.setTexture(output, index: 1)
      encoder.setBytes(Parameters(amount: 1), index: 0)
      encoder.dispatchThreads(output.size)
    }
    let submission = commands.commit()
    try submission.waitUntilCompleted()
    #expect(submission.gpuEndTime >= submission.gpuStartTime && submission.gpuStartTime > 0)

    var result = [UInt8](repeating: 0xA5, count: stride * size.height)
    try output.getBytes(&result, bytesPerRow: stride, from: whole, mipmapLevel: 0)
    for y in 0..<size.height {
      for x in 0..<stride {
        let at = y * stride + x
        let expected =
          x >= size.width * 4 ? 0xA5 : x % 4 == 3 ? pixels[at] : 255 - pixels[at]
        #expect(result[at] == expected, "byte \(x) of row \(y)")
      }
    }
  }

  @Test func aKernelThatUsesNothingRuns() throws {
    let device = try Device.systemDefault
    let library = try device.makeLibrary(
      source: "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}")
    let pipeline = try device.makeComputePipelineState(function: library.makeFunction())
    var commands = try device.makeCommandQueue().makeCommandBuffer(label: "nothing")
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.dispatchThreadgroups(1)
    }
    try commands.commit().waitUntilCompleted()
  }
}
