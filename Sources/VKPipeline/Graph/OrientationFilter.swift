package import VKCore
internal import VKKernels

/// What turns a stored picture upright: nothing where it is.
package func uprighting(_ orientation: Orientation) -> [any Filter] {
  orientation == .up ? [] : [OrientationFilter(orientation)]
}

/// Turns and mirrors a picture so that it stands upright; the pipeline puts it before a branch's filters.
struct OrientationFilter: SamplingFilter {
  var orientation = Orientation.up
  /// The kernel's view of `orientation`.
  private var quarterTurns: Int {
    get { orientation.quarterTurns }
    set { orientation.quarterTurns = newValue }
  }
  private var isMirrored: Bool {
    get { orientation.isMirrored }
    set { orientation.isMirrored = newValue }
  }

  init() {}
  init(_ orientation: Orientation) { self.orientation = orientation }

  static let info = FilterInfo<Self>(
    name: "orientation", category: .geometry, summary: "Turn the picture upright.",
    source: "The definition", kernel: Kernels.Geometry.orientation,
    parameters: [
      .integer("quarterTurns", \.quarterTurns, in: 0...3, identity: 0, "Clockwise."),
      .boolean("isMirrored", \.isMirrored, identity: false, "Mirrored before it is turned."),
    ])
  static let isRearrangement = true

  func outputSize(for size: Size) throws(FilterError) -> Size {
    orientation.uprightSize(of: size)
  }

  var swapsAxes: Bool { orientation.swapsAxes }

  func rowParity(for size: Size) -> RowParity {
    switch orientation.quarterTurns {
    case 0: .kept
    case 2: size.height % 2 == 0 ? .swapped : .kept
    default: .lost
    }
  }
}

/// Filters that the engine applies by itself and no catalogue lists, for the check of all kernels.
package let engineFilters: [any Filter] = [OrientationFilter(Orientation(quarterTurns: 1))]
