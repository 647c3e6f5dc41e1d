/// A filter type as the catalogue lists it: `FilterInfo` without the type.
public struct FilterDescription: Sendable {
  /// The short name in chains.
  public let name: String
  /// Whose name the short name is.
  public let vocabulary: FilterVocabulary
  /// The Swift type's name.
  public let typeName: String
  /// Point, branching, counting, sampling, linear, reduction, temporal or composite.
  public let kind: String
  /// The shelf.
  public let category: FilterCategory
  /// One sentence for users.
  public let summary: String
  /// Where the maths comes from.
  public let source: String
  /// The GLSL; nil for linear and composite filters.
  public let kernel: Kernel?
  /// Other names.
  public let aliases: [String]
  /// The number of pictures it takes.
  public let inputs: Int
  /// The parameters in the order of bare values.
  public let parameters: [ParameterDescription]
  /// The default of each parameter.
  public let defaults: [ParameterValue]
  /// Makes a filter with these values by parameter name; names that are not parameters are passed over.
  public let make: @Sendable ([String: ParameterValue]) -> any Filter

  /// Erases the type.
  public init<F: Filter>(_ type: F.Type) {
    let info = F.info
    name = info.name
    vocabulary = info.vocabulary
    typeName = "\(F.self)"
    kind = filterKind(of: F.init())
    category = info.category
    summary = info.summary
    source = info.source
    kernel = info.kernel
    aliases = info.aliases
    inputs = info.inputs
    parameters = info.parameters.map(\.description)
    let initial = F()
    defaults = info.parameters.map { $0.get(initial) }
    make = { values in
      var filter = F()
      for parameter in F.info.parameters {
        if let value = values[parameter.description.name] { parameter.set(&filter, value) }
      }
      return filter
    }
  }
}

/// The kind of a filter, in a word.
package func filterKind(of filter: any Filter) -> String {
  switch filter {
  case is any PointFilter & BranchingFilter: "branching"
  case is any PointFilter & CountedFilter: "counting"
  case is any PointFilter: "point"
  case is any SamplingFilter: "sampling"
  case is any LinearFilter: "linear"
  case is any RankFilter: "rank"
  case is any ReductionFilter: "reduction"
  case is any TemporalFilter: "temporal"
  case is any CompositeFilter, is any AdaptiveFilter: "composite"
  default: "unknown"
  }
}

extension Filter {
  /// The values of all parameters by name.
  package var parameterValues: [(name: String, value: ParameterValue)] {
    Self.info.parameters.map { ($0.description.name, $0.get(self)) }
  }
}
