package import VKCore
internal import VKKernels

/// A filter of the flattened chain: what the compiler works on.
struct Step: Sendable {
  let filter: any Filter
  /// Its place in the flattened chain; while a pass is written, its number there, which names the GLSL that belongs to it.
  var index: Int
  /// The size of the picture that it writes.
  let size: Size
  /// The place of its second picture among the chain's inputs.
  var firstInput = 1
  /// Whether the next filter reads what it counts.
  var feedsNext = false

  var kernel: Kernel? { type(of: filter).kernelSource }
  var name: String { type(of: filter).shortName }
  var inputs: Int { type(of: filter).inputCount }
  var writesAlpha: Bool { type(of: filter).changesAlpha }
  var makesTransparency: Bool { type(of: filter).makesAlpha }
  var writesData: Bool { type(of: filter).makesData }
  var domain: ColorDomain { type(of: filter).domain }
  /// The filter's lookup table, if it has one.
  var table: LookupTable? {
    filter.parameterValues.lazy.compactMap {
      if case .table(let table) = $0.value { table } else { nil }
    }.first
  }
  /// How a lookup table is read, which is written into the code; its entries are not.
  var tableShape: TableShape? {
    table.map { TableShape(isCube: $0.kind == .cube, entries: $0.kernelEntryCount) }
  }
}

/// What the code knows of a lookup table.
struct TableShape: Hashable {
  let isCube: Bool
  /// The most entries that a table may have without other code: a power of two, most tables' alike.
  let capacity: Int

  init(isCube: Bool, entries: Int) {
    self.isCube = isCube
    var capacity = 32768
    while capacity < entries { capacity *= 2 }
    self.capacity = capacity
  }
}

// `info` is a generic property: these reach it from `any Filter.Type`.
extension Filter {
  fileprivate static var kernelSource: Kernel? { info.kernel }
  fileprivate static var changesAlpha: Bool { info.writesAlpha }
  fileprivate static var makesAlpha: Bool { info.makesTransparency }
  fileprivate static var makesData: Bool { info.writesData }
  fileprivate static var domain: ColorDomain { info.domain }
  package static var shortName: String { info.name }
}

/// The pixel format for what comes of pictures in `format`: one with alpha or colours where the filters add them.
///
/// `others` are the formats of the filters' further pictures.
package func resultFormat(
  of filters: [any Filter], for format: PixelFormat, with others: [PixelFormat] = []
) -> PixelFormat {
  func contain(_ filters: [any Filter], _ isSo: (any Filter) -> Bool) -> Bool {
    filters.contains { isSo($0) || contain(($0 as? any CompositeFilter)?.body ?? [], isSo) }
  }
  var result = format
  if format.model == .gray,
    others.contains(where: { $0.model != .gray }) || contain(filters, { $0.addsColor })
  {
    result = result.withColor ?? result
  }
  return contain(filters) { $0.addsAlpha } ? result.withAlpha ?? result : result
}

/// Replaces composites by what they are made of, and adaptive filters by what they are for these pictures.
///
/// - Parameters:
///   - filters: the chain.
///   - sizes: the sizes of the chain's pictures, the first one's first.
///   - moments: the time and number that each filter sees, once frames flow.
/// - Returns: the filters that run, in order.
/// - Throws: `FilterError` when a filter does not fit its picture.
func flatten(
  _ filters: [any Filter], sizes: [Size], moments: [FrameMoment] = []
) throws(FilterError) -> [Step] {
  var walk = ChainWalk(sizes: sizes)
  for (index, filter) in filters.enumerated() {
    walk.moment = moments.indices.contains(index) ? moments[index] : nil
    try walk.visit(filter)
  }
  return walk.steps
}

/// A frame's time since the stream's start, and its number.
package struct FrameMoment: Sendable {
  package let seconds: Double
  package let number: Int
  package init(seconds: Double, number: Int) {
    self.seconds = seconds
    self.number = number
  }
}

/// A walk along a chain with the size of the picture in hand.
struct ChainWalk {
  private let sizes: [Size]
  /// What the next filters see of the time.
  var moment: FrameMoment?
  private var nextInput = 1
  private(set) var size: Size
  private(set) var steps: [Step] = []

  /// - Precondition: there is at least one size.
  init(sizes: [Size]) {
    self.sizes = sizes
    size = sizes[0]
  }

  mutating func visit(_ filter: any Filter) throws(FilterError) {
    if let composite = filter as? any CompositeFilter {
      try visit(parts: composite.body, of: filter)
    } else if let adaptive = filter as? any AdaptiveFilter {
      let second = sizes.indices.contains(nextInput) ? sizes[nextInput] : nil
      let takesTwo = type(of: filter).inputCount > 1
      let situation = FilterSituation(
        size: size, secondSize: takesTwo ? second : nil,
        moment: moment.map { ($0.seconds, $0.number) })
      try visit(parts: try adaptive.filters(for: situation), of: filter)
    } else {
      if let branching = filter as? any BranchingFilter { try visitBranch(of: branching) }
      if let counted = filter as? any CountedFilter { try visitCounting(of: counted) }
      size = try outputSize(of: filter)
      steps.append(Step(filter: filter, index: steps.count, size: size, firstInput: nextInput))
      nextInput += type(of: filter).inputCount - 1
    }
  }

  /// What a filter is made of; all parts that take several pictures take the filter's own.
  private mutating func visit(
    parts: [any Filter], of filter: any Filter
  ) throws(FilterError) {
    let firstInput = nextInput
    for part in parts {
      nextInput = firstInput
      try visit(part)
    }
    nextInput = firstInput + type(of: filter).inputCount - 1
  }

