internal import CVulkan
internal import VKCore

/// A window's pictures at one size, with what orders the work on them.
///
/// Submissions hold it; whoever lets go of it has waited for the device.
final class SwapchainImages: @unchecked Sendable {
  // SAFETY: belongs to a Swapchain, which one thread uses; submissions only keep it.

  private final class Signal {
    let semaphore: Owned<Kind.Semaphore>
    init(_ semaphore: consuming Owned<Kind.Semaphore>) { self.semaphore = semaphore }
  }

  let size: Size
  private let core: DeviceCore
  private let functions: SwapchainFunctions
  let swapchain: Owned<Kind.Swapchain>
  private let images: [VkImage]
  /// Set when the window gives a picture; they are used in turn.
  private let given: [Signal]
  /// Set when the picture of that number is painted and may be shown.
  private let painted: [Signal]
  private var turn = 0
  /// The last picture's work.
  private var submission: Submission?

  init(
    _ surface: WindowSurface, size: Size, replacing old: SwapchainImages?
  ) throws(GPUError) {
    core = surface.device.core
    guard let functions = core.swapchains else {
      throw GPUError(VK_ERROR_EXTENSION_NOT_PRESENT, "vkCreateSwapchainKHR")
    }
    self.size = size
    self.functions = functions
    let core = core
    let format = try surface.format()
    let mode = try surface.presentMode()
    let capabilities = try surface.capabilities()
    let swapchain = try Owned<Kind.Swapchain>(
      core, "vkCreateSwapchainKHR", label: "window",
      // The surface goes after what was made for it.
      afterDestruction: { withExtendedLifetime(surface) {} }
    ) { handle in
      var info = VkSwapchainCreateInfoKHR(surface.raw, capabilities, size)
      info.imageFormat = format.format
      info.imageColorSpace = format.colorSpace
      info.presentMode = mode
      info.oldSwapchain = old?.swapchain.raw
      return functions.createSwapchain(core.raw, &info, nil, &handle)
    }
    let raw = swapchain.raw
    images = try enumerate("vkGetSwapchainImagesKHR", VkImage?.none, core.faults) {
      functions.getImages(core.raw, raw, $0, $1)
    }.compactMap { $0 }
    self.swapchain = swapchain
    var (given, painted): ([Signal], [Signal]) = ([], [])
    for _ in images {
      given.append(Signal(try core.makeSemaphore(label: "window gave a picture")))
      painted.append(Signal(try core.makeSemaphore(label: "picture is painted")))
    }
    (self.given, self.painted) = (given, painted)
  }

  /// What came of asking the window for a picture.
  enum Acquired {
    case image(Int)
    /// The window has none to give now.
    case busy
    /// The window is not what it was.
    case outdated
  }

  /// Asks for the picture to paint next; `seconds` are waited at most.
  ///
  /// The picture before is waited for: it was painted long ago, and no more than one is under way.
  func acquire(seconds: Double) throws(GPUError) -> Acquired {
    try finish()
    var index: UInt32 = 0
    let result = attempt(core.faults, "vkAcquireNextImageKHR") {
      functions.acquireNextImage(
        core.raw, swapchain.raw, UInt64(seconds * 1e9), given[turn].semaphore.raw, nil, &index)
    }
    switch result {
    case VK_SUCCESS, VK_SUBOPTIMAL_KHR: return .image(Int(index))
    case VK_NOT_READY, VK_TIMEOUT: return .busy
    case VK_ERROR_OUT_OF_DATE_KHR: return .outdated
    default: throw GPUError(result, "vkAcquireNextImageKHR")
    }
  }

  /// Waits for the work that is under way, which holds the pictures.
  func finish() throws(GPUError) {
    try submission?.waitUntilCompleted()
    submission = nil
  }

  /// Orders the commands of `slot`, which paint picture number `index`, after the window and before it shows the picture.
  func order(_ slot: CommandSlot, image index: Int) {
    slot.wait(for: SemaphorePoint(given[turn].semaphore.raw, 0))
    slot.signals.append(SemaphorePoint(painted[index].semaphore.raw, 0))
    slot.retain(self)
  }

