public import VKCompute
public import VKCore

/// Renders single pictures through a chain of filters.
///
/// Thread-safe; calls run one after another.
public final class ChainRenderer: Sendable {
  /// The filters.
  public let filters: [any Filter]
  private let executor: ChainExecutor
  private let turn = Locked(())
  private let options: ChainOptions

  /// Makes a renderer.
  ///
  /// - Throws: `GPUError` when the device has no queue to give.
  public convenience init(_ filters: [any Filter], device: Device) throws {
    try self.init(filters, context: RenderContext(device: device))
  }

  package init(
    _ filters: [any Filter], context: RenderContext, options: ChainOptions = ChainOptions()
  ) throws {
    self.filters = filters
    self.options = options
    executor = ChainExecutor(context: context)
  }

  /// Renders a picture; further pictures feed the filters that take several.
  ///
  /// - Parameters:
  ///   - inputs: the picture, then one for each further input of the filters, in order.
  ///   - format: the result's pixel format; nil keeps the first picture's, with alpha where the filters add it.
  /// - Returns: the result, in memory of its own.
  /// - Throws: `FilterError` when the chain does not fit the pictures, `GPUError` when the device fails.
  public func render(_ inputs: [PixelBuffer], to format: PixelFormat? = nil) throws -> PixelBuffer {
    try submit(inputs, to: format).picture()
  }

  /// The numbers that the chain's last filter, a `ReductionFilter`, yields for a picture.
  ///
  /// - Throws: `FilterError` when the chain does not end in numbers, `GPUError` when the device fails.
  public func values(_ inputs: [PixelBuffer]) throws -> any Sendable {
    try submit(inputs, to: nil).value()
  }

  private func submit(_ inputs: [PixelBuffer], to format: PixelFormat?) throws -> PendingRender {
    guard let first = inputs.first else {
      throw FilterError(.inputs, "there is no picture to render")
    }
    return try turn.withLock { _ in
      try executor.submit(
        filters, inputs: inputs,
        format: format
          ?? resultFormat(
            of: filters, for: first.format, with: inputs.dropFirst().map(\.format)),
        options: options)
    }
  }
}
