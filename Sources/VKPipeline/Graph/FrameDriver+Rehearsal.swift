internal import VKCompute
internal import VKCore

extension FrameDriver {
  /// Renders a frame like those to come for every consumer and delivers nothing.
  ///
  /// Code is compiled and memory made then, and a live source does not lose its first frames over it.
  func rehearse(_ frame: Frame) throws {
    let moment = StreamMoment(
      time: frame.time, duration: frame.duration, number: 0, frameRate: feed.frameRate,
      picture: .frame(frame, of: feed))
    try rehearse(moment, at: try tree())
  }

  /// Steps that do more than to change pictures have no rehearsal.
  private func rehearse(_ moment: StreamMoment, at tree: GraphTree) throws {
    guard try streams.step(of: tree.node) == nil else { return }
    let moment = tree.node === run.root ? moment : moment.passed(through: tree.node)
    for link in tree.links {
      var chain = try ChainedPicture(moment.picture, known: filters)
      if run.settings.autorotates { chain.turn() }
      let render = try render(try group(of: link, chain, chain.frame, moment, at: moment.time))
      try render.submission.waitUntilCompleted(timeout: run.settings.deviceTimeout)
      try reserve(for: chain.frame, render)
    }
    for child in tree.children { try rehearse(moment, at: child) }
  }
}
