import CFFmpeg
import Testing
import VKCore

/// The table of formats beside FFmpeg's own descriptors, which were written for FFmpeg's own scaler.
struct PixelFormatDescriptorTests {
  static let known = PixelFormat.all.filter { av_get_pix_fmt($0.name) != AV_PIX_FMT_NONE }

  @Test func ffmpegKnowsAllButTheFloatsInOnePlane() {
    let unknown = PixelFormat.all.filter { !Self.known.contains($0) }
    #expect(unknown.allSatisfy { $0 == .rgbaf16 || $0 == .rgbaf32 })
  }

  @Test(arguments: known) func everyFieldIsFFmpegs(format: PixelFormat) throws {
    let number = av_get_pix_fmt(format.name)
    let descriptor = try #require(av_pix_fmt_desc_get(number)).pointee
    let flags = Int32(truncatingIfNeeded: descriptor.flags)
    #expect(Int(descriptor.nb_components) == format.components.count)
    #expect(Int(descriptor.log2_chroma_w) == format.chromaShiftX)
    #expect(Int(descriptor.log2_chroma_h) == format.chromaShiftY)
    #expect((flags & AV_PIX_FMT_FLAG_RGB != 0) == (format.model == .rgb))
    #expect((flags & AV_PIX_FMT_FLAG_ALPHA != 0) == format.hasAlpha)
    #expect((flags & AV_PIX_FMT_FLAG_FLOAT != 0) == format.isFloat)
    #expect((flags & AV_PIX_FMT_FLAG_PLANAR != 0) == (format.planeCount > 1))
    #expect(flags & (AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM) == 0)
    #expect((descriptor.nb_components < 3) == (format.model == .gray))
    #expect(Int(av_pix_fmt_count_planes(number)) == format.planeCount)
    let parts = withUnsafeBytes(of: descriptor.comp) {
      Array($0.bindMemory(to: AVComponentDescriptor.self))
    }
    for (part, component) in zip(parts, format.components) {
      #expect(Int(part.plane) == component.plane)
      #expect(Int(part.step) == component.step)
      #expect(Int(part.offset) == component.offset)
      #expect(Int(part.depth) == format.bitDepth)
      #expect(Int(part.shift) == format.shift)
    }
  }

  @Test(arguments: known) func rowsAreAsLongAsFFmpegs(format: PixelFormat) {
    for width in [1, 2, 17, 21, 64] {
      for plane in 0..<format.planeCount {
        let expected = av_image_get_linesize(
          av_get_pix_fmt(format.name), Int32(width), Int32(plane))
        #expect(format.rowBytes(plane, width: width) == Int(expected), "\(format) \(width)")
      }
    }
  }
}
