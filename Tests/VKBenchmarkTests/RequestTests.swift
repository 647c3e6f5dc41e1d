import Testing
import VKCore

@testable import VKBenchmark

@Suite struct RequestTests {
  private func request(_ words: String...) throws -> BenchmarkRequest {
    let (values, operands) = try BenchmarkOption.sort(words, into: BenchmarkOption.all)
    return try BenchmarkRequest(values, operands: operands)
  }

  @Test func aChainOfOnesOwnTakesTheUsualChainsPlace() throws {
    let plan = try #require(
      try request("-vf", "invert", "-vf", "null", "-s", "64x48", "-s", "17x13").plan)
    #expect(plan.items.map(\.chain.text) == ["invert", "invert", "null", "null"])
    #expect(plan.items.map(\.size) == [Size(64, 48), Size(17, 13), Size(64, 48), Size(17, 13)])
    #expect(plan.items.allSatisfy { $0.format == .nv12 })
    #expect(plan.seconds == nil)
  }

  @Test func theUsualPlanHasEveryChainAndAnEnd() throws {
    let plan = try #require(try request().plan)
    #expect(plan.seconds != nil)
    let common = plan.items.filter { $0.size == Size(1920, 1080) && $0.format == .nv12 }
    #expect(Set(common.map(\.chain)) == Set(BenchmarkChain.all))
    #expect(Set(plan.items).count == plan.items.count)
  }

  @Test func theFullPlanGoesFrom480RowsTo4320() throws {
    let plan = try #require(try request("--full").plan)
    #expect(plan.seconds == nil)
    #expect(plan.items.map(\.size.height).min() == 480)
    #expect(plan.items.map(\.size.height).max() == 4320)
    #expect(Set(plan.items.map(\.format.name)) == ["nv12", "yuv420p", "p010le", "bgra"])
  }

  @Test func theCatalogueTakesTheChainsPlaceUnlessTheyAreAskedFor() throws {
    let alone = try request("--catalogue")
    #expect(alone.plan == nil && alone.measuresCatalogue)
    #expect(try request("--catalogue", "--full").plan != nil)
    #expect(BenchmarkPlan.catalogue.items.contains { $0.chain.text == "invert" })
    #expect(!BenchmarkPlan.catalogue.items.contains { $0.chain.text == "fps" })
  }

  @Test func aTimeLimitsWhateverIsMeasured() throws {
    let request = try request("--full", "-t", "100", "--catalogue")
    #expect(request.plan?.seconds == 100 && request.plan?.longestFrame == 5)
    #expect(request.catalogue.seconds == 100)
    #expect(request.plan?.items == BenchmarkPlan.full.items)
  }

  @Test func otherProgramsAreNamedOnceEach() throws {
    let request = try request(
      "--against", "opencv,ffmpeg", "--against", "ffmpeg", "--ffmpeg", "/a", "--ffmpeg", "/b")
    #expect(request.peers == [.opencv, .ffmpeg])
    #expect(request.ffmpegs == ["/a", "/b"])
  }

  @Test func everyUsualChainIsOne() throws {
    for chain in BenchmarkChain.all { _ = try chain.filters() }
    #expect(try BenchmarkChain.colors(16).filters().count == 16)
  }

  @Test(arguments: [
    (["-s", "64x48"], "option -s is for a chain of -vf"),
    (["-pix_fmt", "nv12"], "option -pix_fmt is for a chain of -vf"),
    (["-vf", "invert", "-s", "64"], "'64' is no size"),
    (["-vf", "invert", "-s", "0x4"], "'0x4' is no size"),
    (["-vf", "invert", "-pix_fmt", "nv13"], "'nv13' is none of"),
    (["-vf", "invrt"], "the nearest are invert"),
    (["-vf", "invert", "--full"], "exclude each other"),
    (["-vf"], "option -vf needs a value (CHAIN)"), (["--ful"], "unknown option --ful"),
    (["-t", "0"], "'0' is no number of seconds"), (["-t", "x"], "'x' is no number of seconds"),
    (["--against", "ffmpeg,ffmpg"], "'ffmpg' is none of ffmpeg, ffmpeg-vulkan"),
    (["--against", ""], "'' is none of"), (["--ffmpeg", "x"], "option --ffmpeg is for --against"),
    (["new.json"], "name the one before it with --compare"),
  ]) func whatCannotBeMeantIsNamed(words: [String], message: String) {
    let error = #expect(throws: BenchmarkError.self) {
      let (values, operands) = try BenchmarkOption.sort(words, into: BenchmarkOption.all)
      _ = try BenchmarkRequest(values, operands: operands)
    }
    #expect(error?.code == .usage)
    #expect(error?.detail.contains(message) == true, "\(error?.detail ?? "")")
  }
}
