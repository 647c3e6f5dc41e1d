// A movie through two filters into a movie: sound, times and tags are kept.
import Foundation
import VKFilter

let output = FileManager.default.temporaryDirectory.appending(path: "filtered.mp4").path
var options = MovieWriterOptions()
options.overwrite = true
options.preset = "ultrafast"

let movie = try MovieFile("media/hello.mp4")
let writer = try MovieWriter(output, like: movie, options: options)
movie --> MonochromeFilter() --> GaussianBlur(blurRadiusInPixels: 3) --> writer
let report = try await movie.run()

print("\(report.delivered) frames on \(report.device), dropped \(report.dropped), in \(output)")
precondition(report.delivered == report.framesIn && report.framesIn > 200)
