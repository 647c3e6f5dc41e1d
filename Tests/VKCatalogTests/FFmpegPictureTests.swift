import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// A chain that FFmpeg knows, and how near its picture must be.
struct FFmpegCase: Sendable, CustomStringConvertible {
  let chain: String
  let format: PixelFormat
  /// The least ratio of signal to noise in dB over all bytes; what FFmpeg rounds to 8 bits in between costs some.
  let decibels: Double
  var inputs = 1

  var description: String { "\(chain) on \(format)" }
}

private func yuv(_ chain: String, _ decibels: Double, inputs: Int = 1) -> FFmpegCase {
  FFmpegCase(chain: chain, format: .yuv420p, decibels: decibels, inputs: inputs)
}

private func rgb(_ chain: String, _ decibels: Double, inputs: Int = 1) -> FFmpegCase {
  FFmpegCase(chain: chain, format: .rgba, decibels: decibels, inputs: inputs)
}

private func gbr(_ chain: String, _ decibels: Double) -> FFmpegCase {
  FFmpegCase(chain: chain, format: .gbrp, decibels: decibels)
}

let ffmpegColorCases = [
  yuv("eq", 99), yuv("eq=brightness=0.1", 50), yuv("eq=1.3:0.05:1.4", 40),
  yuv("eq=gamma=1.5:gamma_r=0.8:gamma_weight=0.7", 50), yuv("negate", 99), rgb("negate", 99),
  yuv("hue=h=40:s=1.3", 99), yuv("hue=H=PI/3:b=-1", 50),
  rgb("colorkey=black:0.3:0.2", 60), rgb("chromakey=0x40ff40:0.2:0.1", 28),
]

let ffmpegMixerCases = [
  rgb("colorchannelmixer=.3:.4:.3:0:.3:.4:.3:0:.3:.4:.3", 50),
  gbr("colorlevels=rimin=0.1:gimax=0.8:bomin=0.1", 50),
  rgb("colorbalance=rs=.3:gm=-.2:bh=.4", 60), rgb("curves=vintage", 50),
  rgb("curves=strong_contrast", 50), rgb("curves=color_negative", 42),
  rgb("curves=r='0/0 0.5/0.7 1/1':m='0/0.1 1/0.9'", 47), yuv("vignette", 50),
  rgb("vignette=PI/4:x0=40:mode=backward", 45),
]

let ffmpegNeighborCases = [
  yuv("gblur=2", 40), yuv("gblur=1.5:sigmaV=3", 40), yuv("boxblur", 40), yuv("boxblur=3:1:1:2", 40),
  yuv("avgblur=2", 45), yuv("unsharp", 60), yuv("unsharp=7:7:1.5:5:5:0.5", 48),
  yuv("unsharp=la=0:ca=1", 60), yuv("sobel", 48), yuv("prewitt=planes=1:delta=10", 48),
  yuv("median", 60), yuv("median=2:percentile=0.8", 60), rgb("median=planes=4", 60),
  yuv("dilation", 60), yuv("erosion=40:10:5:5", 50),
  yuv("convolution=0 -1 0 -1 5 -1 0 -1 0:1 1 1 1 1 1 1 1 1", 50),
  yuv("rotate=PI/6", 36), rgb("rotate=0.3:ow=hypot(iw\\,ih):oh=ow:c=red", 36),
]

let ffmpegGeometryCases = [
  yuv("crop=iw/2:ih-10:20:2", 99), rgb("crop=64:32", 99),
  yuv("pad=iw+20:ih+20:(ow-iw)/2:4:red", 50), yuv("scale=80:-2", 38),
  yuv("scale=iw*3/2:-2:flags=lanczos", 40), yuv("scale=100:100:flags=neighbor", 30),
  yuv("scale=100:100:force_original_aspect_ratio=decrease", 34), yuv("hflip,vflip", 99),
  yuv("transpose=clock", 99),
]

let ffmpegBlendCases = [
  yuv("overlay=40:20", 38, inputs: 2), yuv("overlay=(W-w)/2:H-h/2-1", 38, inputs: 2),
  yuv("blend=all_mode=multiply", 45, inputs: 2), yuv("blend=all_opacity=0.3", 45, inputs: 2),
  rgb("blend=c0_mode=screen:c1_mode=burn:c2_opacity=0.4", 45, inputs: 2),
  rgb("overlay=41:21:format=gbrp", 45, inputs: 2),
]

@Suite struct FFmpegPictureTests {
  @Test(
    arguments: ffmpegColorCases + ffmpegMixerCases + ffmpegNeighborCases + ffmpegGeometryCases
      + ffmpegBlendCases)
  func thePictureIsFFmpegs(_ item: FFmpegCase) throws {
    let names = ["mandelbrot=s=160x90", "testsrc2=s=160x90"].prefix(item.inputs)
    let inputs = try names.map { try FFmpegPicture.made($0, item.format) }
    try expectNear(item.chain, inputs, item.format, item.decibels)
  }

  /// All modes that FFmpeg does not let overflow; the modes that decide by a threshold jump where codes are rounded.
  @Test(
    arguments: FFmpegBlend.Mode.allCases.filter { ![.bleach, .stain, .softlight].contains($0) })
  func everyModeBlendsAsFFmpegs(_ mode: FFmpegBlend.Mode) throws {
    let item = yuv("blend=all_mode=\(mode.rawValue)", 45, inputs: 2)
    try thePictureIsFFmpegs(item)
  }

  @Test func aHaldCLUTIsLookedUpAsFFmpegDoes() throws {
    let picture = try FFmpegPicture.made("mandelbrot=s=160x90", .rgba)
    let table = try FFmpegPicture.made(
      "haldclutsrc=4,curves=vintage", .rgba, size: Size(64, 64))
    try expectNear("haldclut", [picture, table], .rgba, 45)
  }

  private func expectNear(
    _ chain: String, _ inputs: [PixelBuffer], _ format: PixelFormat, _ least: Double
  ) throws {
    let result = try Rendering.buffer(FilterChain(chain).filters, inputs, to: format)
    let expected = try FFmpegPicture.filtered(inputs, by: chain, format)
    let bytes = FFmpegPicture.bytes(of: result)
    try #require(bytes.count == expected.count, "another size: \(result.size)")
    let decibels = FFmpegPicture.decibels(bytes, expected)
    #expect(decibels >= least, "\(chain) on \(format): \(decibels) dB")
  }
}
