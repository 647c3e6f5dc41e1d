package import VKCore

extension PixelBuffer {
  /// Columns and rows of a component's samples.
  package func grid(_ component: Int) -> Size {
    let shift = format.subsampling(component: component)
    return Size((size.width - 1) >> shift.x + 1, (size.height - 1) >> shift.y + 1)
  }

  /// A component's samples row by row: codes, or the numbers themselves in floating-point formats.
  package func samples(_ component: Int) -> [Double] {
    let part = format.components[component]
    let grid = grid(component)
    let (bytes, shift, isFloat) = (format.bytesPerSample, UInt32(format.shift), format.isFloat)
    return withLockedPlanes(.readOnly) { planes in
      let plane = planes[part.plane]
      var result: [Double] = []
      result.reserveCapacity(grid.width * grid.height)
      for y in 0..<grid.height {
        var place = y * plane.bytesPerRow + part.offset
        for _ in 0..<grid.width {
          var bits: UInt32 = 0
          for byte in 0..<bytes {
            bits |= UInt32(plane.bytes[place + byte]) << UInt32(8 * byte)
          }
          place += part.step
          if isFloat {
            result.append(
              bytes == 2 ? halfValue(UInt16(bits)) : Double(Float(bitPattern: bits)))
          } else {
            result.append(Double(bits >> shift))
          }
        }
      }
      return result
    }
  }

  /// Stores a component's samples, given as `samples` gives them.
  package func setSamples(_ component: Int, _ values: [Double]) {
    let part = format.components[component]
    let grid = grid(component)
    withLockedPlanes(.readWrite) { planes in
      let plane = planes[part.plane]
      for (index, value) in values.enumerated() {
        let (x, y) = (index % grid.width, index / grid.width)
        let place = y * plane.bytesPerRow + x * part.step + part.offset
        var bits = UInt32(0)
        if !format.isFloat {
          bits = UInt32(value) << UInt32(format.shift)
        } else {
          bits = format.bytesPerSample == 2 ? UInt32(halfBits(value)) : Float(value).bitPattern
        }
        for byte in 0..<format.bytesPerSample {
          plane.bytes[place + byte] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte))
        }
      }
    }
  }
}

/// The value of a half float, by IEEE 754's definition of binary16.
package func halfValue(_ bits: UInt16) -> Double {
  let sign = bits >> 15 == 0 ? 1.0 : -1.0
  let exponent = Int(bits >> 10 & 31)
  let fraction = Double(bits & 1023) / 1024
  if exponent == 31 { return fraction == 0 ? sign * .infinity : .nan }
  guard exponent > 0 else { return sign * fraction * 0x1p-14 }
  return Double(sign: .plus, exponent: exponent - 15, significand: sign * (1 + fraction))
}

/// The nearest half float to a finite number of at most 65504.
package func halfBits(_ value: Double) -> UInt16 {
  let sign: UInt16 = value < 0 ? 0x8000 : 0
  let magnitude = abs(value)
  let exponent = max(magnitude == 0 ? -14 : Int(magnitude.exponent), -14)
  let unit = Double(sign: .plus, exponent: exponent - 10, significand: 1)
  let units = Int((magnitude / unit).rounded(.toNearestOrEven))
  // A carry out of the fraction moves on to the exponent by itself.
  return sign | UInt16((exponent + 14) << 10 + units)
}
