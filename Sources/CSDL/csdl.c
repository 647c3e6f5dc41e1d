// SDL 2 by its binary interface, which does not change: declared here, so that building needs no SDL either.
#include "csdl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t sdl_bool;
typedef union {
  uint32_t type;
  struct {
    uint32_t type, timestamp, window;
    uint8_t event, padding[3];
    int32_t first, second;
  } window;
  struct {
    uint32_t type, timestamp, window;
    uint8_t state, repeat, padding[2];
    int32_t scancode, symbol;
  } key;
  uint8_t bytes[128];  // SDL's own is 56 bytes long
} sdl_event;
typedef struct {
  int rate;
  uint16_t format;
  uint8_t channels, silence;
  uint16_t samples, padding;
  uint32_t size;
  void (*callback)(void *, uint8_t *, int);
  void *context;
} sdl_sound;

enum {
  init_audio = 0x10,
  init_video = 0x20,
  window_resizable = 0x20,
  window_vulkan = 0x10000000,
  window_high_density = 0x2000,
  anywhere = 0x1FFF0000,
  event_quit = 0x100,
  event_window = 0x200,
  event_key_down = 0x300,
  sound_float = 0x8120,
};

// The functions, in one list: return type, name, parameters.
#define FUNCTIONS(F)                                                            \
  F(int, SDL_InitSubSystem, (uint32_t))                                         \
  F(void, SDL_QuitSubSystem, (uint32_t))                                        \
  F(const char *, SDL_GetError, (void))                                         \
  F(sdl_bool, SDL_SetHint, (const char *, const char *))                        \
  F(const char *, SDL_GetCurrentVideoDriver, (void))                            \
  F(void *, SDL_CreateWindow, (const char *, int, int, int, int, uint32_t))     \
  F(void, SDL_DestroyWindow, (void *))                                          \
  F(uint32_t, SDL_GetWindowID, (void *))                                        \
  F(void, SDL_SetWindowTitle, (void *, const char *))                           \
  F(void, SDL_SetWindowSize, (void *, int, int))                                \
  F(void, SDL_Vulkan_GetDrawableSize, (void *, int *, int *))                   \
  F(sdl_bool, SDL_Vulkan_CreateSurface, (void *, void *, void **))              \
  F(int, SDL_WaitEventTimeout, (sdl_event *, int))                              \
  F(int, SDL_PushEvent, (sdl_event *))                                          \
  F(uint32_t, SDL_RegisterEvents, (int))                                        \
  F(uint32_t, SDL_OpenAudioDevice,                                              \
    (const char *, int, const sdl_sound *, sdl_sound *, int))                   \
  F(int, SDL_QueueAudio, (uint32_t, const void *, uint32_t))                    \
  F(uint32_t, SDL_GetQueuedAudioSize, (uint32_t))                               \
  F(void, SDL_PauseAudioDevice, (uint32_t, int))                                \
  F(void, SDL_CloseAudioDevice, (uint32_t))

#define DECLARE(type, name, parameters) static type(*name) parameters;
FUNCTIONS(DECLARE)
static uint32_t wake_type;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  bool found = true;
#define LOAD(type, name, parameters) \
  *(void **)&name = dlsym(library, #name); \
  found = found && name;
  FUNCTIONS(LOAD)
  is_loaded = found;
}

bool csdl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

// An X server that dies ends the process: Xlib's last handler has to, for what it returned to has no answer. The functions
// here that speak to the display have one, and are jumped back to. What SDL and Xlib keep of the display is of no use after
// that and not touched again, for somebody may have been jumped out of its locks.
static atomic_bool is_lost;
// Windows that are open. A Wayland display that dies makes SDL say "quit", once, and nothing after.
static int window_count;
static _Thread_local jmp_buf *way_out;

// Begins a function that speaks to the display and gives `failure` when that is lost; END_SPEAKING is its end. A thread
// does nothing else meanwhile.
#define SPEAK(failure)        \
  jmp_buf here;               \
  if (is_lost) return failure; \
  if (setjmp(here)) {         \
    way_out = 0;              \
    return failure;           \
  }                           \
  way_out = &here;
#define END_SPEAKING way_out = 0;

const char *csdl_error(void) {
  if (is_lost) return "the connection to it is lost";
  return is_loaded ? SDL_GetError() : "";
}

// SDL wakes its own event loop by a message to a window on a second connection to the X server, and the window may be gone
// when it arrives. Xlib ends the process for that unless told otherwise; all other errors go their way.
typedef struct {
  int type;
  void *display;
  unsigned long resource, serial;
  unsigned char error, request, minor;
} x_error;
typedef int (*x_handler)(void *display, x_error *error);
typedef int (*x_end)(void *display);
static x_handler other_errors;
static x_end other_end;

static int ignore_lost_wake(void *display, x_error *error) {
  enum { bad_window = 3, send_event = 25 };
  if (error->error == bad_window && error->request == send_event) return 0;
  return other_errors ? other_errors(display, error) : 0;
}

static int leave(void *display) {
  if (!way_out) return other_end ? other_end(display) : 0;
  is_lost = true;
  longjmp(*way_out, 1);
}

