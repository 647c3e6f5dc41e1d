internal import Glibc
internal import VKCore

/// Finds and opens the device that settings mean.
struct CameraFinder: Sendable {
  /// A device that is open.
  struct Found: Sendable {
    let device: any VideoDevice
    let path: String
    /// What the user should know of the choice.
    let notes: [String]
  }

  /// The paths of what may be cameras, in order.
  let list: @Sendable () -> [String]
  /// Opens a path.
  let open: @Sendable (String) throws -> any VideoDevice

  /// The kernel's devices.
  static let system = CameraFinder(
    list: {
      (namesInFolder("/dev") ?? []).filter { $0.hasPrefix("video") }
        .compactMap { Int($0.dropFirst(5)) }.sorted().map { "/dev/video\($0)" }
    },
    open: { try KernelVideoDevice($0) })

  /// Opens the device that is meant.
  ///
  /// - Throws: `CameraError` that says which is missing or why it cannot be opened.
  func find(_ settings: Camera.Settings) throws -> Found {
    if let device = settings.device {
      if let number = Int(device), number >= 0 { return try found("/dev/video\(number)") }
      return try device.hasPrefix("/") ? found(device) : find(called: device)
    }
    guard let position = settings.position else { return try first(notes: []) }
    for path in list() {
      guard let device = try? open(path), Camera.Position(of: device) == position else { continue }
      return Found(device: device, path: path, notes: [])
    }
    return try first(notes: [
      "no camera says that it looks \(position.rawValue); the first is taken"
    ])
  }

  private func found(_ path: String, notes: [String] = []) throws -> Found {
    do { return Found(device: try open(path), path: path, notes: notes) } catch let error
      as DeviceFailure
    {
      throw CameraError(error, on: path)
    }
  }

  /// The first that can be opened; what kept others from it is told when there is none.
  private func first(notes: [String]) throws -> Found {
    var refusal: (any Error)?
    for path in list() {
      do { return try found(path, notes: notes) } catch let error as CameraError {
        if error.code != .notACamera { refusal = refusal ?? error }
      }
    }
    throw refusal
      ?? CameraError(
        .notFound, "open a camera", "there is none; plug one in, or look at 'vkfilter cameras'")
  }

  private func find(called name: String) throws -> Found {
    var names: [String] = []
    for path in list() {
      guard let device = try? open(path), let identity = try? device.identity() else { continue }
      if identity.card.lowercased().contains(name.lowercased()) || identity.bus == name {
        return Found(device: device, path: path, notes: [])
      }
      names.append(identity.card)
    }
    let known = names.isEmpty ? "there is none" : "there are \(names.joined(separator: ", "))"
    throw CameraError(.notFound, "open the camera '\(name)'", "no camera is called that; \(known)")
  }

  /// Where a device is now that has been at another place; nil when it is nowhere.
  func path(of identity: DeviceIdentity) -> String? {
    list().first { path in
      guard let found = try? open(path).identity() else { return false }
      return found.card == identity.card && found.bus == identity.bus
    }
  }

  /// Opens the device and sets it up; while it is missing or busy, tries again for so many seconds.
  ///
  /// - Throws: `CameraError`.
  func session(
    _ settings: Camera.Settings, excluding excluded: Set<FourCC> = [], patience: Double,
    isStopped: () -> Bool = { false }
  ) throws -> CaptureSession {
    let wish = try settings.wish(excluding: excluded)
    let end = ContinuousClock.now + .seconds(patience)
    while true {
      do {
        let found = try find(settings)
        let session = try CaptureSession(
          found.device, path: found.path, wish: wish, notes: found.notes)
        try session.set(settings.controls)
        return session
      } catch let error as CameraError {
        let mayPass = [.notFound, .busy, .disconnected, .permission].contains(error.code)
        guard mayPass, ContinuousClock.now < end, !isStopped() else { throw error }
        usleep(200_000)
      }
    }
  }
}
