import Glibc
import Synchronization
import VKBenchmark
import VKCompute
import VKCore

/// Whether a signal asked for the end.
private let isStopped = Atomic(false)

/// The benchmark alone, for machines without media libraries.
private enum Tool {
  static let usage = """
    Usage: vkbench [OPTION]…

    The benchmark of vkfilter without anything that reads or writes video: it needs a Vulkan driver only.

    Options:
    \(table(options.map(\.helpRow), indent: 2))
    """

  static let device = BenchmarkOption.device
  static let options = BenchmarkOption.all + [device, .help]

  static func run(_ words: [String]) throws {
    let (values, operands) = try BenchmarkOption.sort(words, into: options)
    if values[BenchmarkOption.help.name] != nil { return try print(usage) }
    let request = try BenchmarkRequest(values, operands: operands)
    let host = BenchmarkCommand.Host(
      version: Release.version, moviePath: nil, print: { try print($0) }, say: { say($0) },
      watch: Benchmark.Watch(
        note: { say($0) }, isStopped: { isStopped.load(ordering: .relaxed) }))
    try BenchmarkCommand(request, host: host).run {
      try values[device.name]?.last.map { try Device.named($0) } ?? Device.systemDefault
    }
  }

  private static func print(_ text: String) throws {
    do throws(WholeFile.Failure) { try WholeFile.write(text, to: STDOUT_FILENO) } catch {
      throw BenchmarkError(.cannotCreate, "standard output", "\(error)")
    }
  }

  static func say(_ text: String) {
    // A closed standard error is no reason to stop.
    try? WholeFile.write("vkbench: \(text)\n", to: STDERR_FILENO)
  }
}

// The first signal ends the run with what was measured, the second at once.
for number in [SIGINT, SIGTERM] {
  signal(number) { number in
    isStopped.store(true, ordering: .relaxed)
    signal(number, SIG_DFL)
  }
}
var status: Int32 = 0
do { try Tool.run(Array(CommandLine.arguments.dropFirst())) } catch {
  Tool.say("\(error)")
  status = (error as? BenchmarkError)?.exitStatus ?? 69
}
// Not `exit`: it takes libraries down while threads of a device that was lost may still run in them.
_exit(status)
