package import VKCore

/// What filters of geometry change about a picture besides its pixels.
package struct PictureShape: Sendable {
  /// Columns and rows.
  package var size: Size
  /// Width of a pixel over its height; 0/1 when it is not said.
  package var pixelAspectRatio: (Int32, Int32) = (0, 1)
  /// Which rows were taken first.
  package var fieldOrder = FieldOrder.progressive
  /// The filter, by name, that takes pixels of both fields for one, when a picture has fields.
  package var fieldMixer: String?

  package init(size: Size) { self.size = size }

  /// The shape behind `filters`.
  ///
  /// A picture that is made another size is shown as large as before, by the shape of its pixels, as FFmpeg does.
  /// - Throws: `FilterError` when a filter does not fit.
  package func behind(_ filters: [any Filter]) throws(FilterError) -> PictureShape {
    var shape = self
    for step in try flatten(filters, sizes: [size]) { try shape.pass(step) }
    return shape
  }

  private mutating func pass(_ step: Step) throws(FilterError) {
    let before = size
    if let sampling = step.filter as? any SamplingFilter {
      size = try sampling.outputSize(for: before)
      if sampling.swapsAxes, pixelAspectRatio.0 > 0 {
        pixelAspectRatio = (pixelAspectRatio.1, pixelAspectRatio.0)
      }
      passFields(sampling.rowParity(for: before), step)
    } else if let linear = step.filter as? any LinearFilter {
      let weights = try linear.weights(for: before, scale: .full)
      if case .resampled(let target, _) = weights { resample(to: target) }
      passFields(weights.rowParity(for: before), step)
    }
  }

  private mutating func resample(to target: Size) {
    let (width, height) = (Int64(pixelAspectRatio.0), Int64(pixelAspectRatio.1))
    if width > 0 {
      pixelAspectRatio = reducedRatio(
        width * Int64(size.width) * Int64(target.height),
        height * Int64(size.height) * Int64(target.width))
    }
    size = target
  }

  private mutating func passFields(_ parity: RowParity, _ step: Step) {
    guard fieldOrder != .progressive else { return }
    switch parity {
    case .kept: break
    case .swapped: fieldOrder = fieldOrder.swapped
    case .mixed: fieldMixer = fieldMixer ?? step.name
    case .lost:
      fieldMixer = fieldMixer ?? step.name
      fieldOrder = .progressive
    }
  }
}

/// The nearest ratio of small numbers.
private func reducedRatio(_ numerator: Int64, _ denominator: Int64) -> (Int32, Int32) {
  let divisor = Int64(
    greatestCommonDivisor(numerator.magnitude, max(denominator.magnitude, 1)))
  var (a, b) = (numerator / divisor, denominator / divisor)
  while max(a, b) > Int64(Int32.max) { (a, b) = (max(a / 2, 1), max(b / 2, 1)) }
  return (Int32(a), Int32(b))
}

/// Makes pictures that have another size the size of those before; the pipeline puts it behind a branch's filters.
struct FittingFilter: LinearFilter {
  private var width = 1
  private var height = 1

  init() {}
  init(_ size: Size) { (width, height) = (size.width, size.height) }

  static let info = FilterInfo<Self>(
    name: "fitting", category: .geometry, summary: "Keep the size that the stream began with.",
    source: "Keys, 1981", writesAlpha: true,
    parameters: [
      .integer("width", \.width, in: 1...65535, unit: "px", "Columns."),
      .integer("height", \.height, in: 1...65535, unit: "px", "Rows."),
    ])

  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    .resampled(to: Size(width, height), .bicubic)
  }
}
