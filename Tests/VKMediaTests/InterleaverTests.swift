import Testing
import VKCore

@testable import VKMedia

@Suite struct InterleaverTests {
  private func time(_ tenths: Int64) -> MediaTime { MediaTime(value: tenths, timescale: 10) }

  private func drain(_ interleaver: inout Interleaver<String>) -> [String] {
    var out: [String] = []
    while let next = interleaver.next() { out.append(next.element) }
    return out
  }

  @Test func aPacketWaitsForEveryTrackThatMayBeEarlier() {
    var queue = Interleaver<String>()
    let video = queue.addTrack()
    let audio = queue.addTrack(copiedFrom: 0)
    queue.push("a0", track: audio, time: time(0), bytes: 1)
    queue.push("a5", track: audio, time: time(5), bytes: 1)
    #expect(drain(&queue) == [])
    queue.push("v2", track: video, time: time(2), bytes: 1)
    #expect(drain(&queue) == ["a0", "v2"])
    queue.end(track: video)
    #expect(drain(&queue) == ["a5"])
  }

  @Test func aSparseTrackHoldsNothingUpOnceTheInputIsPastIt() {
    var queue = Interleaver<String>()
    let video = queue.addTrack()
    _ = queue.addTrack(copiedFrom: 0)
    queue.push("v0", track: video, time: time(0), bytes: 1)
    queue.reached(time(9))
    #expect(drain(&queue) == [])
    queue.reached(time(10))
    #expect(drain(&queue) == ["v0"])
  }

  @Test func memoryStaysBounded() {
    var queue = Interleaver<String>(byteLimit: 10)
    _ = queue.addTrack()
    let audio = queue.addTrack(copiedFrom: 0)
    for n in 0..<6 { queue.push("a\(n)", track: audio, time: time(Int64(n)), bytes: 4) }
    #expect(drain(&queue) == ["a0", "a1", "a2", "a3"])
  }

  @Test func whatLiesBehindTheEndIsDropped() {
    var queue = Interleaver<String>()
    let video = queue.addTrack()
    let audio = queue.addTrack(copiedFrom: 0)
    for n in 0..<6 { queue.push("a\(n)", track: audio, time: time(Int64(n)), bytes: 1) }
    queue.push("v9", track: video, time: time(9), bytes: 1)
    queue.endCopied(dropping: time(3))
    queue.end(track: video)
    #expect(drain(&queue) == ["a0", "a1", "a2", "v9"])
  }
}
