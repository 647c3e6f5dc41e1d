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
  /// When the device is out of memory, buffers of other sizes that wait in the pool give way.
  ///
  /// Waits at most `patience` seconds for buffers to come back when there is no memory for another one.
  /// - Throws: `GPUError` when the budget is spent or the device's memory is.
  public func take(length: Int, patience: Double = 0) throws(GPUError) -> Buffer {
    let capacity = Self.sizeClass(max(1, length))
    while true {
      let returned = shelf.returned
      do throws(GPUError) {
        return Buffer(try storage(capacity), length: length, label: label, pool: shelf)
      } catch {
        guard error.isOutOfMemory, patience > 0, shelf.waitForReturn(since: returned, patience)
        else { throw error }
      }
    }
  }

  /// Waits so many seconds for a buffer in use to come back; false when none did.
  package func waitForReturn(seconds: Double) -> Bool {
    shelf.waitForReturn(since: shelf.returned, seconds)
  }

  private func storage(_ capacity: Int) throws(GPUError) -> BufferStorage {
    if let storage = shelf.take(capacity) { return storage }
    do throws(GPUError) { return try make(capacity) } catch {
      guard error.isOutOfMemory else { throw error }
      trim()
      return try make(capacity)
    }
  }

  private func make(_ capacity: Int) throws(GPUError) -> BufferStorage {
    try shelf.reserve(capacity, label)
    do throws(GPUError) {
      return try BufferStorage(core, capacity: capacity, mode: options, label: label)
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
      /// How often a buffer came back.
      var returned = 0
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

    /// How often a buffer came back so far.
    var returned: Int { state.withLock { $0.returned } }

    /// Waits for another return than those up to `count`; false when none came within so many seconds.
    func waitForReturn(since count: Int, _ seconds: Double) -> Bool {
      state.wait(seconds: seconds) { $0.returned > count ? true : nil } ?? false
    }

    func put(back storage: BufferStorage) {
      state.signal { state in
        state.returned += 1
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
