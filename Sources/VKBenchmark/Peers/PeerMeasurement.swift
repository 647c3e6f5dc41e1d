package import VKCompute
package import VKCore

/// Measures one kind of work against one other program, in turn.
struct PeerMeasurement {
  /// How programs are found.
  struct Programs: Sendable {
    /// Our own, with media libraries.
    var own: String
    var ffmpeg: String
  }

  let device: Device
  let programs: Programs
  let material: PeerMaterial
  /// Runs of each, in turn.
  let pairs: Int
  /// Seconds that a run may take.
  private let timeout = 120.0
  /// Pictures that are compared.
  let compared = 3

  /// The row: times, or why there are none.
  func row(_ work: PeerWork, _ peer: Peer) -> PeerRow {
    var row = PeerRow(
      peer: peer.rawValue, work: work.name, mode: peer == .opencv ? "memory" : "process",
      ourCommand: "", theirCommand: "")
    do {
      row.peerVersion = try version(of: peer)
      if peer == .opencv { try measureMemory(work, &row) } else { try measure(work, peer, &row) }
    } catch {
      row.failure = "\(error)"
    }
    return row
  }

  // MARK: Whole processes

  private func measure(_ work: PeerWork, _ peer: Peer, _ row: inout PeerRow) throws {
    let (ourFile, theirFile) = (material.folder + "/ours.yuv", material.folder + "/theirs.yuv")
    let tests = (
      ours(work, frames: compared, output: ourFile),
      theirs(work, peer, frames: compared, output: theirFile)
    )
    (row.ourCommand, row.theirCommand) = (tests.0.text, tests.1.text)
    let first = try run(tests.0)
    let second = try run(tests.1)
    guard try isSame(work, ourFile, theirFile, &row) else { return }
    // As many frames as fit into a few seconds of the slower one, start included.
    let seconds = max(first, second) / Double(compared)
    let few = max(compared, min(material.frames, Int(3 / max(seconds, 1e-3))))
    // GStreamer has no way to end after some frames.
    let frames = peer == .gstreamer ? material.frames : few
    let commands = (
      ours(work, frames: frames, output: nil), theirs(work, peer, frames: frames, output: nil)
    )
    (row.ourCommand, row.theirCommand) = (commands.0.text, commands.1.text)
    var times: [(Double, Double)] = []
    for _ in 0..<pairs { times.append((try run(commands.0), try run(commands.1))) }
    fill(&row, times)
  }

  private func run(_ process: ChildProcess) throws(ChildProcess.Failure) -> Double {
    try process.run(in: material.folder, timeout: timeout).seconds
  }

  /// Compares the outputs; false when they show other work.
  private func isSame(
    _ work: PeerWork, _ ours: String, _ theirs: String, _ row: inout PeerRow
  ) throws -> Bool {
    let difference = try PictureDifference(
      ours, theirs, frameLength: PeerMaterial.frameLength(outputSize(work)), count: compared)
    row.psnr = difference.psnr
    row.isSameWork = difference.psnr >= PictureDifference.leastPSNR
    if row.isSameWork == false {
      row.failure =
        "not the same work: PSNR \(difference.psnr.formatted(1)) dB between the outputs"
    }
    return row.isSameWork == true
  }

  private func fill(_ row: inout PeerRow, _ times: [(Double, Double)]) {
    row.ourSeconds = Spread(times.map(\.0))
    row.theirSeconds = Spread(times.map(\.1))
    row.ratio = Spread(times.map { $0.0 / $0.1 })
  }

  private func outputSize(_ work: PeerWork) -> Size {
    guard work.isScaled else { return material.size }
    return Size(material.size.width * 2 / 3, material.size.height * 2 / 3)
  }

  private func filled(_ text: String, _ work: PeerWork) -> String {
    let size = outputSize(work)
    return text.replacing("CUBE", with: material.cube).replacing("WIDTH", with: "\(size.width)")
      .replacing("HEIGHT", with: "\(size.height)")
  }

  // MARK: Command lines

  private func ours(_ work: PeerWork, frames: Int, output: String?) -> ChildProcess {
    ChildProcess(
      words: [
        programs.own, "run", "--quiet", "--device", device.description.uuid, "-i", material.clip,
        "-vf", filled(work.ours, work), "-frames:v", "\(frames)",
      ] + sink(output))
  }

