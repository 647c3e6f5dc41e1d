import VKCore

extension Command {
  /// One picture through filters into a picture, or many into a folder.
  static let image = Command(
    name: "image", summary: "Filter a picture into another, or many into a folder.",
    usage:
      "-i IN [-i IN2 …] [-vf CHAIN] [OPTIONS] OUT | --output-dir DIR [-vf CHAIN] [OPTIONS] IN…",
    options: [.input] + Option.inputOptions + [
      .chain, .graph, .outputDirectory, .videoEncoder, .encoderQuality,
    ]
      + [.overwrite, .keep]
      + [.device, .noAutorotate, .linear, .unclamped, .strict, .statistics] + Option.talk + [.help],
    operands: 1...Int.max
  ) { arguments in
    try arguments.applyLogLevel()
    if let folder = arguments.options[.outputDirectory] {
      try await filterAll(arguments, into: folder)
      return
    }
    guard arguments.operands.count == 1 else {
      throw Failure.usage("unexpected argument '\(arguments.operands[1])' of 'image'")
    }
    try await MovieRun(arguments, to: arguments.operands[0], isStill: true).execute()
  }
}

/// Filters every operand into a picture of the same name in `folder`; further inputs serve all of them.
///
/// A bad picture is told of and the others go on.
/// - Throws: `Failure` with the last bad picture's exit code when there was one.
private func filterAll(_ arguments: Arguments, into folder: String) async throws {
  if arguments.options.has(.statistics) {
    throw Failure.usage("--stats tells of one run; it does not go with --output-dir")
  }
  try checkNames(arguments.operands, in: folder)
  try makeOutputFolder(folder)
  let device = try arguments.device()
  var failures = 0
  var last = Failure.Code.software
  for path in arguments.operands {
    do {
      try await MovieRun(arguments.reading(path), to: place(of: path, in: folder), isStill: true)
        .execute()
    } catch let end as Interrupted {
      throw end
    } catch {
      let failure = Failure(error)
      // What is wrong with the words is wrong for every picture.
      if failure.code == .usage { throw failure }
      console.error(failure.message)
      failures += 1
      last = failure.code
    }
  }
  withExtendedLifetime(device) {}
  if failures > 0 {
    throw Failure(last, "\(failures) of \(arguments.operands.count) pictures failed")
  }
}

/// Where the picture made of `path` goes.
private func place(of path: String, in folder: String) -> String {
  "\(folder)/\(path.split(separator: "/").last.map(String.init) ?? path)"
}

/// Refuses pictures of the same name, of which the folder would keep one.
private func checkNames(_ paths: [String], in folder: String) throws(Failure) {
  var known: [String: String] = [:]
  for path in paths {
    let place = place(of: path, in: folder)
    if let other = known.updateValue(path, forKey: place) {
      throw .usage("\(other) and \(path) would both become \(place)")
    }
  }
}
