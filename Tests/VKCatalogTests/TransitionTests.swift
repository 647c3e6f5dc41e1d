import Testing
import VKCatalog
import VKCore
import VKPipeline

/// FFmpeg's `xfade`, picture by picture.
@Suite struct TransitionTests {
  /// What decides by a number that happens to be equal, or by bits of a sine, falls out otherwise at some pixels.
  private static let tied: Set<FFmpegXFade.Transition> = [
    .dissolve, .pixelize, .hlslice, .hrslice, .vuslice, .vdslice, .radial, .distance,
  ]

  /// One for all, as transitions differ in parameters and not in code.
  private static let executor = Result {
    Locked(ChainExecutor(context: try RenderContext(device: Rendering.device.get())))
  }
  private static let size = Size(64, 33)

  private static let inputs = Result {
    try [PixelFormat.yuv444p, .gbrp].reduce(into: [PixelFormat: [PixelBuffer]]()) {
      inputs, format in
      inputs[format] = try ["mandelbrot=s=64x33", "testsrc2=s=64x33"].map {
        try FFmpegPicture.made($0, format, size: size)
      }
    }
  }

  @Test(arguments: FFmpegXFade.Transition.allCases)
  func everyTransitionGoesFFmpegsWay(_ transition: FFmpegXFade.Transition) throws {
    try expectNear(transition, .yuv444p)
    // FFmpeg's greys of RGB hang on the pixels before.
    if transition != .fadegrays { try expectNear(transition, .gbrp) }
  }

  private func render(
    _ filter: FFmpegXFade, _ inputs: [PixelBuffer], _ format: PixelFormat
  ) throws -> PixelBuffer {
    try Self.executor.get().withLock {
      try $0.submit([filter], inputs: inputs, format: format).picture()
    }
  }

  @Test func redGreenAndBlueFadeThroughTheirMean() throws {
    let inputs = try [[60, 0, 0], [30, 60, 90] as [UInt8]].map { codes in
      let buffer = try PixelBuffer(format: .rgb24, size: Size(4, 4))
      buffer.withLockedPlanes(.readWrite) { planes in
        for y in 0..<4 {
          for x in 0..<12 { planes[0].bytes[y * planes[0].bytesPerRow + x] = codes[x % 3] }
        }
      }
      return buffer
    }
    var filter = FFmpegXFade()
    filter.transition = .fadegrays
    let made = FFmpegPicture.bytes(
      of: try Rendering.buffer([filter.at(progress: 0.5)], inputs, to: .rgb24))
    // Half way the first one is grey (20) and the second has 0.316 of its grey (60):
    // 0.316 = 3 t² - 2 t³ with t = (0.5 - 0.2) / 0.8.
    #expect(zip(made, [30, 40, 50]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  private func expectNear(_ transition: FFmpegXFade.Transition, _ format: PixelFormat) throws {
    let inputs = try #require(Self.inputs.get()[format])
    // At 25 frames a second 0.6 s are fifteen steps.
    let steps = [1, 6, 8, 13]
    let graph =
      "[0]loop=15:1[a];[1]loop=15:1[b];[a][b]xfade=\(transition.rawValue):0.6:0,"
      + "select='" + steps.map { "eq(n,\($0))" }.joined(separator: "+")
      + "',setpts=N/25/TB"
    let expected = try FFmpegPicture.filtered(inputs, by: graph, format, frames: steps.count)
    let length = Self.size.width * Self.size.height * 3
    try #require(expected.count == steps.count * length)
    var filter = FFmpegXFade()
    filter.transition = transition
    for (index, step) in steps.enumerated() {
      let made = FFmpegPicture.bytes(
        of: try render(filter.at(progress: Double(step) / 15), inputs, format))
      let wanted = expected[(index * length)..<((index + 1) * length)]
      let far = zip(made, wanted).count { abs(Int($0) - Int($1)) > 2 }
      let share = Double(far) / Double(length)
      #expect(
        share <= (Self.tied.contains(transition) ? 0.06 : 0),
        "\(transition) on \(format), step \(step): \(far) of \(length) bytes")
    }
  }
}
