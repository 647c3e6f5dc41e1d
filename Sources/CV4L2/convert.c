// libv4lconvert by its binary interface, loaded at run time: a machine without it runs everything else.
#include "cv4l2.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

typedef struct {
  void *(*init)(int);
  void (*close)(void *);
  int (*ioctl)(void *, int, unsigned long, void *);
  ssize_t (*read)(void *, int, void *, size_t);
  ssize_t (*write)(void *, int, const void *, size_t);
  void *reserved[7];
} device_calls;

struct cv4l2_converter {
  void *state;
  struct v4l2_format from, to;
};

// The functions, in one list: return type, name, parameters.
#define FUNCTIONS(F)                                                                      \
  F(void *, v4lconvert_create_with_dev_ops, (int, void *, const device_calls *))          \
  F(void, v4lconvert_destroy, (void *))                                                   \
  F(int, v4lconvert_convert,                                                              \
    (void *, const struct v4l2_format *, const struct v4l2_format *, unsigned char *, int, \
     unsigned char *, int))

#define DECLARE(type, name, parameters) static type(*name) parameters;
FUNCTIONS(DECLARE)
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libv4lconvert.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  bool found = true;
#define LOAD(type, name, parameters) \
  *(void **)&name = dlsym(library, #name); \
  found = found && name;
  FUNCTIONS(LOAD)
  is_loaded = found;
}

bool cv4l2_can_convert(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

// The library asks the device who it is; where there is none, as in tests, nobody is the answer.
static int ask(void *context, int device, unsigned long request, void *argument) {
  (void)context;
  if (device >= 0 || request != VIDIOC_QUERYCAP) return ioctl(device, request, argument);
  struct v4l2_capability nobody = {.capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_OVERLAY};
  memcpy(argument, &nobody, sizeof nobody);
  return 0;
}

cv4l2_converter *cv4l2_converter_open(int32_t device, const cv4l2_format *from) {
  static const device_calls calls = {.ioctl = ask};
  if (!cv4l2_can_convert()) return 0;
  cv4l2_converter *converter = calloc(1, sizeof *converter);
  if (!converter) return 0;
  converter->state = v4lconvert_create_with_dev_ops(device, 0, &calls);
  if (!converter->state) {
    free(converter);
    return 0;
  }
  converter->from.type = converter->to.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  converter->from.fmt.pix = (struct v4l2_pix_format){
    .width = from->width, .height = from->height, .pixelformat = from->fourcc,
    .field = from->field, .bytesperline = from->bytes_per_row[0], .sizeimage = from->size[0],
    .colorspace = from->colorspace, .priv = V4L2_PIX_FMT_PRIV_MAGIC,
    .ycbcr_enc = from->encoding, .quantization = from->quantization,
    .xfer_func = from->transfer};
  converter->to.fmt.pix = (struct v4l2_pix_format){
    .width = from->width, .height = from->height, .pixelformat = V4L2_PIX_FMT_RGB24,
    .field = V4L2_FIELD_NONE, .bytesperline = 3 * from->width,
    .sizeimage = 3 * from->width * from->height};
  return converter;
}

bool cv4l2_convert(
  cv4l2_converter *converter, const void *bytes, uint32_t count, void *pixels, uint32_t room
) {
  // It reads what it is given, whatever its declaration says.
  int made = v4lconvert_convert(
    converter->state, &converter->from, &converter->to, (unsigned char *)bytes, (int)count, pixels,
    (int)room);
  return made == (int)converter->to.fmt.pix.sizeimage;
}

void cv4l2_converter_close(cv4l2_converter *converter) {
  v4lconvert_destroy(converter->state);
  free(converter);
}
