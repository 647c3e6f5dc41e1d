internal import CSDL
internal import VKCompute
internal import VKCore
internal import VKPipeline

/// One window, what paints it and what happens in it.
///
/// Only the window thread calls it, unless a method says otherwise.
final class PreviewScreen: Sendable {
  /// What it tells of.
  struct Handlers: Sendable {
    var pressed: @Sendable (Character) -> Void
    var closed: @Sendable (_ byUser: Bool) -> Void
    var failed: @Sendable (any Error) -> Void
  }

  private struct State {
    var frame: Frame?
    var hasNewFrame = false
    var isSeen = true
    var isClosed = false
    var gravity: Gravity
    var swapchain: Swapchain?
    var surface: WindowSurface?
    /// What is being painted: its memory stays until the device is done with it.
    var painting: PendingRender?
    var statistics = PreviewStatistics()
    /// The device's counters once the first frames at the window's size were painted.
    var warm: (device: DeviceStatistics, generation: Int)?
    var paintings = 0
    var title: String
  }

  private nonisolated(unsafe) let window: OpaquePointer
  private let number: UInt32
  private let device: Device
  private let executor: ChainExecutor
  private let handlers: Handlers
  private let isBlueFirst: Bool
  private let state: Locked<State>

  /// Opens a window.
  ///
  /// - Throws: `PreviewError` or `GPUError` when there can be none.
  init(
    title: String, size: Size, gravity: Gravity, device: Device, handlers: Handlers
  ) throws {
    guard let window = csdl_open(title, Int32(size.width), Int32(size.height)) else {
      throw PreviewError(
        .noWindow, "open a window",
        "the display gives none: \(String(cString: csdl_error()))")
    }
    do {
      let surface = try WindowSurface(device: device) { instance in
        csdl_surface(window, UnsafeMutableRawPointer(instance)).map { OpaquePointer($0) }
      }
      let swapchain = Swapchain(surface)
      isBlueFirst = try swapchain.isBlueFirst()
      let queue = device.makeSeparateQueue(label: "preview")
      executor = ChainExecutor(context: try RenderContext(device: device, queue: queue))
      state = Locked(
        State(gravity: gravity, swapchain: swapchain, surface: surface, title: title))
    } catch {
      csdl_close(window)
      throw error
    }
    self.window = window
    self.device = device
    self.handlers = handlers
    number = csdl_number(window)
    WindowThread.shared.register(self, number: number)
  }

  // MARK: From any thread

  /// What was shown so far.
  var statistics: PreviewStatistics { state.withLock { $0.statistics } }

