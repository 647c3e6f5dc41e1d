extension Filter {
  /// Checks every parameter against its range.
  ///
  /// - Throws: `FilterError` that names the filter, the parameter, its value and its range.
  public func validate() throws(FilterError) {
    for parameter in Self.info.parameters {
      let description = parameter.description
      let found =
        parameter.check.map { $0(self) } ?? description.fault(in: parameter.get(self))
      guard let fault = found else { continue }
      throw FilterError(.invalidValue, "\(Self.info.name): \(description.name) \(fault)")
    }
  }
}

extension ParameterDescription {
  /// What is wrong with a value of this parameter's type; nil when nothing is.
  package func fault(in value: ParameterValue) -> String? {
    switch (kind, value) {
    case (.float(let range), .float(let number)):
      range.contains(number) ? nil : "is \(number); it is \(rangeWords)"
    case (.integer(let range), .integer(let number)):
      range.contains(number) ? nil : "is \(number); it is \(rangeWords)"
    case (.vector(let count, let range), .vector(let numbers)):
      if numbers.count != count {
        "holds \(numbers.count) numbers; \(count) are needed"
      } else {
        numbers.first { !range.contains($0) }.map { "holds \($0); it is \(rangeWords)" }
      }
    case (.color, .vector(let numbers)), (.point, .vector(let numbers)):
      numbers.allSatisfy(\.isFinite) ? nil : "holds a number that is not finite"
    case (.text, .text(let text)): textFault?(text)
    default: nil
    }
  }

  /// The range in words, such as `0 to 1024 px`; empty for what has no range.
  package var rangeWords: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    return switch kind {
    case .float(let range), .vector(_, let range):
      "\(plain(range.lowerBound)) to \(plain(range.upperBound))\(suffix)"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)\(suffix)"
    case .boolean, .color, .point, .choice, .table, .expression, .text: ""
    }
  }

  /// A whole number without its `.0`.
  private func plain(_ value: Float) -> String {
    value == value.rounded() && abs(value) < 1e7 ? "\(Int(value))" : "\(value)"
  }
}
