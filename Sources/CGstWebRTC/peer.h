// What the files of the shim share.
#pragma once
#include <pthread.h>

#include "cgstwebrtc.h"
#include "gstreamer.h"

struct cgst_peer {
  cgst_settings settings;
  void *pipeline, *webrtc;
  pthread_mutex_t mutex;      // guards what follows
  void *ends[cgst_tracks];    // an appsrc or an appsink
  cgst_codec codecs[cgst_tracks];
  int width, height;
  uint64_t last[cgst_tracks];  // the receiver's own
};
