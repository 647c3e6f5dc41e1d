// A source of one's own, and the raw bytes of what comes out, on a queue of one's own.
import Synchronization
import VKFilter

/// Ten pictures of one colour each, from black to white.
struct Slides: ImageSource {
  func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { continuation in
      for number in 0..<10 {
        guard let picture = try? PixelBuffer(format: .bgra, size: Size(32, 8)) else { break }
        picture.withLockedPlanes(.readWrite) { planes in
          for plane in planes {
            plane.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(number * 28))
          }
        }
        continuation.yield(Frame(picture, time: MediaTime(value: Int64(number), timescale: 10)))
      }
      continuation.finish()
    }
  }
}

let sum = Mutex(0)
let tap = CallbackOutput(format: .i420, queue: .serial("encoder")) { pixelBuffer, time in
  pixelBuffer.withLockedPlanes(.readOnly) { planes in
    let luma = planes[0].bytes[0]
    print("at \(time.seconds) s luma is \(luma), \(planes[0].bytesPerRow) bytes a row")
    sum.withLock { $0 += Int(luma) }
  }
}
let report = try await (Slides() --> ColorInversion() --> tap).run()
precondition(report.delivered == 10 && sum.withLock { $0 } > 0)
