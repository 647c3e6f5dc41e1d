// memcpy, memmove and the allocators, counted from outside the program: preload the library to use it.
// A copy or an allocation counts when it is at least VKFILTER_COUNTERS_BYTES long
// (default: a chroma plane of 1920x1080, the least that is a whole plane).
#define _GNU_SOURCE
#include "counters.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>

atomic_long counters_frame;
long counters_first = 50, counters_last = 250;
struct counters_memory counters_memory;

static size_t threshold = 960 * 540;
static void *(*real_memcpy)(void *, const void *, size_t);
static void *(*real_memmove)(void *, const void *, size_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

__attribute__((constructor)) static void start(void) {
  const char *bytes = getenv("VKFILTER_COUNTERS_BYTES");
  const char *first = getenv("VKFILTER_COUNTERS_FIRST"), *last = getenv("VKFILTER_COUNTERS_LAST");
  if (bytes) threshold = strtoul(bytes, NULL, 10);
  if (first) counters_first = strtol(first, NULL, 10);
  if (last) counters_last = strtol(last, NULL, 10);
  real_memmove = dlsym(RTLD_NEXT, "memmove");
  real_mmap = dlsym(RTLD_NEXT, "mmap");
  real_memcpy = dlsym(RTLD_NEXT, "memcpy");
}

static void count_copy(size_t length) {
  if (length < 256 || !counters_active()) return;
  if (length >= threshold) {
    atomic_fetch_add(&counters_memory.copies, 1);
    atomic_fetch_add(&counters_memory.copied_bytes, (long)length);
  } else {
    atomic_fetch_add(&counters_memory.copied_bytes_small, (long)length);
  }
}

static void count_allocation(size_t length) {
  if (length < threshold || !counters_active()) return;
  atomic_fetch_add(&counters_memory.allocations, 1);
  atomic_fetch_add(&counters_memory.allocated_bytes, (long)length);
}

// Until the constructor has run there is nothing to hand on to.
static void *copy_forwards(void *to, const void *from, size_t length) {
  volatile char *out = to;
  for (size_t i = 0; i < length; i++) out[i] = ((const char *)from)[i];
  return to;
}

void *memcpy(void *to, const void *from, size_t length) {
  count_copy(length);
  return real_memcpy ? real_memcpy(to, from, length) : copy_forwards(to, from, length);
}

void *memmove(void *to, const void *from, size_t length) {
  count_copy(length);
  if (real_memmove) return real_memmove(to, from, length);
  if (to <= from) return copy_forwards(to, from, length);
  volatile char *out = to;
  while (length--) out[length] = ((const char *)from)[length];
  return to;
}

void *__memcpy_chk(void *to, const void *from, size_t length, size_t room) {
  if (length > room) abort();
  return memcpy(to, from, length);
}

void *__memmove_chk(void *to, const void *from, size_t length, size_t room) {
  if (length > room) abort();
  return memmove(to, from, length);
}

void *malloc(size_t length) {
  count_allocation(length);
  return __libc_malloc(length);
}

void *calloc(size_t count, size_t length) {
  if (length && count < (size_t)-1 / length) count_allocation(count * length);
  return __libc_calloc(count, length);
}

void *realloc(void *old, size_t length) {
  count_allocation(length);
  return __libc_realloc(old, length);
}

void *memalign(size_t alignment, size_t length) {
  count_allocation(length);
  return __libc_memalign(alignment, length);
}

void *aligned_alloc(size_t alignment, size_t length) { return memalign(alignment, length); }

int posix_memalign(void **result, size_t alignment, size_t length) {
  void *memory = memalign(alignment, length);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
  if (!real_mmap) real_mmap = dlsym(RTLD_NEXT, "mmap");
  count_allocation(length);
  return real_mmap(at, length, protection, flags, file, offset);
}
