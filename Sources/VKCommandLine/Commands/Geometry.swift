import VKCore

extension Command {
  /// Questions of geometry, answered without a device.
  static let geometry = Command(
    name: "geometry", summary: "Tell what a preview shows of a frame.",
    usage: "visible-rect --frame WxH --preview WxH [--gravity G] [--orientation O] [--mirrored]",
    options: [.frameSize, .previewSize, .gravity, .heldAs, .mirrored, .json, .help],
    operands: 1...1
  ) { arguments in
    let question = arguments.operands[0]
    guard question == "visible-rect" else {
      throw Failure.usage(
        "geometry knows no '\(question)'\(nearest(to: question, in: ["visible-rect"]));"
          + " it answers visible-rect")
    }
    let visible = try arguments.visibleRect()
    if arguments.options.has(.json) {
      try printData(try jsonText(VisibleRectListing(visible)))
    } else {
      let region = visible.region
      try printData("\(region.x) \(region.y) \(region.width) \(region.height)\n")
    }
  }
}

extension Option {
  fileprivate static let frameSize = Option(
    "--frame", value: "WxH", for: .command, "The frame's size as the sensor gives it.")
  fileprivate static let previewSize = Option(
    "--preview", value: "WxH", for: .command, "The preview's size.")
  static let gravity = Option(
    "--gravity", value: Gravity.allCases.map(\.rawValue).joined(separator: "|"), for: .command,
    "How the picture fills the preview (default: fit).")
  static let heldAs = Option(
    "--orientation", value: Orientation.named.map(\.name).joined(separator: "|"), for: .command,
    "How the device is held (default: landscape-right, the sensor's own picture).")
  static let mirrored = Option(
    "--mirrored", for: .command, "The upright picture is shown as a mirror does.")
}

extension Arguments {
  /// How a picture fills a window.
  func gravity() throws(Failure) -> Gravity {
    let word = try options.word(.gravity, of: Gravity.allCases.map(\.rawValue))
    return word.flatMap(Gravity.init) ?? .fit
  }

  /// How a sensor's picture must be turned to be upright; nil where nothing is said.
  func orientation() throws(Failure) -> Orientation? {
    let name = try options.word(.heldAs, of: Orientation.named.map(\.name))
    guard name != nil || options.has(.mirrored) else { return nil }
    let held = Orientation.named.first { $0.name == name }?.orientation ?? .up
    return options.has(.mirrored) ? held.mirrored : held
  }

  fileprivate func visibleRect() throws(Failure) -> VisibleRect {
    guard let frame = try options.size(.frameSize) else {
      throw .usage("visible-rect needs the frame's size: --frame WxH")
    }
    guard let preview = try options.size(.previewSize) else {
      throw .usage("visible-rect needs the preview's size: --preview WxH")
    }
    return VisibleRect(
      frame: frame, preview: preview, gravity: try gravity(), orientation: try orientation() ?? .up)
  }
}

/// A visible part as `geometry visible-rect --json` prints it.
private struct VisibleRectListing: Encodable {
  struct Exact: Encodable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }

  let x: Int
  let y: Int
  let width: Int
  let height: Int
  let exact: Exact
  let picture: [Int]

  init(_ visible: VisibleRect) {
    (x, y) = (visible.region.x, visible.region.y)
    (width, height) = (visible.region.width, visible.region.height)
    let rect = visible.rect
    exact = Exact(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    picture = [visible.pictureSize.width, visible.pictureSize.height]
  }
}
