import Testing
import VKCatalog
import VKCore

/// The text of graphs.
struct FilterGraphTests {
  private func graph(_ text: String, sources: Int = 2) throws -> [String] {
    try FilterGraph(text, sources: sources).nodes.map { node in
      let names = node.chain.filters.map { "\(type(of: $0))" }.joined(separator: "+")
      let inputs = node.inputs.map { input in
        switch input {
        case .source(let number): "s\(number)"
        case .node(let number): "n\(number)"
        }
      }
      let times =
        switch node.retiming {
        case .change(let change): "*\(change.numerator)/\(change.denominator)"
        case .rate(let a, let b): "@\(a)/\(b)"
        case nil: ""
        }
      return "\(names)(\(inputs.joined(separator: " ")))\(times)"
    }
  }

  @Test func namesJoinOutputsToInputs() throws {
    #expect(
      try graph("[1]invert[a];[0][a]alpha-blend=mix=0.5[out]")
        == ["ColorInversion(s1)", "AlphaBlend(s0 n0)"])
    #expect(
      try graph("[0:v][a]alpha-blend;[1:v:0]invert,sepia[a]")
        == ["ColorInversion(s1)", "SepiaToneFilter(n0)", "AlphaBlend(s0 n1)"])
    #expect(try FilterGraph("[0]invert[out]", sources: 1).outputLabel == "out")
  }

  @Test func namesStandBeforeWhatTheCommaJoins() throws {
    #expect(
      try graph("[0]invert,[1]alpha-blend") == ["ColorInversion(s0)", "AlphaBlend(s1 n0)"])
    #expect(try FilterGraph("[0]invert,[1]alpha-blend", sources: 2).mainSource == 1)
  }

  @Test func openInputsTakeTheSourcesThatAreNotNamed() throws {
    #expect(try graph("alpha-blend") == ["AlphaBlend(s0 s1)"])
    #expect(try graph("[1]alpha-blend") == ["AlphaBlend(s1 s0)"])
  }

  @Test func splitGivesOnePictureToSeveral() throws {
    #expect(
      try graph("[0]split[a][b];[a]invert[c];[b][c]alpha-blend", sources: 1)
        == ["ColorInversion(s0)", "AlphaBlend(s0 n0)"])
  }

  @Test func whatChangesNothingIsANodeOnlyAtTheEnd() throws {
    #expect(try graph("[0]null", sources: 1) == ["(s0)"])
    #expect(try graph("[0]null,invert", sources: 1) == ["ColorInversion(s0)"])
  }

  @Test(arguments: [
    ("[0]invert[a];[1]sepia[b]", "[a], [b]"), ("[0]invert[a", "character 10"),
    ("[0]invert[a][b];[a][b]alpha-blend", "character 4"),
    ("[0][x]alpha-blend", "[x] (character 5)"),
    ("[0]split[a];[a]invert", "as many names"), ("[0]invert;", "before character 11"),
    ("[3]invert", "there are 2 inputs"), ("[0]invert", "input 1"),
    ("[a][0]alpha-blend[a]", "circle"), ("[0]invert sepia[q];[q][1]alpha-blend", "invert sepia"),
    ("[0][1]alpha-blend,nonsense=3", "character 19"), ("[0][1]invert", "takes 1 inputs, not 2"),
  ])
  func faultsAreNamedWithTheirPlace(text: String, culprit: String) {
    let error = #expect(throws: FilterError.self) { try FilterGraph(text, sources: 2) }
    #expect(error?.description.contains(culprit) == true, "\(error?.description ?? "")")
  }

  @Test func theEndOfTheLineSaysHowTheStreamIsWritten() throws {
    let graph = try FilterGraph(
      "[0]setpts=PTS/2[a];[a]invert,fps=30000/1001,format=yuv444p|yuv420p", sources: 1)
    #expect(graph.filters.count == 1)
    #expect(graph.stream.times == TimeChange(denominator: 2))
    #expect(graph.stream.constantRate.map { [$0.0, $0.1] } == [30000, 1001])
    #expect(graph.stream.pixelFormat == "yuv444p|yuv420p")
  }

  @Test func aBranchKeepsItsFormat() throws {
    let graph = try FilterGraph("[1]format=rgba[a];[0][a]overlay", sources: 2)
    #expect(graph.stream.pixelFormat == nil && graph.stream.keepsTimes)
  }

  @Test func timesChangeWhereTheGraphSaysSo() throws {
    #expect(
      try graph("[1]hflip,fps=10,setpts=2*PTS[a];[0]fps=25[b];[b][a]overlay,fps=5")
        == [
          "(s0)@25/1", "HorizontalFlip(s1)", "(n1)@10/1", "(n2)*2/1", "FFmpegOverlay(n0 n3)",
        ])
    // What depends on time stands behind the change, so the writer cannot make it.
    #expect(try graph("[0]setpts=2*PTS,low-pass", sources: 1) == ["(s0)*2/1", "LowPassFilter(n0)"])
    // The writer brings frames to a rate behind all that changes their times.
    let graph = try FilterGraph("[0]fps=10,setpts=2*PTS,fps=30", sources: 1)
    #expect(graph.nodes.count == 2 && graph.isRetimed)
    #expect(graph.stream.constantRate.map { [$0.0, $0.1] } == [30, 1])
    #expect(graph.stream.times == TimeChange(numerator: 2))
    #expect(
      try self.graph("[0]fps=25,settb=AVTB[a];[1]settb=1/25[b];[a][b]xfade")
        == ["(s0)@25/1", "FFmpegXFade(n0 s1)"])
    for text in ["[1]fps=0[a];[0][a]overlay", "[1]setpts=PTS+3[a];[0][a]blend"] {
      #expect(throws: FilterError.self) { try FilterGraph(text, sources: 2) }
    }
  }

  @Test func filtersThatSayHowLongStreamsLastBeginANode() throws {
    let graph = FilterGraph(try FilterChain("sepia,overlay,hflip,alpha-blend,blend"))
    #expect(graph.nodes.map(\.chain.filters.count) == [1, 3, 1])
    #expect(
      graph.nodes.map(\.inputs)
        == [[.source(0)], [.node(0), .source(1), .source(2)], [.node(1), .source(3)]])
  }

  @Test func aChainOfFiltersAloneRefusesWhatOnlyAWriterCanDo() throws {
    for text in ["fps=25", "setpts=2*PTS,invert", "invert,format=yuv444p"] {
      #expect(throws: FilterError.self) { try FilterChain(text) }
    }
    #expect(try FilterChain("format=rgb24,invert").filters.count == 1)
  }
}
