// The Metal-like layer by itself: a program in GLSL inverts a texture.
import VKCompute
import VKCore

struct Parameters: BitwiseCopyable {
  var amount: Float
}

let glsl = """
  #version 450
  layout(local_size_x = 16, local_size_y = 16) in;
  layout(set = 0, binding = 0, rgba8) uniform readonly image2D source;
  layout(set = 0, binding = 1, rgba8) uniform writeonly image2D target;
  layout(push_constant) uniform Parameters { float amount; };
  void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(target)))) return;
    vec4 c = imageLoad(source, at);
    imageStore(target, at, vec4(mix(c.rgb, 1 - c.rgb, amount), c.a));
  }
  """
/// A command buffer is consumed by `commit()`, so it lives in a function and not at the top.
func inverted(_ pixels: [UInt8], width: Int, height: Int) async throws -> [UInt8] {
  let device = try Device.systemDefault
  let queue = device.makeCommandQueue()
  let library = try device.makeLibrary(source: glsl, name: "invert")
  let pipeline = try device.makeComputePipelineState(
    function: library.makeFunction(name: "main"))
  let input = try device.makeTexture(
    descriptor: .texture2D(.rgba8Unorm, width: width, height: height))
  let output = try device.makeTexture(
    descriptor: .texture2D(.rgba8Unorm, width: width, height: height))
  let all = Region(0, 0, width, height)
  try input.replace(region: all, mipmapLevel: 0, withBytes: pixels, bytesPerRow: width * 4)

  var commands = try queue.makeCommandBuffer(label: "invert")
  commands.compute { encoder in
    encoder.setComputePipelineState(pipeline)
    encoder.setTexture(input, index: 0)
    encoder.setTexture(output, index: 1)
    encoder.setBytes(Parameters(amount: 1), index: 0)
    encoder.dispatchThreads(output.size)
  }
  let submission = commands.commit()
  try await submission.completed()
  print("\(device.name): \((submission.gpuEndTime - submission.gpuStartTime) * 1000) ms")
  var result = pixels
  try output.getBytes(&result, bytesPerRow: width * 4, from: all, mipmapLevel: 0)
  return result
}

let before = (0..<(640 * 480 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
let after = try await inverted(before, width: 640, height: 480)
precondition(after[0] == 255 - before[0] && after[3] == before[3])
