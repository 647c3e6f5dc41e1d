import TestSupport
import Testing
import VKCatalog
import VKCore

import func Foundation.log

private func message(_ body: () throws -> Size) -> String {
  do {
    return "no error but \(try body())"
  } catch {
    return "\(error)"
  }
}

@Suite struct GeometryTests {
  private let size = Size(64, 48)

  @Test func cropsThatDoNotFitAreRefused() {
    #expect(
      message { try Crop(width: 65, height: 10).outputSize(for: size) }
        == "crop: 65x10 does not lie inside a picture of 64x48")
    #expect(
      message { try Crop(width: 60, height: 40, x: 5, y: 0).outputSize(for: size) }
        == "crop: 60x40 at 5,0 does not lie inside a picture of 64x48")
    #expect(throws: FilterError.self) {
      try Crop(width: .max, height: 1, x: 1, y: 0).outputSize(for: size)
    }
    #expect(throws: FilterError.self) { try Crop(width: -1, height: 1).outputSize(for: size) }
  }

  @Test func regionsAreCroppedAsTheyAre() throws {
    let crop = Crop(region: Region(3, 5, 20, 10))
    #expect(Size(crop.width, crop.height) == Size(20, 10))
    #expect(Size(crop.x, crop.y) == Size(3, 5))
    #expect(try crop.outputSize(for: size) == Size(20, 10))
    #expect(try Crop().outputSize(for: size) == size)
  }

  @Test func padsThatDoNotHoldThePictureAreRefused() {
    #expect(
      message { try Pad(width: 63, height: 48).outputSize(for: size) }
        == "pad: a picture of 64x48 does not lie inside 63x48")
    #expect(
      message { try Pad(width: 70, height: 50, x: 7, y: 0).outputSize(for: size) }
        == "pad: a picture of 64x48 at 7,0 does not lie inside 70x50")
    #expect(throws: FilterError.self) {
      try Pad(width: 70, height: 50, x: .max, y: 0).outputSize(for: size)
    }
  }

  /// FFmpeg 5.1.9's `scale` of 64x48 and 61x47 says the same.
  @Test(arguments: [
    (32, -1, Size(64, 48), Size(32, 24)), (-1, 24, Size(64, 48), Size(32, 24)),
    (0, 0, Size(64, 48), Size(64, 48)), (-1, -1, Size(64, 48), Size(64, 48)),
    (33, -2, Size(61, 47), Size(33, 26)), (33, -1, Size(61, 47), Size(33, 25)),
    (-4, 100, Size(61, 47), Size(128, 100)), (0, 20, Size(61, 47), Size(61, 20)),
    (1, -1, Size(1000, 10), Size(1, 1)),
  ]) func sizesFollowTheShape(width: Int, height: Int, input: Size, expected: Size) {
    #expect(Scale(width: width, height: height).outputSize(for: input) == expected)
  }

  @Test func fourQuarterTurnsAreNone() throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 2).quantized(bits: 16)
    let turn = QuarterTurn(turns: 1)
    expectNear(
      try Rendering.render([turn, turn, turn, turn], [picture]), picture, tolerance: 0, "turns")
    expectNear(
      try Rendering.render([Transpose(), Transpose()], [picture]), picture, tolerance: 0,
      "transposes")
  }

  @Test func padThenCropGivesThePictureBack() throws {
    let picture = DoubleImage.noise(Size(17, 13), seed: 2).quantized(bits: 16)
    let chain: [any Filter] = [
      Pad(width: 30, height: 20, x: 5, y: 3), Crop(width: 17, height: 13, x: 5, y: 3),
    ]
    expectNear(try Rendering.render(chain, [picture]), picture, tolerance: 0, "pad-crop")
  }
}

@Suite struct BlurTests {
  private func rows(_ filter: any LinearFilter, _ size: Size) throws -> ([Double], [Double]) {
    guard case .separable(let across, let down) = try filter.weights(for: size, scale: .full) else {
      Issue.record("not separable")
      return ([], [])
    }
    return (across, down)
  }

  @Test(arguments: [0.3, 1, 2.5, 3, 10, 100] as [Float])
  func gaussianWeightsFallAsTheBellDoes(sigma: Float) throws {
    let (row, _) = try rows(GaussianBlur(blurRadiusInPixels: sigma), Size(4000, 4000))
    #expect(abs(row.reduce(0, +) - 1) < 1e-12)
    #expect(row == row.reversed())
    let middle = row.count / 2
    for offset in 1...max(1, middle) where middle + offset < row.count {
      // ln(w[0] / w[x]) = x² / 2σ²
      let expected = Double(offset * offset) / (2 * Double(sigma) * Double(sigma))
      #expect(abs(log(row[middle] / row[middle + offset]) - expected) < 1e-9 * max(1, expected))
    }
    // 0.999 of the bell lies within 3.29 σ.
    #expect(Double(middle) + 0.5 >= 3.29 * Double(sigma))
    #expect(Double(middle) <= 3.5 * Double(sigma) + 1)
  }