  private mutating func visitBranch(of filter: any BranchingFilter) throws(FilterError) {
    let before = size
    steps.append(Step(filter: BranchPoint(), index: steps.count, size: size))
    for part in filter.branch { try visit(part) }
    guard size == before else {
      throw FilterError(
        .invalidSize, "\(type(of: filter).shortName): its branch makes \(size) of \(before)")
    }
  }

  private mutating func visitCounting(of filter: any CountedFilter) throws(FilterError) {
    let before = size
    steps.append(Step(filter: BranchPoint(), index: steps.count, size: size))
    try visit(filter.counting)
    steps[steps.count - 1].feedsNext = true
    size = before
  }

  private func outputSize(of filter: any Filter) throws(FilterError) -> Size {
    if let sampling = filter as? any SamplingFilter { return try sampling.outputSize(for: size) }
    if let linear = filter as? any LinearFilter,
      case .resampled(let target, _) = try linear.weights(for: size, scale: .full)
    {
      return target
    }
    return size
  }
}

/// Stands where a branching filter's branch leaves its picture.
struct BranchPoint: PointFilter {
  static let info = FilterInfo<Self>(
    name: "branch", category: .stream, summary: "Keep the picture for a later filter.",
    source: "None")
}

/// Writes a filter's kernel under names of its own.
struct KernelText {
  let step: Step
  private let kernel: Kernel
  private let body: String
  /// What the kernel includes and others may share.
  private let helpers: [Kernel]

  /// - Throws: `FilterError` when the filter has no kernel or its text has none.
  init(_ step: Step) throws(FilterError) {
    guard let kernel = step.kernel else {
      throw FilterError(.kernel, "\(step.name) has no kernel")
    }
    self.step = step
    self.kernel = kernel
    var lines: [String] = []
    var shared: [Kernel] = []
    let source = kernel.source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in source.enumerated() {
      guard let path = line.firstMatch(of: /^#include\s+"([^"]+)"/)?.1 else {
        lines.append(String(line))
        continue
      }
      guard let helper = Kernels.all.first(where: { "\($0.name).glsl" == path }) else {
        throw FilterError(.kernel, "\(kernel.name): there is no helper \(path)")
      }
      if Self.usesSurroundings(helper) {
        lines += [
          "#line 1 \"\(path)\"", helper.source, "#line \(index + 2) \"\(kernel.name).glsl\"",
        ]
      } else {
        shared.append(helper)
        lines.append("")
      }
    }
    helpers = shared
    body = lines.joined(separator: "\n")
    guard functionNames.contains("kernel") else {
      throw FilterError(.kernel, "\(kernel.name): there is no function named `kernel`")
    }
  }

  /// Whether the kernel takes parameters.
  var hasParameters: Bool { kernel.source.contains(/struct\s+Parameters\b/) }
  /// Whether the kernel sees planes one by one, so that its components may as well be samples of one.
  var isPlanewise: Bool { body.contains(/\bbyPlane\s*\(/) }
  /// Whether the kernel asks for its position.
  var usesPosition: Bool { body.contains(/\bposition\s*\(/) }
  /// Whether the kernel reads its second picture around the pixel.
  var usesInputAt: Bool { body.contains(/\binputAt\s*\(/) }
  /// Whether the kernel reads between pixels.
  var usesSampled: Bool { body.contains(/\bsampled\s*\(/) }
  /// The member of the uniform block that holds the parameters.
  var member: String { "p\(step.index)" }
  /// The declaration of that member.
  var memberDeclaration: String { "Parameters_\(step.index) \(member);" }

  /// The expression that applies the kernel.
  func call(_ argument: String) -> String {
    "kernel_\(step.index)(\(argument)\(hasParameters ? ", u.\(member)" : ""))"
  }

  /// Names defined at the top level of the text, which would clash when it is pasted twice.
  private var functionNames: Set<String> {
    let pattern = /(?m)^(?:const\s+)?(?:void|bool|u?int|float|[iub]?vec[234]|mat[234])\s+(\w+)/
    return Set(body.matches(of: pattern).map { String($0.1) })
  }

  /// Adds the helpers that the text includes and others may share.
  func paste(into text: inout ShaderText) {
    for helper in helpers {
      text.once(
        "include \(helper.name).glsl", "#line 1 \"\(helper.name).glsl\"\n\(helper.source)")
    }
  }

  /// Whether a helper uses names that mean something else for each filter.
  private static func usesSurroundings(_ helper: Kernel) -> Bool {
    helper.source.contains(
      /\b(pixel|sampled|inputAt|near|byPlane|size|inputSize|isCoded|chromaStep|position)\s*\(/)
  }

  /// Adds the text; `environment` gives the macros that the kernel's built-in functions stand for.
  func define(in text: inout ShaderText, environment: [(name: String, value: String)]) {
    let renamed = functionNames.union(hasParameters ? ["Parameters"] : []).sorted()
    var result = ""
    for name in renamed { result += "#define \(name) \(name)_\(step.index)\n" }
    for (name, value) in environment { result += "#define \(name) \(value)\n" }
    result += "#line 1 \"\(kernel.name).glsl\"\n\(body)\n"
    for name in renamed { result += "#undef \(name)\n" }
    for (name, _) in environment {
      result += "#undef \(name.prefix { $0 != "(" })\n"
    }
    text.functions += result + "#line 1 \"glue\"\n"
  }
}
