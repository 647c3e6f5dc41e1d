// A movie out of nothing: generators paint on a canvas, and a cross moves over it while it is written.
import Foundation
import VKFilter

let output = FileManager.default.temporaryDirectory.appending(path: "card.mp4").path
var options = MovieWriterOptions()
options.overwrite = true
options.preset = "ultrafast"
options.pixelFormat = "yuv420p"

let canvas = Canvas(size: Size(320, 180), duration: MediaTime(value: 2, timescale: 1))
let cross = FilterNode(CrosshairGenerator(positions: [], crosshairWidth: 40))
let writer = try MovieWriter(output, options: options)
canvas --> CheckerboardGenerator(width: 20) --> cross --> writer

var settings = PipelineSettings()
settings.willFilter = { time in
  cross.update { $0.positions = [Point(Float(time?.seconds ?? 0) / 2, 0.5)] }
  return true
}
let report = try await canvas.run(settings)

print("\(report.delivered) frames on \(report.device), in \(output)")
precondition(report.delivered == 50)
