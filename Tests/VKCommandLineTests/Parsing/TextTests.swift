import Testing
import VKCore

@testable import VKCommandLine

@Suite struct TextTests {
  @Test(arguments: [
    (1.005, 1, "1.0"), (1234.5678, 2, "1234.57"), (-0.04, 1, "0.0"), (-2.5, 1, "-2.5"),
    (0.996, 2, "1.00"), (7, 0, "7"),
  ]) func numbersHaveAsManyDigitsAsAsked(number: Double, digits: Int, text: String) {
    #expect(number.formatted(digits) == text)
  }

  @Test func columnsAreAsWideAsTheirWidestCell() {
    #expect(table([["a", "b"], ["long", "c"]], indent: 1) == " a     b\n long  c\n")
  }

  @Test func theNearestNameIsOfferedOnlyWhenItIsNear() {
    #expect(nearest(to: "monocrome", in: ["gamma", "monochrome"]) == " (did you mean monochrome?)")
    #expect(nearest(to: "zzzzzz", in: ["gamma", "monochrome"]) == "")
  }
}
