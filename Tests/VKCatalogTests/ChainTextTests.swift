import TestSupport
import Testing
import VKCatalog
import VKCore

/// The values of each filter of a chain, by parameter name.
private func values(_ text: String) throws -> [[String: ParameterValue]] {
  try FilterChain(text).filters.map { filter in
    Dictionary(uniqueKeysWithValues: filter.parameterValues.map { ($0.name, $0.value) })
  }
}

private func message(_ text: String) -> String {
  do {
    let chain = try FilterChain(text)
    return "no error, \(chain.filters.count) filters"
  } catch {
    return error.detail
  }
}

@Suite struct ChainTextTests {
  @Test func filtersComeInOrderWithTheirKeys() throws {
    let chain = try FilterChain("monochrome=intensity=0.5,gaussian-blur=3")
    let tone = try #require(chain.filters.first as? MonochromeFilter)
    #expect(tone.intensity == 0.5)
    #expect(tone.color == Color(0.6, 0.45, 0.3))
    let blur = try #require(chain.filters.last as? GaussianBlur)
    #expect(blur.blurRadiusInPixels == 3)
    #expect(chain.filters.count == 2)
  }

  @Test func bareValuesGoInOrderUntilTheFirstKey() throws {
    let crop = try #require(try FilterChain("Crop=100:60:20:200").filters.first as? Crop)
    #expect([crop.width, crop.height, crop.x, crop.y] == [100, 60, 20, 200])
    let mixed = try #require(try FilterChain("Crop=100:60:y=5").filters.first as? Crop)
    #expect([mixed.width, mixed.height, mixed.x, mixed.y] == [100, 60, -1, 5])
    #expect(message("Crop=w=5:60") == "Crop: '60' needs a key, as it follows one (character 10)")
    #expect(message("Crop=1:2:3:4:5") == "Crop: takes 4 values at most (character 14)")
    #expect(message("hflip=1") == "hflip: takes no parameters (character 7)")
  }

  @Test(arguments: [
    ("monochrome", "MonochromeFilter"), ("MonochromeFilter", "MonochromeFilter"),
    ("CIColorMonochrome", "MonochromeFilter"), ("negate", "FFmpegNegate"),
    ("hflip", "HorizontalFlip"), ("SobelEdgeDetection", "SobelEdgeDetection"),
    ("crop", "FFmpegCrop"), ("CIGaussianBlur", "GaussianBlur"), ("Crop", "Crop"),
  ]) func everyDialectsNameWorks(name: String, type: String) throws {
    let filter = try #require(try FilterChain(name).filters.first)
    #expect("\(Swift.type(of: filter))" == type)
  }

  /// The class names of GPUImage's first version.
  @Test(arguments: [
    ("GPUImageBrightnessFilter", "BrightnessAdjustment"),
    ("GPUImageSepiaFilter", "SepiaToneFilter"),
    ("GPUImageRGBFilter", "RGBAdjustment"), ("GPUImageGrayscaleFilter", "Luminance"),
    ("GPUImageSobelEdgeDetectionFilter", "SobelEdgeDetection"),
    ("GPUImageSwirlFilter", "SwirlDistortion"),
    ("GPUImageBulgeDistortionFilter", "BulgeDistortion"), ("GPUImageiOSBlurFilter", "iOSBlur"),
    ("GPUImageHarrisCornerDetectionFilter", "HarrisCornerDetector"),
    ("GPUImageAverageColor", "AverageColorExtractor"),
    ("GPUImageLuminosity", "AverageLuminanceExtractor"),
    ("GPUImageMotionDetector", "MotionDetector"), ("GPUImageRGBDilationFilter", "Dilation"),
    ("GPUImageMedianFilter", "MedianFilter"), ("GPUImageLookupFilter", "ColorCube"),
    ("GPUImageHistogramFilter", "Histogram"), ("GPUImageHistogramGenerator", "HistogramDisplay"),
    ("GPUImageMaskFilter", "MaskFilter"), ("GPUImagePoissonBlendFilter", "PoissonBlend"),
    ("GPUImageHighlightShadowFilter", "HighlightsAndShadows"),
    ("GPUImageTransformFilter", "TransformOperation"),
    ("GPUImageLineGenerator", "LineGenerator"), ("GPUImageNormalBlendFilter", "SourceOverBlend"),
  ]) func theFirstVersionsNamesWork(name: String, type: String) throws {
    #expect(FilterCatalog.named(name)?.typeName == type)
  }

