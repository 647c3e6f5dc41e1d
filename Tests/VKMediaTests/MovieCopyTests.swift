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

  @Test func aMovieAndItsWriterAreFreed() throws {
    let space = try Workspace()
    weak var movie: MovieFile?
    weak var writer: MovieWriter?
    func run(copies: Bool) throws {
      let source = try MovieFile(exampleClip("phone.mp4"))
      var options = MovieWriterOptions()
      options.preset = "ultrafast"
      options.overwrite = true
      let target = try MovieWriter(space.path("out.mp4"), like: source, options: options)
      (movie, writer) = (source, target)
      if copies { try copy(source, to: target) }
    }
    try run(copies: false)
    #expect(movie == nil && writer == nil)
    try run(copies: true)
    #expect(movie == nil && writer == nil)
  }
}
