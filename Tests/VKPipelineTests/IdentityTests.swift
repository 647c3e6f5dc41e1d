import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// A picture of random codes, padding included.
func randomPicture(
  _ format: PixelFormat, _ size: Size, seed: UInt64 = 1, bytesPerRow: [Int]? = nil,
  colorSpace: ColorSpace = .unspecified
) throws -> PixelBuffer {
  let buffer = try PixelBuffer(
    format: format, size: size, bytesPerRow: bytesPerRow, colorSpace: colorSpace)
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
  buffer.withLockedPlanes(.readWrite) { planes in
    for plane in planes {
      if format.bytesPerSample == 1 {
        for index in plane.bytes.indices { plane.bytes[index] = UInt8(truncatingIfNeeded: next()) }
      } else {
        for index in 0..<plane.bytes.count / 2 {
          let code = UInt16(next() % UInt64(format.maximumCode + 1)) << UInt16(format.shift)
          plane.bytes.storeBytes(of: code, toByteOffset: 2 * index, as: UInt16.self)
        }
      }
    }
  }
  return buffer
}

/// The first place where two pictures differ, and how many bytes do.
func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> String? {
  guard a.format == b.format, a.size == b.size else {
    return "\(a.format) \(a.size) and \(b.format) \(b.size)"
  }
  var count = 0
  var first = ""
  a.withLockedPlanes(.readOnly) { left in
    b.withLockedPlanes(.readOnly) { right in
      for (index, (p, q)) in zip(left, right).enumerated() {
        let row = a.format.rowBytes(index, width: a.size.width)
        for y in 0..<p.size.height {
          for x in 0..<row where p.bytes[y * p.bytesPerRow + x] != q.bytes[y * q.bytesPerRow + x] {
            count += 1
            if first.isEmpty {
              first =
                "plane \(index) byte \(x) row \(y): \(p.bytes[y * p.bytesPerRow + x]) and \(q.bytes[y * q.bytesPerRow + x])"
            }
          }
        }
      }
    }
  }
  return count == 0 ? nil : "\(count) bytes differ, first \(first)"
}

struct IdentityTests {
  static let sizes = [Size(1, 1), Size(2, 3), Size(17, 13), Size(64, 33)]

  @Test(arguments: PixelFormat.all, sizes)
  func emptyChainGivesBackTheBytes(format: PixelFormat, size: Size) throws {
    let renderer = try ChainRenderer([], device: .systemDefault)
    for range in [ColorSpace.Range.limited, .full] {
      let input = try randomPicture(format, size, colorSpace: ColorSpace(range: range))
      #expect(difference(input, try renderer.render([input])) == nil)
    }
  }

  @Test(arguments: PixelFormat.all)
  func filtersAtTheirIdentityGiveBackTheBytes(format: PixelFormat) throws {
    let chain: [any Filter] = [
      SaturationAdjustment(), HorizontalFlip(), BrightnessAdjustment(), HorizontalFlip(),
    ]
    let renderer = try ChainRenderer(chain, device: .systemDefault)
    let input = try randomPicture(format, Size(34, 13))
    #expect(difference(input, try renderer.render([input])) == nil)
  }

  /// The bits below P010's ten mean nothing; what is read is the ten, what is written has zeros there.
  @Test func bitsBelowTheSignificantOnesAreIgnored() throws {
    let clean = try randomPicture(.p010, Size(17, 13), seed: 50)
    let dirty = try randomPicture(.p010, Size(17, 13), seed: 50)
    dirty.withLockedPlanes(.readWrite) { planes in
      for plane in planes {
        for index in stride(from: 0, to: plane.bytes.count, by: 2) { plane.bytes[index] |= 0x3F }
      }
    }
    let renderer = try ChainRenderer([], device: .systemDefault)
    #expect(difference(clean, try renderer.render([dirty])) == nil)
  }
}
