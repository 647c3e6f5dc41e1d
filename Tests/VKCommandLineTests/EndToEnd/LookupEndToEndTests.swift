import Foundation
import Testing

/// Lookup pictures by the name of a file.
@Suite struct LookupEndToEndTests {
  let folder: ScratchFolder
  private let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/gpuimage")

  init() throws { folder = try ScratchFolder() }

  private func picture(_ path: String) throws -> String {
    let name = folder.path(URL(filePath: path).deletingPathExtension().lastPathComponent + ".png")
    let run = try Tool.ffmpeg("-i", golden.appending(path: path).path, name)
    #expect(run.status == 0, "\(run.errors)")
    return name
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Clips.pixels(path, "rgb24"))
  }

  @Test(arguments: ["lut3d=", "LookupFilter=lookupImage="])
  func aLookupPictureIsReadFromItsFile(filter: String) throws {
    let photo = try picture("inputs/photo.qoi")
    let output = folder.path("out.png")
    let run = try Tool.vkfilter(
      "image", "-i", photo, "-vf", filter + picture("inputs/lookup-a.qoi"), output)
    #expect(run.status == 0, "\(run.errors)")
    let (actual, expected) = (
      try bytes(output), try bytes(picture("outputs/LookupFilter--photo--default.qoi"))
    )
    #expect(actual.count == expected.count)
    #expect(zip(actual, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func aPictureOfAnotherShapeIsNamed() throws {
    let photo = try picture("inputs/photo.qoi")
    let run = try Tool.vkfilter(
      "image", "-i", photo, "-vf", "lut3d=\(photo)", folder.path("out.png"))
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("photo.png: a lookup picture is a square"), "\(run.errors)")
  }
}
