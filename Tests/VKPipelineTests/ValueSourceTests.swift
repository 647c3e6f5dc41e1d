import Testing
import VKCatalog
import VKCore
import VKPipeline

/// Sources that are values, which nothing but the graph can keep.
@Suite struct ValueSourceTests {
  /// Three pictures of 4x2.
  struct Slides: ImageSource {
    let pictures: [PixelBuffer]

    init() throws {
      pictures = try (0..<3).map { _ in try PixelBuffer(format: .bgra, size: Size(4, 2)) }
    }

    func frames() -> AsyncThrowingStream<Frame, any Error> {
      AsyncThrowingStream { continuation in
        for (number, picture) in pictures.enumerated() {
          let time = MediaTime(value: Int64(number), timescale: 25)
          continuation.yield(Frame(picture, time: time))
        }
        continuation.finish()
      }
    }
  }

  @Test func aChainThatNobodyHoldsRuns() async throws {
    let count = Locked(0)
    let tap = CallbackOutput { _, _ in count.withLock { $0 += 1 } }
    let report = try await (try Slides() --> ColorInversion() --> ColorInversion() --> tap).run()
    #expect(report.delivered == 3)
    #expect(count.withLock { $0 } == 3)
  }

  @Test func numbersOfAChainThatNobodyHoldsCome() async throws {
    var colours: [Color] = []
    for try await colour in (try Slides() --> ColorInversion() --> AverageColorExtractor()).values {
      colours.append(colour)
    }
    #expect(colours == [Color](repeating: Color(1, 1, 1, 0), count: 3))
  }
}
