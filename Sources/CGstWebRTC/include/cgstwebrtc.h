// The little of GStreamer's webrtcbin that a live stream takes, loaded at run time: a machine without GStreamer runs
// everything else. A peer is one connection that sends or receives pictures, sound or both.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cgst_peer cgst_peer;

// What a track holds.
typedef enum { cgst_none, cgst_h264, cgst_vp8, cgst_opus } cgst_codec;
enum { cgst_pictures, cgst_sound, cgst_tracks };

typedef struct {
  bool sends;                      // else it receives
  cgst_codec codecs[cgst_tracks];  // what is sent, or what is asked for first
  const char *stun;                // stun://HOST:PORT, or NULL
  const char *const *turn;         // turn://USER:PASSWORD@HOST:PORT …, NULL at the end; or NULL
  int latency;                     // milliseconds that a receiver waits for late packets
  void (*key_wanted)(void *);      // the other side cannot decode without a key picture; from any thread
  void *context;
} cgst_settings;

// What is known of the connection.
typedef enum {
  cgst_starting,
  cgst_connected,
  cgst_disconnected,
  cgst_failed,
} cgst_state;

// A piece of what is received: of H.264 an access unit with start codes.
typedef struct {
  uint8_t *bytes;
  size_t count;
  uint64_t time;  // nanoseconds
  bool is_key;
} cgst_piece;

// What the other side reports, and what has come.
typedef struct {
  uint64_t reports;   // changes with each report of what arrives there, or of what was sent
  uint64_t packets;   // received
  double lost;        // 0 … 1: the part of the last packets that the other side misses
  double round_trip;  // seconds; below 0 when it is not known
} cgst_statistics;

// Loads the libraries; NULL when everything is there, else the Debian packages that are missing.
const char *cgst_load(void);

// A connection that has not begun; NULL and what is wrong in `error` (to be freed with cgst_free) when it cannot be.
cgst_peer *cgst_open(const cgst_settings *settings, char **error);
// Ends the connection. Nothing is called back afterwards.
void cgst_close(cgst_peer *peer);

// The local description as an offer, with what addresses were found in time; NULL after so many milliseconds without one.
char *cgst_offer(cgst_peer *peer, int milliseconds, int gathering);
// The local description as the answer to an offer.
char *cgst_answer(cgst_peer *peer, const char *offer, int milliseconds, int gathering);
// Takes the answer of the other side; false when it does not fit the offer.
bool cgst_accept(cgst_peer *peer, const char *answer, int milliseconds);
void cgst_free(char *text);

cgst_state cgst_peer_state(cgst_peer *peer);
// What stopped the connection, to be freed; NULL when nothing did.
char *cgst_failure(cgst_peer *peer);
cgst_statistics cgst_measure(cgst_peer *peer);

// Nanoseconds since the connection began: the clock of the pieces.
uint64_t cgst_now(cgst_peer *peer);
// Sends a piece; false when it was let go because those before it still wait. Never blocks.
bool cgst_send(cgst_peer *peer, int track, const uint8_t *bytes, size_t count, uint64_t time);

// What a track that is received holds; cgst_none as long as nothing has come.
cgst_codec cgst_received(cgst_peer *peer, int track);
// The size of the pictures, once a piece has come.
void cgst_size(cgst_peer *peer, int *width, int *height);
// The next piece of a track, to be given to cgst_release; false when none came within so many milliseconds.
bool cgst_receive(cgst_peer *peer, int track, int milliseconds, cgst_piece *piece);
void cgst_release(cgst_piece *piece);
// Asks the other side for a key picture.
void cgst_want_key(cgst_peer *peer);
