import Foundation
import Testing
import VKCatalog
import VKCore

@Suite struct FFmpegTableTests {
  @Test func theDocumentHoldsTheCataloguesTable() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "docs/ffmpeg-filters.md"), encoding: .utf8)
    #expect(
      text.contains(FilterCatalog.table(of: .ffmpeg)),
      "write what `vkfilter filters --ffmpeg` prints into docs/ffmpeg-filters.md")
  }
}
