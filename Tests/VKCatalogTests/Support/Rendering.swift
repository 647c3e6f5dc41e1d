import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore
import VKPipeline

/// Renders pictures through filters on the device that the tests run on.
enum Rendering {
  /// The one device of all tests here.
  static let device = Result { try Device.systemDefault }

  /// The result in `format` for pictures stored in `format`.
  static func render(
    _ filters: [any Filter], _ pictures: [DoubleImage], format: PixelFormat = .rgba64,
    alphaMode: AlphaMode = .straight
  ) throws -> DoubleImage {
    let buffers = try pictures.map { try $0.pixelBuffer(format, alphaMode: alphaMode) }
    return DoubleImage(try buffer(filters, buffers, to: format))
  }

  static func buffer(
    _ filters: [any Filter], _ pictures: [PixelBuffer], to format: PixelFormat
  ) throws -> PixelBuffer {
    try ChainRenderer(filters, device: device.get()).render(pictures, to: format)
  }

  /// The results of frames one after another, through one renderer.
  static func sequence(_ filters: [any Filter], _ frames: [PixelBuffer]) throws -> [DoubleImage] {
    let renderer = try ChainRenderer(filters, device: device.get())
    return try frames.map { DoubleImage(try renderer.render([$0], to: $0.format)) }
  }

  /// The mean colour of a picture.
  static func average(_ picture: DoubleImage, format: PixelFormat = .rgba64) throws -> Color {
    let renderer = try ChainRenderer([AverageColorExtractor()], device: device.get())
    return try #require(renderer.values([picture.pixelBuffer(format)]) as? Color)
  }
}

/// Fails with the worst pixel and leaves pictures behind, unless enough pixels are near enough.
func expectNear(
  _ actual: DoubleImage, _ expected: DoubleImage, tolerance: Double, share: Double = 1,
  channels: Range<Int> = 0..<4, _ name: String, skip: (Int, Int) -> Bool = { _, _ in false },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let comparison = Comparison(
    actual, expected, tolerance: tolerance, channels: channels, skip: skip)
  guard comparison.share < share else { return }
  let pictures = writeFailure(name, actual: actual, expected: expected)
  Issue.record("\(name): \(comparison); \(pictures)", sourceLocation: sourceLocation)
}

/// What rounding to a format of that many bits may cost, and a little for 32-bit arithmetic.
func tolerance(bits: Int, slack: Double = 1e-5) -> Double {
  0.5 / Double((1 << bits) - 1) + slack
}

/// Sizes that every filter must bear: one pixel, odd, and wider than a work group.
let awkwardSizes = [Size(1, 1), Size(17, 13), Size(64, 33)]
