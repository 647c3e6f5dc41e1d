internal import VKCore

extension PixelPass {
  /// Numbers the filters from 0, so that what does the same anywhere in a chain is the same text.
  ///
  /// - Returns: their places in the chain, by number.
  mutating func renumber() -> [Int] {
    let places = allStages.map(\.step.index)
    let first = places.count - stages.count
    if case .sampling(var stage, let inner) = head {
      stage.step.index = 0
      head = .sampling(stage, inner)
    }
    for index in stages.indices { stages[index].step.index = first + index }
    var numbered: [Int: Int] = [:]
    for (number, place) in places.enumerated() { numbered[number] = tables[place] }
    tables = numbered
    return places
  }
}

extension Pass {
  /// The pass with its filters' places in the chain, by the numbers that the text has for them.
  func placed(at places: [Int]) -> Pass {
    var pass = self
    pass.memberNumbers = parameterSteps
    pass.parameterSteps = parameterSteps.map { places[$0] }
    pass.bindings = bindings.map { binding in
      guard case .state(let number) = binding.resource else { return binding }
      return Binding(resource: .state(places[number]), kind: binding.kind, index: binding.index)
    }
    return pass
  }
}
