import Foundation
import Testing

/// Pages that show filters.
@Suite struct GalleryEndToEndTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func gallery(_ words: String...) throws -> Run {
    try Tool.run(
      Tool.vkfilter,
      ["gallery", "--html", folder.path("page"), "-i", try Clips.picture.get()] + words)
  }

  @Test func aPageShowsEachFilterAtItsDefaultAndThreeValues() throws {
    let run = try gallery("MonochromeFilter", "average-color", "multiply", "unsharp", "lut3d")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == folder.path("page/index.html") + "\n")
    let page = try String(contentsOf: folder["page/index.html"], encoding: .utf8)
    #expect(page.components(separatedBy: "<article ").count == 6)
    for chain in ["monochrome", "0.2", "0.4", "0.8"] {
      let text = chain == "monochrome" ? chain : "monochrome=intensity=\(chain)"
      #expect(page.contains(">\(text)</button>"), "\(text)")
    }
    // Windows of even sizes are refused, so they are left out.
    #expect(page.contains(">unsharp=luma_msize_x=7</button>"))
    #expect(!page.contains("unsharp=luma_msize_x=8"))
    #expect(page.contains("&quot;red&quot;"))
    // All that the page names is beside it and a picture of the size of the original.
    let names = page.matches(of: /src="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(names).count == names.count && names.count >= 10)
    for name in names {
      let bytes = try Clips.pixels(folder.path("page/\(name)"), "gray").count
      #expect(bytes == 64 * 32, "\(name)")
    }
    #expect(!page.contains("http"))
  }

  /// A grey picture has no chroma.
  @Test func picturesAreTheFilters() throws {
    #expect(try gallery("luminance").status == 0)
    let path = folder.path("page/luminance-0.jpg")
    let colors = try Clips.pixels(path, "yuvj444p").dropFirst(64 * 32)
    #expect(colors.allSatisfy { (127...129).contains($0) })
  }

  @Test func aPageThatExistsIsKept() throws {
    #expect(try gallery("invert").status == 0)
    let again = try gallery("invert")
    #expect(again.status == 73)
    #expect(again.errors.contains("-y"))
    #expect(try gallery("-y", "hflip").status == 0)
  }

  @Test func wordsThatAreWrongAreNamed() throws {
    let unknown = try gallery("monocrome")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("monochrome"))
    let missing = try Tool.vkfilter("gallery", "-i", try Clips.picture.get())
    #expect(missing.status == 64)
    #expect(missing.errors.contains("--html"))
    let absent = try Tool.vkfilter("gallery", "--html", folder.path("page"), "-i", "/nowhere.png")
    #expect(absent.status == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.path("page")))
  }
}
