import Glibc
import Testing

@testable import VKCore

@Suite struct WholeFileTests {
  private func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func permissions(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func inFolder(of parent: String, _ body: (String) throws -> Void) throws {
    let folder = "\(parent)/whole-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try #require(mkdir(folder, 0o700) == 0)
    defer {
      for name in namesInFolder(folder) ?? [] where !name.hasPrefix(".") {
        remove("\(folder)/\(name)")
      }
      rmdir(folder)
    }
    try body(folder)
  }

  /// Files in `/dev/shm` are files like others.
  @Test(arguments: ["/tmp", "/dev/shm"]) func aShorterTextReplacesALongerOne(parent: String) throws
  {
    try inFolder(of: parent) { folder in
      try WholeFile("\(folder)/a").write("one and more")
      try WholeFile("\(folder)/a").write("two")
      #expect(try text(of: "\(folder)/a") == "two")
      #expect(namesInFolder(folder)?.filter { !$0.hasPrefix(".") } == ["a"])
    }
  }

  @Test func permissionsAreTheOldFilesOrThoseAskedFor() throws {
    try inFolder(of: "/tmp") { folder in
      try WholeFile("\(folder)/a").write([65], isPrivate: true)
      #expect(permissions(of: "\(folder)/a") == 0o600)
      chmod("\(folder)/a", 0o640)
      try WholeFile("\(folder)/a").write("two")
      #expect(permissions(of: "\(folder)/a") == 0o640)
    }
  }

  @Test func aFailureLeavesNothingBeside() throws {
    try inFolder(of: "/tmp") { folder in
      try #require(mkdir("\(folder)/a", 0o700) == 0)
      let error = #expect(throws: WholeFile.Failure.self) {
        try WholeFile("\(folder)/a").write("x")
      }
      #expect(error?.code == EISDIR)
      #expect(namesInFolder(folder)?.filter { !$0.hasPrefix(".") } == ["a"])
    }
  }
}
