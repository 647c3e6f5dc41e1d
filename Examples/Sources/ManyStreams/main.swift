// Several movies through filters at once, in one process: they share the device, its programs and the decoders' threads.
import VKFilter

let arguments = Array(CommandLine.arguments.dropFirst())
let paths = arguments.isEmpty ? [String](repeating: "media/hello.mp4", count: 4) : arguments

let frames = try await withThrowingTaskGroup(of: Int.self) { group in
  for path in paths {
    let movie = try MovieFile(path)
    movie --> MonochromeFilter(intensity: 0.5) --> ContrastAdjustment(contrast: 1.2)
      --> CallbackOutput { _, _ in }
    group.addTask { try await movie.run().delivered }
  }
  return try await group.reduce(0, +)
}
print("\(frames) frames of \(paths.count) movies")
precondition(frames > 200 * paths.count || !arguments.isEmpty)
