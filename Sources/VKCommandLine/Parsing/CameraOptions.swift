import VKCamera
import VKCore
import VKPipeline

extension Option {
  static let camera = Option(
    "--camera", value: "N|PATH|NAME", for: .command,
    "The camera: the number of /dev/videoN, a path or a part of its name; front, back or external by where it looks"
      + " (default: the first).")
  static let cameraSize = Option(
    "--size", value: "WxH|PRESET", for: .command,
    "The size to take pictures in, the nearest that there is: 640x480, vga640x480, hd1280x720 (the default),"
      + " hd1920x1080, uhd3840x2160.")
  static let cameraRate = Option(
    "--rate", value: "RATE", for: .command,
    "Frames a second, the nearest that there is (default: the fastest up to 30).")
  static let cameraFormat = Option(
    "--input-format", value: "NAME", for: .command,
    "How the camera stores pixels: its driver's name (MJPG, YUYV) or FFmpeg's (nv12).")
  static let cameraWait = Option(
    "--wait", value: "SECONDS", for: .command,
    "Wait for a camera that is not there yet, or busy.")
  static let cameraTimeout = Option(
    "--timeout", value: "SECONDS", for: .command,
    "Give a camera up that sends nothing for so long (default: 5).")
  static let reconnect = Option(
    "--reconnect", for: .command,
    "Wait for what is lost, a camera or a server, and go on when it is back.")
  static let control = Option(
    "--control", value: "NAME=VALUE", for: .command,
    "Set a control of the camera, as often as is needed: brightness=128.")
  static let listControls = Option(
    "--list-controls", for: .command, "List the camera's controls and end.")
  static let preview = Option(
    "--preview", for: .command,
    "Show the pictures in a window, too: f applies and removes the filters, s writes a still, q ends."
  )
  static let sound = Option(
    "--audio", value: "DEVICE", for: .command,
    "Take sound, too: default, alsa:hw:1, pulse:NAME. -c:a and -b:a say how (default: the container's usual encoder)."
  )
  static let snapshot = Option(
    "--snapshot", value: "FILE", for: .command,
    "Write the first picture there, too, and another with a number for each SIGUSR1.")

  static let cameraOptions = [
    camera, cameraSize, cameraRate, cameraFormat, cameraWait, cameraTimeout, reconnect, control,
    sound, snapshot, preview,
  ]
}

extension Arguments {
  /// The camera that is meant and how it takes pictures.
  func cameraSettings() throws(Failure) -> Camera.Settings {
    var settings = Camera.Settings()
    if let name = options[.camera] {
      guard !name.isEmpty else { throw .usage("option --camera: the name is empty") }
      settings.position = Camera.Position(rawValue: name)
      if settings.position == nil { settings.device = name }
    }
    if let text = options[.cameraSize] {
      if let preset = Camera.Preset.named[text] {
        settings.preset = preset
      } else if let size = try options.size(.cameraSize) {
        settings.preset = Camera.Preset(size)
      }
    }
    settings.frameRate = try options.rate(.cameraRate)
    if let name = options[.cameraFormat] {
      settings.pixelFormat = PixelFormat.named(name.lowercased())
      settings.fourCC = settings.pixelFormat == nil ? FourCC(name) : nil
      guard settings.pixelFormat != nil || settings.fourCC != nil else {
        throw .usage("option --input-format: '\(name)' is no format (MJPG, YUYV, nv12)")
      }
    }
    settings.patience = try options.duration(.cameraWait)?.seconds ?? 0
    if let timeout = try options.duration(.cameraTimeout) {
      guard timeout > .zero else { throw .usage("option --timeout: 0 is no time to wait") }
      settings.timeout = timeout.seconds
    }
    settings.reconnects = options.has(.reconnect)
    for text in options.all(.control) {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw .usage("option --control: '\(text)' is not NAME=VALUE (brightness=128)")
      }
      settings.controls.append((String(parts[0]), String(parts[1])))
    }
    return settings
  }

  /// Opens a camera whose frames are all kept as far as they can be, and says what it gives.
  func openCamera(_ settings: Camera.Settings, heldAs orientation: Orientation?) throws -> Camera {
    let camera = try Camera(settings)
    camera.alwaysDiscardsLateVideoFrames = false
    if let orientation { camera.orientation = orientation }
    let format = camera.format
    try checkFormat(of: format)
    let rate = format.frameRate.map { ", \($0.0)/\($0.1) frames a second" } ?? ""
    console.note(
      "camera \(camera.path ?? ""): \(camera.fourCC?.description ?? "") \(format.size)\(rate)")
    return camera
  }
}
