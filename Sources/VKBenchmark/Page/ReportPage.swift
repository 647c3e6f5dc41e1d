internal import VKCore

/// A report as one page that needs nothing else: no script, no font, no picture from elsewhere.
struct ReportPage {
  let report: BenchmarkReport

  init(_ report: BenchmarkReport) { self.report = report }

  /// The page: HTML that is XML too.
  var text: String {
    let figures = figures.map { figure in
      "<section><h2>\(escaped(figure.title))</h2>\n<p>\(escaped(figure.note))</p>\n"
        + (figure.drawing ?? "") + "</section>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(escaped("vkfilter bench: \(report.device.name)"))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>vkfilter bench</h1>
      \(incomplete)\(table(facts))
      \(limits)\(figures.joined())\(rowTable)\(catalogueTable)\(tuningTable)\(peerTable)</body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d8dde3; --soft: #57606a;
      --s0: #0b6bcb; --s1: #c2571a; --s2: #23805a; --s3: #8a4fbf; --s4: #a88400; --s5: #b8336a; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171b; --faint: #343a42; --soft: #9aa4af;
      --s0: #5aa9f5; --s1: #f0935a; --s2: #5cc79a; --s3: #c196ee; --s4: #d9bb45; --s5: #f07aa8; } }
    body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1080px; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; } p { margin: .25rem 0 .75rem; color: var(--soft); }
    .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; margin: .5rem 0; }
    th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--faint); vertical-align: top; }
    td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } code { font-size: 12px; overflow-wrap: anywhere; }
    .warning { color: var(--s5); font-weight: 600; } svg { width: 100%; max-width: 860px; height: auto; display: block; }
    svg text { fill: var(--ink); font-size: 13px; } svg .tick, svg .small { font-size: 11px; fill: var(--soft); } svg .title { fill: var(--soft); font-size: 12px; }
    .grid { stroke: var(--faint); } .axis { stroke: var(--soft); } .line { fill: none; stroke-width: 2; } .bound { stroke: var(--soft); stroke-dasharray: 6 4; }
    svg text.bound { stroke: none; fill: var(--soft); } .dot { stroke: var(--paper); stroke-width: 1; }
    .s0 { fill: var(--s0); stroke: var(--s0); } .s1 { fill: var(--s1); stroke: var(--s1); } .s2 { fill: var(--s2); stroke: var(--s2); }
    .s3 { fill: var(--s3); stroke: var(--s3); } .s4 { fill: var(--s4); stroke: var(--s4); } .s5 { fill: var(--s5); stroke: var(--s5); }
    .line.s0, .line.s1, .line.s2, .line.s3, .line.s4, .line.s5 { fill: none; } svg text.label { stroke: none; } .bar { stroke: none; }
    """

  // MARK: Tables

  /// Rows of cells; the first is the head when there is one.
  ///
  /// Cells that are numbers stand to the right.
  private func table(_ rows: [[String]], hasHead: Bool = false) -> String {
    var text = "<div class=\"scroll\"><table>\n"
    for (index, row) in rows.enumerated() {
      let tag = hasHead && index == 0 ? "th" : "td"
      let missing = rows[0].count - row.count
      let cells = row.enumerated().map { column, cell in
        let isNumber = cell.first?.isNumber == true && !cell.contains("x") && column > 0
        let isLong = missing > 0 && column == row.count - 1
        let marks =
          (isNumber && !isLong ? " class=\"n\"" : "")
          + (isLong ? " colspan=\"\(missing + 1)\"" : "")
        return "<\(tag)\(marks)>\(escaped(cell))</\(tag)>"
      }
      text += "<tr>\(cells.joined())</tr>\n"
    }
    return text + "</table></div>\n"
  }

  private var incomplete: String {
    report.incomplete.map { "<p class=\"warning\">Not all was measured: \(escaped($0))</p>\n" }
      ?? ""
  }

  private var facts: [[String]] {
    [
      ["device", "\(report.device.name) (\(report.device.kind))"],
      ["driver", "\(report.device.driver) \(report.device.driverVersion)"],
      ["Vulkan", "version \(report.device.vulkan)"],
      ["machine", "\(report.machine.processor), \(report.machine.cores) cores"],
      ["system", report.machine.system],
      ["program", "vkfilter \(report.program)"],
    ]
  }

  private var limits: String {
    guard let limits = report.limits else { return "" }
    func rate(_ value: Double) -> String { "\((value / 1e9).formatted(2)) GB/s" }
    return "<section><h2>What the device does at best</h2>\n"
      + table([
        ["copy by a kernel, read and written", rate(limits.kernelCopyBytesPerSecond)],
        ["copy by the device, read and written", rate(limits.deviceCopyBytesPerSecond)],
        ["host to device", rate(limits.hostToDeviceBytesPerSecond)],
        ["device to host", rate(limits.deviceToHostBytesPerSecond)],
        ["one dispatch more", "\((limits.dispatchSeconds * 1e6).formatted(1)) µs"],
        ["submit and wait", "\((limits.roundTripSeconds * 1e6).formatted(1)) µs"],
        ["multiply-adds", "\((limits.flopsPerSecond / 1e9).formatted(1)) GFLOP/s"],
      ]) + "</section>\n"
  }

  private func section(_ title: String, _ body: String) -> String {
    "<section><h2>\(title)</h2>\n\(body)</section>\n"
  }

  private var rowTable: String {
    guard !report.rows.isEmpty else { return "" }
    return section("All chains", table(report.rowCells, hasHead: true))
  }

  private var catalogueTable: String {
    guard !report.catalogue.isEmpty else { return "" }
    return section("All filters", table(report.catalogueCells, hasHead: true))
  }

  private var tuningTable: String {
    guard !report.tuning.isEmpty else { return "" }
    return section("Choices for this device", table(report.tuningCells, hasHead: true))
  }

  private var peerTable: String {
    guard !report.peers.isEmpty else { return "" }
    let commands = report.peers.filter { !$0.theirCommand.isEmpty }.map { row in
      "<p>\(escaped("\(row.work), \(row.peer), \(row.mode)"))<br/><code>\(escaped(row.ourCommand))</code><br/>"
        + "<code>\(escaped(row.theirCommand))</code></p>\n"
    }
    return section(
      "Other programs", table(report.peerCells, hasHead: true) + commands.joined())
  }
}
