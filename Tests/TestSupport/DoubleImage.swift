package import VKCore

/// A picture of straight RGBA in `Double`, for references that are written from formulas.
package struct DoubleImage: Sendable {
  package let size: Size
  /// Row by row.
  package var pixels: [SIMD4<Double>]

  package init(size: Size, _ pixel: (Int, Int) -> SIMD4<Double>) {
    self.size = size
    pixels = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width { pixels.append(pixel(x, y)) }
    }
  }

  /// A pixel; places beyond the edge give the edge's pixel.
  package subscript(x: Int, y: Int) -> SIMD4<Double> {
    get {
      pixels[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
    }
    set { pixels[y * size.width + x] = newValue }
  }

  /// The picture with a function of each pixel.
  package func map(_ body: (SIMD4<Double>) -> SIMD4<Double>) -> DoubleImage {
    DoubleImage(size: size) { body(self[$0, $1]) }
  }

  /// The picture with another function of each pixel's colour; alpha is kept.
  package func mapColor(_ body: (SIMD3<Double>) -> SIMD3<Double>) -> DoubleImage {
    map { SIMD4(body(SIMD3($0.x, $0.y, $0.z)), $0.w) }
  }

  /// What lies between the pixels, by bilinear interpolation; (0.5, 0.5) is the first pixel's centre.
  package func sampled(_ x: Double, _ y: Double) -> SIMD4<Double> {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
    let (i, j) = (Int(left), Int(top))
    let above = self[i, j] * (1 - fx) + self[i + 1, j] * fx
    let below = self[i, j + 1] * (1 - fx) + self[i + 1, j + 1] * fx
    return above * (1 - fy) + below * fy
  }

  /// Noise over smooth ramps that touches 0 and 1 in every channel, the same for a seed each time.
  package static func noise(_ size: Size, seed: UInt64, opaque: Bool = false) -> DoubleImage {
    var random = SeededGenerator(seed: seed)
    return DoubleImage(size: size) { x, y in
      let ramp = SIMD4(
        Double(x) / Double(max(size.width - 1, 1)), Double(y) / Double(max(size.height - 1, 1)),
        Double((x + y) % 7) / 6, 1)
      var pixel = SIMD4<Double>(0, 0, 0, 1)
      for channel in 0..<4 {
        let value = 0.6 * ramp[channel] + Double.random(in: -0.1...0.5, using: &random)
        pixel[channel] = min(max(value, 0), 1)
      }
      if opaque { pixel.w = 1 }
      return pixel
    }
  }
}

/// Random numbers that are the same for a seed each time (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension DoubleImage {
  /// The colours of an RGB or grey picture, as fractions of the largest code.
  package init(_ buffer: PixelBuffer) {
    let format = buffer.format
    let largest = Double(format.maximumCode)
    let width = buffer.size.width
    let parts = format.components.indices.map { index in
      buffer.samples(index).map { $0 / largest }
    }
    self = DoubleImage(size: buffer.size) { x, y in
      let place = y * width + x
      let alpha = format.hasAlpha ? parts[parts.count - 1][place] : 1
      return format.model == .gray
        ? SIMD4(parts[0][place], parts[0][place], parts[0][place], alpha)
        : SIMD4(parts[0][place], parts[1][place], parts[2][place], alpha)
    }
  }

  /// The picture in an RGB or grey format, each value at its nearest code.
  package func pixelBuffer(
    _ format: PixelFormat, bytesPerRow: [Int]? = nil, alphaMode: AlphaMode = .straight
  ) throws -> PixelBuffer {
    let buffer = try PixelBuffer(
      format: format, size: size, bytesPerRow: bytesPerRow, alphaMode: alphaMode)
    let largest = Double(format.maximumCode)
    for index in format.components.indices {
      let isAlpha = format.hasAlpha && index == format.components.count - 1
      buffer.setSamples(
        index,
        pixels.map { pixel in
          let value = pixel[isAlpha ? 3 : index]
          return format.isFloat ? value : (min(max(value, 0), 1) * largest).rounded()
        })
    }
    return buffer
  }

  /// The values that a format of that many bits can hold.
  package func quantized(bits: Int) -> DoubleImage {
    let largest = Double((1 << bits) - 1)
    return map { pixel in
      var result = pixel
      for channel in 0..<4 {
        result[channel] = (min(max(pixel[channel], 0), 1) * largest).rounded() / largest
      }
      return result
    }
  }
}
