import Testing
import VKCatalog
import VKCore

/// The description of a catalogue parameter.
private func parameter(_ filter: String, _ name: String) throws -> ParameterDescription {
  let description = try #require(FilterCatalog.named(filter))
  return try #require(description.parameters.first { $0.name == name })
}

private func message(_ parameter: ParameterDescription, _ text: String) -> String {
  do {
    return "no error but \(try parameter.value(from: text))"
  } catch {
    return error.detail
  }
}

@Suite struct ParameterTextTests {
  @Test(arguments: [
    ("0.5", 0.5), (".5", 0.5), ("1.", 1.0), ("0", 0.0), ("1e-1", 0.1), ("+0.25", 0.25),
    ("1/3", 1.0 / 3), ("-1/4", -0.25), ("50%", 0.5), ("1.2E-01", 0.12), ("-0", 0.0),
    ("0000.5000", 0.5),
  ]) func numbersHaveManySpellings(text: String, value: Double) throws {
    guard case .float(let result) = try parameter("brightness", "brightness").value(from: text)
    else {
      Issue.record("not a number")
      return
    }
    #expect(abs(Double(result) - value) < 1e-7)
  }

  @Test func decimalsAreReadToTheNearestFloat() throws {
    let red = try parameter("rgb", "red")
    for text in ["0.1", "0.3", "1.1", "2.7182818284590452", "9.999999", "0.000030517578125"] {
      #expect(try red.value(from: text) == .float(try #require(Float(text))))
    }
  }

  @Test func unitsMeanWhatTheySay() throws {
    let hue = try parameter("hue-adjustment", "hue")
    #expect(try hue.value(from: "90") == .float(90))
    #expect(try hue.value(from: "90deg") == .float(90))
    #expect(try hue.value(from: "-45deg") == .float(-45))
    #expect(try hue.value(from: "3.14159265358979rad") == .float(180))
    #expect(message(hue, "50%") == "'50%' is not a number of deg; it is -360 to 360 deg")
    let radius = try parameter("gaussian-blur", "blurRadiusInPixels")
    #expect(try radius.value(from: "12px") == .float(12))
    #expect(message(radius, "12deg").contains("not a number"))
    let width = try parameter("crop-region", "width")
    #expect(try width.value(from: "12px") == .integer(12))
    #expect(try width.value(from: "1e3") == .integer(1000))
    #expect(message(width, "12.5") == "'12.5' is not a whole number; it is 0 to 65535 px")
    #expect(message(width, "1e30").contains("out of range"))
  }

  @Test(arguments: [
    ("#102030", [16, 32, 48, 255]), ("#10203040", [16, 32, 48, 64]), ("#fa0", [255, 170, 0, 255]),
    ("0x10C080", [16, 192, 128, 255]), ("0x10c0807F", [16, 192, 128, 127]),
    ("0.2/0.4/0.6", [51, 102, 153, 255]), ("0/0/1/0", [0, 0, 255, 0]),
    ("Orange", [255, 165, 0, 255]), ("rebeccapurple", [102, 51, 153, 255]),
    ("green", [0, 128, 0, 255]), ("lime", [0, 255, 0, 255]), ("transparent", [0, 0, 0, 0]),
    ("white@0.2", [255, 255, 255, 51]),
  ]) func coloursHaveManySpellings(text: String, codes: [Int]) throws {
    guard case .vector(let color) = try parameter("vignette-effect", "color").value(from: text)
    else {
      Issue.record("not a colour")
      return
    }
    #expect(color.map { Int(($0 * 255).rounded()) } == codes)
  }

  @Test(arguments: [
    "", "#12", "#12345", "0x", "0x12345G", "nocolour", "1/2", "2/0/0", "red@2", "#+12345",
    "0/0/0/0/0",
  ]) func whatIsNoColourIsRefused(text: String) throws {
    #expect(message(try parameter("vignette-effect", "color"), text).contains("is no colour"))
  }

  @Test func pointsVectorsAndMatricesAreJoinedBySlashes() throws {
    let center = try parameter("vignette-effect", "center")
    #expect(try center.value(from: "0.25/75%") == .vector([0.25, 0.75]))
    let minimum = try parameter("levels", "minimum")
    #expect(try minimum.value(from: "0/0.5/1") == .vector([0, 0.5, 1]))
    #expect(message(minimum, "0/1") == "'0/1' holds 2 numbers; 3 joined by / are needed")
    #expect(message(minimum, "0/1/2") == "'2' is out of range; it is 0 to 1")
    let matrix = try parameter("color-matrix", "colorMatrix")
    let text = (0..<16).map(String.init).joined(separator: "/")
    #expect(try matrix.value(from: text) == .vector((0..<16).map(Float.init)))
  }

  @Test func wordsAndTheirSynonymsAreTaken() throws {
    let direction = try parameter("transpose", "dir")
    #expect(try direction.value(from: "clock") == .choice("clock"))
    #expect(try direction.value(from: "0") == .choice("cclock_flip"))
    #expect(try direction.value(from: "3") == .choice("clock_flip"))
    #expect(message(direction, "4") == "'4' is not one of cclock_flip, clock, cclock, clock_flip")
    let interpolation = try parameter("resize", "interpolation")
    #expect(try interpolation.value(from: "lanczos") == .choice("lanczos3"))
    #expect(try interpolation.value(from: "neighbor") == .choice("nearest"))
  }
}
