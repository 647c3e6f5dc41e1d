import TestSupport
import Testing
import VKCatalog
import VKCore

private let invalid: [(filter: any Filter, message: String)] = [
  (
    GaussianBlur(blurRadiusInPixels: .nan),
    "gaussian-blur: blurRadiusInPixels is nan; it is 0 to 1024 px"
  ),
  (
    GaussianBlur(blurRadiusInPixels: .infinity),
    "gaussian-blur: blurRadiusInPixels is inf; it is 0 to 1024 px"
  ),
  (BoxBlur(blurRadiusInPixels: -1), "box-blur: blurRadiusInPixels is -1.0; it is 0 to 1024 px"),
  (Sharpen(sharpness: .nan), "sharpen: sharpness is nan; it is -4 to 4"),
  (Dilation(radius: -3), "dilate: radius is -3; it is 0 to 128 px"),
  (Posterize(colorLevels: 0), "posterize: colorLevels is 0.0; it is 1 to 256"),
  (
    ColorMatrixFilter(colorMatrix: [1, 2, 3]),
    "color-matrix: colorMatrix holds 3 numbers; 16 are needed"
  ),
  (
    LevelsAdjustment(middle: Color(1, 0, 1)), "levels: middle holds 0.0; it is 0.01 to 10"
  ),
  (
    MonochromeFilter(color: Color(.nan, 0, 0)),
    "monochrome: color holds a number that is not finite"
  ),
  (Scale(width: .min, height: 10), "resize: width is \(Int.min); it is -256 to 65535 px"),
  (Scale(width: .max, height: -1), "resize: width is \(Int.max); it is -256 to 65535 px"),
]

@Suite struct InvalidParameterTests {
  /// In code as in text: an error that names the parameter and its range, and never a trap or a hang.
  @Test(arguments: invalid.indices) func parametersOutOfRangeAreErrors(index: Int) throws {
    let (filter, message) = invalid[index]
    let picture = DoubleImage.noise(Size(17, 13), seed: 1)
    do {
      _ = try Rendering.render([filter], [picture])
      Issue.record("\(filter) was rendered")
    } catch let error as FilterError {
      #expect(error.detail == message)
      #expect(error.code == .invalidValue)
    }
  }

  @Test func defaultsAreValid() throws {
    for filter in FilterCatalog.all { try filter.make([:]).validate() }
  }
}
