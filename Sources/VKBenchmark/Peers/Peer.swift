/// A program that people would use instead.
package enum Peer: String, Sendable, CaseIterable {
  /// FFmpeg's filters on the processor.
  case ffmpeg
  /// FFmpeg's Vulkan filters.
  case ffmpegVulkan = "ffmpeg-vulkan"
  /// FFmpeg's filter `libplacebo`.
  case libplacebo
  /// OpenCV's functions, called from Python on pictures in memory.
  case opencv
  /// GStreamer's elements.
  case gstreamer
}

/// The same work in the words of every program that can do it.
struct PeerWork: Sendable {
  /// What it is.
  let name: String
  /// Our chain.
  let ours: String
  /// Filters, functions or elements of the others.
  let theirs: [Peer: String]
  /// Whether the picture becomes two thirds as wide and high.
  var isScaled = false

  /// All works.
  ///
  /// `CUBE` stands for the path of a table that is made for the run, `WIDTH` and `HEIGHT` for the scaled size.
  static let all = [
    PeerWork(name: "nothing", ours: "null", theirs: [.ffmpeg: "null"]),
    PeerWork(
      name: "three colour filters", ours: threeColors,
      theirs: [.ffmpeg: "format=gbrp,\(threeColors),format=yuv420p"]),
    PeerWork(
      name: "eq", ours: eq,
      theirs: [
        .ffmpeg: eq, .libplacebo: "libplacebo=brightness=0.05:contrast=1.2:saturation=1.3",
        .gstreamer: "videobalance brightness=0.05 contrast=1.2 saturation=1.3",
      ]),
    PeerWork(
      name: "lut3d", ours: "lut3d=CUBE",
      theirs: [.ffmpeg: "format=gbrp,lut3d=CUBE,format=yuv420p"]),
    blur(3), blur(10), blur(40),
    PeerWork(
      name: "box blur", ours: "avgblur=4",
      theirs: [
        .ffmpeg: "avgblur=4", .ffmpegVulkan: "avgblur_vulkan=sizeX=4:sizeY=4",
        .opencv: "cv2.blur(p, (9, 9), borderType=cv2.BORDER_REPLICATE)",
      ]),
    PeerWork(name: "unsharp", ours: "unsharp", theirs: [.ffmpeg: "unsharp"]),
    PeerWork(name: "sobel", ours: "sobel", theirs: [.ffmpeg: "sobel"]),
    PeerWork(
      name: "median 3x3", ours: "median=1",
      theirs: [.ffmpeg: "median=1", .opencv: "cv2.medianBlur(p, 3)"]),
    PeerWork(
      name: "scale, lanczos", ours: "scale=WIDTH:HEIGHT:flags=lanczos",
      theirs: [
        .ffmpeg: "scale=WIDTH:HEIGHT:flags=lanczos",
        .ffmpegVulkan: "scale_vulkan=WIDTH:HEIGHT:scaler=lanczos",
        .libplacebo: "libplacebo=w=WIDTH:h=HEIGHT:downscaler=lanczos",
        .gstreamer: "videoscale method=lanczos ! video/x-raw,width=WIDTH,height=HEIGHT",
      ], isScaled: true),
    PeerWork(
      name: "mirror", ours: "hflip",
      theirs: [
        .ffmpeg: "hflip", .ffmpegVulkan: "hflip_vulkan", .opencv: "cv2.flip(p, 1)",
        .gstreamer: "videoflip method=horizontal-flip",
      ]),
  ]

  private static let eq = "eq=brightness=0.05:contrast=1.2:saturation=1.3"
  private static let threeColors =
    "colorchannelmixer=.3:.4:.3:0:.3:.4:.3:0:.3:.4:.3,colorlevels=rimax=0.9,colorbalance=rs=.1"

  private static func blur(_ sigma: Int) -> PeerWork {
    PeerWork(
      name: "gaussian blur, sigma \(sigma)", ours: "gblur=sigma=\(sigma)",
      theirs: [
        .ffmpeg: "gblur=sigma=\(sigma):steps=\(sigma > 3 ? 2 : 1)",
        .ffmpegVulkan:
          "gblur_vulkan=sigma=\(sigma):size=\(min(6 * sigma + 1, 127))",
        .opencv: "cv2.GaussianBlur(p, (0, 0), \(sigma) / d, borderType=cv2.BORDER_REPLICATE)",
      ])
  }
}
