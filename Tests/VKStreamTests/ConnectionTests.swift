import Testing
import VKCore

@testable import VKStream

@Suite struct ConnectionTests {
  private let silent = "the other side has been silent for 4 seconds"

  @Test func aConnectionThatFindsNoWayIsGivenUp() {
    var health = PeerHealth(at: 100)
    #expect(health.check(state: .starting, sign: nil, at: 109) == .waiting)
    guard case .over(.unreachable, _) = health.check(state: .starting, sign: nil, at: 110.5) else {
      Issue.record("it still waits")
      return
    }
    var other = PeerHealth(at: 100)
    guard case .over(.unreachable, _) = other.check(state: .failed, sign: nil, at: 101) else {
      Issue.record("it still waits")
      return
    }
  }

  @Test func reportsThatStopEndAConnectionInFourSeconds() {
    var health = PeerHealth(at: 0)
    #expect(health.check(state: .connected, sign: 0, at: 1) == .connected)
    for second in 1...10 {
      let time = Double(second)
      #expect(health.check(state: .connected, sign: UInt64(second), at: time) == .connected)
      #expect(health.check(state: .connected, sign: nil, at: time + 0.5) == .connected)
    }
    #expect(health.check(state: .connected, sign: 10, at: 13.4) == .connected)
    #expect(health.check(state: .connected, sign: 10, at: 13.6) == .over(.dropped, silent))
  }

  @Test func whoReportsSeldomIsGivenTime() {
    var health = PeerHealth(at: 0)
    #expect(health.check(state: .connected, sign: 1, at: 1) == .connected)
    #expect(health.check(state: .connected, sign: 1, at: 9) == .connected)
    #expect(health.check(state: .connected, sign: 2, at: 6) == .connected)
    #expect(health.check(state: .connected, sign: 2, at: 18) == .connected)
    guard case .over(.dropped, _) = health.check(state: .connected, sign: 2, at: 19) else {
      Issue.record("it is not given up")
      return
    }
  }

  @Test func aBrokenConnectionMayComeBack() {
    var health = PeerHealth(at: 0)
    #expect(health.check(state: .connected, sign: nil, at: 1) == .connected)
    #expect(health.check(state: .disconnected, sign: nil, at: 2) == .connected)
    #expect(health.check(state: .connected, sign: nil, at: 5) == .connected)
    #expect(health.check(state: .disconnected, sign: nil, at: 6) == .connected)
    #expect(
      health.check(state: .disconnected, sign: nil, at: 10)
        == .over(.dropped, "the connection broke"))
    #expect(
      health.check(state: .failed, sign: nil, at: 7) == .over(.dropped, "the connection broke"))
  }

  @Test func lossTakesBitsAwayAndGivesThemBack() {
    var watch = LossWatch()
    #expect(watch.step(lost: 0.25, bitRate: 1_000_000, wanted: 1_000_000) == .stay)
    #expect(watch.step(lost: 0.25, bitRate: 1_000_000, wanted: 1_000_000) == .limit(700_000))
    #expect(watch.step(lost: 0.05, bitRate: 700_000, wanted: 1_000_000) == .stay)
    for _ in 0..<7 {
      #expect(watch.step(lost: 0, bitRate: 700_000, wanted: 1_000_000) == .stay)
    }
    #expect(watch.step(lost: 0, bitRate: 700_000, wanted: 1_000_000) == .limit(875_000))
    for _ in 0..<7 {
      #expect(watch.step(lost: 0, bitRate: 875_000, wanted: 1_000_000) == .stay)
    }
    #expect(watch.step(lost: 0, bitRate: 875_000, wanted: 1_000_000) == .lift)
    for _ in 0..<20 {
      #expect(watch.step(lost: 0, bitRate: 1_000_000, wanted: 1_000_000) == .stay)
    }
  }

  @Test func lossNeverTakesEverything() {
    var watch = LossWatch()
    var limits: [Int] = []
    for _ in 0..<40 {
      if case .limit(let bits) = watch.step(lost: 0.9, bitRate: 300_000, wanted: 300_000) {
        limits.append(bits)
      }
    }
    #expect(limits == [150_000, 100_000])
  }

  private func piece(_ time: UInt64, isKey: Bool = false) -> WebRTCPeer.Piece {
    WebRTCPeer.Piece(bytes: [1], time: time, isKey: isKey)
  }

  @Test func aStreamBeginsWithAKeyPictureAndItsSound() {
    var order = PieceOrder()
    order.take(piece(1_000), isSound: false)
    order.take(piece(2_000), isSound: true)
    #expect(!order.isReady(hasSound: true, at: 1e9))
    order.take(piece(3_000, isKey: true), isSound: false)
    order.take(piece(4_000), isSound: true)
    #expect(order.isReady(hasSound: true, at: 0))
    #expect(!order.isReady(hasSound: false, at: 0))
    #expect(order.isReady(hasSound: false, at: 1e9), "sound that never comes is not waited for")
    #expect(order.packets().isEmpty)
    _ = order.begin(.h264, size: Size(16, 16), hasSound: true)
    let packets = order.packets()
    #expect(
      packets == [
        MatroskaStream.cluster(isSound: false, nanoseconds: 0, isKey: true, bytes: [1]),
        MatroskaStream.cluster(isSound: true, nanoseconds: 1_000, isKey: false, bytes: [1]),
      ])
    order.waitForKey()
    order.take(piece(5_000), isSound: false)
    order.take(piece(6_000), isSound: true)
    #expect(order.packets().count == 1)
    order.take(piece(7_000, isKey: true), isSound: false)
    #expect(order.packets().count == 1)
  }
}
