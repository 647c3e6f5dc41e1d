internal import Glibc
internal import VKCore
internal import VKPipeline

extension PeerMeasurement {
  /// OpenCV's and our work on the same pictures in memory, in turn.
  func measureMemory(_ work: PeerWork, _ row: inout PeerRow) throws {
    let (ourFile, theirFile) = (material.folder + "/ours.yuv", material.folder + "/theirs.yuv")
    let frames = min(16, material.frames)
    let theirs = ChildProcess(words: script(work, frames: frames, output: theirFile))
    row.ourCommand = "our library: \(work.ours), I420 pictures in memory"
    row.theirCommand = theirs.text
    let own = try MemoryRun(self, work.ours, frames: frames)
    try own.write(compared, to: ourFile)
    _ = try seconds(of: theirs)
    let difference = try PictureDifference(
      ourFile, theirFile, frameLength: material.frameLength, count: compared)
    row.psnr = difference.psnr
    row.isSameWork = difference.psnr >= PictureDifference.leastPSNR
    guard row.isSameWork == true else {
      row.failure =
        "not the same work: PSNR \(difference.psnr.formatted(1)) dB between the outputs"
      return
    }
    var times: [(Double, Double)] = []
    for _ in 0..<pairs { times.append((try own.seconds(), try seconds(of: theirs))) }
    row.ourSeconds = Spread(times.map(\.0))
    row.theirSeconds = Spread(times.map(\.1))
    row.ratio = Spread(times.map { $0.0 / $0.1 })
  }

  /// The seconds that the script says all pictures took.
  private func seconds(of process: ChildProcess) throws(ChildProcess.Failure) -> Double {
    let output = try process.run(in: material.folder, timeout: 120).output
    guard let seconds = Double(output.split(whereSeparator: \.isWhitespace).first ?? "") else {
      throw ChildProcess.Failure(description: "it printed no time")
    }
    return seconds
  }

  /// Reads pictures, filters their planes and prints the time of that alone.
  private func script(_ work: PeerWork, frames: Int, output: String) -> [String] {
    let (width, height) = (material.size.width, material.size.height)
    let function = work.theirs[.opencv] ?? "p"
    let text = """
      import sys, time, cv2, numpy as np
      w, h, n = \(width), \(height), \(frames)
      c = ((w + 1) // 2, (h + 1) // 2)
      data = np.fromfile(sys.argv[1], np.uint8, (w * h + 2 * c[0] * c[1]) * n).reshape(n, -1)
      def planes(f):
        y, m = w * h, c[0] * c[1]
        return [(f[:y].reshape(h, w), 1), (f[y:y + m].reshape(c[1], c[0]), 2), (f[y + m:].reshape(c[1], c[0]), 2)]
      frames = [planes(f) for f in data]
      work = lambda f: [\(function) for p, d in f]
      work(frames[0])
      begin = time.perf_counter()
      results = [work(f) for f in frames]
      print(time.perf_counter() - begin)
      with open(sys.argv[2], 'wb') as out:
        for f in results[:\(compared)]:
          for p in f: out.write(np.ascontiguousarray(p).tobytes())
      """
    return ["python3", "-c", text, material.raw, output]
  }
}

/// Our chain on pictures that lie in memory.
private struct MemoryRun {
  private let executor: ChainExecutor
  private let filters: [any Filter]
  private let pictures: [PixelBuffer]
  private let inFlight: Int

  init(_ measurement: PeerMeasurement, _ chain: String, frames: Int) throws {
    let context = try RenderContext(device: measurement.device)
    executor = ChainExecutor(context: context)
    filters = try BenchmarkChain(chain, chain).filters()
    inFlight = context.defaultFramesInFlight
    let material = measurement.material
    guard let file = fopen(material.raw, "r") else {
      throw ChildProcess.Failure(description: "the pictures are gone")
    }
    defer { fclose(file) }
    let layout = try PixelLayout(format: .i420, size: material.size)
    var pictures: [PixelBuffer] = []
    for _ in 0..<frames {
      let picture = PixelBuffer(
        memory: try context.memory.take(length: layout.length), format: .i420,
        size: material.size, planes: layout.planes, colorSpace: .unspecified)
      Self.eachRow(of: picture) { row in _ = fread(row.baseAddress, 1, row.count, file) }
      pictures.append(picture)
    }
    self.pictures = pictures
    _ = try executor.submit(filters, inputs: [pictures[0]], format: .i420).picture()
  }

  private static func eachRow(
    of picture: PixelBuffer, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    picture.withLockedPlanes(.readWrite) { planes in
      for (index, plane) in planes.enumerated() {
        let width = picture.format.rowBytes(index, width: picture.size.width)
        for y in 0..<plane.size.height {
          let start = y * plane.bytesPerRow
          body(UnsafeMutableRawBufferPointer(rebasing: plane.bytes[start..<start + width]))
        }
      }
    }
  }

  /// Writes the first results.
  func write(_ count: Int, to path: String) throws {
    guard let file = fopen(path, "w") else {
      throw ChildProcess.Failure(description: "our pictures cannot be written")
    }
    defer { fclose(file) }
    for picture in pictures.prefix(count) {
      let result = try executor.submit(filters, inputs: [picture], format: .i420).picture()
      Self.eachRow(of: result) { row in _ = fwrite(row.baseAddress, 1, row.count, file) }
    }
  }

  /// The time of all pictures.
  func seconds() throws -> Double {
    let begin = ContinuousClock.now
    var waiting: [PendingRender] = []
    for picture in pictures {
      if waiting.count == inFlight { _ = try waiting.removeFirst().picture() }
      waiting.append(try executor.submit(filters, inputs: [picture], format: .i420))
    }
    for render in waiting { _ = try render.picture() }
    return (ContinuousClock.now - begin).seconds
  }
}
