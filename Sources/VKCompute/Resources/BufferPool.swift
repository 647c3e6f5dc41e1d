internal import VKCore

/// Recycled buffers in classes of size, within a budget of bytes.
///
/// Thread-safe. A buffer comes back by itself when its last user lets go of it and every submission
/// that uses it is complete. Its contents are undefined when it is taken again.
public final class BufferPool: Sendable {
  /// What a pool did and holds.
  public struct Statistics: Sendable, Hashable {
    /// Buffers taken.
    public var taken = 0
    /// Buffers that had to be made.
    public var created = 0
    /// Bytes of all buffers of the pool, in use and waiting.
    public var bytes = 0
    /// Bytes in use now.
    public var bytesInUse = 0
    /// The most bytes in use at once.
    public var highWaterMark = 0
  }

  private let core: DeviceCore
  private let shelf: Shelf
  private let options: ResourceOptions
  private let label: String

  init(_ core: DeviceCore, budget: Int?, options: ResourceOptions, label: String) {
    self.core = core
    self.options = options
    self.label = label
    shelf = Shelf(budget: budget)
  }

  /// The counters now.
  public var statistics: Statistics { shelf.statistics }

  /// Takes a buffer of `length` bytes or more.
  ///
  /// - Throws: `GPUError` when the budget is spent or the device's memory is.
  public func take(length: Int) throws(GPUError) -> Buffer {
    let capacity = Self.sizeClass(max(1, length))
    if let storage = shelf.take(capacity) {
      return Buffer(storage, length: length, label: label, pool: shelf)
    }
    try shelf.reserve(capacity, label)
    do throws(GPUError) {
      let storage = try BufferStorage(core, capacity: capacity, mode: options, label: label)
      return Buffer(storage, length: length, label: label, pool: shelf)
    } catch {
      shelf.cancel(capacity)
      throw error
    }
  }

  /// Lets go of the buffers that wait.
  public func trim() { shelf.trim() }

  /// Rounds up to one of eight steps between powers of two: at most an eighth is wasted.
  static func sizeClass(_ length: Int) -> Int {
    guard length > 4096 else { return 4096 }
    let step = max(4096, (1 << (Int.bitWidth - 1 - (length - 1).leadingZeroBitCount)) >> 3)
    return (length + step - 1) / step * step
  }

  /// The part that buffers hold on to: what waits, and the counters.
  final class Shelf: Sendable {
    private struct State {
      var waiting: [Int: [BufferStorage]] = [:]
      var statistics = Statistics()
    }

    private let state = Locked(State())
    private let budget: Int?

    init(budget: Int?) { self.budget = budget }

    var statistics: Statistics { state.withLock { $0.statistics } }

    func take(_ capacity: Int) -> BufferStorage? {
      state.withLock { state in
        guard let storage = state.waiting[capacity]?.popLast() else { return nil }
        Self.use(capacity, &state)
        return storage
      }
    }

    /// Makes room for a new buffer; waiting ones of other sizes give way.
    func reserve(_ capacity: Int, _ label: String) throws(GPUError) {
      let (enough, evicted) = state.withLock { state -> (Bool, [BufferStorage]) in
        var evicted: [BufferStorage] = []
        if let budget {
          for size in state.waiting.keys.sorted(by: >) {
            while state.statistics.bytes + capacity > budget,
              let storage = state.waiting[size]?.popLast()
            {
              evicted.append(storage)
              state.statistics.bytes -= size
            }
          }
          guard state.statistics.bytes + capacity <= budget else { return (false, evicted) }
        }
        state.statistics.created += 1
        state.statistics.bytes += capacity
        Self.use(capacity, &state)
        return (true, evicted)
      }
      _ = evicted
      guard enough else {
        throw GPUError(
          .limitExceeded, operation: "pool \(label)",
          detail: "\(capacity) bytes more are over the pool's budget of \(budget ?? 0); use fewer "
            + "frames in flight or a larger budget")
      }
    }

    private static func use(_ capacity: Int, _ state: inout State) {
      state.statistics.taken += 1
      state.statistics.bytesInUse += capacity
      state.statistics.highWaterMark = max(
        state.statistics.highWaterMark, state.statistics.bytesInUse)
    }

    func cancel(_ capacity: Int) {
      state.withLock { state in
        state.statistics.created -= 1
        state.statistics.taken -= 1
        state.statistics.bytes -= capacity
        state.statistics.bytesInUse -= capacity
      }
    }

    func put(back storage: BufferStorage) {
      state.withLock { state in
        state.waiting[storage.capacity, default: []].append(storage)
        state.statistics.bytesInUse -= storage.capacity
      }
    }

    func trim() {
      let waiting = state.withLock { state -> [Int: [BufferStorage]] in
        defer { state.waiting = [:] }
        for (size, storages) in state.waiting { state.statistics.bytes -= size * storages.count }
        return state.waiting
      }
      _ = waiting
    }
  }
}
