internal import CVulkan

/// What one command buffer does with one resource.
struct ResourceUse {
  /// What is done at one point of a command buffer.
  struct Access {
    var reads: Bool
    var writes: Bool
    static let read = Access(reads: true, writes: false)
    static let write = Access(reads: false, writes: true)
  }

  let usage: ResourceUsage
  let isHostVisible: Bool
  /// Barriers that the command buffer had when the resource was last written and read; -1 when it
  /// was not.
  private var lastWrite = -1
  private var lastRead = -1
  /// What was done before the command buffer's first barrier: only that can clash with earlier
  /// submissions.
  private var first = Access(reads: false, writes: false)
  private(set) var total = Access(reads: false, writes: false)

  init(_ resource: some TrackedResource) {
    usage = resource.usage
    isHostVisible = resource.isHostVisible
  }

  /// Whether a barrier must come between what was done after barrier number `epoch` and `access`.
  func needsBarrier(_ access: Access, _ epoch: Int) -> Bool {
    lastWrite == epoch || (access.writes && lastRead == epoch)
  }

  mutating func add(_ access: Access, _ epoch: Int) {
    if access.reads { lastRead = epoch }
    if access.writes { lastWrite = epoch }
    total.reads = total.reads || access.reads
    total.writes = total.writes || access.writes
    guard epoch == 0 else { return }
    first.reads = first.reads || access.reads
    first.writes = first.writes || access.writes
  }

  /// Whether an earlier submission on the same queue must be fenced off.
  func conflicts(with order: QueueOrder, on queue: Int) -> Bool {
    guard first.reads || first.writes else { return false }
    return usage.written[queue] > order.fencedThrough
      || (first.writes && usage.read[queue] > order.fencedThrough)
  }

  /// The value of another queue's timeline that must be reached first; 0 when there is none.
  func value(toWaitForOn queue: Int) -> UInt64 {
    total.writes ? max(usage.written[queue], usage.read[queue]) : usage.written[queue]
  }

  /// Notes the submission that the command buffer became.
  func record(_ value: UInt64, on queue: Int) {
    if total.writes {
      usage.written[queue] = value
      usage.lastQueue = queue
    }
    if total.reads { usage.read[queue] = value }
  }
}
