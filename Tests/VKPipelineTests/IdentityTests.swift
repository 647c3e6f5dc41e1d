import TestSupport
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
      for index in plane.bytes.indices { plane.bytes[index] = UInt8(truncatingIfNeeded: next()) }
    }
  }
  guard format.bytesPerSample > 1 else { return buffer }
  for component in format.components.indices {
    let grid = buffer.grid(component)
    buffer.setSamples(
      component,
      (0..<grid.width * grid.height).map { _ in
        // Numbers reach a little beyond black and white and fit half floats exactly.
        format.isFloat
          ? Double(next() % 1536) / 1024 - 0.25
          : Double(next() % UInt64(format.maximumCode + 1))
      })
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
  for component in a.format.components.indices {
    let width = a.grid(component).width
    for (index, (left, right)) in zip(a.samples(component), b.samples(component)).enumerated()
    where left != right {
      count += 1
      if first.isEmpty {
        first = "component \(component) at \(index % width),\(index / width): \(left) and \(right)"
      }
    }
  }
  return count == 0 ? nil : "\(count) samples differ, first \(first)"
}

struct IdentityTests {
  static let sizes = [Size(1, 1), Size(17, 13), Size(64, 33)]

  @Test(arguments: PixelFormat.all, sizes)
  func emptyChainGivesBackTheBytes(format: PixelFormat, size: Size) throws {
    let renderer = try ChainRenderer([], device: .systemDefault)
    let ranges: [ColorSpace.Range] = size.width == 17 ? [.limited, .full] : [.unspecified]
    for range in ranges {
      let input = try randomPicture(format, size, colorSpace: ColorSpace(range: range))
      #expect(difference(input, try renderer.render([input])) == nil)
    }
  }

  /// 21 pixels of three samples end within a block of four that would reach into the next row.
  @Test(arguments: [PixelFormat.rgb24, .bgr24, .rgb48, .bgr48])
  func blocksStayInTheirRow(format: PixelFormat) throws {
    let input = try randomPicture(format, Size(21, 40), seed: 61)
    let output = try ChainRenderer([], device: .systemDefault).render([input])
    #expect(difference(input, output) == nil)
  }

  /// What means nothing is written as white: a reader that takes it for alpha sees an opaque picture.
  @Test(arguments: [PixelFormat.rgb0, .bgr0, .xrgb, .xbgr])
  func bytesWithoutMeaningAreFull(format: PixelFormat) throws {
    let input = try randomPicture(format, Size(5, 3), seed: 60)
    let output = try ChainRenderer([], device: .systemDefault).render([input])
    let own = Set(format.components.map(\.offset))
    let free = try #require((0..<4).first { !own.contains($0) })
    output.withLockedPlanes(.readOnly) { planes in
      for y in 0..<3 {
        for x in 0..<5 { #expect(planes[0].bytes[y * planes[0].bytesPerRow + 4 * x + free] == 255) }
      }
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
    let output = try ChainRenderer([], device: .systemDefault).render([dirty])
    #expect(difference(clean, output) == nil)
    output.withLockedPlanes(.readOnly) { planes in
      for plane in planes {
        let words = stride(from: 0, to: 2 * plane.size.width, by: 2)
        #expect(words.allSatisfy { plane.bytes[$0] & 0x3F == 0 })
      }
    }
  }
}
