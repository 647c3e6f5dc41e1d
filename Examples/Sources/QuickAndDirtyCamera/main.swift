// Raw video out of a camera, quick and dirty: false colours, a recording, a still, and a button that takes the filter away.
import Foundation
import VKFilter

let cameras = Camera.all
for camera in cameras { print(camera, camera.problem ?? "can be used") }
guard let first = cameras.first(where: { $0.problem == nil }) else {
  print("no camera here that can be used, so there is nothing to see")
  exit(0)
}
let folder = FileManager.default.temporaryDirectory
let camera = try Camera(Camera.Settings(device: first.path, preset: Camera.Preset(Size(320, 180))))
// A live picture wants the newest frame; what is recorded wants them all.
camera.alwaysDiscardsLateVideoFrames = false

let falseColor = FalseColor(firstColor: Color(0, 0.2, 0), secondColor: Color(0, 0, 1))
let look = FilterSlot(falseColor)
var options = MovieWriterOptions()
options.overwrite = true
options.preset = "ultrafast"
let movie = try MovieWriter(folder.appending(path: "take.mp4").path, like: camera, options: options)
let frames = PixelBufferOutput(format: .bgra, policy: .dropLate)
camera --> look
look --> movie
look --> frames
try await camera.start()

var count = 0
var last = MediaTime(value: -1, timescale: 1)
for try await (pixelBuffer, time) in frames {
  // The callback of every camera program: here are the bytes of a frame.
  pixelBuffer.withLockedPlanes(.readOnly) { planes in
    precondition(planes[0].bytesPerRow >= 4 * pixelBuffer.size.width)
  }
  precondition(time > last, "times rise")
  (last, count) = (time, count + 1)
  if count == 5 {
    var options = MovieWriterOptions()
    options.overwrite = true
    try await camera.capturePhoto(filteredBy: look)
      .write(to: folder.appending(path: "still.png").path, options: options)
  }
  if count == 10 { look.apply(nil) }
  if count == 20 { break }
}
await camera.stop()
print(
  "\(count) frames looked at, \(movie.statistics.packetsWritten) recorded,",
  "\(camera.statistics.lostByDriver) lost by the driver")
precondition(movie.statistics.packetsWritten >= count)
