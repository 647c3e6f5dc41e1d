internal import Foundation
internal import Glibc

/// Memory with a file descriptor, as drivers share theirs: a dma-buf where the kernel gives one (`/dev/dma_heap/system`),
/// else a file in memory, which software devices take as well.
package final class SharedFile: Sendable {
  package let descriptor: Int32
  package let length: Int
  package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// Makes `length` bytes, whole pages; nil when the system does not.
  package init?(length: Int) {
    guard let descriptor = Self.dmaBuffer(length) ?? Self.file(length) else { return nil }
    guard let mapped = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      mapped != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.length = length
    bytes = UnsafeMutableRawBufferPointer(start: mapped, count: length)
  }

  deinit {
    munmap(bytes.baseAddress, length)
    close(descriptor)
  }

  /// How many of the program's open files are this one.
  package var openDescriptors: Int {
    guard let wanted = Self.identity(of: descriptor) else { return 0 }
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return open.compactMap { Int32($0) }.filter { Self.identity(of: $0) == wanted }.count
  }

  private static func identity(of descriptor: Int32) -> [UInt]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return [UInt(status.st_dev), UInt(status.st_ino)]
  }

  private static func dmaBuffer(_ length: Int) -> Int32? {
    let heap = open("/dev/dma_heap/system", O_RDWR | O_CLOEXEC)
    guard heap >= 0 else { return nil }
    defer { close(heap) }
    // struct dma_heap_allocation_data: bytes; the file, which comes back, and how it is opened; flags.
    var words = [UInt64(length), UInt64(UInt32(O_RDWR | O_CLOEXEC)) << 32, 0]
    let allocate: UInt = 0xC018_4800
    return ioctl(heap, allocate, &words) == 0
      ? Int32(truncatingIfNeeded: words[1]) : nil
  }

  private static func file(_ length: Int) -> Int32? {
    var name = Array("/dev/shm/vkfilter-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    unlink(name)
    guard ftruncate(file, off_t(length)) == 0 else {
      close(file)
      return nil
    }
    return file
  }
}
