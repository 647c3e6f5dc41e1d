/// What a benchmark found, as `--json` prints it; `docs/benchmark.md` tells what each member means.
package struct BenchmarkReport: Codable, Sendable, Hashable {
  /// The name of this kind of file.
  package static let kind = "vkfilter.bench"
  /// The version that this program writes and reads: a member may be added to it, none renamed.
  package static let currentVersion = 1

  /// The device and its driver.
  package struct Device: Codable, Sendable, Hashable {
    package var name: String
    package var kind: String
    package var driver: String
    package var driverVersion: String
    package var vulkan: String
    package var uuid: String
  }

  /// The computer around it.
  package struct Machine: Codable, Sendable, Hashable {
    package var cores: Int
    package var processor: String
    package var memoryBytes: Int
    package var system: String
  }

  package var schema = Self.kind
  package var version = Self.currentVersion
  /// The program's version.
  package var program: String
  /// When the run began, in seconds since 1970.
  package var began: Int
  /// How long it took.
  package var seconds = 0.0
  package var device: Device
  package var machine: Machine
  package var limits: DeviceSpeed?
  package var rows: [BenchmarkRow] = []
  package var peers: [PeerRow] = []
  package var catalogue: [BenchmarkRow] = []
  package var tuning: [TuningRow] = []
  /// The most bytes of memory that the program held at once.
  package var peakResidentBytes = 0
  /// Why not all was measured; nil when it was.
  package var incomplete: String?
}

/// How fast the device is at what everything is made of, measured in the same run.
package struct DeviceSpeed: Codable, Sendable, Hashable {
  /// Bytes of the pieces that were copied.
  package var copyBytes: Int
  /// Bytes read and written a second by a kernel that copies.
  package var kernelCopyBytesPerSecond: Double
  /// Bytes read and written a second by the device's own copy.
  package var deviceCopyBytesPerSecond: Double
  /// Bytes a second from the host's memory into memory that the device computes in.
  package var hostToDeviceBytesPerSecond: Double
  /// Bytes a second back.
  package var deviceToHostBytesPerSecond: Double
  /// Seconds that one more dispatch takes in a command buffer.
  package var dispatchSeconds: Double
  /// Seconds from handing over one dispatch to knowing that it is done.
  package var roundTripSeconds: Double
  /// Multiplications and additions a second in multiply-adds of 32 bits.
  package var flopsPerSecond: Double
}

/// A chain at a size in a pixel format.
package struct BenchmarkRow: Codable, Sendable, Hashable {
  /// What makes two reports' rows the same measurement.
  package struct Key: Hashable, Sendable {
    package let chain: String
    package let text: String
    package let width: Int
    package let height: Int
    package let format: String
  }

  /// A short name.
  package var chain: String
  /// The chain as `-vf` takes it.
  package var text: String
  package var width: Int
  package var height: Int
  package var format: String
  /// Milliseconds a frame on the device, by its own clock, copies between host and device left out; nil without one.
  package var gpuMilliseconds: Spread?
  package var framesInFlight = 0
  /// Frames a second from memory to memory, with so many in flight.
  package var framesPerSecond = 0.0
  /// Bytes read and written a frame by all passes, as planned.
  package var bytesMoved = 0
  /// Those bytes over what a kernel that copies moves in the time on the device.
  package var fractionOfCopy: Double?
  /// The time on the device over that of a kernel that copies as many bytes as the picture has.
  package var multipleOfCopy: Double?
  /// Floating-point operations a frame, counted in the compiled programs; nil where loops hide their number.
  package var operations: Double?
  /// Dispatches a frame.
  package var dispatches = 0.0
  /// Milliseconds a frame that the submitting thread computes.
  package var hostMilliseconds = 0.0
  /// Bytes of device memory that this chain held.
  package var peakDeviceBytes = 0
  /// Why there are no numbers; nil when there are.
  package var failure: String?

  package var key: Key {
    Key(chain: chain, text: text, width: width, height: height, format: format)
  }
}

/// What another program takes for the same work.
package struct PeerRow: Codable, Sendable, Hashable {
  /// The other program's name.
  package var peer: String
  /// Its version in its own words.
  package var peerVersion: String?
  /// What both do.
  package var work: String
  /// How: `process` (from file to null) or `memory`.
  package var mode: String
  package var ourCommand: String
  package var theirCommand: String
  package var ourSeconds: Spread?
  package var theirSeconds: Spread?
  /// Our time over theirs, the median of the pairs.
  package var ratio: Spread?
  /// The worst picture's PSNR between the two outputs in dB; 100 when they are equal.
  package var psnr: Double?
  /// Whether they did the same; nil when that is not known.
  package var isSameWork: Bool?
  /// Why there is no ratio; nil when there is one.
  package var failure: String?
}

/// A choice for a class of kernels on this device.
package struct TuningRow: Codable, Sendable, Hashable {
  /// The class of kernels.
  package var kernels: String
  /// What was chosen, in words.
  package var choice: String
  /// The time of the best choice over that of the choice without tuning.
  package var ratio: Double
}