static void guard_display(void) {
  void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  x_handler (*set_handler)(x_handler) = 0;
  x_end (*set_end)(x_end) = 0;
  *(void **)&set_handler = dlsym(library, "XSetErrorHandler");
  *(void **)&set_end = dlsym(library, "XSetIOErrorHandler");
  if (!set_handler || !set_end) return;
  x_handler before = set_handler(ignore_lost_wake);
  if (before != ignore_lost_wake) other_errors = before;
  x_end end = set_end(leave);
  if (end != leave) other_end = end;
}

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value && *value;
}

static bool start(void) {
  // The program's own rule for signals holds.
  SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  // SDL's last resort is a display that nobody sees; only what is there is tried, unless the user names another.
  if (!getenv("SDL_VIDEODRIVER")) {
    bool x = is_set("DISPLAY"), wayland = is_set("WAYLAND_DISPLAY");
    if (!x && !wayland) return false;
    SDL_SetHint("SDL_VIDEODRIVER", x && wayland ? "x11,wayland" : x ? "x11" : "wayland");
  }
  if (SDL_InitSubSystem(init_video)) return false;
  if (!wake_type) wake_type = SDL_RegisterEvents(1);
  if (!strcmp(csdl_display(), "x11")) guard_display();
  return true;
}

bool csdl_start(void) {
  SPEAK(false)
  bool result = start();
  END_SPEAKING
  return result;
}

void csdl_stop(void) {
  SPEAK()
  SDL_QuitSubSystem(init_video);
  END_SPEAKING
}

const char *csdl_display(void) {
  const char *name = SDL_GetCurrentVideoDriver();
  return name ? name : "";
}

csdl_window *csdl_open(const char *title, int width, int height) {
  SPEAK(0)
  csdl_window *window = SDL_CreateWindow(
      title, anywhere, anywhere, width, height,
      window_vulkan | window_resizable | window_high_density);
  END_SPEAKING
  if (window) window_count++;
  return window;
}

void csdl_close(csdl_window *window) {
  window_count--;
  SPEAK()
  SDL_DestroyWindow(window);
  END_SPEAKING
}

uint32_t csdl_number(csdl_window *window) { return SDL_GetWindowID(window); }

void csdl_set_title(csdl_window *window, const char *title) {
  SPEAK()
  SDL_SetWindowTitle(window, title);
  END_SPEAKING
}

void csdl_set_size(csdl_window *window, int width, int height) {
  SPEAK()
  SDL_SetWindowSize(window, width, height);
  END_SPEAKING
}

void csdl_size(csdl_window *window, int *width, int *height) {
  SPEAK()
  SDL_Vulkan_GetDrawableSize(window, width, height);
  END_SPEAKING
}

void *csdl_surface(csdl_window *window, void *instance) {
  SPEAK(0)
  void *surface = 0;
  bool is_made = SDL_Vulkan_CreateSurface(window, instance, &surface);
  END_SPEAKING
  return is_made ? surface : 0;
}

// What SDL's numbers of window events mean here.
static csdl_kind window_kind(uint8_t event) {
  switch (event) {
    case 1: case 9: return csdl_shown;
    case 2: case 7: return csdl_hidden;
    case 3: return csdl_exposed;
    case 5: case 6: case 8: return csdl_resized;
    case 14: return csdl_closed;
    default: return csdl_nothing;
  }
}

csdl_event csdl_wait(int milliseconds) {
  const csdl_event lost = {csdl_lost, 0, 0};
  SPEAK(lost)
  sdl_event event;
  csdl_event result = {csdl_nothing, 0, 0};
  memset(&event, 0, sizeof event);
  bool has_come = SDL_WaitEventTimeout(&event, milliseconds);
  END_SPEAKING
  if (!has_come) return result;
  if (event.type == wake_type) {
    result.kind = csdl_woken;
  } else if (event.type == event_window) {
    result.kind = window_kind(event.window.event);
    result.window = event.window.window;
  } else if (event.type == event_key_down && !event.key.repeat) {
    result.kind = csdl_key;
    result.window = event.key.window;
    result.value = event.key.symbol;
  } else if (event.type == event_quit && window_count && !strcmp(csdl_display(), "wayland")) {
    is_lost = true;
    return lost;
  }
  // Another "quit" of SDL's follows the end of the last window and says nothing new.
  return result;
}

void csdl_wake(void) {
  SPEAK()
  sdl_event event;
  memset(&event, 0, sizeof event);
  event.type = wake_type;
  SDL_PushEvent(&event);
  END_SPEAKING
}

uint32_t csdl_open_sound(int rate, int channels) {
  if (SDL_InitSubSystem(init_audio)) return 0;
  sdl_sound wanted, given;
  memset(&wanted, 0, sizeof wanted);
  wanted.rate = rate;
  wanted.format = sound_float;
  wanted.channels = (uint8_t)channels;
  wanted.samples = 1024;
  uint32_t device = SDL_OpenAudioDevice(0, 0, &wanted, &given, 0);
  if (!device) SDL_QuitSubSystem(init_audio);
  return device;
}

bool csdl_queue_sound(uint32_t device, const void *bytes, uint32_t length) {
  return !SDL_QueueAudio(device, bytes, length);
}
uint32_t csdl_queued_sound(uint32_t device) { return SDL_GetQueuedAudioSize(device); }
void csdl_pause_sound(uint32_t device, bool paused) { SDL_PauseAudioDevice(device, paused); }
void csdl_close_sound(uint32_t device) {
  SDL_CloseAudioDevice(device);
  SDL_QuitSubSystem(init_audio);
}
