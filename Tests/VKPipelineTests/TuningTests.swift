import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

@Suite struct TuningTests {
  private static let tunings: [ChainTuning] = {
    var result: [ChainTuning] = []
    func add(_ change: (inout ChainTuning) -> Void) {
      var tuning = ChainTuning()
      change(&tuning)
      result.append(tuning)
    }
    for group in [8, 1024] { add { $0.pixelGroup = group } }
    add { $0.planeGroup = 100 }
    for rows in [1, 16] { add { $0.columnRows = rows } }
    for words in [1, 4] { add { $0.rowWords = words } }
    for reads in [0, 1] { add { $0.texelReads = reads } }
    return result
  }()

  private func picture(_ format: PixelFormat, _ size: Size) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, size: size)
    var state: UInt32 = 7
    picture.withLockedPlanes(.readWrite) { planes in
      for plane in planes {
        for index in plane.bytes.indices {
          state = state &* 1_664_525 &+ 1_013_904_223
          plane.bytes[index] = UInt8(state >> 24)
        }
      }
    }
    return picture
  }

  private func bytes(_ picture: PixelBuffer) -> [UInt8] {
    picture.withLockedPlanes(.readOnly) { planes in
      planes.enumerated().flatMap { index, plane in
        (0..<plane.size.height).flatMap { y in
          plane.bytes[
            y * plane.bytesPerRow..<y * plane.bytesPerRow
              + picture.format.rowBytes(index, width: picture.size.width)]
        }
      }
    }
  }

  @Test(arguments: [Size(1, 1), Size(17, 13), Size(64, 33)])
  func noChoiceChangesAPixelAndReadingNoneByMoreThanACode(
    size: Size
  ) throws {
    let device = try Device.systemDefault
    let chains = try ["gamma=1.3,invert", "gaussian-blur=2", "sharpen=1"].map {
      try FilterChain($0).filters
    }
    for format in [PixelFormat.nv12, .bgra] {
      let input = try picture(format, size)
      for filters in chains {
        func render(_ tuning: ChainTuning) throws -> [UInt8] {
          let context = try RenderContext(device: device, tuning: tuning)
          return bytes(try ChainRenderer(filters, context: context).render([input]))
        }
        let plain = try render(ChainTuning())
        for tuning in Self.tunings {
          let differences = zip(try render(tuning), plain).map { abs(Int($0) - Int($1)) }
          // The texture unit and a kernel may round a sample's quotient by 255 in two ways, as two devices may.
          let most = tuning.texelReads == nil ? 0 : 1
          #expect(differences.max() ?? 0 <= most, "\(tuning.text) \(format) \(filters)")
        }
      }
    }
  }

  @Test func choicesAreInTheProgram() throws {
    var tuning = ChainTuning()
    tuning.pixelGroup = 128
    var options = ChainOptions()
    for isCPU in [false, true] {
      options.isCPU = isCPU
      options.tuning = tuning
      #expect(options.localSize(for: Size(1000, 9), kind: .pixels) == (128, 1))
      #expect(options.localSize(for: Size(10, 9), kind: .pixels) == (16, 1))
      options.tuning = ChainTuning()
      #expect(options.localSize(for: Size(1000, 9), kind: .pixels).0 == (isCPU ? 504 : 64))
    }
  }

  @Test func choicesAreReadAsTheyAreWrittenAndNonsenseIsLeftOut() {
    var tuning = ChainTuning()
    tuning.pixelGroup = 256
    tuning.texelReads = 0
    #expect(tuning.text == "pixelGroup=256\ntexelReads=0\n")
    #expect(ChainTuning(text: tuning.text) == tuning)
    #expect(
      ChainTuning(text: "pixelGroup=0\nrowWords=99\ncolumnRows=x\n=\nother=1\nplaneGroup=64")
        == ChainTuning(text: "planeGroup=64"))
    #expect(ChainTuning(text: "") == ChainTuning())
  }
}
