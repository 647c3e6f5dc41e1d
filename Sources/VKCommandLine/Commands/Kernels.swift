import FoundationEssentials
import VKCatalog
import VKCompute
import VKCore
import VKKernels
import VKPipeline

extension Command {
  /// Every kernel in the code that the engine puts around it, for the check of the build.
  static let kernels = Command(
    name: "kernels", summary: "Write every filter's compiled programs, for checks.",
    usage: "--output DIR", options: [.outputFolder, .device, .help], operands: 0...0,
    isListed: false
  ) { arguments in
    guard let folder = arguments.options[.outputFolder] else {
      throw Failure.usage("option --output is missing; it names the folder to write to")
    }
    let device = try arguments.device()
    let filters = FilterCatalog.all.map { $0.make([:]) } + engineFilters
    var written = ""
    for filter in filters {
      for format in formats { written += try write(filter, format, to: folder, on: device) }
    }
    // Words of a choice and other numbers may lead to other kernels.
    for description in FilterCatalog.all where description.kind == "composite" {
      for (word, filter) in description.choices
      where try kernelNames(of: filter, on: device).contains(where: { !written.contains($0) }) {
        for format in formats {
          written += try write(filter, format, as: "-\(word)", to: folder, on: device)
        }
      }
    }
    let unused = Kernels.all.map(\.name).filter { !written.contains("\"\($0).glsl\"") }
    guard unused.isEmpty else {
      throw Failure(.badData, "no filter uses the kernels \(unused.joined(separator: ", "))")
    }
  }
}

/// One of each way of storing pixels that changes the code around a kernel.
private let formats: [PixelFormat] = [.i420, .nv12, .p010, .bgra]

extension FilterDescription {
  /// The filter with each word of each choice, and with each number at its largest.
  fileprivate var choices: [(word: String, filter: any Filter)] {
    parameters.flatMap { parameter -> [(String, any Filter)] in
      switch parameter.kind {
      case .choice(let words): words.map { ($0, make([parameter.name: .choice($0)])) }
      case .float(let range):
        [(parameter.name, make([parameter.name: .float(range.upperBound)]))]
      default: []
      }
    }
  }
}

/// The names of a filter's kernels as its programs quote them.
private func kernelNames(of filter: some Filter, on device: Device) throws -> [String] {
  let text = try plan(of: filter, .bgra, on: device).passes.map(\.glsl).joined()
  return Kernels.all.map { "\"\($0.name).glsl\"" }.filter(text.contains)
}

/// What a filter alone compiles to.
private func plan<F: Filter>(
  of filter: F, _ format: PixelFormat, on device: Device
) throws -> ChainPlan {
  let stream = StreamFormat(size: Size(66, 50), pixelFormat: format)
  let further = [StreamFormat](repeating: stream, count: F.info.inputs - 1)
  return try FilterChain([filter])
    .explain(input: stream, output: format, further: further, on: device)
}

/// Writes the programs of a filter alone and compiles them; gives back their text.
private func write<F: Filter>(
  _ filter: F, _ format: PixelFormat, as suffix: String = "", to folder: String,
  on device: Device
) throws -> String {
  let plan = try plan(of: filter, format, on: device)
  for (index, pass) in plan.passes.enumerated() {
    let name = "\(F.info.name)\(suffix)-\(format.name)-\(index + 1)"
    try pass.glsl.write(toFile: "\(folder)/\(name).comp", atomically: false, encoding: .utf8)
    _ = try device.makeLibrary(source: pass.glsl, name: name)
  }
  return plan.passes.map(\.glsl).joined()
}
