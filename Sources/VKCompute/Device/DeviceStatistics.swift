internal import VKCore

/// What a device was asked to do so far; two snapshots subtract.
public struct DeviceStatistics: Sendable, Hashable {
  /// Vulkan objects created (memory included; command buffers and descriptor sets come with their
  /// pools).
  public var objectsCreated = 0
  /// Device memory allocations made.
  public var memoryAllocations = 0
  /// Descriptor sets allocated.
  public var descriptorSetsAllocated = 0
  /// Bytes of device memory held now; a difference of snapshots keeps the later one's.
  public var bytesAllocated = 0
  /// The most bytes of device memory held at once; a difference of snapshots keeps the later one's.
  public var peakBytesAllocated = 0
  /// Dispatches submitted.
  public var dispatches = 0
  /// Pipeline barriers between commands and between submissions; the one that ends each command
  /// buffer, for the program's eyes, is not counted.
  public var barriers = 0
  /// Copies and fills submitted.
  public var copies = 0
  /// Command buffers submitted.
  public var submissions = 0

  /// Nothing done yet.
  public init() {}

  /// What happened between two snapshots.
  public static func - (later: Self, earlier: Self) -> Self {
    var result = later
    result.objectsCreated -= earlier.objectsCreated
    result.memoryAllocations -= earlier.memoryAllocations
    result.descriptorSetsAllocated -= earlier.descriptorSetsAllocated
    result.dispatches -= earlier.dispatches
    result.barriers -= earlier.barriers
    result.copies -= earlier.copies
    result.submissions -= earlier.submissions
    return result
  }
}

/// The counters behind the snapshots.
final class StatisticsCounter: Sendable {
  private let state = Locked(DeviceStatistics())

  var snapshot: DeviceStatistics { state.withLock { $0 } }

  /// Counts an object; `bytes` when it is device memory.
  func created(bytes: Int?) {
    state.withLock { state in
      state.objectsCreated += 1
      guard let bytes else { return }
      state.memoryAllocations += 1
      state.bytesAllocated += bytes
      state.peakBytesAllocated = max(state.peakBytesAllocated, state.bytesAllocated)
    }
  }

  func freed(bytes: Int) { state.withLock { $0.bytesAllocated -= bytes } }

  func update(_ body: (inout DeviceStatistics) -> Void) { state.withLock { body(&$0) } }
}
