internal import CVulkan

/// The functions of one device: a plain table, so that a call is one jump and no driver is linked.
struct DeviceFunctions: @unchecked Sendable {
  // SAFETY: C function pointers are constants of the loaded libraries.
  let destroyDevice: PFN_vkDestroyDevice
  let getDeviceQueue: PFN_vkGetDeviceQueue
  let deviceWaitIdle: PFN_vkDeviceWaitIdle
  let queueSubmit: PFN_vkQueueSubmit

  let allocateMemory: PFN_vkAllocateMemory
  let freeMemory: PFN_vkFreeMemory
  let mapMemory: PFN_vkMapMemory
  let flushMappedMemoryRanges: PFN_vkFlushMappedMemoryRanges
  let invalidateMappedMemoryRanges: PFN_vkInvalidateMappedMemoryRanges

  let createBuffer: PFN_vkCreateBuffer
  let destroyBuffer: PFN_vkDestroyBuffer
  let getBufferMemoryRequirements: PFN_vkGetBufferMemoryRequirements
  let bindBufferMemory: PFN_vkBindBufferMemory
  let createBufferView: PFN_vkCreateBufferView
  let destroyBufferView: PFN_vkDestroyBufferView

  let createImage: PFN_vkCreateImage
  let destroyImage: PFN_vkDestroyImage
  let getImageMemoryRequirements: PFN_vkGetImageMemoryRequirements
  let bindImageMemory: PFN_vkBindImageMemory
  let createImageView: PFN_vkCreateImageView
  let destroyImageView: PFN_vkDestroyImageView
  let createSampler: PFN_vkCreateSampler
  let destroySampler: PFN_vkDestroySampler

  let createShaderModule: PFN_vkCreateShaderModule
  let destroyShaderModule: PFN_vkDestroyShaderModule
  let createPipelineCache: PFN_vkCreatePipelineCache
  let destroyPipelineCache: PFN_vkDestroyPipelineCache
  let getPipelineCacheData: PFN_vkGetPipelineCacheData
  let createComputePipelines: PFN_vkCreateComputePipelines
  let destroyPipeline: PFN_vkDestroyPipeline
  let createPipelineLayout: PFN_vkCreatePipelineLayout
  let destroyPipelineLayout: PFN_vkDestroyPipelineLayout

  let createDescriptorSetLayout: PFN_vkCreateDescriptorSetLayout
  let destroyDescriptorSetLayout: PFN_vkDestroyDescriptorSetLayout
  let createDescriptorPool: PFN_vkCreateDescriptorPool
  let destroyDescriptorPool: PFN_vkDestroyDescriptorPool
  let allocateDescriptorSets: PFN_vkAllocateDescriptorSets
  let updateDescriptorSets: PFN_vkUpdateDescriptorSets

  let createCommandPool: PFN_vkCreateCommandPool
  let destroyCommandPool: PFN_vkDestroyCommandPool
  let resetCommandPool: PFN_vkResetCommandPool
  let allocateCommandBuffers: PFN_vkAllocateCommandBuffers
  let beginCommandBuffer: PFN_vkBeginCommandBuffer
  let endCommandBuffer: PFN_vkEndCommandBuffer

  let createQueryPool: PFN_vkCreateQueryPool
  let destroyQueryPool: PFN_vkDestroyQueryPool

  let createSemaphore: PFN_vkCreateSemaphore
  let destroySemaphore: PFN_vkDestroySemaphore
  let getSemaphoreCounterValue: PFN_vkGetSemaphoreCounterValue
  let waitSemaphores: PFN_vkWaitSemaphores
  let signalSemaphore: PFN_vkSignalSemaphore

  let cmdBindPipeline: PFN_vkCmdBindPipeline
  let cmdBindDescriptorSets: PFN_vkCmdBindDescriptorSets
  let cmdPushConstants: PFN_vkCmdPushConstants
  let cmdDispatch: PFN_vkCmdDispatch
  let cmdPipelineBarrier: PFN_vkCmdPipelineBarrier
  let cmdCopyBuffer: PFN_vkCmdCopyBuffer
  let cmdCopyBufferToImage: PFN_vkCmdCopyBufferToImage
  let cmdCopyImageToBuffer: PFN_vkCmdCopyImageToBuffer
  let cmdCopyImage: PFN_vkCmdCopyImage
  let cmdFillBuffer: PFN_vkCmdFillBuffer
  let cmdClearColorImage: PFN_vkCmdClearColorImage
  let cmdResetQueryPool: PFN_vkCmdResetQueryPool
  let cmdWriteTimestamp: PFN_vkCmdWriteTimestamp
  let cmdCopyQueryPoolResults: PFN_vkCmdCopyQueryPoolResults

  // Extensions; nil where the driver lacks them.
  let setDebugUtilsObjectName: PFN_vkSetDebugUtilsObjectNameEXT?
  let getMemoryHostPointerProperties: PFN_vkGetMemoryHostPointerPropertiesEXT?
  let getMemoryFdProperties: PFN_vkGetMemoryFdPropertiesKHR?

