import Foundation
import Testing

/// What the commands that need no device print.
@Suite struct CatalogueEndToEndTests {
  @Test func helpGoesToStandardOutputAndNamesEveryCommand() throws {
    let help = try Tool.vkfilter("--help")
    #expect(help.status == 0)
    #expect(help.errors.isEmpty)
    for command in ["run", "image", "analyze", "filters", "devices", "explain"] {
      #expect(help.text.contains("\n  \(command) "), "\(command) is not listed")
      let own = try Tool.vkfilter(command, "--help")
      #expect(own.status == 0)
      #expect(own.text.hasPrefix("Usage: vkfilter \(command) "))
    }
    #expect(try Tool.vkfilter("--version").text.hasPrefix("vkfilter "))
  }

  @Test func theCatalogueIsAlsoJSON() throws {
    let listing = try Tool.vkfilter("filters", "--json")
    #expect(listing.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: listing.output) as? [String: Any])
    let filters = try #require(object["filters"] as? [[String: Any]])
    let saturation = try #require(filters.first { $0["name"] as? String == "saturation" })
    let parameter = try #require((saturation["parameters"] as? [[String: Any]])?.first)
    #expect(parameter["minimum"] as? Double == 0)
    #expect(parameter["maximum"] as? Double == 2)
    #expect(parameter["default"] as? Double == 1)
  }

  @Test func aFilterIsFoundByEachOfItsNames() throws {
    let own = try Tool.vkfilter("filters", "saturation", "--json")
    #expect(own.status == 0)
    #expect(try Tool.vkfilter("filters", "SaturationAdjustment", "--json").output == own.output)
  }

  @Test func anUnknownCommandOptionOrFilterIsNamedWithCode64() throws {
    for (words, name) in [
      (["flters"], "'flters' (did you mean filters?)"), (["filters", "--jsn"], "--jsn"),
      (["filters", "saturaton"], "'saturaton' (did you mean saturation?)"), ([], "no command"),
    ] {
      let run = try Tool.run(Tool.vkfilter, words)
      #expect(run.status == 64)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains(name), "\(run.errors)")
    }
  }
}
