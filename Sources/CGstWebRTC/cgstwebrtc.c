#include "cgstwebrtc.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "peer.h"
#include "promise.h"

// How a codec goes into RTP and comes out of it. A level is no promise to anybody: every browser decodes far more.
static const struct {
  const char *encoding, *in, *out, *wanted;
} ways[] = {
  [cgst_h264] = {
    "H264",
    "appsrc name=end is-live=true format=time caps=video/x-h264,stream-format=byte-stream,alignment=au"
    // Every access unit brings its parameter sets; the payloader would put them before every slice of it.
    " ! rtph264pay aggregate-mode=zero-latency mtu=1200 pt=96 ssrc=%u"
    " ! capsfilter caps=application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000"
    ",ssrc=(uint)%u",
    "rtph264depay request-keyframe=true wait-for-keyframe=true"
    " ! video/x-h264,stream-format=byte-stream,alignment=au ! h264parse"
    " ! video/x-h264,stream-format=byte-stream,alignment=au"
    " ! appsink name=end sync=false max-buffers=600 drop=true",
    "application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000,"
    "packetization-mode=(string)1,profile-level-id=(string)42e01f"},
  [cgst_vp8] = {
    "VP8",
    "appsrc name=end is-live=true format=time caps=video/x-vp8"
    " ! rtpvp8pay mtu=1200 pt=98 picture-id-mode=15-bit ssrc=%u"
    " ! capsfilter caps=application/x-rtp,media=video,encoding-name=VP8,payload=98,clock-rate=90000"
    ",ssrc=(uint)%u",
    "rtpvp8depay request-keyframe=true wait-for-keyframe=true"
    " ! appsink name=end sync=false max-buffers=600 drop=true",
    "application/x-rtp,media=video,encoding-name=VP8,payload=98,clock-rate=90000"},
  [cgst_opus] = {
    "OPUS",
    "appsrc name=end is-live=true format=time"
    " caps=audio/x-opus,rate=48000,channels=2,channel-mapping-family=0"
    " ! rtpopuspay pt=97 ssrc=%u"
    " ! capsfilter caps=application/x-rtp,media=audio,encoding-name=OPUS,payload=97,clock-rate=48000"
    ",ssrc=(uint)%u",
    "rtpopusdepay ! appsink name=end sync=false max-buffers=600 drop=true",
    "application/x-rtp,media=audio,encoding-name=OPUS,payload=97,clock-rate=48000,"
    "encoding-params=(string)2"},
};
enum { way_count = sizeof ways / sizeof *ways };

const char *cgst_load(void) { return load_gstreamer(); }

void cgst_free(char *text) { free(text); }

static char *copy(char *text) {
  char *result = text ? strdup(text) : 0;
  g_free(text);
  return result;
}

static int key_probe(void *pad, void *info, void *context) {
  (void)pad;
  cgst_peer *peer = context;
  void *event = gst_pad_probe_info_get_event(info);
  const void *structure = event ? gst_event_get_structure(event) : 0;
  if (structure && gst_structure_has_name(structure, "GstForceKeyUnit") && peer->settings.key_wanted)
    peer->settings.key_wanted(peer->settings.context);
  return probe_keep;
}

// Puts a part into the pipeline; NULL and what is wrong when it cannot be made.
static void *add_part(cgst_peer *peer, const char *text, char **error) {
  g_error *failure = 0;
  void *part = gst_parse_bin_from_description(text, true, &failure);
  if (failure) {
    if (error) *error = strdup(failure->message);
    g_error_free(failure);
    if (part) gst_object_unref(part);
    return 0;
  }
  gst_bin_add(peer->pipeline, part);
  return part;
}

static bool add_sender(cgst_peer *peer, int track, char **error) {
  // The offer names the source: a server of rooms knows the packets by it.
  char text[512];
  unsigned source = 0;
  if (getrandom(&source, sizeof source, 0) != sizeof source) source = (unsigned)(uintptr_t)peer;
  source = (source & 0x7FFFFFFE) | (unsigned)track;
  snprintf(text, sizeof text, ways[peer->settings.codecs[track]].in, source, source);
  void *part = add_part(peer, text, error);
  if (!part) return false;
  peer->ends[track] = gst_bin_get_by_name(part, "end");
  void *from = gst_element_get_static_pad(part, "src");
  void *to = gst_element_request_pad_simple(peer->webrtc, "sink_%u");
  bool is_linked = from && to && gst_pad_link(from, to) == 0;
  void *outlet = gst_element_get_static_pad(peer->ends[track], "src");
  if (track == cgst_pictures) gst_pad_add_probe(outlet, probe_upstream_event, key_probe, peer, 0);
  gst_object_unref(outlet);
  if (from) gst_object_unref(from);
  if (to) gst_object_unref(to);
  if (!is_linked && error) *error = strdup("GStreamer's webrtcbin does not take the stream");
  return is_linked;
}

