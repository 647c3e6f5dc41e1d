import Glibc
import VKBenchmark
import VKCore

extension Command {
  /// The benchmark.
  static let bench = Command(
    name: "bench",
    summary:
      "Measure the device, and chains on it: time, frames a second, fraction of what a copy does.",
    usage:
      "[--full] [-vf CHAIN [-s WxH]] [--catalogue] [--tune] [--against LIST] [--json] [--html FILE] [--compare OLD.json [NEW.json]]",
    options: BenchmarkOption.all.map(Option.init) + [.device] + Option.talk + [.help],
    operands: 0...1
  ) { arguments in
    try arguments.applyLogLevel()
    var values: [String: [String]] = [:]
    for option in BenchmarkOption.all.map(Option.init) where arguments.options.has(option) {
      values[option.name] = arguments.options.all(option)
    }
    let request = try BenchmarkRequest(values, operands: arguments.operands)
    let stop = Locked(false)
    Interruption.onSignal(stop: { stop.withLock { $0 = true } })
    let host = BenchmarkCommand.Host(
      version: Program.version, moviePath: ownPath(), print: { try printData($0) },
      say: { console.info($0) },
      watch: Benchmark.Watch(
        note: { console.showProgress($0) }, isStopped: { stop.withLock { $0 } }))
    defer { console.showProgress("") }
    do { try BenchmarkCommand(request, host: host).run { try arguments.device() } } catch {
      guard let code = Interruption.exitCode else { throw error }
      throw Interrupted(code: code)
    }
  }
}

/// The path of this program.
private func ownPath() -> String {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  guard count > 0 else { return CommandLine.arguments[0] }
  return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

extension Option {
  /// An option of the benchmark, which both programs that have it declare in one place.
  init(_ option: BenchmarkOption) {
    names = option.names
    placeholder = option.placeholder
    place = .command
    help = option.help
  }
}
