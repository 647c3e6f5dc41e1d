import Foundation
import Testing

/// What `capture` and `cameras` say where there is no camera to use; the rest is `Tools/test-camera`'s.
struct CameraEndToEndTests {
  @Test func aDeviceThatIsNotThereIsNamed() throws {
    let folder = try ScratchFolder()
    let run = try Tool.vkfilter(
      "capture", "--camera", "/dev/video977", "-t", "1", folder.path("o.mkv"))
    #expect(run.status == 66)
    #expect(run.errors.contains("/dev/video977") && run.errors.contains("no such device"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("o.mkv")))
  }

  @Test func somethingElseIsNoCaptureDevice() throws {
    let run = try Tool.vkfilter("capture", "--camera", "/dev/null", "-f", "null", "-")
    #expect(run.status == 66)
    #expect(run.errors.contains("this is not a capture device"))
  }

  @Test(arguments: [
    (["--size", "wide"], "option --size"), (["--rate", "fast"], "option --rate"),
    (["--control", "brightness"], "option --control"), (["--timeout", "0"], "option --timeout"),
    (["--input-format", "FIVES"], "option --input-format"),
    (["--orientation", "up"], "--orientation"),
  ])
  func aWrongOptionIsNamed(words: [String], name: String) throws {
    let run = try Tool.run(Tool.vkfilter, ["capture"] + words + ["-f", "null", "-"])
    #expect(run.status == 64)
    #expect(run.errors.contains(name), "\(run.errors)")
  }

  @Test func anOutputOrAWindowIsNeeded() throws {
    let run = try Tool.vkfilter("capture", "--camera", "/dev/video977")
    #expect(run.status == 64 && run.errors.contains("--preview"))
  }

  @Test func theListIsJSON() throws {
    let run = try Tool.vkfilter("cameras", "--json")
    let list = try JSONSerialization.jsonObject(with: run.output) as? [String: [[String: Any]]]
    #expect(run.status == 0 && list?["cameras"] != nil)
  }

  @Test func aFileCannotBePaused() throws {
    let folder = try ScratchFolder()
    let clip = try Clips.short.get()
    try "0.5 pause".write(to: folder["script"], atomically: true, encoding: .utf8)
    let run = try Tool.vkfilter(
      "run", "-i", clip, "--edit-script", folder.path("script"), "-f", "null", "-")
    #expect(run.errors.contains("only what a camera sees can be paused"))
  }
}
