internal import VKCore

extension ReportPage {
  /// A plot with what it tells, or why there is none.
  struct Figure {
    let title: String
    let note: String
    let drawing: String?
  }

  /// All plots.
  var figures: [Figure] { [peers, chains, roofline, sizes, lengths] }

  private var measured: [BenchmarkRow] {
    report.rows.filter { $0.failure == nil && ($0.gpuMilliseconds?.median ?? 0) > 0 }
  }

  /// The rows of one size and format: the common ones, or the first row's when nothing was measured there.
  private var alike: [BenchmarkRow] {
    let common = measured.first {
      Size($0.width, $0.height) == BenchmarkPlan.commonSize && $0.format == "nv12"
    }
    guard let model = common ?? measured.first else { return [] }
    return measured.filter {
      $0.width == model.width && $0.height == model.height && $0.format == model.format
    }
  }

  private var place: String {
    alike.first.map { "\($0.width)×\($0.height), \($0.format)" } ?? ""
  }

  private var peers: Figure {
    let title = "Against other programs"
    let compared = report.peers.filter { $0.failure == nil && $0.isSameWork != false }
    guard !compared.isEmpty else {
      return Figure(
        title: title, note: "No other program was measured: --against names them.", drawing: nil)
    }
    let groups = compared.map { row in
      let ours = row.ourSeconds?.median ?? 0
      let theirs = row.theirSeconds?.median ?? 0
      let mode = row.mode == "memory" ? " (in memory)" : ""
      return BarPlot.Group(
        name: "\(row.work)\(mode)",
        bars: [
          .init(name: "vkfilter", value: ours, text: "\(ours.formatted(3)) s", series: 0),
          .init(name: row.peer, value: theirs, text: "\(theirs.formatted(3)) s", series: 1),
        ])
    }
    return Figure(
      title: title,
      note:
        "Medians of runs in turn over the same input; shorter is better. The table has every command line.",
      drawing: BarPlot(title: title, xTitle: "seconds", groups: groups).text)
  }

  private var chains: Figure {
    let title = "Time of each chain"
    let groups = alike.map { row in
      let value = row.gpuMilliseconds?.median ?? 0
      return BarPlot.Group(
        name: row.chain.count > 30 ? row.chain.prefix(29) + "…" : row.chain,
        bars: [
          .init(name: "", value: value, text: "\(Axis.text(value)) ms", series: 0)
        ])
    }
    return Figure(
      title: title, note: "\(place); the device's own clock, a frame at a time.",
      drawing: groups.isEmpty
        ? nil
        : BarPlot(
          title: title, xTitle: "milliseconds a frame, logarithmic", groups: groups,
          isLogarithmic: true
        ).text)
  }

  private var roofline: Figure {
    let title = "Roofline"
    let rows = alike.filter { ($0.operations ?? 0) > 0 && $0.bytesMoved > 0 }
    guard let limits = report.limits, !rows.isEmpty else {
      return Figure(title: title, note: "The device's speed or its clock is missing.", drawing: nil)
    }
    let points = rows.map { row in
      let operations = row.operations ?? 0
      let seconds = (row.gpuMilliseconds?.median ?? 1) / 1000
      return (
        x: operations / Double(row.bytesMoved), y: operations / seconds / 1e9, about: row.chain
      )
    }
    let bandwidth = limits.kernelCopyBytesPerSecond / 1e9
    let peak = limits.flopsPerSecond / 1e9
    let ridge = peak / bandwidth
    let least = min(points.map(\.x).min() ?? ridge, ridge) / 2
    let most = max(points.map(\.x).max() ?? ridge, ridge) * 2
    let roof = [(least, least * bandwidth), (ridge, peak), (most, peak)].map {
      (x: $0.0, y: $0.1, about: "")
    }
    return Figure(
      title: title,
      note: "\(place). The roof is what this device did at best in the same run: "
        + "\(bandwidth.formatted(1)) GB/s in a kernel that copies, \(peak.formatted(1)) GFLOP/s in multiply-adds. "
        + "Operations are counted in the compiled programs (chains with loops are left out); bytes are those that the passes are planned to move.",
      drawing: LinePlot(
        title: title,
        series: [
          .init(name: "roof", points: roof, isBound: true),
          .init(name: "chains", points: points, isScattered: true),
        ], xTitle: "operations a byte", yTitle: "GFLOP/s", isLogarithmic: true
      ).text)
  }

  private var sizes: Figure {
    let title = "Cost against picture size"
    let names = BenchmarkChain.main.map(\.name)
    let others = measured.map(\.chain).filter { !names.contains($0) }
    let series = (names + others.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      .compactMap { name -> LinePlot.Series? in
        let rows = measured.filter { $0.chain == name && $0.format == alike.first?.format }
          .sorted { $0.width * $0.height < $1.width * $1.height }
        guard Set(rows.map { $0.width * $0.height }).count > 1 else { return nil }
        return LinePlot.Series(
          name: name,
          points: rows.map {
            (
              x: Double($0.width * $0.height) / 1e6, y: $0.gpuMilliseconds?.median ?? 0,
              about: "\(name), \($0.width)×\($0.height)"
            )
          })
      }
    guard !series.isEmpty else {
      return Figure(title: title, note: "Only one size was measured.", drawing: nil)
    }
    return Figure(
      title: title, note: "\(alike.first?.format ?? ""); both axes logarithmic.",
      drawing: LinePlot(
        title: title, series: Array(series.prefix(6)), xTitle: "megapixels",
        yTitle: "milliseconds a frame", isLogarithmic: true
      ).text)
  }

  private var lengths: Figure {
    let title = "Cost against chain length"
    let rows = alike.compactMap { row -> (x: Double, y: Double, about: String)? in
      guard row.chain.hasPrefix("colour-"), let count = Double(row.chain.dropFirst(7)) else {
        return nil
      }
      return (count, row.gpuMilliseconds?.median ?? 0, "\(row.chain): \(row.dispatches) dispatches")
    }.sorted { $0.x < $1.x }
    guard rows.count > 1, let first = rows.first, let last = rows.last else {
      return Figure(title: title, note: "Only one length was measured.", drawing: nil)
    }
    let each = (last.y - first.y) / (last.x - first.x)
    let apart = (x: last.x, y: first.y * last.x / first.x, about: "")
    return Figure(
      title: title,
      note: "Colour filters in a row, \(place): each further one costs "
        + "\((100 * each / first.y).formatted(0)) % of the first. The dashed line is one pass a filter.",
      drawing: LinePlot(
        title: title,
        series: [
          .init(name: "filter by filter", points: [first, apart], isBound: true),
          .init(name: "one chain", points: rows),
        ], xTitle: "filters", yTitle: "milliseconds a frame"
      ).text)
  }
}
