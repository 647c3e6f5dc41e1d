// What an aspect-filled preview shows of a camera's frames, as pictures.
import Foundation
import VKFilter

// A recording stands for the camera, which is held upright: its landscape frames are turned.
var options = MovieOptions()
options.orientation = .portrait
options.frameLimit = 25
let camera = try MovieFile("media/hello.mp4", options: options)

// The preview is as wide as a phone and 200 units high; the camera's frames are 1280×720.
let previewSize = Size(375, 200)
let visible = VisibleRect(
  frame: camera.format.size, preview: previewSize, gravity: .fill,
  orientation: camera.orientation)
let region = visible.region
print("the preview shows \(region.width)x\(region.height) at \(region.x),\(region.y)")
precondition(region == Region(0, 448, 720, 384))

// A finger on the preview's middle touches the middle of the sensor.
let touched = visible.devicePoint(fromPreviewPoint: Point(187.5, 100))
precondition(abs(touched.x - 0.5) < 1e-6 && abs(touched.y - 0.5) < 1e-6)

// On a desktop it is seen, too: both are the same part of the frame.
if let preview = try? PreviewWindow(title: "preview", size: previewSize, gravity: .fill) {
  camera --> preview
}
let frames = PixelBufferOutput(format: .bgra)
camera --> Crop(visible) --> frames
var last: PixelBuffer?
for try await (pixelBuffer, _) in frames { last = pixelBuffer }

guard let last, last.size == Size(720, 384) else {
  preconditionFailure("no picture of the visible part came")
}
let output = FileManager.default.temporaryDirectory.appending(path: "preview-crop.png").path
var writing = MovieWriterOptions()
writing.overwrite = true
try Picture(last).write(to: output, options: writing)
print("\(last.size) in \(output)")
