public import VKCore

/// What a window has shown.
public struct PreviewStatistics: Sendable, Hashable {
  /// Frames that were seen.
  public internal(set) var shown = 0
  /// Frames that a newer one replaced before they were seen.
  public internal(set) var late = 0
  /// Frames that came while the window was minimised.
  public internal(set) var unseen = 0
  /// How often the window's pictures were made: once for each size of it.
  public internal(set) var generations = 0
  /// Vulkan objects and device allocations that the device made after the window's first frames at its size.
  public internal(set) var objectsCreatedAfterWarmUp = 0
  /// The window's size in pixels.
  public internal(set) var windowSize: Size?
  /// The last frame's time.
  public internal(set) var lastTime: MediaTime?

  /// Nothing shown yet.
  public init() {}
}