  /// Hands the painted picture to the window; false when the window is not what it was.
  func present(
    image index: Int, after submission: Submission, on queue: HardwareQueue
  ) throws(GPUError) -> Bool {
    self.submission = submission
    turn = (turn + 1) % given.count
    let result = queue.present(
      swapchain.raw, image: UInt32(index), after: painted[index].semaphore.raw)
    if result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR { return false }
    guard result.rawValue >= 0 else { throw GPUError(result, "vkQueuePresentKHR") }
    return true
  }

  /// Records what fills picture number `index`: black, and `picture` where `place` says.
  func recordPaint(
    _ index: Int, _ source: Buffer, bytesPerRow: Int, _ place: Region, into slot: CommandSlot
  ) {
    let image = images[index]
    let transfer = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
    change(image, from: VK_IMAGE_LAYOUT_UNDEFINED, to: transfer, slot)
    if place != Region(0, 0, size.width, size.height) {
      var (black, range) = (
        VkClearColorValue(float32: (0, 0, 0, 1)), VkImageSubresourceRange.wholeColor
      )
      core.functions.cmdClearColorImage(slot.commands, image, transfer, &black, 1, &range)
      change(image, from: transfer, to: transfer, slot)
    }
    slot.access([(source, .read)])
    var copy = VkBufferImageCopy()
    copy.bufferRowLength = UInt32(bytesPerRow / 4)
    copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
    copy.imageSubresource.layerCount = 1
    copy.imageOffset = VkOffset3D(x: Int32(place.x), y: Int32(place.y), z: 0)
    copy.imageExtent = VkExtent3D(
      width: UInt32(place.width), height: UInt32(place.height), depth: 1)
    core.functions.cmdCopyBufferToImage(
      slot.commands, source.storage.buffer.raw, image, transfer, 1, &copy)
    slot.copies += 1
    change(image, from: transfer, to: VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, slot)
  }

  private func change(
    _ image: VkImage, from old: VkImageLayout, to new: VkImageLayout, _ slot: CommandSlot
  ) {
    var barrier = VkImageMemoryBarrier()
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
    let write = VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
    let isShown = new == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR
    barrier.srcAccessMask = old == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : write
    barrier.dstAccessMask = isShown ? 0 : write
    barrier.oldLayout = old
    barrier.newLayout = new
    barrier.srcQueueFamilyIndex = cvk_queue_family_ignored
    barrier.dstQueueFamilyIndex = cvk_queue_family_ignored
    barrier.image = image
    barrier.subresourceRange = .wholeColor
    // The window's semaphore is waited for by all stages, so that the first change comes after it.
    let transfer = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
    core.functions.cmdPipelineBarrier(
      slot.commands, transfer, isShown ? VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT.rawValue : transfer,
      0, 0, nil, 0, nil, 1, &barrier)
  }
}

extension VkSwapchainCreateInfoKHR {
  /// Pictures of `size` for a window of these capabilities, to be copied into.
  fileprivate init(
    _ surface: VkSurfaceKHR, _ capabilities: VkSurfaceCapabilitiesKHR, _ size: Size
  ) {
    self.init()
    sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR
    self.surface = surface
    let most = capabilities.maxImageCount == 0 ? UInt32.max : capabilities.maxImageCount
    minImageCount = min(max(capabilities.minImageCount + 1, 3), most)
    imageExtent = VkExtent2D(width: UInt32(size.width), height: UInt32(size.height))
    imageArrayLayers = 1
    imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    imageSharingMode = VK_SHARING_MODE_EXCLUSIVE
    preTransform = capabilities.currentTransform
    let kinds = [
      VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
      VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR,
    ]
    compositeAlpha =
      kinds.first { capabilities.supportedCompositeAlpha & $0.rawValue != 0 }
      ?? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
    clipped = VkBool32(VK_TRUE)
  }
}
