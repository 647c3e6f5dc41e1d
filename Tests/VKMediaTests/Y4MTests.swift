import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct Y4MTests {
  @Test(arguments: [
    "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv444p16le",
    "gray10le", "gray16le",
  ])
  func deepFramesAreExactAtOddWidths(_ format: String) throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=51x33:d=0.2 -pix_fmt \(format) -strict -1", to: "a.y4m")
    let movie = try MovieFile(clip)
    try copy(movie, to: MovieWriter(space.path("b.y4m"), like: movie))
    #expect(
      try Data(contentsOf: URL(filePath: space.path("b.y4m")))
        == Data(contentsOf: URL(filePath: clip)))
  }
}