static void make_senders_one_way(cgst_peer *peer) {
  g_array *transceivers = 0;
  g_signal_emit_by_name(peer->webrtc, "get-transceivers", &transceivers);
  for (unsigned i = 0; transceivers && i < transceivers->length; i++)
    g_object_set(((void **)transceivers->data)[i], "direction", (int)send_only, NULL);
  if (transceivers) g_array_unref(transceivers);
}

// What is asked for first, then what is taken besides.
static void add_receiver(cgst_peer *peer, int track) {
  char text[512];
  cgst_codec first = peer->settings.codecs[track];
  cgst_codec second = first == cgst_h264 ? cgst_vp8 : first == cgst_vp8 ? cgst_h264 : cgst_none;
  snprintf(
      text, sizeof text, "%s%s%s", ways[first].wanted, second ? "; " : "",
      second ? ways[second].wanted : "");
  void *caps = gst_caps_from_string(text), *transceiver = 0;
  g_signal_emit_by_name(
      peer->webrtc, "add-transceiver", (int)receive_only, caps, &transceiver);
  if (transceiver) {
    g_object_set(transceiver, "do-nack", (int)1, NULL);
    gst_object_unref(transceiver);
  }
  gst_mini_object_unref(caps);
}

// A stream has come: it is taken apart as its caps say.
static void take_stream(void *webrtc, void *pad, void *context) {
  (void)webrtc;
  cgst_peer *peer = context;
  if (gst_pad_get_direction(pad) != pad_source) return;
  void *caps = gst_pad_get_current_caps(pad);
  const char *encoding =
      caps ? gst_structure_get_string(gst_caps_get_structure(caps, 0), "encoding-name") : 0;
  cgst_codec codec = cgst_none;
  for (int i = 1; encoding && i < way_count; i++)
    if (!strcmp(encoding, ways[i].encoding)) codec = i;
  if (caps) gst_mini_object_unref(caps);
  int track = codec == cgst_opus ? cgst_sound : cgst_pictures;
  pthread_mutex_lock(&peer->mutex);
  bool is_wanted = codec && !peer->ends[track];
  pthread_mutex_unlock(&peer->mutex);
  void *part = add_part(peer, is_wanted ? ways[codec].out : "fakesink sync=false", 0);
  if (!part) return;
  void *end = is_wanted ? gst_bin_get_by_name(part, "end") : 0;
  gst_element_sync_state_with_parent(part);
  void *inlet = gst_element_get_static_pad(part, "sink");
  if (inlet) {
    gst_pad_link(pad, inlet);
    gst_object_unref(inlet);
  }
  if (!end) return;
  pthread_mutex_lock(&peer->mutex);
  peer->ends[track] = end;
  peer->codecs[track] = codec;
  pthread_mutex_unlock(&peer->mutex);
}

static void set_servers(cgst_peer *peer) {
  if (peer->settings.stun) g_object_set(peer->webrtc, "stun-server", peer->settings.stun, NULL);
  for (const char *const *turn = peer->settings.turn; turn && *turn; turn++) {
    bool32 is_added = 0;
    g_signal_emit_by_name(peer->webrtc, "add-turn-server", *turn, &is_added);
  }
  // Asking routers for ports takes time and tells strangers of the stream.
  void *ice = 0, *agent = 0;
  g_object_get(peer->webrtc, "ice-agent", &ice, NULL);
  if (ice) g_object_get(ice, "agent", &agent, NULL);
  if (agent) {
    g_object_set(agent, "upnp", (int)0, NULL);
    g_object_unref(agent);
  }
  if (ice) g_object_unref(ice);
}

cgst_peer *cgst_open(const cgst_settings *settings, char **error) {
  *error = 0;
  cgst_peer *peer = calloc(1, sizeof *peer);
  peer->settings = *settings;
  pthread_mutex_init(&peer->mutex, 0);
  peer->pipeline = gst_pipeline_new(0);
  peer->webrtc = gst_element_factory_make("webrtcbin", 0);
  g_object_set(
      peer->webrtc, "bundle-policy", (int)max_bundle, "latency", (unsigned)settings->latency, NULL);
  gst_bin_add(peer->pipeline, peer->webrtc);
  set_servers(peer);
  // Reports to the other side tell when a picture was taken, not when it was sent: sound is sent sooner.
  void *rtp = gst_bin_get_by_name(peer->webrtc, "rtpbin");
  if (rtp) {
    g_object_set(rtp, "rtcp-sync-send-time", (int)0, NULL);
    gst_object_unref(rtp);
  }
  bool is_made = true;
  if (!settings->sends)
    g_signal_connect_data(peer->webrtc, "pad-added", (void (*)(void))take_stream, peer, 0, 0);
  for (int track = 0; track < cgst_tracks && settings->sends; track++)
    if (settings->codecs[track]) is_made = is_made && add_sender(peer, track, error);
  if (settings->sends) make_senders_one_way(peer);
  if (is_made && gst_element_set_state(peer->pipeline, state_playing) == 0 && !*error)
    *error = cgst_failure(peer);
  if (is_made && !*error) return peer;
  cgst_close(peer);
  return 0;
}

