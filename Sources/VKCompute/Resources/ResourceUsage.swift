internal import CVulkan
internal import Synchronization

/// Which submissions touch a resource: what barriers and waits are derived from.
final class ResourceUsage: @unchecked Sendable {
  // SAFETY: the variables are touched only with the device's `order` locked.

  /// Tells a resource from every other of the process, the dead ones too.
  let id: Int
  /// By queue, the timeline value of the last submission that writes.
  var written = SIMD2<UInt64>(0, 0)
  /// By queue, the timeline value of the last submission that reads.
  var read = SIMD2<UInt64>(0, 0)

  /// The queue of the last submission that writes.
  var lastQueue = 0

  private static let nextID = Atomic<Int>(0)

  init() { id = Self.nextID.add(1, ordering: .relaxed).newValue }
}

/// What an encoder can bind.
protocol TrackedResource: AnyObject, Sendable {
  var usage: ResourceUsage { get }
  /// Whether the program reads the memory where it lies.
  var isHostVisible: Bool { get }
}