  @Test func noRadiusIsOneWeight() throws {
    for filter in [
      GaussianBlur(blurRadiusInPixels: 0), GaussianBlur(blurRadiusInPixels: 1e-8),
      BoxBlur(blurRadiusInPixels: 0),
    ] as [any LinearFilter] {
      let (across, down) = try rows(filter, Size(9, 9))
      #expect(across == [1.0])
      #expect(down == [1.0])
    }
  }

  @Test func boxesAreAsWideAsTheySay() throws {
    let (row, _) = try rows(BoxBlur(blurRadiusInPixels: 2), Size(99, 99))
    #expect(row == [0.2, 0.2, 0.2, 0.2, 0.2])
    let (broken, _) = try rows(BoxBlur(blurRadiusInPixels: 1.5), Size(99, 99))
    #expect(broken == [0.125, 0.25, 0.25, 0.25, 0.125])
  }

  @Test func weightsBeyondThePictureAreTheEdges() throws {
    let (row, column) = try rows(GaussianBlur(blurRadiusInPixels: 500), Size(64, 1))
    #expect(row.count == 127)
    #expect(column.count == 1)
    #expect(abs(column.reduce(0, +) - 1) < 1e-9)
    #expect(abs(row.reduce(0, +) - 1) < 1e-9)
  }

  @Test(arguments: [1, 5, 20, 60, 500] as [Float])
  func aFlatPictureStaysFlatAndOpaque(sigma: Float) throws {
    let picture = DoubleImage(size: Size(64, 33)) { _, _ in SIMD4(0.2, 0.6, 1, 1) }
      .quantized(bits: 8)
    for filter in [GaussianBlur(blurRadiusInPixels: sigma), BoxBlur(blurRadiusInPixels: sigma)]
      as [any Filter]
    {
      expectNear(
        try Rendering.render([filter], [picture], format: .rgba), picture, tolerance: 0.01 / 255,
        "flat-\(type(of: filter))-\(sigma)")
    }
  }

  /// A white disc on transparent black keeps a white rim.
  @Test func transparentPixelsLendNoColour() throws {
    let picture = DoubleImage(size: Size(33, 33)) { x, y in
      let isInside = (x - 16) * (x - 16) + (y - 16) * (y - 16) < 64
      return isInside ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 0)
    }
    for filter in [
      GaussianBlur(blurRadiusInPixels: 3), Scale(width: 21, height: 50),
      SwirlDistortion(angle: 0.7), Sharpen(sharpness: -0.1),
    ] as [any Filter] {
      let result = try Rendering.render([filter], [picture], format: .rgba)
      let darkest = result.pixels.filter { $0.w > 8.5 / 255 }.map { min($0.x, $0.y, $0.z) }.min()
      #expect((darkest ?? 0) >= 253.0 / 255, "\(type(of: filter))")
    }
  }

  /// On subsampled planes, stored in 8 bits after each pass, a blur is what it is at full resolution with chroma repeated.
  @Test func planesAreBlurredAsThePictureWouldBe() throws {
    let size = Size(64, 32)
    var random = SeededGenerator(seed: 8)
    let stored = try PixelBuffer(format: .yuv420p, size: size)
    stored.withLockedPlanes(.readWrite) { planes in
      for plane in planes {
        for place in plane.bytes.indices {
          plane.bytes[place] = UInt8.random(in: 90...160, using: &random)
        }
      }
    }
    for filter in [
      GaussianBlur(blurRadiusInPixels: 2), BoxBlur(blurRadiusInPixels: 3),
      Sharpen(sharpness: 0.2),
    ] as [any Filter] {
      let planes = try Rendering.buffer([filter], [stored], to: .yuv420p)
      let plain = planePictures(try Rendering.buffer([], [stored], to: .yuv420p))
      let formula = try #require(reference(filter))
      for (index, (plane, source)) in zip(planePictures(planes), plain).enumerated() {
        let factor = index == 0 ? 1 : 2
        let full = DoubleImage(size: size) { source[$0 / factor, $1 / factor] }
        let filtered = formula([full])
        let expected = DoubleImage(size: plane.size) { x, y in
          var sum = SIMD4<Double>.zero
          for j in 0..<factor {
            for i in 0..<factor { sum += filtered[x * factor + i, y * factor + j] }
          }
          return sum / Double(factor * factor)
        }
        expectNear(
          plane, expected, tolerance: 1.05 / 255,
          "\(type(of: filter))-plane\(index)")
      }
    }
  }

  /// The planes of an 8-bit picture, each as a grey picture.
  private func planePictures(_ buffer: PixelBuffer) -> [DoubleImage] {
    buffer.withLockedPlanes(.readOnly) { planes in
      planes.map { plane in
        DoubleImage(size: plane.size) { x, y in
          let value = Double(plane.bytes[y * plane.bytesPerRow + x]) / 255
          return SIMD4(value, value, value, 1)
        }
      }
    }
  }
}
