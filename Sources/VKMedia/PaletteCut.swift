/// How often colours occur, in bins of 32 × 32 × 32, with the sum of each bin's colours.
struct PaletteHistogram {
  /// The colours that fell into a bin.
  struct Bin {
    var count = 0.0
    var sum = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero
    var mean: SIMD3<Double> { sum / max(count, 1) }

    mutating func add(_ other: Bin) {
      count += other.count
      sum += other.sum
      squares += other.squares
    }
  }

  let bins: [Bin]

  init(_ source: PaletteSource) {
    var all = [Bin](repeating: Bin(), count: 1 << 15)
    source.forEach { _, _, color in
      guard let color else { return }
      let value = SIMD3(Double(color >> 16 & 255), Double(color >> 8 & 255), Double(color & 255))
      let key = Int(color >> 19 & 31) << 10 | Int(color >> 11 & 31) << 5 | Int(color >> 3 & 31)
      all[key].add(Bin(count: 1, sum: value, squares: value * value))
    }
    bins = all.filter { $0.count > 0 }
  }

  /// The mean squared distance of the bins' means from the nearest colours.
  func error(of palette: Palette) -> Double {
    var (sum, count) = (0.0, 0.0)
    for bin in bins {
      let mean = bin.mean
      sum += bin.count * Double(palette.nearest(Int(mean.x), Int(mean.y), Int(mean.z)).distance)
      count += bin.count
    }
    return count > 0 ? sum / count : 0
  }
}

/// Cuts the space of a picture's colours into boxes, each of which becomes a colour.
///
/// The box whose colours are farthest from their mean, all in all, is cut at its mean across the longest spread.
///
/// Source: Heckbert, "Color image quantization for frame buffer display", 1982, with the variance as the measure (Wan,
/// Wong and Prusinkiewicz, "An algorithm for multidimensional data clustering", 1988).
struct PaletteCut {
  private struct Box {
    let bins: ArraySlice<PaletteHistogram.Bin>
    let total: PaletteHistogram.Bin
    /// The sum of squared distances from the mean, by component.
    let spread: SIMD3<Double>

    init(_ bins: ArraySlice<PaletteHistogram.Bin>) {
      self.bins = bins
      var total = PaletteHistogram.Bin()
      for bin in bins { total.add(bin) }
      self.total = total
      spread = total.squares - total.sum * total.mean
    }

    var weight: Double { bins.count > 1 ? spread.sum() : 0 }

    /// The two halves; nil when all bins fall on one side.
    func halves() -> (Box, Box)? {
      let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
      let mean = total.mean[axis]
      let low = bins.filter { $0.mean[axis] <= mean }
      let high = bins.filter { $0.mean[axis] > mean }
      guard !low.isEmpty, !high.isEmpty else { return nil }
      return (Box(low[...]), Box(high[...]))
    }
  }

  private let histogram: PaletteHistogram

  init(_ histogram: PaletteHistogram) { self.histogram = histogram }

  /// At most `count` colours.
  func palette(of count: Int) -> Palette {
    var boxes = [Box(histogram.bins[...])]
    var done: [Box] = []
    while boxes.count + done.count < count,
      let worst = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      boxes[worst].weight > 0
    {
      let box = boxes.remove(at: worst)
      if let (low, high) = box.halves() {
        boxes += [low, high]
      } else {
        done.append(box)
      }
    }
    let colors = (boxes + done).map { box in
      let mean = box.total.mean
      let (red, green, blue) = (mean.x.rounded(), mean.y.rounded(), mean.z.rounded())
      return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
    return Palette(colors: Array(Set(colors)).sorted())
  }
}
