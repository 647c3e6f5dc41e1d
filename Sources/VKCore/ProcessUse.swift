import Glibc

/// What this process has used.
package enum ProcessUse {
  /// The most bytes of memory that the process held at once.
  package static var peakResidentBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }

  /// Seconds of a processor that the calling thread took so far.
  package static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
