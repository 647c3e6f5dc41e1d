internal import CVulkan
public import VKCore

/// Records copies and fills into a command buffer.
///
/// Each is ordered after what it depends on.
public struct BlitEncoder: ~Copyable {
  private let slot: CommandSlot

  init(slot: CommandSlot) { self.slot = slot }

  /// Copies `length` bytes (nil: all of `source` from its offset) from one buffer to another.
  public mutating func copy(
    from source: Buffer, sourceOffset: Int = 0, to target: Buffer, targetOffset: Int = 0,
    length: Int? = nil
  ) {
    let length = length ?? source.length - sourceOffset
    precondition(
      sourceOffset >= 0 && targetOffset >= 0 && length > 0
        && sourceOffset + length <= source.capacity && targetOffset + length <= target.capacity,
      "the ranges are in the buffers")
    slot.access([(source, .read), (target, .write)])
    var copy = VkBufferCopy(
      srcOffset: UInt64(sourceOffset), dstOffset: UInt64(targetOffset), size: UInt64(length))
    slot.core.functions.cmdCopyBuffer(
      slot.commands, source.storage.buffer.raw, target.storage.buffer.raw, 1, &copy)
    slot.copies += 1
  }

  /// Copies a rectangle of pixels from a buffer.
  ///
  /// `bytesPerRow` is from a row to the next, a multiple of the pixel's size; nil when rows are
  /// packed.
  public mutating func copy(
    from source: Buffer, offset: Int = 0, bytesPerRow: Int? = nil, to target: Texture,
    _ region: Region? = nil
  ) {
    let region = region ?? Region(0, 0, target.width, target.height)
    slot.access([(source, .read), (target, .write)])
    var copy = imageCopy(source, offset, bytesPerRow, target, region)
    slot.core.functions.cmdCopyBufferToImage(
      slot.commands, source.storage.buffer.raw, target.image.raw, VK_IMAGE_LAYOUT_GENERAL, 1, &copy)
    slot.copies += 1
  }

  /// Copies a rectangle of pixels into a buffer.
  ///
  /// `bytesPerRow` is from a row to the next, a multiple of the pixel's size; nil packs rows.
  public mutating func copy(
    from source: Texture, _ region: Region? = nil, to target: Buffer, offset: Int = 0,
    bytesPerRow: Int? = nil
  ) {
    let region = region ?? Region(0, 0, source.width, source.height)
    slot.access([(source, .read), (target, .write)])
    var copy = imageCopy(target, offset, bytesPerRow, source, region)
    slot.core.functions.cmdCopyImageToBuffer(
      slot.commands, source.image.raw, VK_IMAGE_LAYOUT_GENERAL, target.storage.buffer.raw, 1, &copy)
    slot.copies += 1
  }

  /// Copies a whole texture to another one of the same size whose pixels have as many bytes.
  public mutating func copy(from source: Texture, to target: Texture) {
    precondition(
      source.size == target.size && source.format.bytesPerPixel == target.format.bytesPerPixel,
      "the textures are alike")
    slot.access([(source, .read), (target, .write)])
    var copy = VkImageCopy()
    copy.srcSubresource = .color
    copy.dstSubresource = .color
    copy.extent = VkExtent3D(
      width: UInt32(source.width), height: UInt32(source.height), depth: 1)
    slot.core.functions.cmdCopyImage(
      slot.commands, source.image.raw, VK_IMAGE_LAYOUT_GENERAL, target.image.raw,
      VK_IMAGE_LAYOUT_GENERAL, 1, &copy)
    slot.copies += 1
  }

  /// Fills bytes of a buffer; offset and length of the range are multiples of 4.
  public mutating func fill(_ buffer: Buffer, range: Range<Int>? = nil, value: UInt8) {
    let range = range ?? 0..<((buffer.length + 3) & ~3)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= buffer.capacity && !range.isEmpty
        && range.lowerBound % 4 == 0 && range.count % 4 == 0,
      "the range is in the buffer and of whole words")
    slot.access([(buffer, .write)])
    slot.core.functions.cmdFillBuffer(
      slot.commands, buffer.storage.buffer.raw, UInt64(range.lowerBound), UInt64(range.count),
      UInt32(value) * 0x0101_0101)
    slot.copies += 1
  }

  private func imageCopy(
    _ buffer: Buffer, _ offset: Int, _ bytesPerRow: Int?, _ texture: Texture, _ region: Region
  ) -> VkBufferImageCopy {
    let pixel = texture.format.bytesPerPixel
    let stride = bytesPerRow ?? region.width * pixel
    precondition(
      region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
        && region.x + region.width <= texture.width && region.y + region.height <= texture.height,
      "the region is in the texture")
    precondition(
      stride % pixel == 0 && stride >= region.width * pixel && offset >= 0
        && offset + stride * (region.height - 1) + region.width * pixel <= buffer.capacity,
      "the rows are in the buffer")
    var copy = VkBufferImageCopy()
    copy.bufferOffset = UInt64(offset)
    copy.bufferRowLength = UInt32(stride / pixel)
    copy.imageSubresource = .color
    copy.imageOffset = VkOffset3D(x: Int32(region.x), y: Int32(region.y), z: 0)
    copy.imageExtent = VkExtent3D(
      width: UInt32(region.width), height: UInt32(region.height), depth: 1)
    return copy
  }
}

extension VkImageSubresourceLayers {
  fileprivate static var color: Self {
    .init(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, mipLevel: 0, baseArrayLayer: 0, layerCount: 1)
  }
}
