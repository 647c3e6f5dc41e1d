// Video4Linux's calls as functions: Swift imports neither the macros that number them nor the packed structures that
// they take. Every function returns what the call did (0 or more), or -errno; interrupted calls are repeated.
#pragma once
#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>

enum { cv4l2_max_planes = VIDEO_MAX_PLANES };

typedef struct {
  char driver[17];
  char card[33];
  char bus[33];
  // What this device node can do.
  uint32_t capabilities;
} cv4l2_identity;

typedef struct {
  uint32_t fourcc;
  uint32_t width, height;
  uint32_t field;
  uint32_t colorspace, transfer, encoding, quantization;
  uint32_t plane_count;
  uint32_t bytes_per_row[VIDEO_MAX_PLANES];
  uint32_t size[VIDEO_MAX_PLANES];
} cv4l2_format;

// A size or a length of time, or a range of them in steps.
typedef struct {
  uint32_t kind;  // V4L2_FRMSIZE_TYPE_* and V4L2_FRMIVAL_TYPE_* have the same numbers: 1 discrete, 2 continuous, 3 steps
  uint32_t min[2], max[2], step[2];
} cv4l2_range;

typedef struct {
  uint32_t length[VIDEO_MAX_PLANES];
  uint64_t offset[VIDEO_MAX_PLANES];
} cv4l2_places;

typedef struct {
  uint32_t index, sequence, flags, field;
  int64_t seconds, microseconds;
  uint32_t bytes[VIDEO_MAX_PLANES];
  uint32_t start[VIDEO_MAX_PLANES];
} cv4l2_filled;

typedef struct {
  uint32_t identifier, kind, flags;
  char name[33];
  int64_t minimum, maximum, step, initial;
} cv4l2_control;

int32_t cv4l2_open(const char *path);
int32_t cv4l2_identify(int32_t device, cv4l2_identity *identity);

// Entries of lists by their numbers; -EINVAL behind the last one.
int32_t cv4l2_format_at(
  int32_t device, uint32_t type, uint32_t index, uint32_t *fourcc, uint32_t *flags, char name[33]);
int32_t cv4l2_size_at(int32_t device, uint32_t fourcc, uint32_t index, cv4l2_range *size);
int32_t cv4l2_interval_at(
  int32_t device, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index,
  cv4l2_range *interval);

int32_t cv4l2_get_format(int32_t device, uint32_t type, cv4l2_format *format);
// Asks for a format and gives the one that the driver has set.
int32_t cv4l2_set_format(int32_t device, uint32_t type, cv4l2_format *format);
int32_t cv4l2_get_interval(int32_t device, uint32_t type, uint32_t *numerator, uint32_t *denominator);
int32_t cv4l2_set_interval(int32_t device, uint32_t type, uint32_t *numerator, uint32_t *denominator);

// `count` comes back as the number of buffers that there are.
int32_t cv4l2_request(int32_t device, uint32_t type, uint32_t memory, uint32_t *count);
int32_t cv4l2_place(
  int32_t device, uint32_t type, uint32_t index, uint32_t planes, cv4l2_places *places);
// A file descriptor, a dma-buf, of a buffer's memory; -EINVAL where the driver shares none.
int32_t cv4l2_export(int32_t device, uint32_t type, uint32_t index);
// `starts` and `lengths` have an entry a plane; for memory of the driver's own they are not read.
int32_t cv4l2_queue(
  int32_t device, uint32_t type, uint32_t memory, uint32_t index, uint32_t planes,
  void *const *starts, const uint32_t *lengths);
int32_t cv4l2_dequeue(int32_t device, uint32_t type, uint32_t memory, cv4l2_filled *filled);
int32_t cv4l2_start(int32_t device, uint32_t type);
int32_t cv4l2_stop(int32_t device, uint32_t type);
// Waits for a frame: 1 when there may be one, 0 after `milliseconds`; `wake` ends the wait, too, when it can be read.
int32_t cv4l2_wait(int32_t device, int32_t wake, int32_t milliseconds);

// The control after that number, in the driver's order; -EINVAL behind the last one.
int32_t cv4l2_next_control(int32_t device, uint32_t after, cv4l2_control *control);
int32_t cv4l2_menu_at(
  int32_t device, uint32_t control, uint32_t index, uint32_t kind, char name[33]);
int32_t cv4l2_get_control(int32_t device, uint32_t control, uint32_t kind, int64_t *value);
int32_t cv4l2_set_control(int32_t device, uint32_t control, uint32_t kind, int64_t value);

// Conversion to RGB, 3 bytes a pixel, by libv4lconvert, which knows what small and old cameras give.
typedef struct cv4l2_converter cv4l2_converter;

// Loads the library; false when there is none.
bool cv4l2_can_convert(void);
// Gets ready for a format of a device, or of none (-1); NULL when it cannot be. A converter is used by one thread at a time.
cv4l2_converter *cv4l2_converter_open(int32_t device, const cv4l2_format *from);
// Converts a picture; false when the bytes are none, or in a format that the library does not know.
bool cv4l2_convert(
  cv4l2_converter *converter, const void *bytes, uint32_t count, void *pixels, uint32_t room);
void cv4l2_converter_close(cv4l2_converter *converter);
