import Testing
import VKCore

@Suite struct ExpressionTests {
  private let sizes: [String: Double] = ["iw": 640, "ih": 360, "W": 640, "w": 80]

  @Test(arguments: [
    ("iw/2", 320), ("ih-10", 350), ("(W-w)/2", 280), ("-1", -1), ("2^3+1", 9), ("2*-3", -6),
    ("-2^2", -4), ("1+2*3-4/2", 5), ("min(iw;ih)", 360), ("if(gt(iw,ih),1,2)", 1),
    ("if(lt(iw,ih),1)", 0), ("floor(ih/7)*7", 357), ("mod(-1,3)", 2), ("clip(iw,0,100)", 100),
    ("1e2", 100), (".5*4", 2), (" iw + 1 ", 641), ("hypot(3,4)", 5), ("between(iw,640,641)", 1),
  ]) func arithmeticIsThatOfTheSchool(text: String, value: Double) throws {
    #expect(try Expression(text).value(sizes) == value)
  }

  @Test func constantsAreThoseOfMathematics() throws {
    #expect(abs(try Expression("PI/6").value([:]) - 0.523598775598) < 1e-12)
    #expect(abs(try Expression("log(E)").value([:]) - 1) < 1e-12)
    #expect(abs(try Expression("sin(PI/2)").value([:]) - 1) < 1e-12)
  }

  @Test(arguments: [
    "", "iw/", "(iw", "iw)", "1 2", "--1", "iw iw", "*2", "foo(1)", "min(1)", "1..2", "0x10", "é",
    "if(1,2,3,4)", "a,b", String(repeating: "(", count: 100_000),
  ]) func whatMakesNoSenseIsRefusedInOneLine(text: String) {
    #expect(throws: FilterError.self) { try Expression(text) }
    do { _ = try Expression(text) } catch {
      #expect(!error.detail.contains { $0.isNewline } && error.detail.count < 500)
    }
  }

  @Test func whatHasNoValueIsAnError() throws {
    #expect(throws: FilterError.self) { try Expression("1/0").value([:]) }
    #expect(throws: FilterError.self) { try Expression("sqrt(-1)").value([:]) }
    #expect(throws: FilterError.self) { try Expression("t*2").value(sizes) }
    let names = Expression("t+iw").variables
    #expect(names == ["t", "iw"])
  }
}
