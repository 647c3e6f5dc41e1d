#pragma once
#include <stddef.h>
#include <stdint.h>

// A compiled compute shader, or the compiler's messages.
typedef struct cglslang_result {
  uint32_t *words;  // NULL when the source did not compile
  size_t word_count;
  char *log;        // NULL when there is nothing to say
} cglslang_result;

// Compiles GLSL for a compute stage of Vulkan 1.2 into SPIR-V 1.5. Not reentrant: call from one thread at a time.
cglslang_result cglslang_compile(const char *source);
void cglslang_free(cglslang_result result);
// The compiler's version, for cache keys.
const char *cglslang_version(void);
