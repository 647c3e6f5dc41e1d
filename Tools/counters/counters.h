// What is shared between the Vulkan layer and the preloaded memory functions: one library holds both,
// so that the layer's frame number is the memory functions' too.
#pragma once
#include <stdatomic.h>
#include <stddef.h>

// A frame is a queue submission; frames are counted from 1.
extern atomic_long counters_frame;

// Whether the present frame lies in the window that is counted.
static inline int counters_active(void) {
  extern long counters_first, counters_last;
  long frame = atomic_load_explicit(&counters_frame, memory_order_relaxed);
  return frame >= counters_first && frame < counters_last;
}

struct counters_memory {
  atomic_long copies, copied_bytes, copied_bytes_small, allocations, allocated_bytes;
};
extern struct counters_memory counters_memory;
