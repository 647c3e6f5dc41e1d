// A Vulkan layer that counts, between two frames, the objects made, the memory allocated and what command buffers do.
// At exit it writes one JSON object to the file that VKFILTER_COUNTERS_FILE names.
#include "counters.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

// Functions of (device, info, allocator, result) that make an object.
#define CREATORS(X)                                                                                \
  X(CreateBuffer) X(CreateBufferView) X(CreateImage) X(CreateImageView) X(CreateSampler)           \
  X(CreateShaderModule) X(CreateDescriptorSetLayout) X(CreateDescriptorPool)                       \
  X(CreateDescriptorUpdateTemplate) X(CreatePipelineLayout) X(CreatePipelineCache) X(CreateFence)  \
  X(CreateSemaphore) X(CreateEvent) X(CreateQueryPool) X(CreateCommandPool) X(AllocateMemory)
// Functions of (device, info, result) that make objects out of a pool.
#define ALLOCATORS(X) X(AllocateDescriptorSets) X(AllocateCommandBuffers)

enum counter {
#define NAME(n) n,
  CREATORS(NAME) ALLOCATORS(NAME)
#undef NAME
  CreateComputePipelines, OBJECTS,
  CmdDispatch = OBJECTS, CmdPipelineBarrier, CmdCopy, QueueSubmit, DeviceWaits, COUNTERS
};
static const char *names[COUNTERS] = {
#define NAME(n) "vk" #n,
    CREATORS(NAME) ALLOCATORS(NAME)
#undef NAME
    "vkCreateComputePipelines", "dispatches", "barriers", "copies", "submits", "waitIdles"};

