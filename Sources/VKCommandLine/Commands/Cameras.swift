import VKCamera
import VKCore

extension Command {
  /// The cameras.
  static let cameras = Command(
    name: "cameras",
    summary:
      "List the cameras with their formats, sizes, rates and controls, and what is in the way.",
    usage: "[--json]", options: [.json, .help], operands: 0...0
  ) { arguments in
    let all = Camera.all
    if arguments.options.has(.json) {
      try printData(try jsonText(["cameras": all.map(CameraListing.init)]))
    } else {
      try printData(all.map(describe).joined())
    }
    if all.isEmpty {
      console.warning("there is no camera: no /dev/video* that captures")
    }
  }
}

private func describe(_ camera: CameraDescription) -> String {
  var lines = ["\(camera.index.map { "\($0): " } ?? "")\(camera.path)  \(camera.name)"]
  if !camera.driver.isEmpty {
    let position = camera.position.map { ", looks \($0.rawValue)" } ?? ""
    lines.append("   driver \(camera.driver), bus \(camera.bus)\(position)")
  }
  if let problem = camera.problem { lines.append("   cannot be used: \(problem)") }
  lines += camera.formats.map(describe)
  if !camera.controls.isEmpty {
    lines.append("   controls:")
    lines += camera.controls.map { "     \(describe($0))" }
  }
  return lines.map { $0 + "\n" }.joined()
}

private func describe(_ format: CameraDescription.Format) -> String {
  let ours = format.pixelFormat.map { " (\($0))" } ?? ""
  let unread = format.isReadable ? "" : ", not read"
  let modes = format.modes.map { mode in
    let size =
      mode.minimum == mode.maximum ? "\(mode.maximum)" : "\(mode.minimum) to \(mode.maximum)"
    guard let first = mode.rates.first else { return size }
    let rates = mode.rates.map { decimal($0) }
    let text = mode.rates.count > 6 ? "\(decimal(first)) and less" : rates.joined(separator: ", ")
    return "\(size) at \(text)"
  }
  let title = "   \(format.fourCC)\(ours)  \(format.title)\(unread)"
  return modes.isEmpty ? title : "\(title): \(modes.joined(separator: "; "))"
}

/// One line on a control: its name, values and value.
func describe(_ control: CameraControl) -> String {
  let values: String =
    switch control.kind {
    case .integer: "\(control.range.lowerBound) to \(control.range.upperBound)"
    case .boolean: "false, true"
    case .menu:
      control.entries.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        .joined(separator: ", ")
    case .button: "a button"
    }
  let now = control.value.map { "; now \($0)" } ?? ""
  return "\(control.name)  \(values)\(now)\(control.isReadOnly ? "; cannot be set" : "")"
}

/// A number with at most two places behind the point.
private func decimal(_ number: Double) -> String {
  let rounded = (number * 100).rounded() / 100
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A camera as `cameras --json` prints it.
private struct CameraListing: Encodable {
  struct Mode: Encodable {
    let minimumSize: [Int]
    let maximumSize: [Int]
    let rates: [Double]
  }

  struct Format: Encodable {
    let fourCC: String
    let title: String
    let pixelFormat: String?
    let isReadable: Bool
    let modes: [Mode]
  }

  struct Control: Encodable {
    let name: String
    let title: String
    let kind: String
    let minimum: Int64
    let maximum: Int64
    let step: Int64
    let initial: Int64
    let value: Int64?
    let entries: [String: String]
    let isReadOnly: Bool
  }

  let index: Int?
  let path: String
  let name: String
  let driver: String
  let bus: String
  let position: String?
  let problem: String?
  let formats: [Format]
  let controls: [Control]

  init(_ camera: CameraDescription) {
    index = camera.index
    path = camera.path
    name = camera.name
    driver = camera.driver
    bus = camera.bus
    position = camera.position?.rawValue
    problem = camera.problem
    formats = camera.formats.map { format in
      Format(
        fourCC: format.fourCC.description, title: format.title,
        pixelFormat: format.pixelFormat?.name, isReadable: format.isReadable,
        modes: format.modes.map {
          Mode(
            minimumSize: [$0.minimum.width, $0.minimum.height],
            maximumSize: [$0.maximum.width, $0.maximum.height], rates: $0.rates)
        })
    }
    controls = camera.controls.map { control in
      Control(
        name: control.name, title: control.title, kind: control.kind.rawValue,
        minimum: control.range.lowerBound, maximum: control.range.upperBound, step: control.step,
        initial: control.initial, value: control.value,
        entries: Dictionary(uniqueKeysWithValues: control.entries.map { ("\($0.key)", $0.value) }),
        isReadOnly: control.isReadOnly)
    }
  }
}
