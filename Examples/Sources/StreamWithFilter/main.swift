// Connect, publish through a filter, take the filter away and put it back, play the stream, stop.
// StreamWithFilter [URL [NAME]]: rtmp://server/live cam; alone it sends to itself.
import VKFilter

let url = CommandLine.arguments.dropFirst().first ?? "udp://127.0.0.1:29170"
let name = CommandLine.arguments.dropFirst(2).first

// A clip at its pace stands for a camera: `try Camera(position: .front)` is a source like it.
var options = MovieOptions()
(options.isRealTime, options.repeats) = (true, .max)
let source = try MovieFile("media/phone.mp4", options: options)

let session = StreamSession(url: url)
try await session.connect()
print("the session is \(session.status)")

var streamOptions = StreamOptions(name: name, source: source --> Scale(width: 320, height: 180))
streamOptions.audio = .silence
streamOptions.encoding.keyFrameInterval = 0.5
let published = try session.createStream(streamOptions)
// Shades of grey: the pictures that are seen tell whether it is there.
published.filter.apply(MonochromeFilter(color: Color(0.5, 0.5, 0.5)))
let statuses = Task {
  for await status in published.statuses { print("the stream is \(status)") }
}
try await published.publish()

let played = try session.createStream(StreamOptions(name: name))
let frames = PixelBufferOutput(format: .bgra)
let pipeline = try await played.play() --> frames

/// How far the colours of a picture are from grey: the mean difference of its red and its blue.
func colourfulness(_ picture: PixelBuffer) -> Double {
  picture.withLockedPlanes(.readOnly) { planes in
    let bytes = planes[0].bytes
    let differences = stride(from: 0, to: bytes.count - 4, by: 4).map {
      abs(Double(bytes[$0]) - Double(bytes[$0 + 2]))
    }
    return differences.reduce(0, +) / Double(max(differences.count, 1))
  }
}

var (count, last) = (0, MediaTime(value: -1, timescale: 1))
var colours: [Double] = []
for try await (picture, time) in frames {
  precondition(time > last, "times rise")
  (last, count) = (time, count + 1)
  colours.append(colourfulness(picture))
  // A button that applies and removes the filter.
  if count % 20 == 0 { published.filter.toggle() }
  if count == 100 { break }
}
try await played.stop()
pipeline.stop()
try await published.stop()
await session.disconnect()
await statuses.value

let stats = published.stats
print(
  "\(count) pictures seen; \(stats.framesEncoded) encoded, \(stats.bytesSent) bytes sent;",
  "colours from \(colours.min() ?? 0) to \(colours.max() ?? 0)")
precondition(stats.framesEncoded >= count)
precondition(colours.contains { $0 < 3 }, "the filter is there")
precondition(colours.contains { $0 > 6 }, "the filter is taken away")