static atomic_long totals[COUNTERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(enum counter counter) {
  if (counters_active()) atomic_fetch_add(&totals[counter], 1);
}

// ---- the next layer's functions, by dispatch key

struct link { void *key, *handle; PFN_vkVoidFunction next; };
static struct link instances[32], devices[32];

static void *key_of(const void *handle) { return *(void *const *)handle; }

static void remember(struct link *links, void *handle, PFN_vkVoidFunction next) {
  pthread_mutex_lock(&lock);
  int free_place = 0;
  for (int i = 0; i < 32; i++) {
    if (links[i].key == key_of(handle)) { free_place = i; break; }
    if (!links[i].key) { free_place = i; break; }
  }
  links[free_place] = (struct link){key_of(handle), handle, next};
  pthread_mutex_unlock(&lock);
}

static struct link find(struct link *links, const void *handle) {
  for (int i = 0; i < 32; i++)
    if (links[i].key == key_of(handle)) return links[i];
  fprintf(stderr, "counters: a handle that was never created\n");
  abort();
}

static PFN_vkVoidFunction next_of_device(const void *handle, const char *name) {
  struct link link = find(devices, handle);
  return ((PFN_vkGetDeviceProcAddr)link.next)(link.handle, name);
}

// ---- what a command buffer holds, added when it is submitted

struct recorded { VkCommandBuffer commands; long dispatches, barriers, copies; };
static struct recorded recorded[4096];

static struct recorded *recording(VkCommandBuffer commands) {
  size_t i = ((uintptr_t)commands >> 4) % 4096;
  while (recorded[i].commands && recorded[i].commands != commands) i = (i + 1) % 4096;
  recorded[i].commands = commands;
  return &recorded[i];
}

#define RECORD(commands, field)                                                                    \
  do {                                                                                             \
    pthread_mutex_lock(&lock);                                                                     \
    recording(commands)->field++;                                                                  \
    pthread_mutex_unlock(&lock);                                                                   \
  } while (0)

static void submitted(VkCommandBuffer commands) {
  pthread_mutex_lock(&lock);
  struct recorded r = *recording(commands);
  pthread_mutex_unlock(&lock);
  if (!counters_active()) return;
  atomic_fetch_add(&totals[CmdDispatch], r.dispatches);
  atomic_fetch_add(&totals[CmdPipelineBarrier], r.barriers);
  atomic_fetch_add(&totals[CmdCopy], r.copies);
}

// ---- intercepted functions

#define CREATOR(n)                                                                                 \
  static VkResult VKAPI_CALL my_##n(VkDevice d, const void *info, const void *a, void *out) {      \
    count(n);                                                                                      \
    return ((VkResult(VKAPI_PTR *)(VkDevice, const void *, const void *, void *))next_of_device(   \
        d, "vk" #n))(d, info, a, out);                                                             \
  }
CREATORS(CREATOR)

#define ALLOCATOR(n)                                                                               \
  static VkResult VKAPI_CALL my_##n(VkDevice d, const void *info, void *out) {                     \
    count(n);                                                                                      \
    return ((VkResult(VKAPI_PTR *)(VkDevice, const void *, void *))next_of_device(d, "vk" #n))(    \
        d, info, out);                                                                             \
  }
ALLOCATORS(ALLOCATOR)

#define NEXT(handle, n) ((PFN_vk##n)next_of_device(handle, "vk" #n))

static VkResult VKAPI_CALL my_CreateComputePipelines(
    VkDevice d, VkPipelineCache c, uint32_t n, const VkComputePipelineCreateInfo *i,
    const VkAllocationCallbacks *a, VkPipeline *p) {
  count(CreateComputePipelines);
  return NEXT(d, CreateComputePipelines)(d, c, n, i, a, p);
}

static VkResult VKAPI_CALL my_BeginCommandBuffer(
    VkCommandBuffer b, const VkCommandBufferBeginInfo *i) {
  pthread_mutex_lock(&lock);
  *recording(b) = (struct recorded){.commands = b};
  pthread_mutex_unlock(&lock);
  return NEXT(b, BeginCommandBuffer)(b, i);
}

static void VKAPI_CALL my_CmdDispatch(VkCommandBuffer b, uint32_t x, uint32_t y, uint32_t z) {
  RECORD(b, dispatches);
  NEXT(b, CmdDispatch)(b, x, y, z);
}

static void VKAPI_CALL my_CmdDispatchBase(
    VkCommandBuffer b, uint32_t x, uint32_t y, uint32_t z, uint32_t w, uint32_t h, uint32_t d) {
  RECORD(b, dispatches);
  NEXT(b, CmdDispatchBase)(b, x, y, z, w, h, d);
}

static void VKAPI_CALL my_CmdDispatchIndirect(VkCommandBuffer b, VkBuffer a, VkDeviceSize o) {
  RECORD(b, dispatches);
  NEXT(b, CmdDispatchIndirect)(b, a, o);
}

static void VKAPI_CALL my_CmdPipelineBarrier(
    VkCommandBuffer b, VkPipelineStageFlags s, VkPipelineStageFlags d, VkDependencyFlags f,
    uint32_t mn, const VkMemoryBarrier *m, uint32_t bn, const VkBufferMemoryBarrier *bb,
    uint32_t in, const VkImageMemoryBarrier *i) {
  RECORD(b, barriers);
  NEXT(b, CmdPipelineBarrier)(b, s, d, f, mn, m, bn, bb, in, i);
}

static void VKAPI_CALL my_CmdPipelineBarrier2(VkCommandBuffer b, const VkDependencyInfo *i) {
  RECORD(b, barriers);
  NEXT(b, CmdPipelineBarrier2)(b, i);
}

static void VKAPI_CALL my_CmdCopyBuffer(
    VkCommandBuffer b, VkBuffer s, VkBuffer d, uint32_t n, const VkBufferCopy *r) {
  RECORD(b, copies);
  NEXT(b, CmdCopyBuffer)(b, s, d, n, r);
}

static void VKAPI_CALL my_CmdCopyBufferToImage(
    VkCommandBuffer b, VkBuffer s, VkImage d, VkImageLayout l, uint32_t n,
    const VkBufferImageCopy *r) {
  RECORD(b, copies);
  NEXT(b, CmdCopyBufferToImage)(b, s, d, l, n, r);
}

static void VKAPI_CALL my_CmdCopyImageToBuffer(
    VkCommandBuffer b, VkImage s, VkImageLayout l, VkBuffer d, uint32_t n,
    const VkBufferImageCopy *r) {
  RECORD(b, copies);
  NEXT(b, CmdCopyImageToBuffer)(b, s, l, d, n, r);
}

static VkResult VKAPI_CALL my_QueueSubmit(
    VkQueue q, uint32_t n, const VkSubmitInfo *submits, VkFence f) {
  atomic_fetch_add(&counters_frame, 1);
  count(QueueSubmit);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t c = 0; c < submits[i].commandBufferCount; c++)
      submitted(submits[i].pCommandBuffers[c]);
  return NEXT(q, QueueSubmit)(q, n, submits, f);
}

static VkResult VKAPI_CALL my_QueueSubmit2(
    VkQueue q, uint32_t n, const VkSubmitInfo2 *submits, VkFence f) {
  atomic_fetch_add(&counters_frame, 1);
  count(QueueSubmit);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t c = 0; c < submits[i].commandBufferInfoCount; c++)
      submitted(submits[i].pCommandBufferInfos[c].commandBuffer);
  return NEXT(q, QueueSubmit2)(q, n, submits, f);
}

