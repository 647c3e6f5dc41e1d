// How long frames are on their way from a camera to who looks at them, how many are lost and copied, and whether starting
// and stopping leaves anything behind: CameraTimes [DEVICE [FRAMES [ROUNDS]]].
import Foundation
import Glibc
import Synchronization
import VKFilter

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Resident megabytes, open files and threads of this process.
func held() -> String {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  func value(_ name: String) -> Int {
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
  let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  return "\(value("VmRSS:") / 1024) MB, \(files) files, \(value("Threads:")) threads"
}

let words = Array(CommandLine.arguments.dropFirst())
guard let device = words.first ?? Camera.all.first(where: { $0.problem == nil })?.path else {
  print("no camera here that can be used, so there is nothing to measure")
  exit(0)
}
let frames = words.count > 1 ? Int(words[1]) ?? 0 : 300
let rounds = words.count > 2 ? Int(words[2]) ?? 0 : 0
let camera = try Camera(Camera.Settings(device: device, preset: .hd1280x720))
// Frames that are not looked at in time would else give way to newer ones.
camera.alwaysDiscardsLateVideoFrames = false
print(device, camera.fourCC.map { "\($0)" } ?? "", camera.format.size)

if frames > 0 {
  let times = Mutex<[Double]>([])
  let pipeline =
    camera --> MonochromeFilter()
    --> CallbackOutput(format: .bgra) { _, time in
      guard let start = camera.startTime else { return }
      times.withLock { $0.append((now() - (start + time).seconds) * 1000) }
    }
  var settings = PipelineSettings()
  settings.framesInFlight = 4
  settings.frameLimit = frames
  let report = try await camera.run(settings)
  withExtendedLifetime(pipeline) {}
  let sorted = times.withLock { $0.sorted() }
  func part(_ share: Double) -> String {
    sorted.isEmpty ? "-" : String(format: "%.1f", sorted[Int(share * Double(sorted.count - 1))])
  }
  print(
    "\(sorted.count) frames, \(camera.statistics.lostByDriver) lost by the driver,",
    "\(camera.statistics.copiesOnCPU + report.copiesOnCPU) copied by the processor")
  print("ms on their way: half of them \(part(0.5)), 95 of 100 \(part(0.95)), all \(part(1))")
}

for round in 0..<rounds {
  let count = Mutex(0)
  let output = CallbackOutput { _, _ in count.withLock { $0 += 1 } }
  let pipeline = camera --> output
  try await camera.start()
  while count.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(2)) }
  await camera.stop()
  try await pipeline.edit { $0.remove(output) }
  if round % 100 == 0 || round == rounds - 1 { print("round \(round): \(held())") }
}
