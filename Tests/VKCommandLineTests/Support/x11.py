"""A client of an X server that does with windows what a person does, for tests: one command a line, one answer a line.

  find TITLE      the number of the seen window whose title begins so; waits for it
  title W         its title
  resize W X Y    gives it another size, as a window manager does
  hide W, show W  takes it off the screen and puts it back
  close W         asks the program to close it
  key W NAME      presses and releases a key in it
  grab W FILE     writes its pixels, as they are on the screen, as rows of blue, green, red, any; answers its size
"""
import ctypes
import ctypes.util
import sys
import time

X = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
P, L, UL, I, UI = (ctypes.c_void_p, ctypes.c_long, ctypes.c_ulong, ctypes.c_int, ctypes.c_uint)


def declare(name, result, *arguments):
    function = getattr(X, name)
    function.restype, function.argtypes = result, arguments
    return function


open_display = declare("XOpenDisplay", P, ctypes.c_char_p)
root_of = declare("XDefaultRootWindow", UL, P)
atom_of = declare("XInternAtom", UL, P, ctypes.c_char_p, I)
query_tree = declare("XQueryTree", I, P, UL, ctypes.POINTER(UL), ctypes.POINTER(UL),
                     ctypes.POINTER(ctypes.POINTER(UL)), ctypes.POINTER(UI))
get_property = declare("XGetWindowProperty", I, P, UL, UL, L, L, I, UL, ctypes.POINTER(UL),
                       ctypes.POINTER(I), ctypes.POINTER(UL), ctypes.POINTER(UL),
                       ctypes.POINTER(P))
get_geometry = declare("XGetGeometry", I, P, UL, ctypes.POINTER(UL), ctypes.POINTER(I),
                       ctypes.POINTER(I), ctypes.POINTER(UI), ctypes.POINTER(UI),
                       ctypes.POINTER(UI), ctypes.POINTER(UI))
get_image = declare("XGetImage", P, P, UL, I, I, UI, UI, UL, I)
free = declare("XFree", I, P)
sync = declare("XSync", I, P, I)
resize_window = declare("XResizeWindow", I, P, UL, UI, UI)
unmap = declare("XUnmapWindow", I, P, UL)
show_window = declare("XMapWindow", I, P, UL)
set_focus = declare("XSetInputFocus", I, P, UL, I, UL)
send_event = declare("XSendEvent", I, P, UL, I, L, P)
symbol_of = declare("XStringToKeysym", UL, ctypes.c_char_p)
code_of = declare("XKeysymToKeycode", ctypes.c_ubyte, P, UL)
handler = ctypes.CFUNCTYPE(I, P, P)(lambda display, event: 0)
X.XSetErrorHandler(handler)

display = open_display(None)
if not display:
    sys.exit("no display")
root = root_of(display)


class Message(ctypes.Structure):
    _fields_ = [("kind", I), ("serial", UL), ("sent", I), ("display", P), ("window", UL),
                ("type", UL), ("format", I), ("data", L * 5), ("padding", L * 8)]


class Key(ctypes.Structure):
    _fields_ = [("kind", I), ("serial", UL), ("sent", I), ("display", P), ("window", UL),
                ("root", UL), ("child", UL), ("time", UL), ("x", I), ("y", I), ("xr", I),
                ("yr", I), ("state", UI), ("code", UI), ("same", I), ("padding", L * 8)]


class Image(ctypes.Structure):
    _fields_ = [("width", I), ("height", I), ("xoffset", I), ("format", I), ("data", P),
                ("byte_order", I), ("unit", I), ("bit_order", I), ("pad", I), ("depth", I),
                ("stride", I), ("bits", I)]


def children():
    first, parent, list_, count = UL(), UL(), ctypes.POINTER(UL)(), UI()
    query_tree(display, root, first, parent, list_, count)
    result = [list_[i] for i in range(count.value)]
    if count.value:
        free(list_)
    return result


def title(window):
    kind, bits, count, rest, data = UL(), I(), UL(), UL(), P()
    get_property(display, window, atom_of(display, b"_NET_WM_NAME", 0), 0, 256, 0, 0, kind, bits,
                 count, rest, data)
    if not data:
        return ""
    text = ctypes.string_at(data, count.value).decode()
    free(data)
    return text


def size(window):
    top, x, y, width, height, border, depth = UL(), I(), I(), UI(), UI(), UI(), UI()
    get_geometry(display, window, top, x, y, width, height, border, depth)
    return width.value, height.value


def find(wanted):
    for _ in range(2400):
        for window in children():
            if title(window).startswith(wanted):
                return window
        time.sleep(0.05)
    return 0


def key(window, name):
    for kind in (2, 3):
        event = Key(kind=kind, display=display, window=window, root=root, same=1,
                    code=code_of(display, symbol_of(name.encode())))
        send_event(display, window, 1, 1 << (kind - 2), ctypes.byref(event))


def close(window):
    event = Message(kind=33, display=display, window=window, format=32,
                    type=atom_of(display, b"WM_PROTOCOLS", 0))
    event.data[0] = atom_of(display, b"WM_DELETE_WINDOW", 0)
    send_event(display, window, 0, 0, ctypes.byref(event))


def grab(window, path):
    width, height = size(window)
    pointer = get_image(display, window, 0, 0, width, height, ~0 & 0xFFFFFFFF, 2)
    if not pointer:
        return "none"
    image = ctypes.cast(pointer, ctypes.POINTER(Image)).contents
    with open(path, "wb") as file:
        for y in range(height):
            file.write(ctypes.string_at(image.data + y * image.stride, 4 * width))
    free(image.data)
    free(pointer)
    return f"{width} {height}"


def answer(words):
    command, rest = words[0], words[1:]
    if command == "find":
        window = find(" ".join(rest))
        set_focus(display, window, 1, 0)
        return str(window)
    window = int(rest[0])
    if command == "title":
        return title(window)
    if command == "resize":
        resize_window(display, window, int(rest[1]), int(rest[2]))
    elif command == "hide":
        unmap(display, window)
    elif command == "show":
        show_window(display, window)
    elif command == "close":
        close(window)
    elif command == "key":
        set_focus(display, window, 1, 0)
        key(window, rest[1])
    elif command == "grab":
        return grab(window, rest[1])
    return "done"


for line in sys.stdin:
    result = answer(line.split())
    sync(display, 0)
    print(result, flush=True)
