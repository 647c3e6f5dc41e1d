package import VKCore

/// What a compiled chain does, as data: passes in order and what they need.
///
/// No device is involved.
struct Plan: Sendable {
  let passes: [Pass]
  let steps: [Step]
  let inputs: [StoredSurface]
  /// The picture that comes out; nil when the chain ends in numbers.
  let output: StoredSurface?
  /// Images between passes.
  let textures: [TextureSurface]
  /// Planes between passes: a format and a size, one buffer a plane.
  let planes: [StoredSurface]
  /// Images kept from frame to frame, by step index.
  let states: [Int: TextureSurface]
  /// Constant tables, as words.
  let tables: [[UInt32]]
  /// Which of them hold the lookup tables of steps, by step index; these may change from frame to frame.
  let lookups: [Int: Int]
  /// The size of the last picture.
  let size: Size
  /// What the chain ends in when it is no picture.
  let numbers: Numbers?
  /// The number of counters in each set that a filter reads.
  let counters: [Int]

  /// Numbers that a chain ends in.
  enum Numbers: Sendable {
    /// So many partial sums of four.
    case sums(Int)
    /// So many counters.
    case counters(Int)

    var byteCount: Int {
      switch self {
      case .sums(let count): count * 16
      case .counters(let count): count * 4
      }
    }
  }
}

/// One compute dispatch.
struct Pass: Sendable {
  /// What it does, in a few words.
  let name: String
  let source: String
  var bindings: [Binding]
  let pushes: [PushConstant]
  /// Invocations along x and y.
  let threads: Size
  /// The steps whose parameters the uniform block holds.
  var parameterSteps: [Int]
  /// The numbers in the names of the block's members, in that order; nil where these are the steps' indices.
  var memberNumbers: [Int]?
  /// The filters that run in it.
  let filters: [String]
  let bytesRead: Int
  let bytesWritten: Int
}

/// Choices that hold for a whole chain.
package struct ChainOptions: Sendable, Hashable {
  /// Keeps values outside 0…1 between filters.
  package var isUnclamped = false
  /// Runs every filter that expects gamma-encoded values in linear light.
  package var isLinear = false
  /// Colours that the output shall have; parts not said stay the first input's.
  package var colors = ColorSpace.unspecified
  /// The brightest light of PQ pictures, cd/m²; BT.2390's usual mastering display where nothing says it.
  package var peakLuminance = 1000.0
  /// Work groups and texel reads for a CPU device.
  package var isCPU = false
  /// The most texels a buffer view may have.
  package var maximumTexels = 65536
  /// The most bytes a storage buffer may have.
  package var maximumBufferLength = 1 << 27
  /// What measuring on the device has chosen.
  package var tuning = ChainTuning()
  /// The largest side of an image.
  package var maximumImageSide = 4096

  package init() {}
}

extension ChainOptions {
  /// Whether a filter of this domain runs in linear light.
  func isLit(_ domain: ColorDomain) -> Bool { domain == .linear || (isLinear && domain == .gamma) }

  /// What a pass computes.
  enum PassKind {
    case pixels, plane, list
  }

  /// Whether stored samples are read through the texture unit, as texels of so many bytes.
  ///
  /// A picture's memory may be somewhat longer than the picture.
  func readsTexels(of surface: StoredSurface, bytes: Int) -> Bool {
    (tuning.texelReads.map { $0 == 1 } ?? isCPU)
      && surface.byteCount + 65536 < maximumTexels * bytes
  }

  /// The work group for a grid of `threads`.
  ///
  /// Long rows: on CPU devices a group is a piece of work for a core, and short ones cost more than they compute.
  func localSize(for threads: Size, kind: PassKind) -> (Int, Int) {
    let tuned: Int? =
      switch kind {
      case .pixels: tuning.pixelGroup
      case .plane: tuning.planeGroup
      case .list: nil
      }
    if let group = tuned {
      return (min(group, (threads.width + 7) & ~7), 1)
    }
    guard isCPU else { return (64, 1) }
    let groups = (threads.width + 511) / 512
    let width = ((threads.width + groups - 1) / groups + 7) & ~7
    return (min(max(width, 8), 512), 1)
  }
}