  init(_ lookUp: (UnsafePointer<CChar>) -> PFN_vkVoidFunction?) throws(GPUError) {
    func load<Function>(_ name: String) throws(GPUError) -> Function {
      try loadFunction(name, lookUp)
    }
    destroyDevice = try load("vkDestroyDevice")
    getDeviceQueue = try load("vkGetDeviceQueue")
    deviceWaitIdle = try load("vkDeviceWaitIdle")
    queueSubmit = try load("vkQueueSubmit")
    allocateMemory = try load("vkAllocateMemory")
    freeMemory = try load("vkFreeMemory")
    mapMemory = try load("vkMapMemory")
    flushMappedMemoryRanges = try load("vkFlushMappedMemoryRanges")
    invalidateMappedMemoryRanges = try load("vkInvalidateMappedMemoryRanges")
    createBuffer = try load("vkCreateBuffer")
    destroyBuffer = try load("vkDestroyBuffer")
    getBufferMemoryRequirements = try load("vkGetBufferMemoryRequirements")
    bindBufferMemory = try load("vkBindBufferMemory")
    createBufferView = try load("vkCreateBufferView")
    destroyBufferView = try load("vkDestroyBufferView")
    createImage = try load("vkCreateImage")
    destroyImage = try load("vkDestroyImage")
    getImageMemoryRequirements = try load("vkGetImageMemoryRequirements")
    bindImageMemory = try load("vkBindImageMemory")
    createImageView = try load("vkCreateImageView")
    destroyImageView = try load("vkDestroyImageView")
    createSampler = try load("vkCreateSampler")
    destroySampler = try load("vkDestroySampler")
    createShaderModule = try load("vkCreateShaderModule")
    destroyShaderModule = try load("vkDestroyShaderModule")
    createPipelineCache = try load("vkCreatePipelineCache")
    destroyPipelineCache = try load("vkDestroyPipelineCache")
    getPipelineCacheData = try load("vkGetPipelineCacheData")
    createComputePipelines = try load("vkCreateComputePipelines")
    destroyPipeline = try load("vkDestroyPipeline")
    createPipelineLayout = try load("vkCreatePipelineLayout")
    destroyPipelineLayout = try load("vkDestroyPipelineLayout")
    createDescriptorSetLayout = try load("vkCreateDescriptorSetLayout")
    destroyDescriptorSetLayout = try load("vkDestroyDescriptorSetLayout")
    createDescriptorPool = try load("vkCreateDescriptorPool")
    destroyDescriptorPool = try load("vkDestroyDescriptorPool")
    allocateDescriptorSets = try load("vkAllocateDescriptorSets")
    updateDescriptorSets = try load("vkUpdateDescriptorSets")
    createCommandPool = try load("vkCreateCommandPool")
    destroyCommandPool = try load("vkDestroyCommandPool")
    resetCommandPool = try load("vkResetCommandPool")
    allocateCommandBuffers = try load("vkAllocateCommandBuffers")
    beginCommandBuffer = try load("vkBeginCommandBuffer")
    endCommandBuffer = try load("vkEndCommandBuffer")
    createQueryPool = try load("vkCreateQueryPool")
    destroyQueryPool = try load("vkDestroyQueryPool")
    createSemaphore = try load("vkCreateSemaphore")
    destroySemaphore = try load("vkDestroySemaphore")
    getSemaphoreCounterValue = try load("vkGetSemaphoreCounterValue")
    waitSemaphores = try load("vkWaitSemaphores")
    signalSemaphore = try load("vkSignalSemaphore")
    cmdBindPipeline = try load("vkCmdBindPipeline")
    cmdBindDescriptorSets = try load("vkCmdBindDescriptorSets")
    cmdPushConstants = try load("vkCmdPushConstants")
    cmdDispatch = try load("vkCmdDispatch")
    cmdPipelineBarrier = try load("vkCmdPipelineBarrier")
    cmdCopyBuffer = try load("vkCmdCopyBuffer")
    cmdCopyBufferToImage = try load("vkCmdCopyBufferToImage")
    cmdCopyImageToBuffer = try load("vkCmdCopyImageToBuffer")
    cmdCopyImage = try load("vkCmdCopyImage")
    cmdFillBuffer = try load("vkCmdFillBuffer")
    cmdClearColorImage = try load("vkCmdClearColorImage")
    cmdResetQueryPool = try load("vkCmdResetQueryPool")
    cmdWriteTimestamp = try load("vkCmdWriteTimestamp")
    cmdCopyQueryPoolResults = try load("vkCmdCopyQueryPoolResults")
    setDebugUtilsObjectName = try? load("vkSetDebugUtilsObjectNameEXT")
    getMemoryHostPointerProperties = try? load("vkGetMemoryHostPointerPropertiesEXT")
    getMemoryFdProperties = try? load("vkGetMemoryFdPropertiesKHR")
  }
}
