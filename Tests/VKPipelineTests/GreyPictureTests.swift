import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore
import VKPipeline

/// What is kept of grey pictures.
@Suite struct GreyPictureTests {
  private func format(
    _ filters: [any Filter], of first: PixelFormat, over second: PixelFormat? = nil
  ) throws -> PixelFormat {
    let formats = [first] + (second.map { [$0] } ?? [])
    let pictures = try formats.map { try PixelBuffer(format: $0, size: Size(4, 4)) }
    return try ChainRenderer(filters, device: .systemDefault).render(pictures).format
  }

  @Test func whatIsMadeColouredIsKeptInRGB() throws {
    for filter in [
      SepiaToneFilter(), MonochromeFilter(), FalseColor(), RGBAdjustment(red: 0.5),
      SolidColorGenerator(color: .red),
      ColorMatrixFilter(colorMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1]),
    ] as [any Filter] {
      let made = try format([GaussianBlur(blurRadiusInPixels: 2), filter], of: .gray8)
      #expect(made.model == .rgb && made.bitDepth == 8 && !made.hasAlpha, "\(filter)")
    }
    #expect(try format([SepiaToneFilter()], of: .gray16).bitDepth == 16)
    #expect(try format([SepiaToneFilter(), OpacityAdjustment(opacity: 0.5)], of: .gray8) == .rgba)
    let result = try Rendered.pixel(SepiaToneFilter(), grey: 0.5)
    // Half of 0.3588 + 0.7044 + 0.1368 and so on.
    #expect(abs(result.x - 0.6) < 0.005 && abs(result.z - 0.4) < 0.005, "\(result)")
  }

  @Test func whatStaysGreyIsKeptInGrey() throws {
    for filter in [
      GaussianBlur(), ContrastAdjustment(contrast: 2), SobelEdgeDetection(), HueAdjustment(),
      FalseColor(firstColor: .white, secondColor: .black), ColorMatrixFilter(),
    ] as [any Filter] {
      #expect(try format([filter], of: .gray8) == .gray8, "\(filter)")
    }
    #expect(try format([SourceOverBlend()], of: .gray8, over: .gray16) == .gray8)
    #expect(try format([], of: .gray10) == .gray10)
  }

  @Test func colouredPicturesOverGreyOnesKeepTheirColours() throws {
    #expect(try format([SourceOverBlend()], of: .gray8, over: .rgba).model == .rgb)
    #expect(try format([DissolveBlend()], of: .gray8, over: .yuv420p).model == .rgb)
  }

  private enum Rendered {
    static func pixel(_ filter: any Filter, grey: Double) throws -> SIMD4<Double> {
      let picture = DoubleImage(size: Size(3, 3)) { _, _ in SIMD4(grey, grey, grey, 1) }
      let renderer = try ChainRenderer([filter], device: .systemDefault)
      return DoubleImage(try renderer.render([picture.pixelBuffer(.gray8)]))[1, 1]
    }
  }
}
