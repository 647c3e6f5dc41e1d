internal import Glibc
package import VKCompute
internal import VKCore
internal import VKPipeline

/// Measures a device, then chains on it.
package struct Benchmark {
  /// What is told and asked while it runs.
  package struct Watch: Sendable {
    /// Told of each thing that is about to be measured.
    package var note: @Sendable (String) -> Void
    /// Whether to end with what there is.
    package var isStopped: @Sendable () -> Bool

    /// Makes a watch that tells nobody.
    package init(
      note: @escaping @Sendable (String) -> Void = { _ in },
      isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
      self.note = note
      self.isStopped = isStopped
    }
  }

  private let device: Device
  private let watch: Watch
  private let begin = ContinuousClock.now
  /// What was found so far.
  package private(set) var report: BenchmarkReport

  /// Gets ready to measure a device; `program` is the program's version.
  package init(device: Device, program: String, watch: Watch = Watch()) {
    self.device = device
    self.watch = watch
    report = BenchmarkReport(
      program: program, began: Int(time(nil)), device: .init(device.description),
      machine: .current)
  }

  /// Whether the run goes on: not after a device that failed, or when it was stopped.
  private var goesOn: Bool { report.incomplete == nil }

  /// Measures what the device can do at best.
  package mutating func measureSpeed(seconds: Double = 0.25) {
    guard mayGoOn("the device's speed") else { return }
    do {
      report.limits = try SpeedMeasurement(device: device, seconds: seconds).run()
    } catch {
      report.incomplete = "the device's speed: \(error)"
    }
    finish()
  }

  /// Measures the chains of a plan.
  ///
  /// A chain that cannot run on this device is a row that says so; a device that fails ends the run.
  package mutating func measure(_ plan: BenchmarkPlan) {
    report.rows += rows(of: plan)
    finish()
  }

  /// Measures every filter of the catalogue.
  package mutating func measureCatalogue(_ plan: BenchmarkPlan) {
    report.catalogue = rows(of: plan)
    finish()
  }

  /// Finds the choices that suit the device, and keeps them for all runs to come.
  package mutating func tune() {
    do {
      let result = try TuningMeasurement(device: device).run { mayGoOn($0) }
      guard let result else { return }
      result.tuning.keep(for: device)
      report.tuning = result.rows
    } catch {
      report.incomplete = "tuning: \(error)"
    }
    finish()
  }

  /// Measures works against other programs.
  package mutating func measure(_ comparison: PeerComparison) {
    comparison.run { next, measure in
      guard mayGoOn(next) else { return false }
      report.peers.append(measure())
      return true
    }
    finish()
  }

  private mutating func rows(of plan: BenchmarkPlan) -> [BenchmarkRow] {
    var rows: [(place: Int, row: BenchmarkRow)] = []
    for (index, place) in plan.order.enumerated() {
      let item = plan.items[place]
      let name = "\(item.chain.name) \(item.size) \(item.format)"
      guard mayGoOn("\(name) (\(index + 1) of \(plan.items.count))") else { break }
      let share = share(of: plan, left: plan.items.count - index)
      rows.append((place, row(item, plan, share, name)))
    }
    return rows.sorted { $0.place < $1.place }.map(\.row)
  }

  private mutating func row(
    _ item: BenchmarkPlan.Item, _ plan: BenchmarkPlan, _ share: Double?, _ name: String
  ) -> BenchmarkRow {
    let measurement = ChainMeasurement(
      device: device, item: item, seconds: share ?? 0,
      copyBytesPerSecond: report.limits?.kernelCopyBytesPerSecond)
    do {
      if let reason = try reasonToSkip(measurement, plan, share) {
        return BenchmarkRow(item, failure: "\(BenchmarkRow.noTime)\(reason)")
      }
      return try measurement.run()
    } catch let error as GPUError where !error.isOutOfMemory && error.code != .limitExceeded {
      report.incomplete = "\(name): \(error)"
      return BenchmarkRow(item, failure: error.description)
    } catch {
      return BenchmarkRow(item, failure: "\(error)")
    }
  }

  /// Why an item is left out of a run that has to end in time.
  private func reasonToSkip(
    _ measurement: ChainMeasurement, _ plan: BenchmarkPlan, _ share: Double?
  ) throws -> String? {
    guard share != nil else { return "; -t gives more" }
    guard let longest = plan.longestFrame else { return nil }
    let estimate = try measurement.frameEstimate()
    guard estimate > longest else { return nil }
    return ": a frame takes about \(estimate.formatted(0)) s; -t or -vf gives it more"
  }

  /// Seconds for the next item; nil when the time is up.
  private func share(of plan: BenchmarkPlan, left: Int) -> Double? {
    guard let seconds = plan.seconds else { return plan.rowSeconds }
    let rest = seconds - (ContinuousClock.now - begin).seconds
    // Half of the time goes into compiling and into frames that are slower than their share.
    return rest > 0 ? min(plan.rowSeconds, rest / Double(left) / 2) : nil
  }

  /// Tells of what comes; false when the run has ended.
  private mutating func mayGoOn(_ next: String) -> Bool {
    guard goesOn else { return false }
    guard !watch.isStopped() else {
      report.incomplete = "it was stopped before: \(next)"
      finish()
      return false
    }
    watch.note(next)
    return true
  }

  private mutating func finish() {
    report.seconds = (ContinuousClock.now - begin).seconds
    report.peakResidentBytes = ProcessUse.peakResidentBytes
  }
}

extension BenchmarkReport.Device {
  init(_ description: DeviceDescription) {
    name = description.name
    kind = "\(description.kind)"
    driver = description.driverName
    driverVersion = description.driverVersion
    vulkan = description.apiVersion
    uuid = description.uuid
  }
}

extension BenchmarkReport.Machine {
  /// The computer that this runs on.
  static var current: Self {
    var name = utsname()
    uname(&name)
    return Self(
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)), processor: processorName,
      memoryBytes: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
      system: "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))")
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static var processorName: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
      return text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    return ""
  }
}
