// The little of SDL 2 that a window takes, loaded at run time: a machine without SDL runs everything else.
// All functions but csdl_load, csdl_wake and the sound ones are called by one thread.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// What happened to a window.
typedef enum {
  csdl_nothing,
  csdl_woken,    // csdl_wake was called
  csdl_resized,  // the size has changed
  csdl_exposed,  // what is shown must be shown again
  csdl_hidden,   // minimised or not seen at all
  csdl_shown,    // seen again
  csdl_closed,   // the user wants the window closed
  csdl_lost,     // the display is gone, and with it every window; nothing more will come
  csdl_key,      // a key was pressed; `value` is its character, or SDL's number for a key without one
} csdl_kind;

typedef struct {
  csdl_kind kind;
  uint32_t window;  // 0: every window
  int32_t value;
} csdl_event;

typedef struct csdl_window csdl_window;

// Loads the library; false when there is none.
bool csdl_load(void);
// What SDL said of the last failure; "" when nothing. The text lives until the next call.
const char *csdl_error(void);

// Connects to the display; false when there is none. A display that is lost later makes functions fail and does not come
// back; it does not end the process.
bool csdl_start(void);
void csdl_stop(void);
// The kind of display: x11, wayland …
const char *csdl_display(void);

// A window of a size, shown; NULL when it cannot be.
csdl_window *csdl_open(const char *title, int width, int height);
void csdl_close(csdl_window *window);
uint32_t csdl_number(csdl_window *window);
void csdl_set_title(csdl_window *window, const char *title);
void csdl_set_size(csdl_window *window, int width, int height);
// The size in pixels.
void csdl_size(csdl_window *window, int *width, int *height);
// A VkSurfaceKHR of a VkInstance; NULL when it cannot be.
void *csdl_surface(csdl_window *window, void *instance);

// The next event; waits for one at most so many milliseconds.
csdl_event csdl_wait(int milliseconds);
// Ends a wait; from any thread.
void csdl_wake(void);

// Sound: interleaved 32-bit floats, any one thread. 0 when there is no device.
uint32_t csdl_open_sound(int rate, int channels);
bool csdl_queue_sound(uint32_t device, const void *bytes, uint32_t length);
// Bytes that wait to be heard.
uint32_t csdl_queued_sound(uint32_t device);
void csdl_pause_sound(uint32_t device, bool paused);
void csdl_close_sound(uint32_t device);
