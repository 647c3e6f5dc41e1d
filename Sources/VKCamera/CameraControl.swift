/// Something of a camera that can be turned: brightness, focus, gain.
public struct CameraControl: Sendable, Hashable {
  /// What values are.
  public enum Kind: String, Sendable {
    /// A whole number.
    case integer
    /// On or off.
    case boolean
    /// One of the entries of a menu, by its number.
    case menu
    /// Something that is done when any value is set.
    case button
  }

  /// The name: lower case, words joined by `_`.
  public let name: String
  /// The name as the driver writes it.
  public let title: String
  /// What values are.
  public let kind: Kind
  /// The smallest and the largest value.
  public let range: ClosedRange<Int64>
  /// The step between values.
  public let step: Int64
  /// The value that the driver began with.
  public let initial: Int64
  /// The value now; nil for buttons.
  public let value: Int64?
  /// The entries of a menu by their numbers.
  public let entries: [Int64: String]
  /// Whether the value cannot be set now, or at all.
  public let isReadOnly: Bool
  let identifier: UInt32
  let driverKind: UInt32

  /// Finds what a word means for this control.
  ///
  /// - Throws: `CameraError` when it is no value.
  func number(for text: String) throws(CameraError) -> Int64 {
    let lower = text.lowercased()
    if kind == .boolean, let value = ["true": 1, "on": 1, "false": 0, "off": 0][lower] {
      return Int64(value)
    }
    if let entry = entries.first(where: { $0.value.lowercased() == lower }) { return entry.key }
    guard let number = Int64(text), range.contains(number) else {
      let known =
        entries.isEmpty
        ? "\(range.lowerBound) to \(range.upperBound)"
        : entries.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
          .joined(separator: ", ")
      throw CameraError(.unsupported, "set \(name)", "'\(text)' is no value; it takes \(known)")
    }
    return number
  }

  /// The control's name as it is written in commands: `White Balance, Automatic` is `white_balance_automatic`.
  static func name(of title: String) -> String {
    let parts = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    return parts.joined(separator: "_")
  }
}

extension CameraControl {
  /// The controls of a device that a user can turn.
  static func all(of device: some VideoDevice) -> [CameraControl] {
    var controls: [CameraControl] = []
    var last: UInt32 = 0
    while let next = device.control(after: last), controls.count < 512 {
      last = next.identifier
      if let control = CameraControl(next, device) { controls.append(control) }
    }
    return controls
  }

  /// nil for headings, disabled controls and kinds that are no numbers.
  private init?(_ control: DeviceControl, _ device: some VideoDevice) {
    // V4L2_CTRL_TYPE_*: integer, boolean, menu, button, 64-bit integer, integer menu; bit mask.
    let kinds: [UInt32: Kind] = [
      1: .integer, 2: .boolean, 3: .menu, 4: .button, 5: .integer, 8: .integer, 9: .menu,
    ]
    let isDisabled = control.flags & 1 != 0
    guard let kind = kinds[control.kind], !isDisabled, control.minimum <= control.maximum else {
      return nil
    }
    name = Self.name(of: control.name)
    title = control.name
    self.kind = kind
    range = control.minimum...control.maximum
    step = control.step
    initial = control.initial
    isReadOnly = control.flags & (4 | 2 | 16) != 0
    identifier = control.identifier
    driverKind = control.kind
    value =
      kind == .button ? nil : try? device.value(of: control.identifier, kind: control.kind)
    var entries: [Int64: String] = [:]
    if kind == .menu {
      for index in range.prefix(256) {
        let name = device.menuEntry(of: control.identifier, at: Int(index), kind: control.kind)
        if let name { entries[index] = name }
      }
    }
    self.entries = entries
  }
}

extension CameraError {
  /// The error for a name that no control has.
  static func noControl(_ name: String, among controls: [CameraControl]) -> CameraError {
    let known = controls.map(\.name).joined(separator: ", ")
    return CameraError(
      .unsupported, "set \(name)",
      known.isEmpty ? "the camera has no controls" : "there is no such control; it has \(known)")
  }
}
