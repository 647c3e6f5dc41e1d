import Foundation
import Testing
import VKCore

struct FolderListingTests {
  /// As many names that the last one lies at the end of what is read at once.
  @Test func everyNameIsThereOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<2000).map { "f" + String(repeating: "x", count: $0 % 200) + "\($0)" }
    for name in names { try Data().write(to: folder.appending(path: name)) }
    let found = try #require(namesInFolder(folder.path(percentEncoded: false)))
    #expect(found.sorted() == (names + [".", ".."]).sorted())
    #expect(namesInFolder("/nosuch") == nil)
  }
}
