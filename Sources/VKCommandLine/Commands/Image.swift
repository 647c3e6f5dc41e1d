extension Command {
  /// One picture through filters into a picture.
  static let image = Command(
    name: "image", summary: "Filter a picture into another.",
    usage: "-i IN [-i IN2 …] [-vf CHAIN] [OPTIONS] OUT",
    options: [.input] + Option.inputOptions + [.chain, .overwrite, .keep, .device, .noAutorotate]
      + [.linear, .unclamped, .statistics] + Option.talk + [.help],
    operands: 1...1
  ) { arguments in
    try arguments.applyLogLevel()
    try await MovieRun(arguments, to: arguments.operands[0], isStill: true).execute()
  }
}
