public import VKCore

extension Camera {
  /// Where a camera looks, as its driver tells.
  public enum Position: String, Sendable, CaseIterable {
    /// Towards the user.
    case front
    /// Away from the user.
    case back
    /// Movable.
    case external
  }

  /// A size to take pictures in; a camera gives the nearest that it has.
  public struct Preset: Sendable, Hashable {
    /// Columns and rows.
    public var size: Size
    /// Makes a preset of a size.
    public init(_ size: Size) { self.size = size }
    /// 640 by 480.
    public static let vga640x480 = Preset(Size(640, 480))
    /// 1280 by 720.
    public static let hd1280x720 = Preset(Size(1280, 720))
    /// 1920 by 1080.
    public static let hd1920x1080 = Preset(Size(1920, 1080))
    /// 3840 by 2160.
    public static let uhd3840x2160 = Preset(Size(3840, 2160))

    /// The presets by their names.
    public static let named: [String: Preset] = [
      "vga640x480": vga640x480, "hd1280x720": hd1280x720, "hd1920x1080": hd1920x1080,
      "uhd3840x2160": uhd3840x2160,
    ]
  }

  /// What a camera is and how it takes pictures.
  public struct Settings: Sendable {
    /// The device: the number of `/dev/videoN`, a path, or a part of a name; nil goes by `position`, else takes the first.
    public var device: String?
    /// Where the camera should look; a device that says so is taken, else the first one.
    public var position: Position?
    /// The size; nil takes the nearest to 1280 by 720.
    public var preset: Preset?
    /// Frames a second (numerator, denominator); nil takes the fastest up to 30.
    public var frameRate: (Int32, Int32)?
    /// How pixels must be stored; nil takes what suits.
    public var pixelFormat: PixelFormat?
    /// The driver's name of the format, in place of `pixelFormat`: `MJPG`.
    public var fourCC: FourCC?
    /// Controls to set, by their names, to a number, `true`, `false` or an entry of a menu.
    public var controls: [(name: String, value: String)] = []
    /// Seconds without a frame after which the camera counts as lost.
    public var timeout = 5.0
    /// Seconds to wait for a camera that is not there or busy.
    public var patience = 0.0
    /// Whether a camera that is lost is waited for until it comes back.
    public var reconnects = false

    /// Makes settings; what is left out is up to the camera.
    public init(device: String? = nil, preset: Preset? = nil) {
      self.device = device
      self.preset = preset
    }

    /// The wish that these settings are.
    ///
    /// - Throws: `CameraError` when the format is none that is read.
    func wish(excluding excluded: Set<FourCC> = []) throws(CameraError) -> ModeWish {
      var wish = ModeWish(
        size: (preset ?? .hd1280x720).size, isSizeSaid: preset != nil, rate: frameRate,
        excluded: excluded)
      if let fourCC {
        guard CameraFormat.named(fourCC) != nil else {
          throw CameraError(
            .unsupported, "set up the camera",
            CameraFormat.needsLibrary(fourCC)
              ? "the format \(fourCC) is read with libv4l; install libv4l-0"
              : "the format \(fourCC) is none that is read")
        }
        wish.formats = [fourCC]
      } else if let pixelFormat {
        let rows = CameraFormat.all.filter { $0.pixelFormat == pixelFormat }
        guard !rows.isEmpty else {
          throw CameraError(
            .unsupported, "set up the camera", "cameras do not give \(pixelFormat)")
        }
        wish.formats = Set(rows.map(\.fourCC))
      }
      return wish
    }
  }

  /// Where frames lie while filters read them.
  public enum FrameMemory: String, Sendable {
    /// In the engine's memory: the driver fills it, or a decoder or converter.
    case engine
    /// In the driver's, handed over as a dma-buf.
    case dmaBuffer = "dma-buf"
    /// In the driver's, mapped and lent to the device.
    case mapped
    /// In copies of the driver's, which the device cannot read.
    case copied
  }

  /// What a camera did.
  public struct Statistics: Sendable {
    /// Frames that were given out.
    public var framesCaptured = 0
    /// Frames that the driver lost: gaps in its numbers.
    public var lostByDriver = 0
    /// Frames that were no whole pictures and were left out.
    public var damaged = 0
    /// Whole pictures that the processor copied on their way out of the driver.
    public var copiesOnCPU = 0
    /// Where frames lie; nil before the first stream.
    public var memory: FrameMemory?
    /// Jumps of the driver's clock that were put right.
    public var clockCorrections = 0
    /// How often the camera was lost and came back.
    public var reconnections = 0
    /// What the user should know, each said once.
    public var warnings: [String] = []
  }
}
