internal import VKCore

/// A kernel that paints a list of places.
protocol PaintedKind: Sendable {
  static var name: String { get }
  static var kernel: Kernel { get }
}

/// A list of places, painted over a picture.
struct PaintedList<Kind: PaintedKind>: PointFilter {
  var width: Float = 1
  var color: Color = .red
  var places = PlaceList.table(of: [])

  init() {}

  init(width: Float, color: Color, places: LookupTable) {
    self.width = width
    self.color = color
    self.places = places
  }

  static var info: FilterInfo<Self> {
    FilterInfo(
      name: Kind.name, category: .generator, summary: "Paint a list of places.",
      source: "GPUImage", kernel: Kind.kernel, writesAlpha: true,
      parameters: [
        .float("width", \.width, in: 1...1024, "The width."),
        .color("color", \.color, "The colour."),
        .table("places", \.places, "The places."),
      ])
  }
}
