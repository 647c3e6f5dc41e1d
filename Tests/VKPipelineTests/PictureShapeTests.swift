import Testing
import VKCatalog
import VKCore
import VKPipeline

@Suite struct PictureShapeTests {
  private func shape(
    _ filters: [any Filter], size: Size = Size(720, 576), ratio: (Int32, Int32) = (64, 45),
    fields: FieldOrder = .progressive
  ) throws -> PictureShape {
    var shape = PictureShape(size: size)
    shape.pixelAspectRatio = ratio
    shape.fieldOrder = fields
    return try shape.behind(filters)
  }

  /// What FFmpeg 5.1.9 gives for a picture of 720x576 with pixels of 64:45 (`ffprobe` on its output).
  @Test func pixelsChangeTheirShapeAsFFmpegsDo() throws {
    let expected: [([any Filter], Size, (Int32, Int32))] = [
      ([Scale(width: 360, height: 288)], Size(360, 288), (64, 45)),
      ([Scale(width: 300, height: 200)], Size(300, 200), (32, 27)),
      ([Scale(width: 720, height: 200)], Size(720, 200), (40, 81)),
      ([Crop(width: 100, height: 60, x: 20, y: 200)], Size(100, 60), (64, 45)),
      ([Transpose()], Size(576, 720), (45, 64)),
      ([Transpose(), Scale(width: 100, height: 100)], Size(100, 100), (9, 16)),
      ([Pad(width: 800, height: 600)], Size(800, 600), (64, 45)),
      ([VerticalFlip()], Size(720, 576), (64, 45)),
      ([QuarterTurn(turns: 1)], Size(576, 720), (45, 64)),
      ([QuarterTurn(turns: 2)], Size(720, 576), (64, 45)),
    ]
    for (filters, size, ratio) in expected {
      let result = try shape(filters)
      #expect(result.size == size, "\(filters)")
      #expect(result.pixelAspectRatio == ratio, "\(filters)")
    }
  }

  @Test func anUnknownShapeStaysUnknown() throws {
    let filters: [any Filter] = [Scale(width: 300, height: 200), Transpose()]
    #expect(try shape(filters, ratio: (0, 1)).pixelAspectRatio == (0, 1))
  }

  @Test func fieldsStayApartWhereRowsDo() throws {
    let kept: [any Filter] = [
      MonochromeFilter(), HorizontalFlip(), Scale(width: 300, height: 576),
      Crop(width: 100, height: 60, x: 1, y: 2), Pad(width: 720, height: 600, x: 0, y: 8),
    ]
    for filter in kept {
      let result = try shape([filter], fields: .topFirst)
      #expect(result.fieldOrder == .topFirst, "\(filter)")
      #expect(result.fieldMixer == nil, "\(filter)")
    }
  }

  @Test func fieldsChangePlacesWhereRowsMoveByAnOddNumber() throws {
    let swapping: [any Filter] = [
      VerticalFlip(), QuarterTurn(turns: 2), Crop(width: 100, height: 60, x: 0, y: 33),
      Pad(width: 720, height: 600, x: 0, y: 7),
    ]
    for filter in swapping {
      #expect(try shape([filter], fields: .topFirst).fieldOrder == .bottomFirst, "\(filter)")
      #expect(try shape([filter]).fieldOrder == .progressive, "\(filter)")
    }
    // The last of 575 rows is an even one.
    let odd = try shape([VerticalFlip()], size: Size(720, 575), fields: .topFirst)
    #expect(odd.fieldOrder == .topFirst)
  }

  @Test func whoMixesFieldsIsNamed() throws {
    let blurred = try shape([GaussianBlur(blurRadiusInPixels: 2)], fields: .bottomFirst)
    #expect(blurred.fieldOrder == .bottomFirst)
    #expect(blurred.fieldMixer == "gaussian-blur")
    let scaled = try shape([Scale(width: 360, height: 288), MedianFilter()], fields: .bottomFirst)
    #expect(scaled.fieldOrder == .progressive)
    #expect(scaled.fieldMixer == "resize")
    #expect(try shape([GaussianBlur(blurRadiusInPixels: 2)]).fieldMixer == nil)
  }
}
