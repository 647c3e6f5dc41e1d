internal import VKCore

extension BenchmarkReport {
  /// The report as tables.
  package var text: String {
    var text = head
    if let limits { text += "\n" + limits.text }
    if !rows.isEmpty { text += "\n" + measuredText(rowCells) }
    if !catalogue.isEmpty { text += "\n" + measuredText(catalogueCells) }
    if !tuning.isEmpty { text += "\n" + table(tuningCells) }
    if !peers.isEmpty { text += "\n" + peerText }
    text += "\npeak memory of the program \(bytes(Double(peakResidentBytes))); "
    text += "\(seconds.formatted(1)) s\n"
    if let incomplete { text += "not all was measured: \(incomplete)\n" }
    return text
  }

  private var head: String {
    table([
      ["device", "\(device.name) (\(device.kind))"],
      ["driver", "\(device.driver) \(device.driverVersion), Vulkan \(device.vulkan)"],
      [
        "machine",
        "\(machine.cores) cores, \(machine.processor), \(bytes(Double(machine.memoryBytes)))",
      ],
    ])
  }

  /// The chains as cells, a head first.
  var rowCells: [[String]] {
    let title = [
      "chain", "size", "format", "GPU ms", "p5", "p95", "frames/s", "in flight", "MB moved",
      "of copy", "× copy", "dispatches", "host ms", "memory",
    ]
    return [title] + rows.map(\.cells)
  }

  /// The filters as cells, a head first.
  var catalogueCells: [[String]] {
    [["filter", "GPU ms", "× copy", "MB moved", "dispatches"]]
      + catalogue.map { row in
        if let failure = row.failure { return [row.chain, failure] }
        return [
          row.chain, milliseconds(row.gpuMilliseconds?.median),
          row.multipleOfCopy?.formatted(2) ?? "-", (Double(row.bytesMoved) / 1e6).formatted(1),
          row.dispatches.formatted(row.dispatches == row.dispatches.rounded() ? 0 : 1),
        ]
      }
  }

  /// The other programs as cells, a head first.
  var peerCells: [[String]] {
    [["work", "peer", "way", "ours s", "theirs s", "ours / theirs", "PSNR dB"]]
      + peers.map(\.cells)
  }

  /// The rows with numbers in columns, then those that say why they have none.
  private func measuredText(_ cells: [[String]]) -> String {
    let whole = cells.filter { $0.count == cells[0].count }
    let failed = cells.filter { $0.count < cells[0].count }.map {
      "\($0.dropLast().joined(separator: " ")): \($0.last ?? "")\n"
    }
    return (whole.count > 1 ? table(whole) : "") + failed.joined()
  }

  /// The choices as cells, a head first.
  var tuningCells: [[String]] {
    [["kernels", "kept for this device", "time, of that without"]]
      + tuning.map { [$0.kernels, $0.choice, $0.ratio.formatted(2)] }
  }

  private var peerText: String {
    measuredText(peerCells) + peers.filter { !$0.theirCommand.isEmpty }.map(\.commandText).joined()
  }
}

extension DeviceSpeed {
  fileprivate var text: String {
    table([
      ["copy by kernel", rate(kernelCopyBytesPerSecond), "read and written"],
      ["copy by the device", rate(deviceCopyBytesPerSecond), "read and written"],
      ["host to device", rate(hostToDeviceBytesPerSecond)],
      ["device to host", rate(deviceToHostBytesPerSecond)],
      ["one dispatch more", "\((dispatchSeconds * 1e6).formatted(1)) µs"],
      ["submit and wait", "\((roundTripSeconds * 1e6).formatted(1)) µs"],
      ["multiply-adds", "\((flopsPerSecond / 1e9).formatted(1)) GFLOP/s", "32 bits"],
    ])
  }

  private func rate(_ bytesPerSecond: Double) -> String {
    "\((bytesPerSecond / 1e9).formatted(2)) GB/s"
  }
}

extension BenchmarkRow {
  fileprivate var cells: [String] {
    let name = [chain, "\(width)x\(height)", format]
    if let failure { return name + [failure] }
    return name + [
      milliseconds(gpuMilliseconds?.median), milliseconds(gpuMilliseconds?.p5),
      milliseconds(gpuMilliseconds?.p95), framesPerSecond.formatted(1), "\(framesInFlight)",
      (Double(bytesMoved) / 1e6).formatted(1), fractionOfCopy?.formatted(2) ?? "-",
      multipleOfCopy?.formatted(1) ?? "-",
      dispatches.formatted(dispatches == dispatches.rounded() ? 0 : 1),
      hostMilliseconds.formatted(3), bytes(Double(peakDeviceBytes)),
    ]
  }
}

extension PeerRow {
  fileprivate var cells: [String] {
    let name = [work, peerVersion.map { "\(peer) \($0)" } ?? peer, mode]
    if let failure { return name + [failure] }
    return name + [
      ourSeconds?.median.formatted(3) ?? "-", theirSeconds?.median.formatted(3) ?? "-",
      ratio.map { "\($0.median.formatted(3)) (\($0.p5.formatted(3)) to \($0.p95.formatted(3)))" }
        ?? "-",
      isSameWork == false
        ? "\(psnr?.formatted(1) ?? "?"): not the same work" : psnr?.formatted(1) ?? "not compared",
    ]
  }

  fileprivate var commandText: String {
    "\n\(work), \(peer), \(mode)\n  A: \(ourCommand)\n  B: \(theirCommand)\n"
  }
}

/// A time with as many digits as tell something.
private func milliseconds(_ value: Double?) -> String {
  guard let value else { return "-" }
  return value.formatted(value < 1 ? 4 : value < 100 ? 2 : 1)
}

/// A number of bytes in the unit that suits it.
private func bytes(_ value: Double) -> String {
  value < 1e9 ? "\((value / 1e6).formatted(1)) MB" : "\((value / 1e9).formatted(2)) GB"
}
