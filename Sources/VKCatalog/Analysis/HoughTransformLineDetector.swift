internal import Glibc
public import VKCore
internal import VKKernels

/// Finds straight lines.
///
/// Each pixel that `ThresholdSobelEdgeDetection` draws votes for the lines through it: 180
/// directions, distances in steps of 2 pixels. A line counts where it has the most votes within 5
/// degrees and 6 pixels, and as many as `lineDetectionThreshold` of the picture's longer side has
/// pixels. The lines with the most votes come first.
///
/// GPUImage gives slope and intercept, which lines down the picture do not have.
///
/// Source: GPUImage (its first version); Duda and Hart, Use of the Hough transformation, 1972.
public struct HoughTransformLineDetector: CountingFilter, BranchingFilter {
  /// The gradient from which on a pixel votes.
  public var edgeThreshold: Float = 0.9
  /// The votes from which on there is a line, over the pixels of the longer side.
  public var lineDetectionThreshold: Float = 0.2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    edgeThreshold: Float = Self().edgeThreshold,
    lineDetectionThreshold: Float = Self().lineDetectionThreshold
  ) {
    self.edgeThreshold = edgeThreshold
    self.lineDetectionThreshold = lineDetectionThreshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hough-lines", category: .analysis, summary: "Find straight lines.",
    source: "GPUImage", kernel: Kernels.Analysis.hough, writesData: true,
    parameters: [
      .float(
        "edgeThreshold", \.edgeThreshold, in: 0...10, "The gradient from which on a pixel votes."),
      .float(
        "lineDetectionThreshold", \.lineDetectionThreshold, in: 0.01...10,
        "The votes from which on there is a line, over the pixels of the longer side."),
    ])

  /// The pixels that vote.
  public var branch: [any Filter] { [ThresholdSobelEdgeDetection(threshold: edgeThreshold)] }

  /// A straight line.
  public struct Line: Sendable, Hashable {
    /// Degrees from the right, clockwise, to the way from the picture's top left corner straight to the line: 0 to 179.
    public let angle: Float
    /// Pixels along that way.
    public let distance: Float
    /// The pixels that voted for it.
    public let votes: Int

    /// The line as `LineGenerator` paints it over a picture of `size`, by GPUImage's slope and intercept.
    public func painted(in size: Size) -> LineGenerator.Line {
      let turn = Double(angle) * .pi / 180
      let (across, down) = (cos(turn) * Double(size.width), sin(turn) * Double(size.height))
      let rest = 2 * Double(distance) - across - down
      guard abs(across) < 9000 * abs(down) else {
        return .infinite(slope: 10_000, intercept: Float(rest / across))
      }
      return .infinite(slope: Float(-across / down), intercept: Float(rest / down))
    }

    /// Makes a line.
    public init(angle: Float, distance: Float, votes: Int) {
      self.angle = angle
      self.distance = distance
      self.votes = votes
    }
  }

  /// Counters for each direction and distance.
  public func counterCount(for size: Size) -> Int { 180 * (2 * Self.reach(size) + 1) }

  /// Steps to the farthest line.
  private static func reach(_ size: Size) -> Int { (size.width + size.height) / 2 + 2 }

  /// The lines.
  public func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> [Line] {
    let reach = Self.reach(size)
    func votes(_ angle: Int, _ step: Int) -> UInt32 {
      // Half a turn on, the same line lies on the other side.
      let (angle, step) =
        angle < 0 ? (angle + 180, -step) : angle >= 180 ? (angle - 180, -step) : (angle, step)
      return abs(step) > reach ? 0 : counts[angle * (2 * reach + 1) + reach + step]
    }
    let least = max(UInt32(lineDetectionThreshold * Float(max(size.width, size.height))), 1)
    var lines: [Line] = []
    for angle in 0..<180 {
      for step in -reach...reach {
        let own = votes(angle, step)
        guard own >= least else { continue }
        let isBeaten = (-5...5).contains { turn in
          (-3...3).contains { shift in
            let other = votes(angle + turn, step + shift)
            return other > own || other == own && (turn, shift) < (0, 0)
          }
        }
        guard !isBeaten else { continue }
        lines.append(Line(angle: Float(angle), distance: Float(2 * step), votes: Int(own)))
      }
    }
    return lines.sorted { $0.votes > $1.votes }
  }
}
