internal import CFFmpeg
internal import VKCore

/// Reads one movie from its beginning to its end.
///
/// SAFETY: one thread reads; what others see goes through `Locked` and `StopSignal`.
final class MovieReader: @unchecked Sendable {
  private let demuxer: Demuxer
  private let options: MovieOptions
  private let sinks: [any PacketSink]
  private let statistics: Locked<MovieStatistics>
  private let allocator: FrameAllocator
  private let decoder: VideoDecoder
  private let converter = PixelConverter()
  /// Where the pieces of a picture that moves come together.
  private let canvas: WebPCanvas?
  private let packet: Packet
  private var clock: FrameClock
  private let bareFrameLength: Int?
  private var repetition: Repetition
  private var realTime = RealTime()
  private var isDraining = false
  private var hasEnded = false
  private var framesGiven = 0
  private var damagedInARow = 0
  /// The picture of a sequence that the next frame comes from.
  private var nextPicture = 0
  /// What the files of pictures that are in the decoder say, by their times.
  private var exif: [Int64: ExifData] = [:]
  /// Thrown once what was read before it has been given out.
  private var readFailure: (any Error)?

  init(
    _ demuxer: Demuxer, options: MovieOptions, sinks: [any PacketSink],
    statistics: Locked<MovieStatistics>, take: @escaping @Sendable (Int) throws -> any PixelMemory
  ) throws {
    self.demuxer = demuxer
    self.options = options
    self.sinks = sinks
    self.statistics = statistics
    allocator = FrameAllocator(take: take)
    decoder = try VideoDecoder(demuxer, options: options, allocator: allocator)
    canvas = demuxer.animation.map { WebPCanvas($0) }
    packet = try Packet()
    repetition = Repetition(options.repeats)
    clock = FrameClock(demuxer, options: options)
    bareFrameLength = demuxer.bareFrameLength
    demuxer.warnings.forEach(warn)
    discardUnwanted()
    seekToStart()
    nextPicture = demuxer.nextPicture
  }

