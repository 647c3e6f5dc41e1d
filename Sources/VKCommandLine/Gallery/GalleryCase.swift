import VKCore

/// A filter with the values that a gallery shows it at.
struct GalleryCase {
  /// What a chain says to have this.
  let chain: String
  /// The values by parameter name; the others are the defaults.
  let values: [String: ParameterValue]

  /// Its place among the filter's cases; the filter as it comes stands first.
  let order: Double

  /// The filter as it comes, then at values of its main parameter, those first that show most.
  static func all(of filter: FilterDescription) -> [GalleryCase] {
    let plain = GalleryCase(chain: filter.name, values: [:], order: -.infinity)
    for (parameter, initial) in zip(filter.parameters, filter.defaults) {
      let values = values(of: parameter, from: initial, isLength: filter.category == .geometry)
      guard !values.isEmpty else { continue }
      return [plain]
        + values.enumerated().map { place, value in
          GalleryCase(
            chain: "\(filter.name)=\(parameter.name)=\(value.text)",
            values: [parameter.name: value], order: value.number ?? Double(place))
        }
    }
    return [plain]
  }

  /// Values that differ from the default and from each other.
  private static func values(
    of parameter: ParameterDescription, from initial: ParameterValue, isLength: Bool
  ) -> [ParameterValue] {
    func numbers(_ range: ClosedRange<Double>, from start: Double) -> [Double] {
      isLength && range.upperBound > 256 ? [40, 80, 160] : spread(range, from: start)
    }
    let values: [ParameterValue]
    switch (parameter.kind, initial) {
    case (.float(let range), .float(let start)):
      values = numbers(Double(range.lowerBound)...Double(range.upperBound), from: Double(start))
        .map { .float(Float($0)) }
    case (.integer(let range), .integer(let start)):
      values = numbers(Double(range.lowerBound)...Double(range.upperBound), from: Double(start))
        .map { .integer(Int($0.rounded())) }
    case (.choice(let words), _): values = words.map { .choice($0) }
    case (.text, _): values = parameter.examples.map { .text($0) }
    case (.boolean, .boolean(let truth)): values = [.boolean(!truth)]
    default: values = []
    }
    var different: [ParameterValue] = []
    for value in values where value != initial && !different.contains(value) {
      different.append(value)
    }
    return different
  }

  /// Numbers whose effect shows: multiples of the default in a wide range, fractions of a narrow one.
  private static func spread(_ range: ClosedRange<Double>, from start: Double) -> [Double] {
    let width = range.upperBound - range.lowerBound
    let numbers: [Double]
    if start != 0, width > 8 * abs(start) {
      numbers = [0.5, 2, 4, 3, 8].map { start * $0 }
    } else if start == 0, width > 256 {
      numbers = [0.25, 1, 4, 16].map { start + $0 }
    } else {
      numbers = [0.2, 0.8, 0.4, 0.6].map { range.lowerBound + width * $0 }
    }
    return numbers.map { number in
      let clamped = min(max(number, range.lowerBound), range.upperBound)
      return (clamped * 1000).rounded() / 1000
    }
  }
}

extension ParameterValue {
  /// The number, where it is one.
  fileprivate var number: Double? {
    switch self {
    case .float(let number): Double(number)
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
