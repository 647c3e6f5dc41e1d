public import VKCore

/// What a texture is to be.
public struct TextureDescriptor: Sendable, Hashable {
  /// What kernels do with a texture.
  public struct Usage: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Sampled, as `sampler2D`.
    public static let shaderSample = Usage(rawValue: 1)
    /// Read and written, as `image2D`.
    public static let shaderStorage = Usage(rawValue: 2)
  }

  /// How pixels are stored.
  public var format: TextureFormat
  /// Columns and rows.
  public var size: Size
  /// What kernels do with it.
  public var usage: Usage
  /// The name that captures and errors show.
  public var label: String

  /// Makes a description.
  public init(
    format: TextureFormat, size: Size, usage: Usage = [.shaderSample, .shaderStorage],
    label: String = ""
  ) {
    self.format = format
    self.size = size
    self.usage = usage
    self.label = label
  }

  /// A picture of `width` columns and `height` rows that kernels sample, read and write.
  public static func texture2D(
    _ format: TextureFormat, width: Int, height: Int, label: String = ""
  ) -> TextureDescriptor {
    TextureDescriptor(format: format, size: Size(width, height), label: label)
  }
}
