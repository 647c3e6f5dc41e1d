internal import Glibc
internal import VKCore

/// One direction of a plot: values to places.
struct Axis {
  /// What the numbers are.
  let title: String
  /// Whether equal ratios are equally long.
  let isLogarithmic: Bool
  let range: ClosedRange<Double>
  /// Where the ends of the range lie.
  let places: (Double, Double)

  /// An axis that shows all values, from 0 on unless it is logarithmic.
  init(
    _ title: String, showing values: [Double], isLogarithmic: Bool = false,
    places: (Double, Double)
  ) {
    self.title = title
    self.isLogarithmic = isLogarithmic
    self.places = places
    let good = values.filter { $0.isFinite && (!isLogarithmic || $0 > 0) }
    guard let least = good.min(), let most = good.max() else {
      range = isLogarithmic ? 1...10 : 0...1
      return
    }
    if isLogarithmic {
      range = least / 1.3...most * 1.3
    } else {
      range = min(0, least)...max(most * 1.08, least + 1e-9)
    }
  }

  /// Where a value lies.
  func place(_ value: Double) -> Double {
    let share =
      isLogarithmic
      ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
      : (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return places.0 + share * (places.1 - places.0)
  }

  /// Round numbers in the range, not too many.
  var ticks: [Double] { isLogarithmic ? logarithmicTicks : linearTicks }

  private var linearTicks: [Double] {
    let rough = (range.upperBound - range.lowerBound) / 5
    let power = pow(10, floor(log10(rough)))
    let step = ([1, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  private var logarithmicTicks: [Double] {
    let decades = Int(floor(log10(range.lowerBound)))...Int(ceil(log10(range.upperBound)))
    let steps: [Double] = range.upperBound / range.lowerBound < 200 ? [1, 2, 5] : [1]
    return decades.flatMap { decade in steps.map { $0 * pow(10, Double(decade)) } }
      .filter { range.contains($0) }
  }

  /// A number as short as it can be told.
  static func text(_ value: Double) -> String {
    let size = abs(value)
    let digits =
      size == 0 || size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4
    let text = value.formatted(digits)
    guard text.contains(".") else { return text }
    let short = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(short.reversed())
  }
}