  private func discardUnwanted() {
    for index in 0..<Int(demuxer.context.pointee.nb_streams) {
      guard let stream = demuxer.context.pointee.streams[index] else { continue }
      let isWanted = stream == demuxer.stream || sinks.contains { $0.wants(stream: index) }
      stream.pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  private func seekToStart() {
    guard let start = clock.start, let wanted = options.startTime, wanted > .zero, !clock.counts,
      repetition.beginsInFirstPass(wanted, of: demuxer.info.duration)
    else { return }
    // Some containers look for the decoding time, which reordering moves some frames ahead.
    let lead =
      demuxer.stream.pointee.codecpar.pointee.video_delay > 0
      ? av_rescale_q(3, AVRational(num: 1, den: 23), clock.base) : 0
    let sound = (0..<Int(demuxer.context.pointee.nb_streams)).flatMap { index in
      sinks.filter { $0.wants(stream: index) }.map { $0.lead(stream: index) }
    }
    let soundLead = sound.max()?.ticks(in: clock.base) ?? 0
    if !demuxer.seek(to: start - max(lead, soundLead)) {
      warn("\(demuxer.path) cannot be searched: everything before the start is read and dropped")
    }
  }

  /// The next frame that is wanted, nil at the end.
  func next() throws -> Frame? {
    while !hasEnded && !demuxer.stop.isRaised {
      switch try decoder.receive() {
      case .frame:
        damagedInARow = 0
        if let frame = try finished() { return frame }
      case .needsPacket: try feed()
      case .damaged: countDamage()
      case .end:
        notePictures(before: nil)
        noteUndecoded()
        if try !startAgain() { end(at: nil) }
      }
    }
    if let readFailure, !demuxer.stop.isRaised { throw readFailure }
    return nil
  }

  /// Goes back to the beginning when the movie is to be read again.
  private func startAgain() throws -> Bool {
    guard readFailure == nil, !demuxer.stop.isRaised, repetition.advance(to: options.startTime)
    else { return false }
    guard try demuxer.startAgain() else {
      warn("\(demuxer.path) is a pipe: it is read once, not again and again")
      return false
    }
    decoder.reset()
    isDraining = false
    nextPicture = 0
    clock.offset = repetition.shift
    return true
  }

  private func countDamage() {
    statistics.withLock { $0.corruptPackets += 1 }
    damagedInARow += 1
    // A drained decoder that only fails would never end.
    if isDraining && damagedInARow > 64 { end(at: nil) }
  }

  /// Names the pictures of a sequence that gave no frame, before `tick` or up to the end.
  private func notePictures(before tick: Int64?) {
    guard let sequence = demuxer.sequence else { return }
    for entry in sequence.skipped(before: tick, from: &nextPicture) {
      warn("\(entry.path) cannot be decoded and is left out")
    }
  }

  /// Says why a picture could not be decoded at all.
  private func noteUndecoded() {
    guard framesGiven == 0, demuxer.isPictures, let complaint = decoder.complaint else { return }
    readFailure = MediaError(
      .invalidData, "read \(demuxer.path)", "the picture cannot be decoded (\(complaint))")
  }

  private func feed() throws {
    while true {
      do {
        guard try demuxer.read(into: packet) else { break }
      } catch {
        noteReadFailure(error)
        break
      }
      noteTimes()
      guard packet.pointer.pointee.stream_index == demuxer.stream.pointee.index else {
        try handOn()
        continue
      }
      if isPartOfFrame(packet) { continue }
      if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
        statistics.withLock { $0.corruptPackets += 1 }
      }
      reached(packet.pointer.pointee.dts, in: clock.base)
      notePictureFile()
      if try !decoder.send(packet) {
        countDamage()
        continue
      }
      return
    }
    isDraining = true
    _ = try decoder.send(nil)
  }

  /// Whether bare pictures end in the middle of one; the part is counted and told of.
  private func isPartOfFrame(_ packet: Packet) -> Bool {
    let size = Int(packet.pointer.pointee.size)
    guard let length = bareFrameLength, size < length else { return false }
    statistics.withLock { $0.corruptPackets += 1 }
    warn("\(demuxer.path): \(size) bytes are left over at the end, less than a frame (\(length))")
    return true
  }

  /// Looks at the times of a packet that has come.
  private func noteTimes() {
    let index = Int(packet.pointer.pointee.stream_index)
    guard let stream = demuxer.context.pointee.streams[index] else { return }
    let base = stream.pointee.time_base
    if options.isRealTime, let time = MediaTime(packet.pointer.pointee.dts, in: base) {
      realTime.wait(for: clock.later(time), stop: demuxer.stop)
    }
    guard options.repeats > 0, !stream.isCoverPicture else { return }
    if let begin = MediaTime(packet.pointer.pointee.pts, in: base) {
      let length = MediaTime(max(packet.pointer.pointee.duration, 0), in: base) ?? .zero
      repetition.note(
        stream: index, start: MediaTime(stream.pointee.start_time, in: base), begin: begin,
        end: begin + length)
    }
  }

  private func notePictureFile() {
    guard demuxer.isPictures, let data = packet.pointer.pointee.data,
      let kind = PictureFile.Kind(demuxer.stream.pointee.codecpar.pointee.codec_id)
    else { return }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size))
    let file = PictureFile(kind: kind, bytes: bytes)
    exif[packet.pointer.pointee.pts] = file.exif
    if file.isCutShort {
      let entry = demuxer.sequence?.entries.first { $0.tick == packet.pointer.pointee.pts }
      warn("\(entry?.path ?? demuxer.path) is cut short; what is missing of it is made up")
    }
  }

  private func noteReadFailure(_ error: any Error) {
    if let error = error as? MediaError, error.code == .invalidData {
      warn("\(demuxer.path) is damaged or cut short: \(error.detail)")
    } else {
      readFailure = error
    }
  }

  private func reached(_ dts: Int64, in base: AVRational) {
    guard !sinks.isEmpty, let time = MediaTime(dts, in: base) else { return }
    for sink in sinks { sink.reached(clock.moved(clock.later(time))) }
  }

  /// Gives a packet that is not decoded to those who want it.
  private func handOn() throws {
    let index = Int(packet.pointer.pointee.stream_index)
    guard let stream = demuxer.context.pointee.streams[index] else { return }
    let base = stream.pointee.time_base
    let dts = packet.pointer.pointee.dts
    let isRepeatedCover = stream.isCoverPicture && repetition.pass > 0
    let takers = isRepeatedCover ? [] : sinks.filter { $0.wants(stream: index) }
    let lead = takers.map { $0.lead(stream: index) }.max() ?? .zero
    if !takers.isEmpty, clock.move(packet.pointer, in: base, lead: lead) {
      for sink in takers {
        let copy = try Packet()
        try check(av_packet_ref(copy.pointer, packet.pointer), "copy a packet", else: .outOfMemory)
        sink.accept(copy, stream: index)
      }
    }
    reached(dts, in: base)
  }

  /// Makes a frame of what the decoder gave; nil when it is not wanted.
  private func finished() throws -> Frame? {
    let decoded = decoder.frame.pointer
    try layOnCanvas(decoded)
    notePictures(before: decoded.pointee.best_effort_timestamp)
    let (time, duration) = clock.times(of: decoded)
    noteFrame(at: time, duration)
    switch clock.place(of: time) {
    case .before: return nil
    case .after:
      try readOn(until: time)
      return nil
    case .inside: break
    }
    if decoded.pointee.decode_error_flags != 0 || decoded.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    {
      statistics.withLock { $0.corruptPackets += 1 }
    }
    var frame = Frame(try pixelBuffer(of: decoded), time: clock.moved(time), duration: duration)
    frame.fieldOrder = FieldOrder(decoded)
    let exif = exif.removeValue(forKey: decoded.pointee.pts)
    frame.orientation =
      options.orientation
      ?? cff_frame_display_matrix(decoded).flatMap { Orientation(displayMatrix: $0) }
      ?? exif?.orientation
    frame.attachment = try sideData(of: decoded, exif: exif)
    frame.peakLuminance = HDRMetadata(frame: decoded, stream: demuxer.stream)?.peakLuminance
    statistics.withLock { $0.framesDecoded += 1 }
    framesGiven += 1
    if framesGiven == options.frameLimit { end(at: duration.map { time + $0 } ?? time) }
    return frame
  }

  private func noteFrame(at time: MediaTime, _ duration: MediaTime?) {
    repetition.noteFrame()
    if repetition.pass == 0 {
      repetition.note(
        stream: Int(demuxer.stream.pointee.index), start: nil, begin: time,
        end: duration.map { time + $0 } ?? time)
    }
    if options.isRealTime { realTime.wait(for: time, stop: demuxer.stop) }
  }

  /// Adds a piece of a picture that moves to those before it.
  private func layOnCanvas(_ frame: UnsafePointer<AVFrame>) throws {
    guard let canvas else { return }
    let color = ColorSpace(
      ColorTags(frame.pointee), format: AVPixelFormat(frame.pointee.format))
    canvas.lay(
      try converter.buffer(
        from: frame, format: .rgba, color: color, allocate: { HeapMemory(length: $0) }),
      at: frame.pointee.pts)
  }

  private func pixelBuffer(of frame: UnsafePointer<AVFrame>) throws -> PixelBuffer {
    if let canvas {
      statistics.withLock { $0.copiesOnCPU += 1 }
      return try canvas.buffer(
        allocate: allocator.allocate, color: ColorSpace(matrix: .rgb, range: .full))
    }
    let format = AVPixelFormat(frame.pointee.format)
    let color = options.colors(ColorTags(frame.pointee), format: format)
    var buffer: PixelBuffer
    if let known = PixelFormat(format),
      let direct = allocator.buffer(of: frame, format: known, color: color)
    {
      buffer = direct
    } else {
      buffer = try converter.buffer(
        from: frame, format: PixelFormat(format) ?? .nearest(to: format), color: color,
        allocate: allocator.allocate)
      statistics.withLock { $0.copiesOnCPU += 1 }
    }
    let ratio = av_guess_sample_aspect_ratio(
      demuxer.context, demuxer.stream, UnsafeMutablePointer(mutating: frame))
    buffer.pixelAspectRatio = ratio.positive ?? (0, 1)
    return buffer
  }

  /// The decoder's side data (HDR metadata, captions, time code), nil when there is none.
  private func sideData(
    of frame: UnsafePointer<AVFrame>, exif: ExifData?
  ) throws -> FrameHandle? {
    guard frame.pointee.nb_side_data > 0 || exif != nil else { return nil }
    let copy = try FrameHandle(exif: exif)
    try check(av_frame_copy_props(copy.pointer, frame), "keep a frame's side data")
    av_frame_remove_side_data(copy.pointer, AV_FRAME_DATA_DISPLAYMATRIX)
    return copy.pointer.pointee.nb_side_data > 0 || exif != nil ? copy : nil
  }

  /// Reads what the other streams have before `time`, then ends.
  private func readOn(until time: MediaTime) throws {
    var behind = Set(
      (0..<Int(demuxer.context.pointee.nb_streams)).filter { index in
        sinks.contains { $0.wants(stream: index) }
          && demuxer.context.pointee.streams[index]?.pointee.codecpar.pointee.codec_type
            == AVMEDIA_TYPE_AUDIO
      })
    let limit = time + MediaTime(value: 10, timescale: 1)
    while !behind.isEmpty, (try? demuxer.read(into: packet)) ?? false {
      let index = Int(packet.pointer.pointee.stream_index)
      guard let stream = demuxer.context.pointee.streams[index] else { continue }
      if let dts = MediaTime(packet.pointer.pointee.dts, in: stream.pointee.time_base) {
        if dts >= time { behind.remove(index) }
        if dts >= limit { break }
      }
      if stream != demuxer.stream { try handOn() }
    }
    end(at: time)
  }

  private func end(at time: MediaTime?) {
    hasEnded = true
    for sink in sinks { sink.endOfPackets(at: time.map(clock.moved)) }
  }

  private func warn(_ text: String) {
    statistics.withLock { if !$0.warnings.contains(text) { $0.warnings.append(text) } }
  }
}
