// GStreamer 1.20 and later by its binary interface, which does not change: declared here, so that building needs none of it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int bool32;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} g_error;
typedef struct {
  char *data;
  unsigned length;
} g_array;
typedef struct {
  size_t type;
  uint64_t data[2];
} g_value;
typedef struct {
  uint64_t object[8];
  void *pool;
  uint64_t pts, dts, duration, offset, end;
} gst_buffer;
typedef struct {
  int type;
  void *sdp;
} gst_description;

enum {
  message_error = 2,
  state_null = 1,
  state_playing = 4,
  pad_source = 1,
  probe_upstream_event = 128,
  probe_keep = 1,
  object_flags = 2,  // of gst_buffer.object: the low half is the flags
  flag_delta = 8192,
  promise_replied = 2,
  send_only = 2,
  receive_only = 3,
  max_bundle = 3,
  sdp_offer = 1,
  sdp_answer = 3,
  gathering_complete = 2,
};

// The functions, in one list: return type, name, parameters.
#define FUNCTIONS(F)                                                                       \
  F(void, g_free, (void *))                                                                \
  F(void, g_error_free, (g_error *))                                                       \
  F(size_t, g_error_get_type, (void))                                                      \
  F(void, g_array_unref, (g_array *))                                                      \
  F(void, g_object_set, (void *, const char *, ...))                                       \
  F(void, g_object_get, (void *, const char *, ...))                                       \
  F(void, g_object_unref, (void *))                                                        \
  F(void, g_signal_emit_by_name, (void *, const char *, ...))                              \
  F(unsigned long, g_signal_connect_data,                                                  \
    (void *, const char *, void (*)(void), void *, void *, int))                           \
  F(bool32, gst_init_check, (int *, char ***, g_error **))                                 \
  F(void *, gst_element_factory_find, (const char *))                                      \
  F(void *, gst_element_factory_make, (const char *, const char *))                        \
  F(void *, gst_parse_bin_from_description, (const char *, bool32, g_error **))            \
  F(void *, gst_pipeline_new, (const char *))                                              \
  F(bool32, gst_bin_add, (void *, void *))                                                 \
  F(void *, gst_bin_get_by_name, (void *, const char *))                                   \
  F(void *, gst_element_get_static_pad, (void *, const char *))                            \
  F(void *, gst_element_request_pad_simple, (void *, const char *))                        \
  F(bool32, gst_element_sync_state_with_parent, (void *))                                  \
  F(int, gst_element_set_state, (void *, int))                                             \
  F(uint64_t, gst_element_get_current_running_time, (void *))                              \
  F(void *, gst_element_get_bus, (void *))                                                 \
  F(void *, gst_bus_pop_filtered, (void *, int))                                           \
  F(void, gst_message_parse_error, (void *, g_error **, char **))                          \
  F(void, gst_mini_object_unref, (void *))                                                 \
  F(void, gst_object_unref, (void *))                                                      \
  F(int, gst_pad_get_direction, (void *))                                                  \
  F(int, gst_pad_link, (void *, void *))                                                   \
  F(void *, gst_pad_get_current_caps, (void *))                                            \
  F(bool32, gst_pad_push_event, (void *, void *))                                          \
  F(unsigned long, gst_pad_add_probe,                                                      \
    (void *, int, int (*)(void *, void *, void *), void *, void *))                        \
  F(void *, gst_pad_probe_info_get_event, (void *))                                        \
  F(const void *, gst_event_get_structure, (void *))                                       \
  F(void *, gst_event_new_custom, (int, void *))                                           \
  F(void *, gst_caps_from_string, (const char *))                                          \
  F(void *, gst_caps_get_structure, (void *, unsigned))                                    \
  F(void *, gst_structure_new_empty, (const char *))                                       \
  F(void *, gst_structure_copy, (const void *))                                            \
  F(void, gst_structure_free, (void *))                                                    \
  F(bool32, gst_structure_has_name, (const void *, const char *))                          \
  F(bool32, gst_structure_has_field, (const void *, const char *))                         \
  F(const char *, gst_structure_get_string, (const void *, const char *))                  \
  F(bool32, gst_structure_get_boolean, (const void *, const char *, bool32 *))             \
  F(bool32, gst_structure_get_int, (const void *, const char *, int *))                    \
  F(bool32, gst_structure_get_uint, (const void *, const char *, unsigned *))              \
  F(bool32, gst_structure_get_uint64, (const void *, const char *, uint64_t *))            \
  F(bool32, gst_structure_get, (const void *, const char *, ...))                          \
  F(bool32, gst_structure_foreach,                                                         \
    (const void *, bool32 (*)(uint32_t, const g_value *, void *), void *))                 \
  F(size_t, gst_structure_get_type, (void))                                                \
  F(const void *, gst_value_get_structure, (const g_value *))                              \
  F(gst_buffer *, gst_buffer_new_allocate, (void *, size_t, void *))                       \
  F(size_t, gst_buffer_fill, (gst_buffer *, size_t, const void *, size_t))                 \
  F(void, gst_buffer_extract_dup, (gst_buffer *, size_t, size_t, void **, size_t *))       \
  F(gst_buffer *, gst_sample_get_buffer, (void *))                                         \
  F(void *, gst_sample_get_caps, (void *))                                                 \
  F(int, gst_app_src_push_buffer, (void *, gst_buffer *))                                  \
  F(void *, gst_app_sink_try_pull_sample, (void *, uint64_t))                              \
  F(void *, gst_promise_new_with_change_func, (void (*)(void *, void *), void *, void (*)(void *))) \
  F(int, gst_promise_wait, (void *))                                                       \
  F(const void *, gst_promise_get_reply, (void *))                                         \
  F(int, gst_sdp_message_new_from_text, (const char *, void **))                           \
  F(char *, gst_sdp_message_as_text, (const void *))                                       \
  F(gst_description *, gst_webrtc_session_description_new, (int, void *))                  \
  F(void, gst_webrtc_session_description_free, (gst_description *))                        \
  F(size_t, gst_webrtc_session_description_get_type, (void))

// Hidden: else the libraries would take these for the functions themselves.
#define HIDDEN __attribute__((visibility("hidden")))
#define DECLARE(type, name, parameters) extern HIDDEN type(*name) parameters;
FUNCTIONS(DECLARE)
#undef DECLARE

// Loads them; NULL when everything is there, else the Debian packages that are missing.
const char *load_gstreamer(void);
