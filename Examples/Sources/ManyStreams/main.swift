// Several movies through filters at once, in one process: they share the device, its programs and the decoders' threads.
import VKFilter

func filtered(_ path: String) async throws -> Int {
  let movie = try MovieFile(path)
  movie --> MonochromeFilter(intensity: 0.5) --> ContrastAdjustment(contrast: 1.2)
    --> CallbackOutput { _, _ in }
  return try await movie.run().delivered
}

let arguments = Array(CommandLine.arguments.dropFirst())
let paths = arguments.isEmpty ? [String](repeating: "media/hello.mp4", count: 4) : arguments
let streams = paths.map { path in Task { try await filtered(path) } }
var frames = 0
for stream in streams { frames += try await stream.value }
print("\(frames) frames of \(paths.count) movies")
precondition(frames > 200 * paths.count || !arguments.isEmpty)