void cgst_close(cgst_peer *peer) {
  gst_element_set_state(peer->pipeline, state_null);
  for (int track = 0; track < cgst_tracks; track++)
    if (peer->ends[track]) gst_object_unref(peer->ends[track]);
  gst_object_unref(peer->pipeline);
  pthread_mutex_destroy(&peer->mutex);
  free(peer);
}

// Makes the local description known and waits for the addresses of this machine; its text.
static char *describe(cgst_peer *peer, const char *action, int milliseconds, int gathering) {
  waiter *waiter;
  void *reply = 0, *promise = promise_new(&waiter);
  bool is_offer = !strcmp(action, "create-offer");
  g_signal_emit_by_name(peer->webrtc, action, NULL, promise);
  if (!promise_end(promise, waiter, milliseconds, &reply) || !reply) return 0;
  gst_description *made = 0;
  gst_structure_get(
      reply, is_offer ? "offer" : "answer", gst_webrtc_session_description_get_type(), &made, NULL);
  gst_structure_free(reply);
  if (!made) return 0;
  promise = promise_new(&waiter);
  g_signal_emit_by_name(peer->webrtc, "set-local-description", made, promise);
  gst_webrtc_session_description_free(made);
  if (!promise_end(promise, waiter, milliseconds, 0)) return 0;
  for (int waited = 0; waited < gathering; waited += 10) {
    int state = 0;
    g_object_get(peer->webrtc, "ice-gathering-state", &state, NULL);
    if (state == gathering_complete) break;
    usleep(10000);
  }
  gst_description *local = 0;
  g_object_get(peer->webrtc, "local-description", &local, NULL);
  if (!local) return 0;
  char *text = copy(gst_sdp_message_as_text(local->sdp));
  gst_webrtc_session_description_free(local);
  return text;
}

static bool set_remote(cgst_peer *peer, int kind, const char *text, int milliseconds) {
  void *message = 0;
  if (gst_sdp_message_new_from_text(text, &message) != 0) return false;
  gst_description *description = gst_webrtc_session_description_new(kind, message);
  waiter *waiter;
  void *promise = promise_new(&waiter);
  g_signal_emit_by_name(peer->webrtc, "set-remote-description", description, promise);
  gst_webrtc_session_description_free(description);
  return promise_end(promise, waiter, milliseconds, 0);
}

char *cgst_offer(cgst_peer *peer, int milliseconds, int gathering) {
  for (int track = 0; track < cgst_tracks && !peer->settings.sends; track++)
    if (peer->settings.codecs[track]) add_receiver(peer, track);
  return describe(peer, "create-offer", milliseconds, gathering);
}

char *cgst_answer(cgst_peer *peer, const char *offer, int milliseconds, int gathering) {
  if (!set_remote(peer, sdp_offer, offer, milliseconds)) return 0;
  return describe(peer, "create-answer", milliseconds, gathering);
}

bool cgst_accept(cgst_peer *peer, const char *answer, int milliseconds) {
  return set_remote(peer, sdp_answer, answer, milliseconds);
}

cgst_state cgst_peer_state(cgst_peer *peer) {
  int state = 0;
  g_object_get(peer->webrtc, "connection-state", &state, NULL);
  static const cgst_state states[] = {
    cgst_starting, cgst_starting, cgst_connected, cgst_disconnected, cgst_failed, cgst_failed,
  };
  return state >= 0 && state < 6 ? states[state] : cgst_failed;
}

char *cgst_failure(cgst_peer *peer) {
  void *bus = gst_element_get_bus(peer->pipeline);
  void *message = gst_bus_pop_filtered(bus, message_error);
  gst_object_unref(bus);
  if (!message) return 0;
  g_error *failure = 0;
  gst_message_parse_error(message, &failure, 0);
  char *text = strdup(failure ? failure->message : "GStreamer failed");
  if (failure) g_error_free(failure);
  gst_mini_object_unref(message);
  return text;
}
