/// What is bound while dispatches are recorded.
struct EncoderState {
  /// What is bound at one place of the buffers' set.
  enum BufferBinding {
    /// Without a length, all that follows the offset, up to what a binding may show.
    case buffer(Buffer, offset: Int, length: Int?)
    case texels(Buffer, TextureFormat)
    case bytes(ByteArena.Piece)
  }

  var pipeline: ComputePipelineState?
  var textures: [Texture?] = []
  var buffers: [BufferBinding?] = []
  var pushConstants: [UInt8] = []
  /// Bytes for a function that has push constants and no buffer at the place they were set for.
  var bytes: [UInt8] = []
  /// What the next dispatch's bindings say and touch.
  var values: [DescriptorValue] = []
  var accesses: [(resource: any TrackedResource, access: ResourceUse.Access)] = []

  mutating func reset() {
    pipeline = nil
    textures.removeAll(keepingCapacity: true)
    buffers.removeAll(keepingCapacity: true)
    pushConstants.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    accesses.removeAll(keepingCapacity: true)
  }

  mutating func set(_ texture: Texture?, _ index: Int) {
    while textures.count <= index { textures.append(nil) }
    textures[index] = texture
  }

  mutating func set(_ buffer: BufferBinding?, _ index: Int) {
    while buffers.count <= index { buffers.append(nil) }
    buffers[index] = buffer
  }
}
