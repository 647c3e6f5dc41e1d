internal import FoundationEssentials

extension BenchmarkReport {
  /// The report as one JSON object of sorted keys with a newline at its end.
  ///
  /// - Throws: when a number is none, which cannot be.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  private struct Head: Decodable {
    let schema: String
    let version: Int
  }

  /// Reads a report that was kept.
  ///
  /// - Throws: `BenchmarkError` when there is no such file, or it is no report of this version.
  package init(contentsOf path: String) throws(BenchmarkError) {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw BenchmarkError(.noInput, path, "there is no such report, or it may not be read")
    }
    let head: Head
    do { head = try JSONDecoder().decode(Head.self, from: data) } catch {
      throw BenchmarkError(
        .badData, path, "this is no report of 'bench --json' (\(Self.explain(error)))")
    }
    guard head.schema == Self.kind, head.version == Self.currentVersion else {
      throw BenchmarkError(
        .badData, path,
        "this is '\(head.schema)' of version \(head.version), and '\(Self.kind)' of version "
          + "\(Self.currentVersion) is read; measure anew")
    }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
      throw BenchmarkError(.badData, path, "the report is damaged: \(Self.explain(error))")
    }
  }

  private static func explain(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "a value has the wrong type\(place(context))"
    case DecodingError.dataCorrupted(let context): "not JSON\(place(context))"
    default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? "" : " in " + path.joined(separator: ".")
  }
}
