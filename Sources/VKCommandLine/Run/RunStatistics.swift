import VKCamera
import VKCore
import VKMedia
import VKPipeline

/// What `--stats` writes.
struct RunStatistics: Encodable {
  struct Pass: Encodable {
    let name: String
    let dispatches: Int
    let gpuSeconds: Double
    let bytesRead: Int
    let bytesWritten: Int
  }

  let version = 1
  let device: String
  let wallSeconds: Double
  let gpuSeconds: Double
  let framesIn: Int
  let framesOut: Int
  let framesRepeated: Int
  let dropped: [String: Int]
  let framesInFlight: Int
  let dispatches: Int
  let passes: [Pass]
  let objectsCreatedAfterWarmUp: Int
  let frameCopiesOnCPU: Int
  let peakResidentBytes: Int
  let peakDeviceBytes: Int
  let corruptPackets: Int
  let warnings: [String]
  /// What is told of a stream that is published.
  let stream: StreamCounts?
  /// What is told of the camera that is read.
  let camera: CameraCounts?

  init(
    _ report: PipelineReport, read: [MovieStatistics], writer: any RunOutput,
    camera: CameraCounts?, seconds: Double
  ) {
    let written = writer.statistics
    device = report.device
    wallSeconds = seconds
    gpuSeconds = report.gpuSeconds
    framesIn = report.framesIn
    framesRepeated = written.framesRepeated
    // Others may take frames as well: stills, windows.
    let own = report.consumers.first { $0.consumer == writer.consumer }
    framesOut =
      (own?.delivered ?? 0) + written.framesRepeated - written.framesDropped
      - written.framesAfterEnd
      - written.framesSkipped - written.framesPaused
    var reasons = Dictionary(
      (own?.dropped ?? [:]).map { ($0.key.rawValue, $0.value) },
      uniquingKeysWith: +)
    for (reason, count) in report.lostAtSource { reasons[reason.rawValue, default: 0] += count }
    if written.framesAfterEnd > 0 {
      reasons[DropReason.afterEnd.rawValue, default: 0] += written.framesAfterEnd
    }
    if written.framesDropped > 0 {
      reasons[DropReason.nonMonotonicTimestamp.rawValue, default: 0] += written.framesDropped
    }
    if written.framesPaused > 0 { reasons[DropReason.paused.rawValue] = written.framesPaused }
    if written.framesSkipped > 0 {
      reasons[DropReason.frameRate.rawValue] = written.framesSkipped
    }
    dropped = reasons
    framesInFlight = report.framesInFlight
    dispatches = report.dispatches
    passes = report.passes.map {
      Pass(
        name: $0.name, dispatches: $0.dispatches, gpuSeconds: $0.gpuSeconds,
        bytesRead: $0.bytesRead, bytesWritten: $0.bytesWritten)
    }
    objectsCreatedAfterWarmUp = report.objectsCreatedAfterWarmUp
    frameCopiesOnCPU =
      report.copiesOnCPU + written.copiesOnCPU + read.map(\.copiesOnCPU).reduce(0, +)
    peakResidentBytes = ProcessUse.peakResidentBytes
    peakDeviceBytes = report.peakDeviceBytes
    corruptPackets = read.map(\.corruptPackets).reduce(0, +)
    var all: [String] = []
    for warning in read.flatMap(\.warnings) + report.warnings + written.warnings
    where !all.contains(warning) { all.append(warning) }
    warnings = all
    stream = writer.streamCounts
    self.camera = camera
  }

  /// Writes the statistics, when a file is named.
  func write(to path: String?) throws {
    if let path { try writeStatistics(self, to: path) }
  }
}

/// What `--stats` tells of a camera.
struct CameraCounts: Encodable {
  /// Where frames lie while filters read them.
  let memory: String?
  let clockCorrections: Int
  let reconnections: Int

  init(_ camera: Camera) {
    let statistics = camera.statistics
    memory = statistics.memory?.rawValue
    clockCorrections = statistics.clockCorrections
    reconnections = statistics.reconnections
  }
}

/// Writes what was counted as JSON into a file, or to standard output (`-`).
func writeStatistics(_ statistics: some Encodable, to path: String) throws {
  let text = try jsonText(statistics)
  if path == "-" { return try printData(text) }
  do { try WholeFile(path).write(text) } catch {
    throw Failure(.cannotCreate, "\(path): the statistics cannot be written: \(error)")
  }
}