static VkResult VKAPI_CALL my_QueueWaitIdle(VkQueue q) {
  count(DeviceWaits);
  return NEXT(q, QueueWaitIdle)(q);
}

static VkResult VKAPI_CALL my_DeviceWaitIdle(VkDevice d) {
  count(DeviceWaits);
  return NEXT(d, DeviceWaitIdle)(d);
}

// ---- the layer's doors

// VKFILTER_HIDE_FEATURE=timelineSemaphore makes a device that lacks it, for the tests of that error.
static PFN_vkGetPhysicalDeviceFeatures2 next_features;

static void VKAPI_CALL my_GetPhysicalDeviceFeatures2(
    VkPhysicalDevice p, VkPhysicalDeviceFeatures2 *features) {
  next_features(p, features);
  const char *hidden = getenv("VKFILTER_HIDE_FEATURE");
  if (!hidden || strcmp(hidden, "timelineSemaphore")) return;
  for (VkBaseOutStructure *s = features->pNext; s; s = s->pNext) {
    if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
      ((VkPhysicalDeviceVulkan12Features *)s)->timelineSemaphore = VK_FALSE;
    if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES)
      ((VkPhysicalDeviceTimelineSemaphoreFeatures *)s)->timelineSemaphore = VK_FALSE;
  }
}

static VkResult VKAPI_CALL my_CreateInstance(
    const VkInstanceCreateInfo *info, const VkAllocationCallbacks *a, VkInstance *out) {
  VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
  while (chain && !(chain->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO &&
                    chain->function == VK_LAYER_LINK_INFO))
    chain = (VkLayerInstanceCreateInfo *)chain->pNext;
  if (!chain) return VK_ERROR_INITIALIZATION_FAILED;
  PFN_vkGetInstanceProcAddr next = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
  VkResult result = create(info, a, out);
  if (result != VK_SUCCESS) return result;
  remember(instances, *out, (PFN_vkVoidFunction)next);
  // Asked for now: later the loader answers with its own door, which leads back here.
  next_features = (PFN_vkGetPhysicalDeviceFeatures2)next(*out, "vkGetPhysicalDeviceFeatures2");
  return result;
}

static VkResult VKAPI_CALL my_CreateDevice(
    VkPhysicalDevice p, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *a,
    VkDevice *out) {
  VkLayerDeviceCreateInfo *chain = (VkLayerDeviceCreateInfo *)info->pNext;
  while (chain && !(chain->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO &&
                    chain->function == VK_LAYER_LINK_INFO))
    chain = (VkLayerDeviceCreateInfo *)chain->pNext;
  if (!chain) return VK_ERROR_INITIALIZATION_FAILED;
  PFN_vkGetInstanceProcAddr nextInstance = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  PFN_vkGetDeviceProcAddr next = chain->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
  VkInstance instance = find(instances, p).handle;
  PFN_vkCreateDevice create = (PFN_vkCreateDevice)nextInstance(instance, "vkCreateDevice");
  VkResult result = create(p, info, a, out);
  if (result == VK_SUCCESS) remember(devices, *out, (PFN_vkVoidFunction)next);
  return result;
}

