import Glibc
import VKCore

Interruption.reserveStandardStreams()
Interruption.install()
let words = Array(CommandLine.arguments.dropFirst())
let exitCode = Locked<Int32?>(nil)
// Not an asynchronous main: that would leave the first thread to Dispatch, which opens it to all signals.
Task.detached {
  let code = await Program.run(words)
  exitCode.signal { $0 = code }
}
// All output is written unbuffered. Not `exit`: it takes libraries down while threads of a device that was lost, or of a
// decoder, may still run in them.
_exit(exitCode.wait { $0 })
