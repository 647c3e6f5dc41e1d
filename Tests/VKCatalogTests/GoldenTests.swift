import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

/// `Tests/Golden/gpuimage`, see the page there.
private struct Golden: Decodable {
  struct Tolerance: Decodable {
    let max_abs: Double
    let fraction: Double
  }

  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let operation: String
    let kind: String
    let inputs: [String]
    let parameters: [String: Value]
    let outputs: [String]
    let exactMean: [Double]?

    var testDescription: String { id }
  }

  enum Value: Decodable, Sendable {
    case none
    case number(Double)
    case numbers([Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .none
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .numbers(try container.decode([Double].self))
      }
    }
  }

  let tolerances: [String: Tolerance]
  let entries: [Entry]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden/gpuimage")

  static let all: Golden? = try? JSONDecoder().decode(
    Golden.self, from: Data(contentsOf: folder.appending(path: "manifest.json")))

  static func picture(_ path: String) throws -> DoubleImage {
    try QOI.read(folder.appending(path: path).path)
  }
}

extension Golden.Entry {
  /// The filter as a chain would make it.
  fileprivate func filter() throws -> any Filter {
    let description = try #require(FilterCatalog.named(operation))
    var arguments: [String] = []
    for (name, value) in parameters {
      guard
        let parameter = description.parameters.first(where: {
          $0.name == name || $0.aliases.contains("\(name).0")
        })
      else { continue }
      switch value {
      case .none: continue
      case .number(let number): arguments.append("\(name)=\(number)")
      case .numbers(let numbers):
        var count = numbers.count
        if case .vector(let wanted, _) = parameter.kind { count = wanted }
        arguments.append("\(name)=" + numbers.prefix(count).map { "\($0)" }.joined(separator: "/"))
      }
    }
    let text = operation + (arguments.isEmpty ? "" : "=" + arguments.joined(separator: ":"))
    return try #require(try FilterChain(text).filters.first)
  }

  /// The channels that are meant to agree: alpha is kept here where the original makes it 1,
  /// posterizes it or mixes it wrongly.
  fileprivate var channels: Range<Int> {
    ["MedianFilter", "Posterize", "SobelEdgeDetection", "SourceOverBlend", "MultiplyBlend"]
      .contains(operation) ? 0..<3 : 0..<4
  }

  /// A pass more at full depth may round once more.
  fileprivate var allowance: Double {
    ["blur", "edge", "temporal"].contains(kind) ? 1 : 0
  }

  /// Why an entry says nothing here, if so: sums over a picture whose alpha varies weigh colour by
  /// it.
  fileprivate var isBesideThePoint: Bool {
    inputs[0].contains("odd")
      && ["blur", "convolution", "blend", "distortion", "morphology"]
        .contains(kind)
  }
}

@Suite struct GoldenTests {
  @Test func theManifestIsThere() throws {
    let golden = try #require(Golden.all)
    #expect(golden.entries.count == 137)
    #expect(Set(golden.entries.map(\.kind)).isSubset(of: golden.tolerances.keys))
  }

  @Test(
    arguments: Golden.all?.entries.filter { $0.kind != "extractor" && $0.kind != "temporal" } ?? [])
  fileprivate func pictureIsGPUImages(_ entry: Golden.Entry) throws {
    guard !entry.isBesideThePoint else { return }
    let tolerance = try #require(Golden.all?.tolerances[entry.kind])
    var inputs = try entry.inputs.map(Golden.picture)
    // The original rounds luminance to 8 bits before it looks for edges, which counts eightfold.
    if entry.kind == "edge" {
      inputs = [try Rendering.render([Luminance()], inputs, format: .rgba)]
    }
    let expected = try Golden.picture(entry.outputs[0])
    // The original multiplies colours as if alpha had been multiplied in.
    let isPremultiplied = entry.operation == "MultiplyBlend"
    let actual = try Rendering.render(
      [entry.filter()], inputs, format: .rgba,
      alphaMode: isPremultiplied ? .premultiplied : .straight)
    expectNear(
      actual, expected, tolerance: (tolerance.max_abs + entry.allowance + 0.01) / 255,
      share: tolerance.fraction, channels: entry.channels, entry.id,
      skip: { [inputs] x, y in isPremultiplied && inputs[1][x, y].w < 0.02 })
  }

  @Test(arguments: Golden.all?.entries.filter { $0.kind == "temporal" } ?? [])
  fileprivate func framesAreGPUImages(_ entry: Golden.Entry) throws {
    let tolerance = try #require(Golden.all?.tolerances[entry.kind])
    let frames = try entry.inputs.map { try Golden.picture($0).pixelBuffer(.rgba) }
    let results = try Rendering.sequence([entry.filter()], frames)
    #expect(results.count == entry.outputs.count)
    for (result, path) in zip(results, entry.outputs) {
      expectNear(
        result, try Golden.picture(path),
        tolerance: (tolerance.max_abs + entry.allowance + 0.01) / 255, share: tolerance.fraction,
        path)
    }
  }

  @Test(arguments: Golden.all?.entries.filter { $0.kind == "extractor" } ?? [])
  fileprivate func meansAreExact(_ entry: Golden.Entry) throws {
    let mean = try #require(entry.exactMean)
    let picture = try Golden.picture(entry.inputs[0])
    let color = try Rendering.average(picture, format: .rgba)
    for (a, b) in zip([color.red, color.green, color.blue, color.alpha], mean) {
      #expect(abs(Double(a) - b) < 1e-5)
    }
  }
}
