internal import VKCore
internal import VKPipeline

/// A picture made up for measurements: noise over a slope, the same in every run.
struct TestPicture {
  /// Makes a picture in memory that the device reads where it lies.
  ///
  /// - Throws: `FilterError` or `GPUError` when there is no room for it.
  static func make(
    _ format: PixelFormat, _ size: Size, number: Int, in context: RenderContext
  ) throws -> PixelBuffer {
    let layout = try PixelLayout(format: format, size: size)
    let picture = PixelBuffer(
      memory: try context.memory.take(length: layout.length), format: format, size: size,
      planes: layout.planes, colorSpace: .unspecified)
    var state = UInt32(truncatingIfNeeded: 1 + number)
    picture.withLockedPlanes(.readWrite) { planes in
      for plane in planes {
        if format.isFloat {
          plane.bytes.initializeMemory(as: UInt8.self, repeating: 0x38)
        } else if format.bytesPerSample == 1 {
          fillBytes(plane.bytes, &state)
        } else {
          fillWords(plane.bytes, format, &state)
        }
      }
    }
    return picture
  }

  /// Xorshift; Source: Marsaglia, Xorshift RNGs, 2003.
  private static func step(_ state: inout UInt32) -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }

  private static func fillBytes(_ bytes: UnsafeMutableRawBufferPointer, _ state: inout UInt32) {
    var index = 0
    while index + 4 <= bytes.count {
      let slope = UInt32(truncatingIfNeeded: index * 128 / bytes.count) &* 0x0101_0101
      let noise = step(&state) & 0x3F3F_3F3F
      bytes.storeBytes(of: slope &+ noise &+ 0x1010_1010, toByteOffset: index, as: UInt32.self)
      index += 4
    }
  }

  private static func fillWords(
    _ bytes: UnsafeMutableRawBufferPointer, _ format: PixelFormat, _ state: inout UInt32
  ) {
    let codes = format.maximumCode
    for index in 0..<bytes.count / 2 {
      let noise = Int(step(&state)) & codes >> 2
      let code = codes / 16 + index * codes / bytes.count + noise
      bytes.storeBytes(
        of: UInt16(truncatingIfNeeded: min(code, codes) << format.shift), toByteOffset: 2 * index,
        as: UInt16.self)
    }
  }
}
