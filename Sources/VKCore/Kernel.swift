/// A piece of GLSL: one function and, where it has parameters, one struct.
///
/// Point filters: `vec4 kernel(vec4 c, Parameters p)`, with `position()` (the pixel's centre in pixels), `size()` (the
/// picture's size in pixels) and `input(n)` (the n-th further input at this pixel, scaled to the picture's size) at hand; the second
/// picture as it is by `secondPixel(ivec2)`, clamped at the edge, and `secondSize()`.
/// Sampling filters: `vec4 kernel(vec2 at, Parameters p)`, where `at` is the output pixel's centre in pixels; `pixel(ivec2)`
/// reads a pixel of the input exactly, `sampled(vec2)` at a position in pixels with bilinear interpolation (0.5, 0.5 is the first
/// pixel's centre), both clamped at the edge; `inputSize()` and `size()` are the input's and the output's sizes in pixels.
/// One with a second picture reads it, scaled to the output's size, by `inputAt(ivec2)`, clamped at the edge.
/// Temporal filters: as point filters, with `previous()`: what the filter wrote at this pixel in the frame before
/// (in the first frame: the pixel itself); one that calls `remember(vec4)` keeps that for the next frame in place of what it writes.
/// Branching filters: `branch()` is what the filter's branch makes of the picture at this pixel. One that samples reads what the
/// branch makes by `pixel` and `sampled`, and the picture itself at its own place by `kept(ivec2)`.
/// Reductions: as point filters. A mean's result is averaged over the picture; a counting one's is lost, but `count(i)` raises counter
/// `i`, `countBy(i, n)` by `n`, and `mark(i)` sets bit `i` of all counters in a row.
/// Filters that know of counts: `counted(i)` is counter `i`.
/// A filter with a lookup table reads it by `vec4 entry(int index)`: what `LookupTable.kernelEntries` holds; `isCube()`
/// says whether it is one.
/// Sampling filters of the domain `stored` that look at each plane by itself: `near(ivec2 q, ivec2 d)` reads each component `d` samples
/// of its plane from pixel `q`, and `byPlane(v)` gives each component what the vector `v` holds for its plane (0, 1, 2, alpha). The
/// components may then be four samples of one plane.
/// All: `chromaStep()`, the pixels that share a chroma sample of the first picture, by axis; `isCoded()`, whether colours are Y′CbCr
/// codes and not red, green and blue.
/// A filter without parameters declares no `Parameters` and leaves the argument out.
/// `#include "Common/x.glsl"` pastes a shared helper: once a program, or with each kernel when it uses the names above.
public struct Kernel: Sendable, Hashable {
  /// `Category/name`, as errors cite it.
  public let name: String
  /// The GLSL text.
  public let source: String

  /// Makes a kernel.
  public init(name: String, source: String) {
    self.name = name
    self.source = source
  }
}
