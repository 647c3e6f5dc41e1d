internal import VKCore
internal import VKKernels

/// The squares of luminance's derivatives and their product.
struct StructureTensor: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "structure-tensor", category: .analysis, summary: "Give squares of derivatives.",
    source: "GPUImage", kernel: Kernels.Analysis.structure, writesData: true)
}

/// How much of a corner a blurred structure tensor is.
struct Cornerness: PointFilter {
  enum Measure: String, Sendable, CaseIterable {
    case harris
    case noble
    case shiTomasi
  }

  var measure = Measure.harris
  var sensitivity: Float = 5

  init() {}

  init(measure: Measure, sensitivity: Float) {
    self.measure = measure
    self.sensitivity = sensitivity
  }

  static let info = FilterInfo<Self>(
    name: "cornerness", category: .analysis, summary: "Measure corners.", source: "GPUImage",
    kernel: Kernels.Analysis.cornerness, writesData: true,
    parameters: [
      .choice("measure", \.measure, "Whose measure."),
      .float("sensitivity", \.sensitivity, in: 0...1000, "What it is multiplied by."),
    ])
}

/// 1 at local maxima of a threshold or more.
struct LocalPeak: SamplingFilter {
  var threshold: Float = 0.2

  init() {}
  init(threshold: Float) { self.threshold = threshold }

  static let info = FilterInfo<Self>(
    name: "local-peak", category: .analysis, summary: "Find local maxima.", source: "GPUImage",
    kernel: Kernels.Analysis.peak, writesData: true,
    parameters: [.float("threshold", \.threshold, in: 0...1, "The least that counts.")])
}

/// The largest threshold at which a pixel is a corner by FAST-9.
struct SegmentTest: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "segment-test", category: .analysis, summary: "Test circles for segments.",
    source: "Rosten and Drummond, 2006", kernel: Kernels.Analysis.fast, writesData: true)
}

/// Counters for a bit for each pixel.
func markCount(for size: Size) -> Int { (size.width * size.height + 31) / 32 }

/// The middles of marked pixels as fractions of the picture, row by row.
func markedPoints(_ words: UnsafeBufferPointer<UInt32>, size: Size) -> [Point] {
  var points: [Point] = []
  for (place, word) in words.enumerated() where word != 0 {
    for bit in 0..<32 where word >> UInt32(bit) & 1 == 1 {
      let index = place * 32 + bit
      points.append(
        Point(
          (Float(index % size.width) + 0.5) / Float(size.width),
          (Float(index / size.width) + 0.5) / Float(size.height)))
    }
  }
  return points
}
