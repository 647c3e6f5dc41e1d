import Foundation
import FoundationXML
import Testing

@testable import VKBenchmark

/// Reads a page as XML and keeps what the tests ask for.
private final class PageReader: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]
  private(set) var attributes: [(name: String, value: String)] = []
  private(set) var text = ""

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[element, default: 0] += 1
    self.attributes += attributes.map { ($0.key, $0.value) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}

@Suite struct PageTests {
  private static let names = [
    "copy", "colour-1", "colour-2", "colour-4", "colour-8", "colour-16", "blur-3",
  ]

  /// A report with every kind of row.
  private func report() throws -> BenchmarkReport {
    var report = try Sample.report()
    let row = report.rows[0]
    report.rows = []
    for (number, name) in Self.names.enumerated() {
      for (width, height) in [(1280, 720), (1920, 1080)] {
        var row = row
        (row.chain, row.width, row.height) = (name, width, height)
        row.gpuMilliseconds?.median = Double(1 + number) * Double(width) / 1920
        report.rows.append(row)
      }
    }
    report.peers = [
      PeerRow(
        peer: "ffmpeg", work: "a < b & c", mode: "process", ourCommand: "A \"q\"",
        theirCommand: "B", ourSeconds: Spread([1]), theirSeconds: Spread([2]),
        ratio: Spread([0.5]), psnr: 50, isSameWork: true),
      PeerRow(
        peer: "opencv", work: "blur", mode: "memory", ourCommand: "", theirCommand: "",
        failure: "not installed"),
    ]
    var filter = row
    filter.chain = "invert"
    report.catalogue = [filter]
    return report
  }

  private func read(_ report: BenchmarkReport) throws -> PageReader {
    let parser = XMLParser(data: Data(ReportPage(report).text.utf8))
    let reader = PageReader()
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test func thePageIsWellFormedAndHoldsEveryPlot() throws {
    let page = try read(report())
    // Peers, times, roofline, sizes, lengths.
    #expect(page.elements["svg"] == 5)
    #expect(page.elements["script"] == nil)
    for word in ["GPU <1>", "P & Q", "a < b & c", "not installed", "0.500", "invert"] {
      #expect(page.text.contains(word), "\(word)")
    }
  }

  @Test func thePageNeedsNothingFromElsewhere() throws {
    let page = try read(report())
    #expect(page.elements["img"] == nil && page.elements["link"] == nil)
    #expect(!page.attributes.contains { ["src", "href", "xlink:href"].contains($0.name) })
    let text = ReportPage(try report()).text
    for word in ["http:", "https:", "url(", "@import"] { #expect(!text.contains(word)) }
  }

  @Test func everyPlaceInADrawingIsInside() throws {
    let page = try read(report())
    let places = page.attributes.filter { ["x", "x1", "x2", "cx"].contains($0.name) }
    #expect(places.count > 100)
    for place in places {
      let value = try #require(Double(place.value), "\(place)")
      #expect((0...760).contains(value), "\(place)")
    }
  }

  @Test func anEmptyReportIsAPageToo() throws {
    var report = try Sample.report()
    report.rows = []
    report.limits = nil
    report.incomplete = "the device was lost"
    let page = try read(report)
    #expect(page.text.contains("Not all was measured: the device was lost"))
    #expect(page.elements["svg"] == nil)
  }

  @Test func roundNumbersMarkAnAxis() {
    let linear = Axis("", showing: [0, 40], places: (0, 100))
    #expect(linear.ticks == [0, 10, 20, 30, 40])
    #expect(linear.place(0) == 0)
    let decades = Axis("", showing: [0.1, 1000], isLogarithmic: true, places: (0, 100))
    #expect(decades.ticks.map { ($0 * 10).rounded() / 10 } == [0.1, 1, 10, 100, 1000])
    // Half way between 0.1 and 1000 by ratio is 10.
    #expect(abs(decades.place(10) - 50) < 1e-9)
    #expect([0.05, 1.5, 20, 0.25, 0].map(Axis.text) == ["0.05", "1.5", "20", "0.25", "0"])
  }
}
