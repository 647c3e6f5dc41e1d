import Foundation
import Testing
import VKCompute
import VKCore

@testable import VKBenchmark

@Suite struct PeerTests {
  private static let vkfilter = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "vkfilter").path(percentEncoded: false)

  private static let works = [
    PeerWork(name: "mirror", ours: "hflip", theirs: [.ffmpeg: "hflip"]),
    PeerWork(name: "other work", ours: "invert", theirs: [.ffmpeg: "null"]),
    PeerWork(
      name: "smaller", ours: "scale=WIDTH:HEIGHT", theirs: [.ffmpeg: "scale=WIDTH:HEIGHT"],
      isScaled: true),
  ]

  private func rows(_ peers: [Peer], ffmpegs: [String] = ["ffmpeg"]) throws -> [PeerRow] {
    var comparison = PeerComparison(
      device: try .systemDefault, program: Self.vkfilter, peers: peers, ffmpegs: ffmpegs,
      size: Size(96, 66), frames: 4)
    comparison.works = Self.works
    comparison.pairs = 1
    var rows: [PeerRow] = []
    comparison.run { _, measure in
      rows.append(measure())
      return true
    }
    return rows
  }

  @Test func theSameWorkHasARatioAndOtherWorkSaysSo() throws {
    let rows = try rows([.ffmpeg])
    #expect(rows.map(\.work) == ["mirror", "other work", "smaller"])
    for row in [rows[0], rows[2]] {
      #expect(row.failure == nil, "\(row.failure ?? "")")
      #expect(row.isSameWork == true)
      let (ours, theirs) = (try #require(row.ourSeconds), try #require(row.theirSeconds))
      let ratio = try #require(row.ratio)
      #expect(abs(ratio.median - ours.median / theirs.median) < 1e-9)
      #expect(row.ourCommand.contains("vkfilter run --quiet"))
      #expect(row.theirCommand.hasPrefix("ffmpeg -nostdin") && row.theirCommand.hasSuffix("null -"))
    }
    // Mirrored bytes are the same bytes.
    #expect(rows[0].psnr == 100)
    #expect(rows[1].isSameWork == false && rows[1].ratio == nil)
    #expect(rows[1].failure?.hasPrefix("not the same work: PSNR") == true)
    #expect(rows[1].theirCommand.contains("-vf null"))
  }

  @Test func aProgramThatIsMissingOrFailsIsARowThatSaysSo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let broken = folder.appending(path: "broken").path(percentEncoded: false)
    try
      "#!/bin/sh\n[ \"$1\" = -version ] && echo tool version 9 && exit\necho first >&2; echo the reason >&2; exit 3\n"
      .write(toFile: broken, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: broken)
    let rows = try rows([.ffmpeg], ffmpegs: ["/nonexistent/ffmpeg", broken])
    #expect(rows.count == 6)
    for row in rows where row.peerVersion == nil {
      #expect(row.failure == "/nonexistent/ffmpeg: not installed")
    }
    for row in rows where row.peerVersion != nil {
      #expect(row.peerVersion == "9")
      #expect(row.failure == "it failed (ended with 3): the reason")
    }
  }

  @Test func aPeerWithoutAWordForAWorkHasNoRow() throws {
    #expect(try rows([.gstreamer]).isEmpty)
  }

  @Test func thereIsNothingLeftOfTheMaterial() throws {
    let material = try PeerMaterial(size: Size(66, 34), frames: 2, program: Self.vkfilter)
    let folder = material.folder
    #expect(FileManager.default.fileExists(atPath: material.clip))
    let bytes = try Data(contentsOf: URL(filePath: material.raw)).count
    // 66 × 34 luma and twice 33 × 17 chroma, two frames.
    #expect(bytes == 2 * (2244 + 2 * 561))
    #expect(PeerMaterial.frameLength(Size(5, 3)) == 15 + 2 * 3 * 2)
    withExtendedLifetime(material) {}
    drop(consume material)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  private func drop(_: consuming PeerMaterial) {}

  @Test func picturesDifferByThePSNROfTheWorstOfThem() throws {
    // One byte of four is off by 255: a mean of 255²/4, 10 log₁₀ 4 dB.
    #expect(abs(PictureDifference.psnr([0, 9, 9, 9], [255, 9, 9, 9]) - 6.0206) < 1e-4)
    #expect(PictureDifference.psnr([1, 2], [1, 2]) == 100)
    func difference(_ one: [UInt8], _ other: [UInt8], count: Int = 2) throws -> Double {
      try withBytes(one) { one in
        try withBytes(other) { try PictureDifference(one, $0, frameLength: 4, count: count).psnr }
      }
    }
    let worst = try difference([0, 0, 0, 0, 7, 7, 7, 7], [255, 0, 0, 0, 7, 7, 7, 8])
    #expect(abs(worst - 6.0206) < 1e-4)
    // Pictures after those that count are not looked at.
    #expect(try difference([1, 2, 3, 4], [1, 2, 3, 4, 9, 9, 9, 9], count: 1) == 100)
    let eight = [UInt8](repeating: 0, count: 8)
    for other in [[], [0, 0, 0, 0], [UInt8](repeating: 0, count: 9)] as [[UInt8]] {
      let error = #expect(throws: ChildProcess.Failure.self) { try difference(eight, other) }
      #expect(
        error?.description.contains("it wrote \(other.count) bytes, not 2 pictures of 4") == true)
    }
  }

  private func withBytes<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws
    -> Result
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    return try body(url.path(percentEncoded: false))
  }

  @Test func commandLinesAreThoseOfAShell() {
    let process = ChildProcess(words: ["a", "b c", "it's", "", "x=1:y,2", "$z"])
    #expect(process.text == "a 'b c' 'it'\\''s' '' x=1:y,2 '$z'")
  }

  @Test func aProcessThatTakesTooLongIsEnded() {
    let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let error = #expect(throws: ChildProcess.Failure.self) {
      try ChildProcess(words: ["sleep", "60"]).run(in: folder, timeout: 0.2)
    }
    #expect(error?.description == "it took longer than 0 s")
  }
}
