// A picture through filters into a picture.
import Foundation
import VKFilter

let output = FileManager.default.temporaryDirectory.appending(path: "still.png").path
var options = MovieWriterOptions()
options.overwrite = true

let picture = try Picture("media/phone.mp4")  // of a movie: its first frame
let result = try await picture.filtered(by: SepiaToneFilter(), GaussianBlur(blurRadiusInPixels: 2))
try result.write(to: output, options: options)
print("\(result.pixelBuffer.size) in \(output)")
precondition(result.pixelBuffer.size == Size(1920, 1080))