  @Test func whatTheFirstVersionDoesNotHaveIsUnknown() {
    for name in [
      "GPUImage", "GPUImageFilter", "GPUImageFilterGroup", "GPUImageFalse", "GPUImageBlur",
    ] {
      #expect(FilterCatalog.named(name) == nil, "\(name)")
    }
  }

  @Test func foreignNamesBringTheirDefaults() throws {
    #expect(try values("gblur")[0]["sigma"] == .float(0.5))
    #expect(try values("gblur=sigma=3")[0]["sigma"] == .float(3))
    #expect(try values("gblur=7")[0]["sigma"] == .float(7))
    #expect(try values("CIGaussianBlur")[0]["blurRadiusInPixels"] == .float(10))
    #expect(try values("gaussian-blur")[0]["blurRadiusInPixels"] == .float(2))
    let falseColor = try values("CIFalseColor=inputColor1=0/0/1")[0]
    #expect(falseColor["firstColor"] == .vector([0.3, 0, 0, 1]))
    #expect(falseColor["secondColor"] == .vector([0, 0, 1, 1]))
  }

  @Test func aForeignFilterOfManyKeysBecomesTheFiltersOfItsKeys() throws {
    let chain = try FilterChain("CIColorControls=inputContrast=1.1:inputBrightness=0.2")
    let types = chain.filters.map { "\(type(of: $0))" }
    #expect(types == ["BrightnessAdjustment", "ContrastAdjustment"])
    #expect((chain.filters.first as? BrightnessAdjustment)?.brightness == 0.2)
    #expect(try FilterChain("CIColorControls").filters.isEmpty)
    #expect(message("CIColorControls=1").contains("takes key=value"))
    #expect(message("CIColorControls=inputGlow=1").contains("inputSaturation"))
  }

