import Glibc

Interruption.install()
let exitCode = await Program.run(Array(CommandLine.arguments.dropFirst()))
exit(exitCode)
