#include "cv4l2.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

static int32_t call(int32_t device, unsigned long request, void *argument) {
  int result;
  do result = ioctl(device, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

static void copy_text(char *to, const void *from, size_t length) {
  memcpy(to, from, length);
  to[length] = 0;
}

static int is_multiplanar(uint32_t type) { return type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE; }

int32_t cv4l2_open(const char *path) {
  int result;
  do result = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

int32_t cv4l2_identify(int32_t device, cv4l2_identity *identity) {
  struct v4l2_capability capability = {0};
  int32_t status = call(device, VIDIOC_QUERYCAP, &capability);
  if (status < 0) return status;
  copy_text(identity->driver, capability.driver, sizeof capability.driver);
  copy_text(identity->card, capability.card, sizeof capability.card);
  copy_text(identity->bus, capability.bus_info, sizeof capability.bus_info);
  identity->capabilities = capability.capabilities & V4L2_CAP_DEVICE_CAPS
    ? capability.device_caps : capability.capabilities;
  return 0;
}

int32_t cv4l2_format_at(
  int32_t device, uint32_t type, uint32_t index, uint32_t *fourcc, uint32_t *flags, char name[33]
) {
  struct v4l2_fmtdesc entry = {.type = type, .index = index};
  int32_t status = call(device, VIDIOC_ENUM_FMT, &entry);
  if (status < 0) return status;
  *fourcc = entry.pixelformat;
  *flags = entry.flags;
  copy_text(name, entry.description, sizeof entry.description);
  return 0;
}

int32_t cv4l2_size_at(int32_t device, uint32_t fourcc, uint32_t index, cv4l2_range *size) {
  struct v4l2_frmsizeenum entry = {.pixel_format = fourcc, .index = index};
  int32_t status = call(device, VIDIOC_ENUM_FRAMESIZES, &entry);
  if (status < 0) return status;
  memset(size, 0, sizeof *size);
  size->kind = entry.type;
  if (entry.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    size->min[0] = size->max[0] = entry.discrete.width;
    size->min[1] = size->max[1] = entry.discrete.height;
  } else {
    size->min[0] = entry.stepwise.min_width;
    size->max[0] = entry.stepwise.max_width;
    size->step[0] = entry.stepwise.step_width;
    size->min[1] = entry.stepwise.min_height;
    size->max[1] = entry.stepwise.max_height;
    size->step[1] = entry.stepwise.step_height;
  }
  return 0;
}

int32_t cv4l2_interval_at(
  int32_t device, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index,
  cv4l2_range *interval
) {
  struct v4l2_frmivalenum entry = {
    .pixel_format = fourcc, .width = width, .height = height, .index = index};
  int32_t status = call(device, VIDIOC_ENUM_FRAMEINTERVALS, &entry);
  if (status < 0) return status;
  memset(interval, 0, sizeof *interval);
  interval->kind = entry.type;
  if (entry.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
    interval->min[0] = interval->max[0] = entry.discrete.numerator;
    interval->min[1] = interval->max[1] = entry.discrete.denominator;
  } else {
    interval->min[0] = entry.stepwise.min.numerator;
    interval->min[1] = entry.stepwise.min.denominator;
    interval->max[0] = entry.stepwise.max.numerator;
    interval->max[1] = entry.stepwise.max.denominator;
    interval->step[0] = entry.stepwise.step.numerator;
    interval->step[1] = entry.stepwise.step.denominator;
  }
  return 0;
}

static void take_format(cv4l2_format *to, const struct v4l2_format *from) {
  memset(to, 0, sizeof *to);
  if (is_multiplanar(from->type)) {
    const struct v4l2_pix_format_mplane *pix = &from->fmt.pix_mp;
    to->fourcc = pix->pixelformat;
    to->width = pix->width;
    to->height = pix->height;
    to->field = pix->field;
    to->colorspace = pix->colorspace;
    to->transfer = pix->xfer_func;
    to->encoding = pix->ycbcr_enc;
    to->quantization = pix->quantization;
    to->plane_count = pix->num_planes < VIDEO_MAX_PLANES ? pix->num_planes : VIDEO_MAX_PLANES;
    for (uint32_t plane = 0; plane < to->plane_count; plane++) {
      to->bytes_per_row[plane] = pix->plane_fmt[plane].bytesperline;
      to->size[plane] = pix->plane_fmt[plane].sizeimage;
    }
  } else {
    const struct v4l2_pix_format *pix = &from->fmt.pix;
    to->fourcc = pix->pixelformat;
    to->width = pix->width;
    to->height = pix->height;
    to->field = pix->field;
    to->colorspace = pix->colorspace;
    if (pix->priv == V4L2_PIX_FMT_PRIV_MAGIC) {
      to->transfer = pix->xfer_func;
      to->encoding = pix->ycbcr_enc;
      to->quantization = pix->quantization;
    }
    to->plane_count = 1;
    to->bytes_per_row[0] = pix->bytesperline;
    to->size[0] = pix->sizeimage;
  }
}

int32_t cv4l2_get_format(int32_t device, uint32_t type, cv4l2_format *format) {
  struct v4l2_format setting = {.type = type};
  if (!is_multiplanar(type)) setting.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  int32_t status = call(device, VIDIOC_G_FMT, &setting);
  if (status >= 0) take_format(format, &setting);
  return status;
}

int32_t cv4l2_set_format(int32_t device, uint32_t type, cv4l2_format *format) {
  struct v4l2_format setting = {.type = type};
  if (is_multiplanar(type)) {
    setting.fmt.pix_mp.pixelformat = format->fourcc;
    setting.fmt.pix_mp.width = format->width;
    setting.fmt.pix_mp.height = format->height;
    setting.fmt.pix_mp.field = format->field;
  } else {
    setting.fmt.pix.pixelformat = format->fourcc;
    setting.fmt.pix.width = format->width;
    setting.fmt.pix.height = format->height;
    setting.fmt.pix.field = format->field;
    setting.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  }
  int32_t status = call(device, VIDIOC_S_FMT, &setting);
  if (status >= 0) take_format(format, &setting);
  return status;
}

static int32_t interval(
  int32_t device, unsigned long request, uint32_t type, uint32_t *numerator, uint32_t *denominator
) {
  struct v4l2_streamparm setting = {.type = type};
  setting.parm.capture.timeperframe.numerator = *numerator;
  setting.parm.capture.timeperframe.denominator = *denominator;
  int32_t status = call(device, request, &setting);
  if (status < 0) return status;
  *numerator = setting.parm.capture.timeperframe.numerator;
  *denominator = setting.parm.capture.timeperframe.denominator;
  return 0;
}

int32_t cv4l2_get_interval(int32_t device, uint32_t type, uint32_t *numerator, uint32_t *denominator) {
  *numerator = *denominator = 0;
  return interval(device, VIDIOC_G_PARM, type, numerator, denominator);
}

int32_t cv4l2_set_interval(int32_t device, uint32_t type, uint32_t *numerator, uint32_t *denominator) {
  return interval(device, VIDIOC_S_PARM, type, numerator, denominator);
}

int32_t cv4l2_request(int32_t device, uint32_t type, uint32_t memory, uint32_t *count) {
  struct v4l2_requestbuffers request = {.type = type, .memory = memory, .count = *count};
  int32_t status = call(device, VIDIOC_REQBUFS, &request);
  if (status >= 0) *count = request.count;
  return status;
}

int32_t cv4l2_place(
  int32_t device, uint32_t type, uint32_t index, uint32_t planes, cv4l2_places *places
) {
  struct v4l2_plane entries[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.type = type, .memory = V4L2_MEMORY_MMAP, .index = index};
  if (is_multiplanar(type)) {
    buffer.m.planes = entries;
    buffer.length = planes;
  }
  int32_t status = call(device, VIDIOC_QUERYBUF, &buffer);
  if (status < 0) return status;
  memset(places, 0, sizeof *places);
  if (!is_multiplanar(type)) {
    places->length[0] = buffer.length;
    places->offset[0] = buffer.m.offset;
  } else {
    for (uint32_t plane = 0; plane < planes; plane++) {
      places->length[plane] = entries[plane].length;
      places->offset[plane] = entries[plane].m.mem_offset;
    }
  }
  return 0;
}

int32_t cv4l2_export(int32_t device, uint32_t type, uint32_t index) {
  struct v4l2_exportbuffer buffer = {.type = type, .index = index, .flags = O_CLOEXEC | O_RDWR};
  int32_t status = call(device, VIDIOC_EXPBUF, &buffer);
  return status < 0 ? status : buffer.fd;
}

int32_t cv4l2_queue(
  int32_t device, uint32_t type, uint32_t memory, uint32_t index, uint32_t planes,
  void *const *starts, const uint32_t *lengths
) {
  struct v4l2_plane entries[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.type = type, .memory = memory, .index = index};
  int is_own = memory == V4L2_MEMORY_USERPTR;
  if (is_multiplanar(type)) {
    buffer.m.planes = entries;
    buffer.length = planes;
    for (uint32_t plane = 0; is_own && plane < planes; plane++) {
      entries[plane].m.userptr = (unsigned long)starts[plane];
      entries[plane].length = lengths[plane];
    }
  } else if (is_own) {
    buffer.m.userptr = (unsigned long)starts[0];
    buffer.length = lengths[0];
  }
  return call(device, VIDIOC_QBUF, &buffer);
}

int32_t cv4l2_dequeue(int32_t device, uint32_t type, uint32_t memory, cv4l2_filled *filled) {
  struct v4l2_plane entries[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.type = type, .memory = memory};
  if (is_multiplanar(type)) {
    buffer.m.planes = entries;
    buffer.length = VIDEO_MAX_PLANES;
  }
  int32_t status = call(device, VIDIOC_DQBUF, &buffer);
  if (status < 0) return status;
  memset(filled, 0, sizeof *filled);
  filled->index = buffer.index;
  filled->sequence = buffer.sequence;
  filled->flags = buffer.flags;
  filled->field = buffer.field;
  filled->seconds = buffer.timestamp.tv_sec;
  filled->microseconds = buffer.timestamp.tv_usec;
  if (!is_multiplanar(type)) {
    filled->bytes[0] = buffer.bytesused;
  } else {
    for (uint32_t plane = 0; plane < VIDEO_MAX_PLANES && plane < buffer.length; plane++) {
      filled->bytes[plane] = entries[plane].bytesused;
      filled->start[plane] = entries[plane].data_offset;
    }
  }
  return 0;
}

int32_t cv4l2_start(int32_t device, uint32_t type) {
  int argument = (int)type;
  return call(device, VIDIOC_STREAMON, &argument);
}

int32_t cv4l2_stop(int32_t device, uint32_t type) {
  int argument = (int)type;
  return call(device, VIDIOC_STREAMOFF, &argument);
}

int32_t cv4l2_wait(int32_t device, int32_t wake, int32_t milliseconds) {
  struct pollfd entries[2] = {{.fd = device, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
  int count = poll(entries, 2, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  return entries[0].revents != 0;
}

int32_t cv4l2_next_control(int32_t device, uint32_t after, cv4l2_control *control) {
  struct v4l2_query_ext_ctrl query = {.id = after | V4L2_CTRL_FLAG_NEXT_CTRL};
  int32_t status = call(device, VIDIOC_QUERY_EXT_CTRL, &query);
  if (status < 0) return status;
  memset(control, 0, sizeof *control);
  control->identifier = query.id;
  control->kind = query.type;
  control->flags = query.flags;
  copy_text(control->name, query.name, sizeof query.name);
  control->minimum = query.minimum;
  control->maximum = query.maximum;
  control->step = (int64_t)query.step;
  control->initial = query.default_value;
  return 0;
}

int32_t cv4l2_menu_at(
  int32_t device, uint32_t control, uint32_t index, uint32_t kind, char name[33]
) {
  struct v4l2_querymenu entry = {.id = control, .index = index};
  int32_t status = call(device, VIDIOC_QUERYMENU, &entry);
  if (status < 0) return status;
  if (kind == V4L2_CTRL_TYPE_INTEGER_MENU) {
    snprintf(name, 33, "%lld", (long long)entry.value);
  } else {
    copy_text(name, entry.name, sizeof entry.name);
  }
  return 0;
}

static int32_t control_call(
  int32_t device, unsigned long request, uint32_t control, uint32_t kind, int64_t *value
) {
  struct v4l2_ext_control entry = {.id = control};
  struct v4l2_ext_controls list = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &entry};
  if (kind == V4L2_CTRL_TYPE_INTEGER64) entry.value64 = *value;
  else entry.value = (int32_t)*value;
  int32_t status = call(device, request, &list);
  if (status < 0) return status;
  *value = kind == V4L2_CTRL_TYPE_INTEGER64 ? entry.value64 : entry.value;
  return 0;
}

int32_t cv4l2_get_control(int32_t device, uint32_t control, uint32_t kind, int64_t *value) {
  *value = 0;
  return control_call(device, VIDIOC_G_EXT_CTRLS, control, kind, value);
}

int32_t cv4l2_set_control(int32_t device, uint32_t control, uint32_t kind, int64_t value) {
  return control_call(device, VIDIOC_S_EXT_CTRLS, control, kind, &value);
}
