internal import Glibc
internal import VKCore
internal import VKPipeline

/// Where a camera's pictures lie.
enum CaptureMemory: Sendable {
  /// Memory for readers without a device.
  case heap
  /// The engine's.
  case engine(DeviceMemoryPool)

  /// Takes a piece that is read where it lies.
  func take(_ length: Int) throws -> any PixelMemory {
    switch self {
    case .heap: HeapMemory(length: length)
    case .engine(let pool): try pool.take(length: length)
    }
  }

  /// Makes memory of the driver's readable for the device where it lies, as the driver shares it or else as it is mapped.
  func adopt(
    _ region: MappedRegion, share: () -> SharedPicture?
  ) -> (memory: any PixelMemory, place: Camera.FrameMemory) {
    guard case .engine(let pool) = self else { return (region, .mapped) }
    if let memory = share().flatMap({ pool.adopt($0, over: region) }) {
      return (memory, .dmaBuffer)
    }
    if let memory = pool.adopt(region) { return (memory, .mapped) }
    return (region, .copied)
  }
}

/// Memory of a driver's for one picture, mapped: all its planes one after another, and a page behind them that kernels
/// may read into.
final class MappedRegion: PixelMemory {
  nonisolated(unsafe) let baseAddress: UnsafeMutableRawPointer
  let length: Int
  /// What is unmapped at the end.
  private let extent: Int

  /// Maps the planes of a buffer.
  ///
  /// - Throws: `DeviceFailure`, and then nothing stays mapped.
  init(
    _ device: some VideoDevice, _ places: [(offset: UInt64, length: Int)]
  ) throws(DeviceFailure) {
    let total = places.reduce(pageSize) { $0 + wholePages($1.length) }
    let reserved = mmap(
      nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let reserved, reserved != MAP_FAILED else {
      throw DeviceFailure(call: "map the buffers of", status: errno)
    }
    var start = 0
    for place in places {
      do throws(DeviceFailure) {
        let mapped = try device.map(place.offset, length: place.length, at: reserved + start)
        guard mapped == reserved + start else {
          // Not where it was asked for, as stand-ins for the kernel do.
          munmap(reserved, total)
          guard places.count == 1 else {
            throw DeviceFailure(call: "map the buffers of", status: EINVAL)
          }
          (baseAddress, length, extent) = (mapped, wholePages(place.length), place.length)
          return
        }
      } catch {
        munmap(reserved, total)
        throw error
      }
      start += wholePages(place.length)
    }
    (baseAddress, length, extent) = (reserved, total, total)
  }

  deinit { munmap(baseAddress, extent) }
}

let pageSize = 4096

/// Bytes rounded up to whole pages.
func wholePages(_ length: Int) -> Int { (length + pageSize - 1) / pageSize * pageSize }
