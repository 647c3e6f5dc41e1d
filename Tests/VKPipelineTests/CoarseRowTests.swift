import Foundation
import TestSupport
import Testing
import VKCompute
import VKCore

@testable import VKPipeline

/// A Gaussian's weights at whole samples.
private func gaussian(_ sigma: Double) -> [Double] {
  let radius = Int((3.3 * sigma).rounded(.up))
  let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = raw.reduce(0, +)
  return raw.map { $0 / sum }
}

@Suite struct CoarseRowTests {
  /// The three rows applied to a single 1 in every place of a period, against the row itself.
  @Test(arguments: [6.0, 8, 10, 17.5, 40, 120, 400])
  func threeShortRowsMakeALongOne(sigma: Double) throws {
    let weights = gaussian(sigma)
    let coarse = try #require(CoarseRow(weights))
    #expect(coarse.middle.count < weights.count / coarse.factor + 4)
    let radius = weights.count / 2
    let length = (2 * radius + 60) / coarse.factor * coarse.factor
    for phase in 0..<coarse.factor {
      let place = length / 2 + phase
      var input = [Double](repeating: 0, count: length)
      input[place] = 1
      let fewer = CoarseRow.length(of: length, by: coarse.factor)
      let low = applied(coarse.down, to: input, count: fewer)
      let blurred = convolved(low, coarse.middle)
      let output = applied(coarse.up, to: blurred, count: length)
      var off = 0.0
      for index in output.indices {
        let tap = index - place + radius
        off += abs(output[index] - (weights.indices.contains(tap) ? weights[tap] : 0))
      }
      // Each output's weights are off by so much in all; a single 1 meets one weight of each.
      #expect(off < 2 * CoarseRow.tolerance, "\(sigma) at \(phase): \(off)")
      #expect(abs(output.reduce(0, +) - 1) < 0.01)
    }
  }

  @Test func rowsThatVaryQuicklyAreLeftWhole() {
    var random = SeededGenerator(seed: 5)
    let noise = (0..<101).map { _ in Double.random(in: 0...1, using: &random) }
    #expect(CoarseRow(noise.map { $0 / noise.reduce(0, +) }) == nil)
    #expect(CoarseRow([Double](repeating: 1.0 / 101, count: 101)) == nil)
    #expect(CoarseRow(gaussian(1)) == nil)
  }

  private func applied(_ row: PhasedRow, to input: [Double], count: Int) -> [Double] {
    (0..<count).map { index in
      let output = row.output(index)
      return output.weights.enumerated().reduce(0.0) { sum, tap in
        sum + tap.element * input[min(max(output.first + tap.offset, 0), input.count - 1)]
      }
    }
  }

  private func convolved(_ input: [Double], _ weights: [Double]) -> [Double] {
    input.indices.map { index in
      weights.indices.reduce(0.0) {
        $0 + weights[$1]
          * input[min(max(index + $1 - weights.count / 2, 0), input.count - 1)]
      }
    }
  }

  /// Wide blurs of noise, edges and all, against the sum over all weights in `Double`.
  @Test(
    arguments: [
      PixelFormat.yuv420p, .nv12, .p010, .gbrp, .gbrpf32,
    ], [Size(131, 77), Size(61, 200)])
  func wideBlursFollowTheDefinition(format: PixelFormat, size: Size) throws {
    let input = try randomPicture(format, size, seed: 3)
    for (across, down) in [(6.0, 18.0), (11, 7)] {
      let (horizontal, vertical) = (gaussian(across), gaussian(down))
      let filter = Weighing { _ in .separable(horizontal: horizontal, vertical: vertical) }
      let output = try ChainRenderer([filter], device: .systemDefault).render([input])
      // Half a code for the rounding, a quarter of one of 255 for each direction.
      let code = Double(format.maximumCode) / 255
      let tolerance = (format.isFloat ? 0 : 0.5) + 0.5 * code
      for component in format.components.indices {
        let grid = input.grid(component)
        let columns = blurred(input.samples(component), grid, vertical, vertical: true)
        let expected = blurred(columns, grid, horizontal, vertical: false)
        let worst = zip(output.samples(component), expected).map { abs($0 - $1) }.max() ?? 0
        #expect(worst <= tolerance, "\(format) \(size) \(across):\(down) component \(component)")
      }
    }
  }

  private func blurred(
    _ samples: [Double], _ size: Size, _ weights: [Double], vertical: Bool
  ) -> [Double] {
    let radius = weights.count / 2
    var result: [Double] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum = 0.0
        for (tap, weight) in weights.enumerated() {
          let column = vertical ? x : min(max(x + tap - radius, 0), size.width - 1)
          let line = vertical ? min(max(y + tap - radius, 0), size.height - 1) : y
          sum += weight * samples[line * size.width + column]
        }
        result.append(sum)
      }
    }
    return result
  }
}
