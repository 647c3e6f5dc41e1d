import Foundation
internal import VKCore

/// Writes what was computed, what was expected and four times the difference to the temporary folder,
/// and says where.
package func writeFailure(
  _ name: String, actual: DoubleImage, expected: DoubleImage
) -> String {
  let safe = name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
  let folder = FileManager.default.temporaryDirectory.appending(path: "vkfilter-\(String(safe))")
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var pictures = [("actual", actual), ("expected", expected)]
    if actual.size == expected.size {
      let difference = DoubleImage(size: actual.size) { x, y in
        let d = (actual[x, y] - expected[x, y]) * 4
        return SIMD4(abs(d.x), abs(d.y), abs(d.z), 1)
      }
      pictures.append(("difference", difference))
    }
    for (name, picture) in pictures {
      try QOI.write(picture, to: folder.appending(path: "\(name).qoi").path)
    }
  } catch {
    return "no pictures written: \(error)"
  }
  return "pictures in \(folder.path)"
}
