package import VKCompute
internal import VKCore

/// `bench`, in whichever program.
package struct BenchmarkCommand {
  /// The program around it.
  package struct Host: Sendable {
    /// The program's version.
    package let version: String
    /// The path of the program when it can read and write movies; nil when it cannot.
    package let moviePath: String?
    /// Writes data to standard output.
    package let print: @Sendable (String) throws -> Void
    /// Tells a person something, on standard error.
    package let say: @Sendable (String) -> Void
    /// What is told and asked while it runs.
    package let watch: Benchmark.Watch

    /// Describes a program.
    package init(
      version: String, moviePath: String?, print: @escaping @Sendable (String) throws -> Void,
      say: @escaping @Sendable (String) -> Void, watch: Benchmark.Watch
    ) {
      self.version = version
      self.moviePath = moviePath
      self.print = print
      self.say = say
      self.watch = watch
    }
  }

  private let request: BenchmarkRequest
  private let host: Host

  /// Gets ready to do what was asked for.
  package init(_ request: BenchmarkRequest, host: Host) {
    self.request = request
    self.host = host
  }

  /// Does it; `device` is called when there is something to measure.
  ///
  /// - Throws: `BenchmarkError` when a file is wrong, when the device failed on the way (after what was measured is
  ///   printed) and when something became slower; whatever `device` throws.
  package func run(on device: () throws -> Device) throws {
    let old = try request.old.map { path throws(BenchmarkError) in
      try BenchmarkReport(contentsOf: path)
    }
    if let old, let path = request.new {
      return try compare(old, try BenchmarkReport(contentsOf: path), isAlone: true)
    }
    let page = try request.html.map(plannedPage)
    if !request.peers.isEmpty, host.moviePath == nil {
      throw BenchmarkError(
        .usage, "bench", "--against needs a program that reads movies: vkfilter bench")
    }
    let report = measured(on: try device())
    try host.print(request.isJSON ? try report.json() : report.text)
    if let page { try write(report, to: page) }
    if let incomplete = report.incomplete {
      throw BenchmarkError(.incomplete, "bench", "not all was measured: \(incomplete)")
    }
    if let old { try compare(old, report, isAlone: false) }
  }

  private func measured(on device: Device) -> BenchmarkReport {
    var benchmark = Benchmark(device: device, program: host.version, watch: host.watch)
    benchmark.measureSpeed()
    if request.tunes { benchmark.tune() }
    if let plan = request.plan { benchmark.measure(plan) }
    if request.measuresCatalogue { benchmark.measureCatalogue(request.catalogue) }
    if !request.peers.isEmpty, let path = host.moviePath {
      benchmark.measure(
        PeerComparison(
          device: device, program: path, peers: request.peers, ffmpegs: request.ffmpegs))
    }
    return benchmark.report
  }

  private func compare(_ old: BenchmarkReport, _ new: BenchmarkReport, isAlone: Bool) throws {
    let comparison = ReportComparison(old: old, new: new)
    // Standard output holds one JSON object when it was asked for.
    if isAlone || !request.isJSON {
      try host.print((isAlone ? "" : "\n") + comparison.text)
    } else {
      for line in comparison.text.split(separator: "\n") { host.say(String(line)) }
    }
    guard !comparison.hasRegression else {
      let slower = comparison.lines.filter { $0.verdict == .slower || $0.verdict == .lost }
      throw BenchmarkError(
        .regression, "bench",
        "\(slower.count) of \(comparison.lines.count) measurements are slower than before")
    }
  }

  // MARK: The page

  private func plannedPage(_ path: String) throws(BenchmarkError) -> WholeFile {
    let file = WholeFile(path)
    do throws(WholeFile.Failure) { try file.check() } catch {
      throw BenchmarkError(.cannotCreate, "write \(path)", "\(error); choose another place")
    }
    guard request.overwrites || !file.replacesFile else {
      throw BenchmarkError(
        .cannotCreate, "write \(path)",
        "the file exists; choose another name, or allow overwriting (-y)")
    }
    return file
  }

  private func write(_ report: BenchmarkReport, to file: WholeFile) throws(BenchmarkError) {
    do throws(WholeFile.Failure) { try file.write(ReportPage(report).text) } catch {
      throw BenchmarkError(.cannotCreate, "write \(file.path)", "\(error)")
    }
  }
}
