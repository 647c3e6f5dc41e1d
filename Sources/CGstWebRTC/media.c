// What goes through a connection, and what is said of it.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "peer.h"
#include "promise.h"

// Statistics are structures in structures: what is looked for is gathered from all of them.
static bool32 gather(uint32_t name, const g_value *value, void *context) {
  (void)name;
  cgst_statistics *sum = context;
  if (value->type != gst_structure_get_type()) return 1;
  const void *part = gst_value_get_structure(value);
  unsigned number = 0;
  uint64_t large = 0;
  static const char *const signs[] = {"rb-exthighestseq", "rb-lsr", "rb-dlsr"};
  for (int i = 0; i < 3; i++)
    if (gst_structure_get_uint(part, signs[i], &number)) sum->reports = sum->reports * 31 + number;
  // What this side reports is no sign of the other's life.
  bool32 is_own = 0;
  gst_structure_get_boolean(part, "internal", &is_own);
  if (!is_own && gst_structure_get_uint64(part, "sr-ntptime", &large))
    sum->reports = sum->reports * 31 + large;
  if (gst_structure_get_uint(part, "rb-fractionlost", &number) && number / 256.0 > sum->lost)
    sum->lost = number / 256.0;
  if (gst_structure_get_uint(part, "rb-round-trip", &number) && number)
    sum->round_trip = number / 65536.0;
  if (gst_structure_has_name(part, "inbound-rtp") &&
      gst_structure_get_uint64(part, "packets-received", &large))
    sum->packets += large;
  gst_structure_foreach(part, gather, sum);
  return 1;
}

cgst_statistics cgst_measure(cgst_peer *peer) {
  cgst_statistics sum = {.round_trip = -1};
  waiter *waiter;
  void *reply = 0, *promise = promise_new(&waiter);
  g_signal_emit_by_name(peer->webrtc, "get-stats", NULL, promise);
  if (!promise_end(promise, waiter, 1000, &reply) || !reply) return sum;
  gst_structure_foreach(reply, gather, &sum);
  gst_structure_free(reply);
  return sum;
}

uint64_t cgst_now(cgst_peer *peer) {
  return gst_element_get_current_running_time(peer->pipeline);
}

bool cgst_send(cgst_peer *peer, int track, const uint8_t *bytes, size_t count, uint64_t time) {
  enum { most = 4 << 20 };
  void *end = peer->ends[track];
  if (!end) return false;
  uint64_t waiting = 0;
  g_object_get(end, "current-level-bytes", &waiting, NULL);
  if (waiting > most) return false;
  gst_buffer *buffer = gst_buffer_new_allocate(0, count, 0);
  if (!buffer) return false;
  gst_buffer_fill(buffer, 0, bytes, count);
  buffer->pts = buffer->dts = time;
  return gst_app_src_push_buffer(end, buffer) == 0;
}

static void *end_of(cgst_peer *peer, int track) {
  pthread_mutex_lock(&peer->mutex);
  void *end = peer->ends[track];
  pthread_mutex_unlock(&peer->mutex);
  return end;
}

cgst_codec cgst_received(cgst_peer *peer, int track) {
  pthread_mutex_lock(&peer->mutex);
  cgst_codec codec = peer->codecs[track];
  pthread_mutex_unlock(&peer->mutex);
  return codec;
}

void cgst_size(cgst_peer *peer, int *width, int *height) {
  pthread_mutex_lock(&peer->mutex);
  *width = peer->width;
  *height = peer->height;
  pthread_mutex_unlock(&peer->mutex);
}

bool cgst_receive(cgst_peer *peer, int track, int milliseconds, cgst_piece *piece) {
  const uint64_t no_time = UINT64_MAX;
  void *end = end_of(peer, track);
  if (!end) {
    usleep((unsigned)milliseconds * 1000);
    return false;
  }
  void *sample = gst_app_sink_try_pull_sample(end, (uint64_t)milliseconds * 1000000);
  if (!sample) return false;
  gst_buffer *buffer = gst_sample_get_buffer(sample);
  void *caps = gst_sample_get_caps(sample);
  void *bytes = 0;
  if (buffer) {
    gst_buffer_extract_dup(buffer, 0, (size_t)-1, &bytes, &piece->count);
    piece->bytes = bytes;
    // What has no time of its own belongs to what came before.
    if (buffer->pts != no_time) peer->last[track] = buffer->pts;
    piece->time = peer->last[track];
    piece->is_key = !(buffer->object[object_flags] & flag_delta);
  }
  if (caps && track == cgst_pictures) {
    const void *structure = gst_caps_get_structure(caps, 0);
    pthread_mutex_lock(&peer->mutex);
    gst_structure_get_int(structure, "width", &peer->width);
    gst_structure_get_int(structure, "height", &peer->height);
    pthread_mutex_unlock(&peer->mutex);
  }
  gst_mini_object_unref(sample);
  return bytes != 0;
}

void cgst_release(cgst_piece *piece) {
  g_free(piece->bytes);
  piece->bytes = 0;
}

void cgst_want_key(cgst_peer *peer) {
  enum { custom_upstream = 270 << 8 | 1 };
  void *end = end_of(peer, cgst_pictures);
  void *pad = end ? gst_element_get_static_pad(end, "sink") : 0;
  if (!pad) return;
  void *event = gst_event_new_custom(custom_upstream, gst_structure_new_empty("GstForceKeyUnit"));
  gst_pad_push_event(pad, event);
  gst_object_unref(pad);
}