  private func theirs(
    _ work: PeerWork, _ peer: Peer, frames: Int, output: String?
  ) -> ChildProcess {
    let filter = filled(work.theirs[peer] ?? "", work)
    if peer == .gstreamer {
      return ChildProcess(words: gstreamer(filter, output: output))
    }
    let isVulkan = peer != .ffmpeg
    // The same device by the first word of its name; FFmpeg takes a comma for the end of it.
    let name = device.name.prefix { !",(:".contains($0) }.split(separator: " ").joined(
      separator: " ")
    let vulkan = isVulkan ? ["-init_hw_device", "vulkan=v:\(name)", "-filter_hw_device", "v"] : []
    let chain =
      isVulkan ? "format=yuv420p,hwupload,\(filter),hwdownload,format=yuv420p" : filter
    return ChildProcess(
      words: [programs.ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "error"] + vulkan
        + ["-i", material.clip, "-vf", chain, "-frames:v", "\(frames)"] + sink(output))
  }

  private func sink(_ output: String?) -> [String] {
    output.map { ["-pix_fmt", "yuv420p", "-f", "rawvideo", "-y", $0] } ?? ["-f", "null", "-"]
  }

  private func gstreamer(_ elements: String, output: String?) -> [String] {
    let sink =
      output.map { ["filesink", "location=\($0)"] } ?? ["fakesink", "sync=false"]
    return [
      "gst-launch-1.0", "-q", "filesrc", "location=\(material.clip)", "!", "decodebin", "!",
      "videoconvert", "!", "video/x-raw,format=I420", "!",
    ] + elements.split(separator: " ").map(String.init) + ["!"] + sink
  }

  // MARK: Versions

  private func version(of peer: Peer) throws(ChildProcess.Failure) -> String {
    let words =
      switch peer {
      case .ffmpeg, .ffmpegVulkan, .libplacebo: [programs.ffmpeg, "-version"]
      case .gstreamer: ["gst-launch-1.0", "--version"]
      case .opencv: ["python3", "-c", "import cv2; print('OpenCV', cv2.__version__)"]
      }
    let output = try ChildProcess(words: words).run(in: material.folder, timeout: 30).output
    let line = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.split(separator: " ").first {
      $0.contains(where: \.isNumber) && !$0.contains("-1.0")
    }
    .map(String.init) ?? line
  }
}

/// Works against other programs, one after another.
package struct PeerComparison {
  private let device: Device
  private let program: String
  private let peers: [Peer]
  private let ffmpegs: [String]
  private let size: Size
  private let frames: Int
  var works = PeerWork.all
  /// Runs of each program for a figure, in turn.
  var pairs = 5

  /// Plans a comparison; `program` is ours with media libraries.
  package init(
    device: Device, program: String, peers: [Peer], ffmpegs: [String] = ["ffmpeg"],
    size: Size = BenchmarkPlan.commonSize, frames: Int = 60
  ) {
    self.device = device
    self.program = program
    self.peers = peers
    self.ffmpegs = ffmpegs
    self.size = size
    self.frames = frames
  }

  /// Offers the works that the programs can do: what comes, and what measures it.
  ///
  /// Ends when `body` gives false.
  func run(_ body: (_ next: String, _ measure: () -> PeerRow) -> Bool) {
    let material = Result { try PeerMaterial(size: size, frames: frames, program: program) }
    for work in works {
      for peer in peers where work.theirs[peer] != nil {
        let isFFmpeg = peer != .opencv && peer != .gstreamer
        for ffmpeg in isFFmpeg ? ffmpegs : [""] {
          let goesOn = body("\(work.name) against \(peer.rawValue) \(ffmpeg)") {
            row(work, peer, ffmpeg, material)
          }
          guard goesOn else { return }
        }
      }
    }
  }

  private func row(
    _ work: PeerWork, _ peer: Peer, _ ffmpeg: String, _ material: Result<PeerMaterial, any Error>
  ) -> PeerRow {
    do {
      return PeerMeasurement(
        device: device, programs: .init(own: program, ffmpeg: ffmpeg),
        material: try material.get(), pairs: pairs
      ).row(work, peer)
    } catch {
      return PeerRow(
        peer: peer.rawValue, work: work.name, mode: "process", ourCommand: "", theirCommand: "",
        failure: "the material could not be made: \(error)")
    }
  }
}
