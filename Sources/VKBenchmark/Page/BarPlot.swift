/// Groups of bars that start at zero, the name to the left and the value at the end; dots on lines where the axis is
/// logarithmic and has no zero.
struct BarPlot {
  struct Bar {
    let name: String
    let value: Double
    let text: String
    /// The number of its colour.
    let series: Int
  }

  struct Group {
    let name: String
    let bars: [Bar]
  }

  let title: String
  let xTitle: String
  let groups: [Group]
  var isLogarithmic = false

  private static let thickness = 16.0
  private static let gap = 12.0
  private static let left = 250.0

  /// The drawing.
  var text: String {
    let rows = groups.reduce(0) { $0 + $1.bars.count }
    let bottom = 16 + Double(rows) * (Self.thickness + 2) + Double(groups.count) * Self.gap
    let x = Axis(
      xTitle, showing: groups.flatMap(\.bars).map(\.value), isLogarithmic: isLogarithmic,
      places: (Self.left, 660))
    var drawing = Drawing(width: 760, height: Int(bottom) + 48, title: title)
    for tick in x.ticks {
      let place = x.place(tick)
      drawing.line(place, 8, place, bottom, style: "grid")
      drawing.text(Axis.text(tick), place, bottom + 18, anchor: "middle", style: "tick")
    }
    var y = 12.0
    for group in groups {
      let middle = y + Double(group.bars.count) * (Self.thickness + 2) / 2 + 4
      drawing.text(group.name, 4, middle, style: "label")
      for bar in group.bars {
        let width = x.place(bar.value) - Self.left
        drawing.text(
          bar.name, Self.left - 8, y + Self.thickness - 3, anchor: "end", style: "tick")
        draw(bar, of: group, width: width, y, &drawing)
        drawing.text(
          bar.text, Self.left + width + (isLogarithmic ? 9 : 6), y + Self.thickness - 3,
          style: "small")
        y += Self.thickness + 2
      }
      y += Self.gap
    }
    drawing.line(Self.left, 8, Self.left, bottom, style: "axis")
    drawing.text(
      xTitle, (Self.left + 660) / 2, bottom + 38, anchor: "middle", style: "title")
    return drawing.text
  }

  private func draw(
    _ bar: Bar, of group: Group, width: Double, _ y: Double, _ drawing: inout Drawing
  ) {
    let about = "\(group.name), \(bar.name): \(bar.text)"
    let style = "s\(bar.series % 6)"
    guard isLogarithmic else {
      return drawing.bar(
        Self.left, y, width, Self.thickness, style: "bar \(style)", about: about)
    }
    let middle = y + Self.thickness / 2
    drawing.line(Self.left, middle, Self.left + width, middle, style: "grid")
    drawing.dot(Self.left + width, middle, style: "dot \(style)", about: about)
  }
}
