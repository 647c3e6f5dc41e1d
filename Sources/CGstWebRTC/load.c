#include "gstreamer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define DEFINE(type, name, parameters) HIDDEN type(*name) parameters;
FUNCTIONS(DEFINE)

static const char *const libraries[] = {
  "libglib-2.0.so.0",   "libgobject-2.0.so.0", "libgstreamer-1.0.so.0",
  "libgstapp-1.0.so.0", "libgstsdp-1.0.so.0",  "libgstwebrtc-1.0.so.0",
};
enum { library_count = sizeof libraries / sizeof *libraries };

// An element that a connection is made of, and where Debian keeps it; those of a package stand together.
static const struct {
  const char *element, *package;
} elements[] = {
  {"appsrc", "gstreamer1.0-plugins-base"},   {"rtpbin", "gstreamer1.0-plugins-good"},
  {"rtph264pay", "gstreamer1.0-plugins-good"}, {"rtpopuspay", "gstreamer1.0-plugins-good"},
  {"webrtcbin", "gstreamer1.0-plugins-bad"}, {"dtlssrtpenc", "gstreamer1.0-plugins-bad"},
  {"srtpenc", "gstreamer1.0-plugins-bad"},   {"h264parse", "gstreamer1.0-plugins-bad"},
  {"nicesrc", "gstreamer1.0-nice"},
};

static char missing[256] = "";

static void miss(const char *package) {
  if (strstr(missing, package)) return;
  if (*missing) strcat(missing, " ");
  strcat(missing, package);
}

static bool find_functions(void) {
  void *opened[library_count];
  for (int i = 0; i < library_count; i++) {
    opened[i] = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (!opened[i]) return false;
  }
  bool found = true;
#define LOAD(type, name, parameters)                           \
  for (int i = 0; i < library_count && !name; i++)             \
    *(void **)&name = dlsym(opened[i], #name);                 \
  found = found && name;
  FUNCTIONS(LOAD)
  return found;
}

static void load(void) {
  bool is_usable = find_functions() && gst_init_check(0, 0, 0);
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
    void *factory = is_usable ? gst_element_factory_find(elements[i].element) : 0;
    if (factory)
      gst_object_unref(factory);
    else
      miss(elements[i].package);
  }
}

const char *load_gstreamer(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return *missing ? missing : 0;
}