  @Test func aKeyMayNameSeveralParameters() throws {
    let text = "Crop=cropSizeInPixels=64/32:locationOfCropInPixels=8/4"
    let crop = try #require(try FilterChain(text).filters.first as? Crop)
    #expect([crop.width, crop.height, crop.x, crop.y] == [64, 32, 8, 4])
    #expect(
      message("Crop=cropSizeInPixels=64")
        == "Crop: cropSizeInPixels='64' needs 2 numbers joined by / (character 6)")
  }

  @Test func nullChangesNothing() throws {
    #expect(try FilterChain("null").filters.isEmpty)
    #expect(try FilterChain("null,invert,null").filters.count == 1)
    #expect(message("null=1") == "null takes no parameters (character 6)")
    #expect(message("") == "the chain is empty; 'null' is the chain that changes nothing")
    #expect(message("  ") == "the chain is empty; 'null' is the chain that changes nothing")
  }

  @Test func spacesAroundPiecesDoNotCount() throws {
    #expect(try values(" rgb = red = 2 : green = 0.5 ")[0]["green"] == .float(0.5))
    #expect(try FilterChain("invert ,\n luminance").filters.count == 2)
  }

  @Test(arguments: [
    ("lut3d='a,b:c=d.cube'", "a,b:c=d.cube"), ("lut3d=a\\,b\\:c\\=d.cube", "a,b:c=d.cube"),
    ("lut3d=file='it'\\''s.cube'", "it's.cube"), ("lut3d=file=C\\:/x.cube", "C:/x.cube"),
    ("lut3d=file=plain name.cube:intensity=1", "plain name.cube"), ("lut3d=' edge '", " edge "),
  ]) func quotesAndBackslashesKeepSeparators(text: String, path: String) throws {
    let asked = Locked("")
    _ = try FilterChain(text) { path throws(FilterError) in
      asked.withLock { $0 = path }
      return .identity
    }
    #expect(asked.withLock { $0 } == path)
  }

  @Test func anOpenQuoteOrBackslashIsAnError() {
    #expect(message("lut3d='a") == "the quote at character 7 is not closed")
    #expect(message("lut3d=a\\") == "nothing follows the backslash at character 8")
  }

  @Test func unknownFiltersAreNamedWithTheirPlaceAndNeighbours() {
    #expect(
      message("invert,gausian-blur=3")
        == "no filter is called 'gausian-blur' (character 8); the nearest are gaussian-blur")
    #expect(
      message("zzzzzzzz") == "no filter is called 'zzzzzzzz' (character 1); 'filters' lists them")
    #expect(message("Monochrome").contains("the nearest are monochrome"))
    #expect(message(",invert") == "a filter's name is missing at character 1")
    #expect(message("invert,") == "a filter's name is missing at character 8")
    #expect(message("=3") == "a filter's name is missing at character 1")
  }

  @Test func unknownKeysAreNamedWithTheirPlaceAndNeighbours() {
    #expect(
      message("gaussian-blur=sgma=3")
        == "gaussian-blur: has no parameter 'sgma'; the nearest are sigma (character 15)")
    #expect(
      message("brightness=glow=3")
        == "brightness: has no parameter 'glow'; it takes brightness (character 12)")
    #expect(message("invert=x=3") == "invert: has no parameter 'x'; it takes none (character 8)")
    #expect(message("rgb=red=1:red=2") == "rgb: 'red' is set twice (character 11)")
    #expect(
      message("gaussian-blur=sigma=1:radius=2")
        == "gaussian-blur: 'radius' is set twice (character 23)")
  }

  @Test func valuesOutOfRangeGiveTheRange() {
    #expect(
      message("gblur=sigma=-1")
        == "gblur: sigma='-1' is out of range; it is 0 to 1024 px (character 7)")
    #expect(
      message("brightness=3")
        == "brightness: brightness='3' is out of range; it is -1 to 1 (character 12)")
    #expect(
      message("Crop=70000")
        == "Crop: width='70000' is out of range; it is 0 to 65535 px (character 6)")
  }

  @Test(arguments: [
    "nan", "inf", "-inf", "1e39", "", "abc", "1e", "--1", "0x10", "1 2", "infinity",
  ])
  func whatIsNoNumberIsRefusedByName(text: String) {
    let result = message("gblur=sigma=\(text)")
    #expect(result.contains("sigma='\(text)'"))
    #expect(result.contains("0 to 1024 px"))
  }

  @Test func anErrorIsOneLineWhateverAFileIsCalled() throws {
    let error = try #require(throws: FilterError.self) {
      _ = try FilterChain("lut3d=a\r\nb\n.cube") { path throws(FilterError) in
        throw FilterError(.invalidFile, "no file called \(path)")
      }
    }
    #expect(error.detail == "no file called a b .cube")
  }

  @Test func aLookupNeedsItsFile() {
    #expect(message("lut3d") == "lut3d: the file of its table is missing (character 6)")
    #expect(message("lut3d=intensity=1").contains("missing"))
    #expect(message("lut3d=/nowhere/x.cube").hasPrefix("/nowhere/x.cube: cannot be opened"))
    #expect(message("lut3d=") == "lut3d: table='' names no file (character 7)")
  }

  @Test func catalogLookupsKnowEveryName() {
    #expect(FilterCatalog.named("monochrome")?.typeName == "MonochromeFilter")
    #expect(FilterCatalog.named("CIColorMonochrome")?.name == "monochrome")
    #expect(FilterCatalog.named("gblur")?.typeName == "FFmpegGBlur")
    #expect(FilterCatalog.named("CIColorControls") == nil)
    #expect(FilterCatalog.named("Monochrome") == nil)
    #expect(FilterCatalog.nearest(to: "monocrome").first == "monochrome")
    #expect(FilterCatalog.nearest(to: "").isEmpty)
  }
}

@Suite struct ChainFuzzTests {
  /// Whatever the bytes are, there is a chain or an error of one line.
  @Test func randomBytesNeverCrash() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      expectAnswer(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func piecesOfChainsInAnyOrderNeverCrash() {
    let pieces = [
      "crop", "rgb", "levels", "color-matrix", "transpose", "lut3d", "CIColorControls", "null",
      "gblur", "=", "=", "=", ":", ":", ",", "/", "'", "\\", "%", "px", "deg", "rad", "#fff", "1",
      "0.5", "-", "+", "e", "9999999999999999999999", "1e-400", "1e400", "x", "red", "width",
      "cropSizeInPixels", "cropSizeInPixels.0", "inputSaturation", "minimum", "é", "\u{0}", "\r\n",
      " ", "🎬", "@", "0x", "true",
    ]
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1500 {
      let count = Int.random(in: 1...14, using: &random)
      expectAnswer((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
    }
  }

  private func expectAnswer(_ text: String) {
    do {
      _ = try FilterChain(text) { path throws(FilterError) in
        throw FilterError(.invalidFile, "no file called \(path)")
      }
    } catch {
      #expect(!error.detail.isEmpty)
      #expect(!error.detail.contains { $0.isNewline }, "\(text.debugDescription)")
    }
  }
}
