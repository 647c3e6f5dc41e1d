import Foundation
import Testing
import VKCatalog
import VKCore
import VKMedia
import VKPipeline
import VKStream

/// A capturer of one's own: plain frames at given times, as fast as they are taken.
private struct Capturer: ImageSource {
  let times: [MediaTime?]

  func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { continuation in
      do {
        for time in times {
          let buffer = try PixelBuffer(format: .bgra, size: Size(64, 48))
          buffer.withLockedPlanes(.readWrite) { planes in
            _ = planes[0].bytes.initializeMemory(as: UInt8.self, repeating: 200)
          }
          continuation.yield(Frame(buffer, time: time))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

@Suite struct LiveStreamTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "vkstream-\(UUID().uuidString)")

  private func path(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: name).path
  }

  private func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 30) }

  /// The times of a movie's frames, counted from the first, and the luma of the first pixel of each.
  private func frames(_ path: String) async throws -> [(time: MediaTime, luma: UInt8)] {
    var list: [(time: MediaTime, luma: UInt8)] = []
    var first: MediaTime?
    for try await frame in try MovieFile(path).frames() {
      let time = frame.time ?? .zero
      first = first ?? time
      let luma = frame.pixelBuffer.withLockedPlanes(.readOnly) { $0[0].bytes[0] }
      list.append((time - (first ?? .zero), luma))
    }
    return list
  }

  @Test func aCapturerOfOnesOwnIsPublishedAtItsTimes() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Equal, earlier and missing times never reach a server.
    let ticks: [Int64?] = [0, 1, 1, 2, 0, 3, nil, 4, 34, 35]
    let times = ticks.map { $0.map(time) }
    let session = StreamSession(url: try path("live.m3u8"))
    try await session.connect()
    var options = StreamOptions(source: Capturer(times: times))
    options.recording = try path("take.mkv")
    options.settings.timestamps = .drop
    let stream = try session.createStream(options)
    #expect(stream.status == .pending)
    stream.filter.apply(ColorInversion())
    let statuses = stream.statuses
    try await stream.publish()
    var seen: [StreamStatus] = []
    for await status in statuses { seen.append(status) }
    #expect(seen.first == .pending && seen.last == .stopped && seen.contains(.publishing))
    try await stream.stop()
    await session.disconnect()
    let expected = [0, 1, 2, 3, 4, 34, 35].map { time($0) }
    let sent = try await frames(try path("live.m3u8"))
    #expect(sent.map(\.time) == expected)
    // 255 - 200 in full range is 16 + 55 * 219 / 255 in limited: 63, and an encoder is never exact.
    #expect(sent.allSatisfy { abs(Int($0.luma) - 63) < 6 })
    let recorded = try await frames(try path("take.mkv"))
    #expect(recorded.count == expected.count)
    #expect(stream.stats.framesEncoded == 7)
    #expect(stream.stats.dropped.values.reduce(0, +) == 3)
  }

  @Test func aStreamIsPublishedOnce() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = StreamSession(url: try path("live.m3u8"))
    let stream = try session.createStream(
      StreamOptions(source: Capturer(times: (0..<5).map { time($0) })))
    try await stream.publish()
    let error = await #expect(throws: StreamError.self) { try await stream.publish() }
    #expect(error?.code == .usage)
    try await stream.stop()
  }
}
