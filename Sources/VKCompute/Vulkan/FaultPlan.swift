internal import CVulkan
internal import VKCore

/// A script of failures for tests: the n-th call of a Vulkan function gives a result without being
/// made.
///
/// Without a plan nothing is counted. With one, every fallible call is counted by its name.
package final class FaultPlan: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var failed = false
    var live = 0
  }

  private let state = Locked(State())
  private let target: (operation: String, occurrences: ClosedRange<Int>, result: Int32)?

  /// Only counts.
  package init() { target = nil }

  /// Lets call number `occurrence` (from 0) of `operation` give `result`.
  package init(failing operation: String, occurrence: Int, result: Int32) {
    target = (operation, occurrence...occurrence, result)
  }

  /// Lets every call from number `occurrence` (from 0) on of `operation` give `result`.
  package init(failing operation: String, from occurrence: Int, result: Int32) {
    target = (operation, occurrence...Int.max, result)
  }

  /// How often each function was called.
  package var counts: [String: Int] { state.withLock { $0.counts } }
  /// Whether the failure was delivered.
  package var hasFailed: Bool { state.withLock { $0.failed } }

  /// Vulkan objects that exist, of everything made with this plan: 0 when nothing leaked.
  package var liveObjects: Int { state.withLock { $0.live } }

  func created() { state.withLock { $0.live += 1 } }
  func destroyed() { state.withLock { $0.live -= 1 } }

  func result(for operation: StaticString) -> VkResult? {
    state.withLock { state in
      let name = operation.description
      let occurrence = state.counts[name, default: 0]
      state.counts[name] = occurrence + 1
      guard let target, target.operation == name, target.occurrences.contains(occurrence) else {
        return nil
      }
      state.failed = true
      return VkResult(rawValue: target.result)
    }
  }
}

/// Makes a Vulkan call, unless the plan says that it fails.
func attempt(
  _ faults: FaultPlan?, _ operation: StaticString, _ call: () -> VkResult
) -> VkResult {
  faults?.result(for: operation) ?? call()
}

/// Makes a Vulkan call and throws its failure.
func check(
  _ faults: FaultPlan?, _ operation: StaticString, _ call: () -> VkResult
) throws(GPUError) {
  let result = attempt(faults, operation, call)
  guard result.rawValue >= 0 else { throw GPUError(result, operation) }
}