  /// Shows a frame as soon as the thread comes to it; a frame that was not painted yet is replaced and counted.
  func show(_ frame: Frame) {
    let mustPost = state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      state.frame = frame
      if state.hasNewFrame { state.statistics.late += 1 }
      defer { state.hasNewFrame = true }
      return !state.hasNewFrame
    }
    if mustPost { WindowThread.shared.post { [self] in repaint() } }
  }

  /// Changes how pictures fill the window.
  func setGravity(_ gravity: Gravity) {
    state.withLock { $0.gravity = gravity }
    WindowThread.shared.post { [self] in repaint() }
  }

  /// Closes the window when the thread comes to it.
  func requestClose(byUser: Bool = false) {
    WindowThread.shared.post { [self] in close(byUser: byUser) }
  }

  /// Changes the window's title when the thread comes to it.
  func requestTitle(_ title: String) {
    let isNew = state.withLock { state -> Bool in
      defer { state.title = title }
      return state.title != title
    }
    guard isNew else { return }
    WindowThread.shared.post { [self] in
      if !state.withLock({ $0.isClosed }) { csdl_set_title(window, title) }
    }
  }

  // MARK: On the thread

  /// Says whether the window is seen: one that is not is not painted.
  func setSeen(_ isSeen: Bool) {
    state.withLock { $0.isSeen = isSeen }
    if isSeen { repaint() }
  }

  /// A key was pressed in the window.
  func pressed(_ symbol: Int32) {
    guard symbol > 0, let scalar = Unicode.Scalar(UInt32(symbol)) else { return }
    handlers.pressed(Character(scalar))
  }

  /// Paints the last frame.
  func repaint() {
    do {
      try paint()
    } catch {
      end(error)
    }
  }

  /// Tells why there is no window any more.
  func end(_ error: any Error) {
    handlers.failed(error)
    close(byUser: false)
  }

  private func paint() throws {
    var (width, height): (Int32, Int32) = (0, 0)
    let (wanted, previous) = state.withLock { state in
      defer { state.hasNewFrame = false }
      if state.hasNewFrame, !state.isSeen { state.statistics.unseen += 1 }
      let isPaintable = state.isSeen && !state.isClosed
      return (
        isPaintable ? (state.frame, state.gravity, state.swapchain, state.hasNewFrame) : nil,
        state.painting
      )
    }
    guard let (frame, gravity, swapchain, isNew) = wanted, let frame, let swapchain else { return }
    csdl_size(window, &width, &height)
    guard let size = try swapchain.size(of: Size(Int(width), Int(height))) else { return }
    try previous?.submission.waitUntilCompleted()
    let picture = frame.pixelBuffer
    let layout = ScreenLayout(
      picture.size, pixelAspectRatio: picture.pixelAspectRatio, window: size, gravity: gravity)
    let render = try executor.submit(
      layout.filters, inputs: [picture], format: isBlueFirst ? .bgra : .rgba,
      options: options(frame))
    guard let pixels = render.pixels else { return }
    let isShown = try swapchain.show(
      pixels.buffer, bytesPerRow: pixels.bytesPerRow, in: layout.place, of: size)
    note(frame, render, isNew: isNew, isShown: isShown, size, swapchain.generations)
  }

  /// How many frames make all objects that painting takes.
  private static let warmUp = 8

  private func note(
    _ frame: Frame, _ render: PendingRender, isNew: Bool, isShown: Bool, _ size: Size,
    _ generations: Int
  ) {
    let counters = device.statistics
    state.withLock { state in
      state.painting = render
      state.paintings = generations == state.statistics.generations ? state.paintings + 1 : 0
      if state.paintings == Self.warmUp { state.warm = (counters, generations) }
      if let warm = state.warm, warm.generation == generations {
        let since = counters - warm.device
        state.statistics.objectsCreatedAfterWarmUp = since.objectsCreated + since.memoryAllocations
      }
      state.statistics.windowSize = size
      state.statistics.generations = generations
      guard isNew else { return }
      if isShown { state.statistics.shown += 1 } else { state.statistics.late += 1 }
      state.statistics.lastTime = frame.time
    }
  }

  /// A window shows sRGB: what is HDR or wider becomes that.
  private func options(_ frame: Frame) -> ChainOptions {
    let color = frame.pixelBuffer.colorSpace
    var options = ChainOptions()
    if color.transfer.isHDR || color.assumedPrimaries.isWide {
      options.colors = .standardRange(for: .bgra)
      if color.transfer == .pq, let peak = frame.peakLuminance { options.peakLuminance = peak }
    }
    return options
  }

  /// Closes the window; the second time nothing happens.
  func close(byUser: Bool) {
    let isFirst = state.withLock { state -> Bool in
      defer { (state.isClosed, state.frame) = (true, nil) }
      return !state.isClosed
    }
    guard isFirst else { return }
    releasePictures()
    csdl_close(window)
    WindowThread.shared.register(nil, number: number)
    handlers.closed(byUser)
  }

  /// Lets go of all that lives on the window; it must be gone before the window is.
  private func releasePictures() {
    let (painting, swapchain) = state.withLock { state in
      defer { (state.painting, state.swapchain, state.surface) = (nil, nil, nil) }
      return (state.painting, state.swapchain)
    }
    try? painting?.submission.waitUntilCompleted()
    swapchain?.close()
  }
}
