import Testing
import VKCore

@testable import VKMedia

struct RecordingPauseTests {
  /// Frames of 1 s; those of 2 to 4 and of 6 are left out, and what follows closes up.
  @Test func whatFollowsAPauseClosesUp() {
    var pause = RecordingPause()
    let times = (0..<9).compactMap { second -> Int64? in
      var time: MediaTime? = MediaTime(value: Int64(second), timescale: 1)
      return pause.admits(&time, isPaused: (2...4).contains(second) || second == 6)
        ? time?.value : nil
    }
    #expect(times == [0, 1, 2, 3, 4])
    // Sound of the same moments: what lies in a pause is left out, what follows moves as pictures do.
    let halves = (0..<17).map { MediaTime(value: Int64($0), timescale: 2) }
    let moved = halves.map { RecordingPause.moved($0, by: pause.gaps)?.seconds }
    #expect(
      moved == [0, 0.5, 1, 1.5, nil, nil, nil, nil, nil, nil, 2, 2.5, nil, nil, 3, 3.5, 4])
  }

  @Test func stillsHaveNoTimeToMove() {
    var pause = RecordingPause()
    var time: MediaTime?
    #expect(pause.admits(&time, isPaused: false) && time == nil)
    #expect(!pause.admits(&time, isPaused: true))
  }
}
