/// Points of several series between two axes, joined or not.
struct LinePlot {
  /// A row of points.
  struct Series {
    let name: String
    let points: [(x: Double, y: Double, about: String)]
    /// Whether the name stands at each point, and no line joins them.
    var isScattered = false
    /// Whether it is a bound and no measurement.
    var isBound = false
  }

  let title: String
  let series: [Series]
  var xTitle: String
  var yTitle: String
  var isLogarithmic = false

  private static let width = 760
  private static let height = 400

  /// The drawing.
  var text: String {
    let points = series.flatMap(\.points)
    let x = Axis(
      xTitle, showing: points.map(\.x), isLogarithmic: isLogarithmic, places: (64, 610))
    let y = Axis(
      yTitle, showing: points.map(\.y), isLogarithmic: isLogarithmic,
      places: (Double(Self.height) - 52, 16))
    var drawing = Drawing(width: Self.width, height: Self.height, title: title)
    draw(x, y, &drawing)
    var number = 0
    var labels: [(text: String, y: Double, style: String)] = []
    for series in series {
      let style = series.isBound ? "bound" : "s\(number % 6)"
      if !series.isBound { number += 1 }
      draw(series, style: style, x, y, &drawing)
      if !series.isScattered, let last = series.points.last {
        labels.append((series.name, y.place(last.y) + 4, "label \(style)"))
      }
    }
    for label in Self.spread(labels) { drawing.text(label.text, 618, label.y, style: label.style) }
    return drawing.text
  }

  private func draw(_ series: Series, style: String, _ x: Axis, _ y: Axis, _ drawing: inout Drawing)
  {
    if !series.isScattered {
      drawing.polyline(
        series.points.map { (x.place($0.x), y.place($0.y)) }, style: "line \(style)")
    }
    guard !series.isBound else { return }
    for point in series.points {
      drawing.dot(x.place(point.x), y.place(point.y), style: "dot \(style)", about: point.about)
    }
    if series.isScattered { label(series, x, y, &drawing) }
  }

  /// Names points beside them where there is room; the others tell their names when they are pointed at.
  private func label(_ series: Series, _ x: Axis, _ y: Axis, _ drawing: inout Drawing) {
    typealias Box = (left: Double, top: Double, right: Double, bottom: Double)
    let centers = series.points.map { (x: x.place($0.x), y: y.place($0.y)) }
    var taken: [Box] = centers.map { ($0.x - 5, $0.y - 5, $0.x + 5, $0.y + 5) }
    for (point, center) in zip(series.points, centers) {
      let width = 6.0 * Double(point.about.count)
      let places: [(anchor: String, x: Double, y: Double, left: Double)] = [
        ("start", 8, 4, 8), ("end", -8, 4, -8 - width), ("middle", 0, -9, -width / 2),
        ("middle", 0, 17, -width / 2),
      ]
      for place in places {
        let left = center.x + place.left
        let box: Box = (left, center.y + place.y - 9, left + width, center.y + place.y + 2)
        let isFree = !taken.contains {
          $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom
        }
        guard isFree, box.left > x.places.0, box.right < Double(Self.width) else { continue }
        taken.append(box)
        drawing.text(
          point.about, center.x + place.x, center.y + place.y, anchor: place.anchor,
          style: "small")
        break
      }
    }
  }

  private func draw(_ x: Axis, _ y: Axis, _ drawing: inout Drawing) {
    for tick in y.ticks {
      let place = y.place(tick)
      drawing.line(x.places.0, place, x.places.1, place, style: "grid")
      drawing.text(Axis.text(tick), x.places.0 - 8, place + 4, anchor: "end", style: "tick")
    }
    for tick in x.ticks {
      let place = x.place(tick)
      drawing.line(place, y.places.0, place, y.places.0 + 5, style: "axis")
      drawing.text(Axis.text(tick), place, y.places.0 + 20, anchor: "middle", style: "tick")
    }
    drawing.line(x.places.0, y.places.0, x.places.1, y.places.0, style: "axis")
    drawing.line(x.places.0, y.places.0, x.places.0, y.places.1, style: "axis")
    drawing.text(
      x.title, (x.places.0 + x.places.1) / 2, y.places.0 + 42, anchor: "middle", style: "title")
    drawing.text(
      y.title, 16, (y.places.0 + y.places.1) / 2, anchor: "middle", style: "title", turned: true)
  }

  /// Moves labels apart that would lie on each other, downwards in the order of their places.
  private static func spread(
    _ labels: [(text: String, y: Double, style: String)]
  ) -> [(text: String, y: Double, style: String)] {
    var result = labels.sorted { $0.y < $1.y }
    for index in result.indices.dropFirst() {
      result[index].y = max(result[index].y, result[index - 1].y + 15)
    }
    return result
  }
}
