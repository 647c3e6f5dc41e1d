import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore
import VKPipeline

/// Sizes that every filter is swept over; the last is beyond the width of many devices' images.
let sweptSizes = [Size(1, 1), Size(17, 13), Size(8193, 3)]

/// How samples are stored, as far as filters may meet it.
enum StorageKind: CaseIterable {
  case rgbOfBytes
  case planesOfBytes
  case words
  case numbers
}

extension PixelFormat {
  var storageKind: StorageKind {
    if isFloat { return .numbers }
    if bytesPerSample == 2 { return .words }
    return model == .rgb ? .rgbOfBytes : .planesOfBytes
  }
}

private let formatsByKind = StorageKind.allCases.map { kind in
  PixelFormat.all.filter { $0.storageKind == kind }
}

/// The format that a filter of the catalogue meets at a size: at each size another kind, so that
/// filters meet three of the four kinds, their neighbours another three, and all together all formats.
func sweptFormat(filter place: Int, size: Int) -> PixelFormat {
  let formats = formatsByKind[(place + size) % formatsByKind.count]
  return formats[(place / 4 + place % 4 * 7) % formats.count]
}

/// One filter on pictures of one size and format.
struct Sweep: CustomStringConvertible {
  private static let mark: UInt8 = 0xA5

  private let filter: FilterDescription
  private let inputs: [PixelBuffer]
  private let context: RenderContext
  /// Settings share what is compiled; filters over time remember what they gave, and have one each.
  private let shared: ChainExecutor

  init(_ filter: FilterDescription, _ size: Size, format: PixelFormat, seed: UInt64) throws {
    self.filter = filter
    inputs = try (0..<filter.inputs).map { try Self.noise(format, size, seed: seed + UInt64($0)) }
    context = try RenderContext(device: Rendering.device.get())
    shared = ChainExecutor(context: context)
  }

  var description: String { "\(filter.name) on \(inputs[0].format) \(inputs[0].size)" }

  func expectSameTwice(_ values: [String: ParameterValue]) throws {
    let made = filter.make(values)
    let before = inputs.map(Self.bytes)
    guard let first = try render(made)?.picture() else { return }
    let pixels = Self.pixels(first)
    let again = try #require(try renderOverMarks(made, like: first))
    #expect(Self.pixels(again) == pixels, "\(self) \(values)")
    #expect(Self.isMarkedBehind(again), "\(self) \(values) wrote behind its picture")
    #expect(inputs.map(Self.bytes) == before, "\(self) \(values) wrote to its input")
    guard again.format.isFloat else { return }
    #expect(!Self.samples(again).joined().contains { $0.isNaN }, "\(self) \(values)")
  }

  func expectUnchanged(_ values: [String: ParameterValue]) throws {
    let result = try #require(try render(filter.make(values))?.picture())
    // What is no code is computed with 32 bits.
    let tolerance = inputs[0].format.isFloat ? 1e-5 : 0
    let isNear = zip(Self.samples(result).joined(), Self.samples(inputs[0]).joined())
      .allSatisfy { abs($0 - $1) <= tolerance }
    #expect(isNear, "\(self) \(values)")
  }

  private static func samples(_ buffer: PixelBuffer) -> [[Double]] {
    buffer.format.components.indices.map(buffer.samples)
  }

  func expectSameNumbersTwice(_ values: [String: ParameterValue]) throws {
    let made = filter.make(values)
    let numbers = try (0..<2).map { _ in
      let executor = ChainExecutor(context: context)
      let render = try executor.submit([made], inputs: inputs, format: inputs[0].format)
      return try "\(render.value())"
    }
    #expect(numbers[0] == numbers[1] && !numbers[0].contains(/\bnan\b/), "\(self) \(values)")
  }

  /// The result in the first input's format; nil when the filter says that its setting does not fit
  /// the size.
  private func render(_ made: any Filter) throws -> PendingRender? {
    let executor = filter.kind == "temporal" ? ChainExecutor(context: context) : shared
    do {
      return try executor.submit([made], inputs: inputs, format: inputs[0].format)
    } catch let error as FilterError where error.code == .invalidSize {
      return nil
    }
  }

  /// The result in memory that was full of marks.
  private func renderOverMarks(_ made: any Filter, like other: PixelBuffer) throws -> PixelBuffer? {
    let length = try PixelLayout(format: other.format, size: other.size).length
    do {
      // Inputs may take memory of the same size.
      let pieces = try (0...inputs.count).map { _ in try context.memory.take(length: length) }
      for piece in pieces {
        UnsafeMutableRawBufferPointer(start: piece.baseAddress, count: piece.length)
          .initializeMemory(as: UInt8.self, repeating: Self.mark)
      }
    }
    return try render(made)?.picture()
  }

  private static func isMarkedBehind(_ picture: PixelBuffer) -> Bool {
    let end =
      picture.planes.indices.map { index in
        picture.planes[index].offset + picture.planes[index].bytesPerRow
          * picture.format.planeSize(index, of: picture.size).height
      }.max() ?? 0
    return (end..<picture.memory.length).allSatisfy {
      picture.memory.baseAddress.load(fromByteOffset: $0, as: UInt8.self) == mark
    }
  }

  /// All bytes, padding too.
  private static func bytes(_ buffer: PixelBuffer) -> [Data] {
    buffer.withLockedPlanes(.readOnly) { $0.map { Data($0.bytes) } }
  }

  /// The bytes of a picture without its padding.
  private static func pixels(_ buffer: PixelBuffer) -> Data {
    buffer.withLockedPlanes(.readOnly) { planes in
      var result = Data()
      for (index, plane) in planes.enumerated() {
        let row = buffer.format.rowBytes(index, width: buffer.size.width)
        for y in 0..<plane.size.height {
          result.append(contentsOf: plane.bytes[(y * plane.bytesPerRow)...].prefix(row))
        }
      }
      return result
    }
  }

  /// Random samples in any format, numbers a little beyond black and white too, with padding that no
  /// one may touch.
  private static func noise(
    _ format: PixelFormat, _ size: Size, seed: UInt64
  ) throws -> PixelBuffer {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<format.planeCount).map { format.rowBytes($0, width: size.width) + 12 }
    let buffer = try PixelBuffer(format: format, size: size, bytesPerRow: rows)
    buffer.withLockedPlanes(.readWrite) { planes in
      for plane in planes { plane.bytes.initializeMemory(as: UInt8.self, repeating: mark) }
    }
    for component in format.components.indices {
      let grid = buffer.grid(component)
      // A prime number of draws serves large pictures, too.
      let drawn = (0..<min(grid.width * grid.height, 1021)).map { _ in
        format.isFloat
          ? Double(Int.random(in: -256...1280, using: &random)) / 1024
          : Double(Int.random(in: 0...format.maximumCode, using: &random))
      }
      buffer.setSamples(
        component, (0..<grid.width * grid.height).map { drawn[$0 % drawn.count] })
    }
    return buffer
  }
}
