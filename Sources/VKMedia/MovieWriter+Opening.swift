internal import CFFmpeg
internal import VKCore
internal import VKPipeline

extension MovieWriter {
  /// The encoder for a frame; the first one opens the container too.
  func opened(
    _ encoder: UnsafePointer<AVCodec>, for frame: Frame, at time: MediaTime
  ) throws -> VideoEncoder {
    let buffer = frame.pixelBuffer
    if let before = session.encoder {
      if before.size == buffer.size { return before }
      try noteSizeChange(from: before.size, to: buffer.size)
      try before.finish(deliver: muxer.write)
      let next = try VideoEncoder(setup(encoder, for: frame, first: time), like: buffer)
      session.encoder = next
      return next
    }
    if session.format == nil {
      var format = StreamFormat(
        size: buffer.size, pixelFormat: buffer.format, colorSpace: buffer.colorSpace)
      format.fieldOrder = frame.fieldOrder
      _ = try prepare(for: format)
    }
    var setup = setup(encoder, for: frame, first: time)
    describeLight(of: frame, in: &setup)
    let opened = try VideoEncoder(setup, like: buffer)
    if setup.fieldOrder != .progressive, case .none = opened.fieldKeeping {
      muxer.warn(
        "\(String(cString: encoder.pointee.name)) cannot say of \(buffer.size) pictures that they"
          + " are interlaced; players may not take the fields apart")
    }
    let orientation = options.orientation == .up ? frame.orientation ?? .up : options.orientation
    try muxer.begin(
      encoder: opened.context, tracks: tracks,
      settings: MuxerSettings(
        options: MuxerSettings.options(
          for: muxer, options, tracks, firstNumber: isSequence ? firstNumber : nil,
          timeBase: setup.timeBase),
        keepsTimes: !isCounted, frameRate: setup.frameRate, orientation: orientation,
        metadata: options.metadata,
        copiesMetadata: options.copiesMetadata,
        copiesChapters: options.copiesData && options.copiesChapters, hdr: hdr(of: frame)),
      first: time)
    if orientation != .up, !PictureLabel.canTurn(container, encoder.pointee.id) {
      muxer.warn("\(container) here cannot say that the picture must be turned, and it is not")
    }
    session.encoder = opened
    return opened
  }

  /// HDR10's metadata where the pictures are still PQ or HLG.
  private func hdr(of frame: Frame) -> HDRMetadata? {
    guard frame.pixelBuffer.colorSpace.transfer.isHDR else { return nil }
    return HDRMetadata(
      frame: (frame.attachment as? FrameHandle)?.pointer, stream: tracks.main?.video)
  }

  /// Hands HDR10's metadata to the encoder and says what is left out.
  private func describeLight(of frame: Frame, in setup: inout VideoEncoder.Setup) {
    let name = String(cString: setup.encoder.pointee.name)
    let holds = ["mp4", "mov", "matroska", "webm"].contains(container)
    if let hdr = hdr(of: frame), !hdr.add(to: &setup.options, of: name), !holds {
      muxer.warn("the mastering display and light levels are left out: \(name) does not write them")
    }
    let attachment = (frame.attachment as? FrameHandle)?.pointer
    let isDolbyVision = tracks.main?.video.map { cff_stream_has_dolby_vision($0) != 0 } ?? false
    let dynamic = attachment.flatMap { dynamicMetadata(of: $0) }
    if let lost = dynamic ?? (isDolbyVision ? "Dolby Vision" : nil) {
      muxer.warn("the \(lost) metadata is left out: it is for the pictures as they were encoded")
    }
  }

  private func setup(
    _ encoder: UnsafePointer<AVCodec>, for frame: Frame, first time: MediaTime
  ) -> VideoEncoder.Setup {
    let buffer = frame.pixelBuffer
    let frameRate = frameRate.map { AVRational(num: $0.0, den: $0.1) } ?? AVRational(num: 0, den: 1)
    let clock = EncoderClock(
      frameRate: frameRate, isConstant: options.constantRate != nil || isCounted,
      container: container,
      source: tracks.main?.video)
    return VideoEncoder.Setup(
      encoder: encoder, options: session.format.map { plan.options(for: StreamShape($0)) } ?? [:],
      stored: session.stored,
      timeBase: clock.timeBase(for: encoder.pointee.id, first: time, duration: frame.duration),
      frameRate: frameRate,
      threads: options.threads, bitRate: options.bitRate,
      hasGlobalHeader: format.pointee.flags & AVFMT_GLOBALHEADER != 0,
      isPicture: isPictures || container == "webp",
      color: session.colors?.tags(of: buffer) ?? buffer.colorSpace,
      fieldOrder: session.format?.fieldOrder ?? .progressive)
  }
}
