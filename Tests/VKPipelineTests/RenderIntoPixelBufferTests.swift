import TestSupport
import Testing
import VKCompute
import VKCore

@testable import VKPipeline

struct RenderIntoPixelBufferTests {
  private func texture(_ image: DoubleImage, _ device: Device) throws -> Texture {
    let texture = try device.makeTexture(
      descriptor: .texture2D(.rgba8Unorm, width: image.size.width, height: image.size.height))
    let bytes = image.pixels.flatMap { pixel in
      (0..<4).map { UInt8((pixel[$0] * 255).rounded()) }
    }
    try texture.replace(
      region: .init(0, 0, image.size.width, image.size.height), mipmapLevel: 0, withBytes: bytes,
      bytesPerRow: image.size.width * 4)
    return texture
  }

  /// Any format, odd sizes, padded rows; what lies outside the pixels stays as it was.
  @Test(
    arguments: [PixelFormat.bgra, .rgba, .rgb24, .gbrp, .rgb48],
    [Size(1, 1), Size(17, 13), Size(64, 33)])
  func everyRGBFormatTakesTheTexturesPixels(format: PixelFormat, size: Size) throws {
    let image = DoubleImage.noise(size, seed: 40).quantized(bits: 8)
    let device = try Device.systemDefault
    let rows = (0..<format.planeCount).map { format.rowBytes($0, width: size.width) + 7 }
    let buffer = try PixelBuffer(format: format, size: size, bytesPerRow: rows)
    buffer.withLockedPlanes(.readWrite) { planes in
      for plane in planes { for index in plane.bytes.indices { plane.bytes[index] = 0xA5 } }
    }
    try renderIntoPixelBuffer(buffer, texture: texture(image, device))
    let found = DoubleImage(buffer)
    let comparison = Comparison(
      found, image, tolerance: 1e-9, channels: format.hasAlpha ? 0..<4 : 0..<3)
    #expect(comparison.worst < 1e-9, "\(comparison)")
    buffer.withLockedPlanes(.readOnly) { planes in
      for (index, plane) in planes.enumerated() {
        let row = format.rowBytes(index, width: size.width)
        for y in 0..<plane.size.height - 1 {
          let gap = plane.bytes[y * plane.bytesPerRow + row..<(y + 1) * plane.bytesPerRow]
          #expect(gap.allSatisfy { $0 == 0xA5 })
        }
      }
    }
  }

  /// Grey has no colour difference: luma is 16 + 219 v at 8 bits (BT.601 and BT.709), chroma stays in the middle.
  @Test(arguments: [PixelFormat.nv12, .yuv420p, .yuv422p, .p010, .yuv420p10])
  func greysBecomeTheirStudioCodes(format: PixelFormat) throws {
    let size = Size(17, 13)
    let image = DoubleImage(size: size) { x, y in
      let level = Double((x * 15 + y) % 256) / 255
      return SIMD4(level, level, level, 1)
    }
    let buffer = try PixelBuffer(format: format, size: size)
    try renderIntoPixelBuffer(buffer, texture: texture(image, .systemDefault))
    let unit = Double(1 << (format.bitDepth - 8))
    let bytes = format.bytesPerSample
    buffer.withLockedPlanes(.readOnly) { planes in
      func code(_ plane: Int, _ place: Int) -> Double {
        var code = Int(planes[plane].bytes[place])
        if bytes == 2 { code |= Int(planes[plane].bytes[place + 1]) << 8 }
        return Double(code >> format.shift)
      }
      for y in 0..<size.height {
        for x in 0..<size.width {
          let expected = unit * (16 + 219 * image[x, y].x)
          #expect(abs(code(0, y * planes[0].bytesPerRow + x * bytes) - expected) <= 0.51)
        }
      }
      for plane in 1..<planes.count {
        for y in 0..<planes[plane].size.height {
          #expect(abs(code(plane, y * planes[plane].bytesPerRow) - 128 * unit) <= 0.51)
        }
      }
    }
  }

  /// The read-back waits for the texture's own last write: never an earlier frame, never half of one.
  @Test func aReadBackIsNeverEarlyNorTorn() throws {
    let device = try Device.systemDefault
    let size = Size(61, 47)
    let library = try device.makeLibrary(
      source: """
        #version 450
        layout(local_size_x = 64) in;
        layout(set = 0, binding = 0, rgba8) uniform writeonly image2D target;
        layout(push_constant) uniform Push { uint number; };
        void main() {
          vec4 c = unpackUnorm4x8(number | 0xFF000000u);
          imageStore(target, ivec2(gl_GlobalInvocationID.xy), c.bgra);
        }
        """)
    let pipeline = try device.makeComputePipelineState(function: library.makeFunction(name: "main"))
    let textures = try (0..<4).map { _ in
      try device.makeTexture(
        descriptor: .texture2D(.rgba8Unorm, width: size.width, height: size.height))
    }
    let queue = device.makeCommandQueue()
    let buffer = try PixelBuffer(format: .bgra, size: size)
    for start in stride(from: 0, to: 500, by: 4) {
      // Four writes on their way at once, each into a texture of its own, then all four read.
      for offset in 0..<4 {
        var commands = try queue.makeCommandBuffer()
        commands.compute { encoder in
          encoder.setComputePipelineState(pipeline)
          encoder.setTexture(textures[offset], index: 0)
          encoder.setPushConstants(UInt32(start + offset))
          encoder.dispatchThreads(size)
        }
        _ = commands.commit()
      }
      for offset in 0..<4 {
        try renderIntoPixelBuffer(buffer, texture: textures[offset])
        #expect(number(in: buffer) == start + offset)
      }
    }
  }

  @Test func anotherSizeIsRefused() throws {
    let texture = try texture(DoubleImage.noise(Size(4, 4), seed: 1), .systemDefault)
    let buffer = try PixelBuffer(format: .bgra, size: Size(5, 4))
    #expect(throws: FilterError.self) { try renderIntoPixelBuffer(buffer, texture: texture) }
  }
}

struct ForeignPictureTests {
  /// A picture that one device rendered is copied for another.
  @Test func picturesMoveBetweenDevices() throws {
    let input = try randomPicture(.yuv420p, Size(17, 13), seed: 60)
    let devices = try [Device.systemDefault, try #require(Device.all.first)]
    let first = try ChainRenderer([], device: devices[0]).render([input])
    let second = try ChainRenderer([], device: devices[1]).render([first])
    #expect(difference(input, second) == nil)
  }
}
