import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct MovieCopyTests {
  @Test func phoneClipKeepsTimesAndSound() throws {
    let space = try Workspace()
    let source = exampleClip("phone.mp4")
    let movie = try MovieFile(source)
    var options = MovieWriterOptions()
    options.preset = "ultrafast"
    let writer = try MovieWriter(space.path("out.mp4"), like: movie, options: options)
    try copy(movie, to: writer)
    #expect(try probedTimes(space.path("out.mp4")) == probedTimes(source))
    #expect(try packetChecksums(space.path("out.mp4"), "a") == packetChecksums(source, "a"))
  }
}
