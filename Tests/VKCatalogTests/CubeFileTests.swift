import Foundation
import TestSupport
import Testing
import VKCatalog
import VKCore

private func table(_ text: String) throws(FilterError) -> LookupTable {
  try LookupTable(cubeFile: Array(text.utf8), name: "t.cube")
}

private func message(_ text: String) -> String {
  do {
    let result = try table(text)
    return "no error but \(result.kind) \(result.size)"
  } catch {
    return error.detail
  }
}

/// The lines of a table of two that turns colours round.
private let inversion = [
  "1 1 1", "0 1 1", "1 0 1", "0 0 1", "1 1 0", "0 1 0", "1 0 0", "0 0 0",
]

private func cube(_ lines: [String] = inversion, before: String = "LUT_3D_SIZE 2\n") -> String {
  before + lines.joined(separator: "\n") + "\n"
}

@Suite struct CubeFileTests {
  @Test func aCubeIsReadRedFastest() throws {
    let result = try table(cube())
    #expect(result.kind == .cube)
    #expect(result.size == 2)
    #expect(result.entries[1] == SIMD4(0, 1, 1, 1))
    #expect(result.entries[4] == SIMD4(1, 1, 0, 1))
    #expect(result.domainMinimum == .zero)
    #expect(result.domainMaximum == .one)
  }

  @Test(arguments: [
    cube().replacing("\n", with: "\r\n"), cube().replacing("\n", with: "\r"), "\u{FEFF}" + cube(),
    String(cube().dropLast()),
    "# a comment\n\nTITLE \"x # y\"\n" + cube() + "\n# the end\n",
    "TITLE\tNo quotes at all\n" + cube(), "TITLE\n" + cube(),
    cube(before: "LUT_3D_SIZE\t2 # two\n"), cube(before: "  LUT_3D_SIZE   2  \n\n"),
    cube(inversion.map { $0.replacing(" ", with: "\t  ") + "   " }),
    cube(inversion.map { $0.replacing("0 ", with: ".0 ").replacing("1", with: "1.0000e+00") }),
    cube(before: "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1.0 1 1\nLUT_3D_SIZE 2\n"),
    cube(before: "LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 1.0\n"),
  ]) func everySpellingIsTheSameTable(text: String) throws {
    #expect(try table(text) == table(cube()))
  }

  @Test func curvesAndDomainsAreRead() throws {
    let text = """
      LUT_1D_SIZE 3
      LUT_1D_INPUT_RANGE -0.5 1.5
      1 0.5 0
      0.5 0.5 0.5
      0 .5 1.
      """
    let result = try table(text)
    #expect(result.kind == .curve)
    #expect(result.entries == [SIMD4(1, 0.5, 0, 1), SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0, 0.5, 1, 1)])
    #expect(result.domainMinimum == SIMD3(repeating: -0.5))
    #expect(result.domainMaximum == SIMD3(repeating: 1.5))
    let domain = try table(cube(before: "DOMAIN_MIN -1 0 0\nDOMAIN_MAX 2 4 8\nLUT_3D_SIZE 2\n"))
    #expect(domain.domainMinimum == SIMD3(-1, 0, 0))
    #expect(domain.domainMaximum == SIMD3(2, 4, 8))
  }

  @Test(arguments: [
    ("", "t.cube: is not a .cube file: LUT_1D_SIZE or LUT_3D_SIZE is missing"),
    ("# only\n", "t.cube: is not a .cube file: LUT_1D_SIZE or LUT_3D_SIZE is missing"),
    ("Dear diary\n", "t.cube:1: 'Dear' is not a word of .cube files"),
    ("1 2 3\n", "t.cube:1: numbers before LUT_1D_SIZE or LUT_3D_SIZE"),
    ("LUT_3D_SIZE 1\n", "t.cube:1: '1' is not a cube's size, which is 2 to 129"),
    ("\nLUT_3D_SIZE 130\n", "t.cube:2: '130' is not a cube's size, which is 2 to 129"),
    ("LUT_3D_SIZE\n", "t.cube:1: '' is not a cube's size, which is 2 to 129"),
    (
      "LUT_3D_SIZE 99999999999999999999\n",
      "t.cube:1: '99999999999999999999' is not a cube's size, which is 2 to 129"
    ),
    ("LUT_1D_SIZE 65537\n", "t.cube:1: '65537' is not a curve's size, which is 2 to 65536"),
    (
      "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n",
      "t.cube:2: a second size; a curve before a cube is not supported, nor are two tables"
    ),
    ("LUT_1D_SIZE 2\n1 2\n", "t.cube:2: an entry has 2 numbers, not 3"),
    ("LUT_1D_SIZE 2\n0 0 0 0\n", "t.cube:2: an entry has 4 numbers, not 3"),
    ("LUT_1D_SIZE 2\n0 0 0\n0 x 0\n", "t.cube:3: 'x' is not a number"),
    ("LUT_1D_SIZE 2\n0 0,5 0\n", "t.cube:2: '0,5' is not a number"),
    ("LUT_1D_SIZE 2\n0 nan 0\n", "t.cube:2: 'nan' is not a number"),
    ("LUT_1D_SIZE 2\n0 1e39 0\n", "t.cube:2: '1e39' is not a number"),
    ("DOMAIN_MIN 0 0\n", "t.cube:1: DOMAIN_MIN has 2 numbers, not 3"),
    (
      "DOMAIN_MIN 1 0 0\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
      "t.cube: the domain's minimum is not below its maximum"
    ),
  ]) func faultsAreNamedWithFileAndLine(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func tooFewAndTooManyEntriesAreToldApart() {
    #expect(
      message(cube(Array(inversion.dropLast())))
        == "t.cube:9: the file ends after 7 of the 8 entries of LUT_3D_SIZE 2")
    #expect(
      message(cube(inversion + ["0 0 0"]))
        == "t.cube:10: more than the 8 entries of LUT_3D_SIZE 2")
  }

  @Test(arguments: [2, 33, 65]) func tablesOfUsualSizesAreRead(size: Int) throws {
    var text = "LUT_3D_SIZE \(size)\n"
    for index in 0..<(size * size * size) {
      text += "\(index % size) \(index / size % size) \(index / size / size)\n"
    }
    let result = try table(text)
    #expect(result.entries.count == size * size * size)
    #expect(result.entries.last == SIMD4(Float(size - 1), Float(size - 1), Float(size - 1), 1))
    #expect(result.entries[size] == SIMD4(0, 1, 0, 1))
  }

  @Test func filesThatCannotBeReadAreNamed() throws {
    let folder = FileManager.default.temporaryDirectory.path
    for path in ["/nowhere/at/all.cube", folder] {
      do {
        _ = try LookupTable(contentsOfCubeFile: path)
        Issue.record("\(path) was read")
      } catch {
        #expect(error.code == .invalidFile)
        #expect(error.detail.hasPrefix(path + ": cannot be "))
      }
    }
  }

  @Test func brokenFilesNeverCrash() {
    var random = SeededGenerator(seed: 3)
    let whole = Array(cube(before: "TITLE \"t\"\nDOMAIN_MIN 0 0 0\nLUT_3D_SIZE 2\n").utf8)
    for _ in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard !bytes.isEmpty else { break }
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes = Array(bytes[..<max(place, 1)])
        }
      }
      do {
        let result = try LookupTable(cubeFile: bytes, name: "t")
        #expect(result.entries.count == (result.kind == .cube ? 8 : 2) || result.size > 2)
      } catch {
        #expect(error.detail.hasPrefix("t:"))
        #expect(!error.detail.contains { $0.isNewline })
      }
    }
  }
}