static PFN_vkVoidFunction VKAPI_CALL my_GetDeviceProcAddr(VkDevice d, const char *name);
static PFN_vkVoidFunction VKAPI_CALL my_GetInstanceProcAddr(VkInstance i, const char *name);

static PFN_vkVoidFunction intercepted(const char *name) {
#define DOOR(n)                                                                                    \
  if (!strcmp(name, "vk" #n)) return (PFN_vkVoidFunction)my_##n;
  CREATORS(DOOR) ALLOCATORS(DOOR) DOOR(CreateComputePipelines) DOOR(BeginCommandBuffer)
  DOOR(CmdDispatch) DOOR(CmdDispatchBase) DOOR(CmdDispatchIndirect) DOOR(CmdPipelineBarrier)
  DOOR(CmdPipelineBarrier2) DOOR(CmdCopyBuffer) DOOR(CmdCopyBufferToImage)
  DOOR(CmdCopyImageToBuffer) DOOR(QueueSubmit) DOOR(QueueSubmit2) DOOR(QueueWaitIdle)
  DOOR(DeviceWaitIdle) DOOR(CreateDevice) DOOR(GetDeviceProcAddr)
  #undef DOOR
  return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL my_GetDeviceProcAddr(VkDevice d, const char *name) {
  PFN_vkVoidFunction next = next_of_device(d, name);
  PFN_vkVoidFunction mine = intercepted(name);
  return next && mine ? mine : next;
}

static PFN_vkVoidFunction VKAPI_CALL my_GetInstanceProcAddr(VkInstance i, const char *name) {
  if (!strcmp(name, "vkCreateInstance")) return (PFN_vkVoidFunction)my_CreateInstance;
  if (!strcmp(name, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)my_GetInstanceProcAddr;
  if (!strcmp(name, "vkGetPhysicalDeviceFeatures2") && next_features)
    return (PFN_vkVoidFunction)my_GetPhysicalDeviceFeatures2;
  PFN_vkVoidFunction mine = intercepted(name);
  if (mine || !i) return mine;
  struct link link = find(instances, i);
  return ((PFN_vkGetInstanceProcAddr)link.next)(link.handle, name);
}

__attribute__((visibility("default"))) VkResult vkNegotiateLoaderLayerInterfaceVersion(
    VkNegotiateLayerInterface *interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = my_GetInstanceProcAddr;
  interface->pfnGetDeviceProcAddr = my_GetDeviceProcAddr;
  interface->pfnGetPhysicalDeviceProcAddr = NULL;
  return VK_SUCCESS;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("VKFILTER_COUNTERS_FILE");
  if (!path || !counters_frame) return;
  FILE *file = fopen(path, "w");
  if (!file) return;
  long objects = 0;
  for (int i = 0; i < OBJECTS; i++)
    if (i != AllocateMemory) objects += totals[i];
  fprintf(file, "{\n  \"frames\": %ld,\n  \"objects\": %ld", counters_frame, objects);
  for (int i = 0; i < COUNTERS; i++)
    if (totals[i] || i >= OBJECTS) fprintf(file, ",\n  \"%s\": %ld", names[i], totals[i]);
  fprintf(file, ",\n  \"deviceAllocations\": %ld", totals[AllocateMemory]);
  fprintf(file, ",\n  \"planeCopies\": %ld", counters_memory.copies);
  fprintf(file, ",\n  \"planeCopyBytes\": %ld", counters_memory.copied_bytes);
  fprintf(file, ",\n  \"smallerCopyBytes\": %ld", counters_memory.copied_bytes_small);
  fprintf(file, ",\n  \"planeAllocations\": %ld", counters_memory.allocations);
  fprintf(file, ",\n  \"planeAllocationBytes\": %ld\n}\n", counters_memory.allocated_bytes);
  fclose(file);
}

// A program that leaves by _exit runs no destructors.
__attribute__((noreturn)) void _exit(int code) {
  report();
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}
