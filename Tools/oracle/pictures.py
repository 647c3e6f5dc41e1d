"""The pictures that go in, and what several modules compute of them."""

import cv2
import numpy as np
import skimage.data
from scipy import ndimage

LUMINANCE = np.array([0.2125, 0.7154, 0.0721])


def bytes_of(values):
    """Values that 8 bits hold."""
    return np.rint(np.clip(values, 0, 1) * 255) / 255


def drawing(polygons, discs=()):
    """Greys on black, 96 x 72 pixels of 8 bits, smooth at their borders."""
    scale = 8
    canvas = np.zeros((72 * scale, 96 * scale), np.uint8)
    for corners, grey in polygons:
        cv2.fillPoly(canvas, [np.rint(np.array(corners) * scale).astype(np.int32)], grey)
    for (x, y), radius, grey in discs:
        cv2.circle(canvas, (x * scale, y * scale), radius * scale, grey, -1)
    return bytes_of(cv2.resize(canvas, (96, 72), interpolation=cv2.INTER_AREA) / 255)


SQUARE = [(10, 9), (34, 9), (34, 29), (10, 29)]
TILTED = [(62, 6), (82, 16), (72, 36), (52, 26)]
TRIANGLE = [(12, 64), (30, 40), (50, 60)]
QUAD = [(10, 12), (90, 4), (78, 66), (18, 54)]


def inputs():
    rng = np.random.Generator(np.random.PCG64(20))
    astronaut = skimage.data.astronaut()[10:250, 110:430]
    photo = bytes_of(cv2.resize(astronaut.astype(np.float64), (40, 30), interpolation=cv2.INTER_AREA) / 255)
    camera = skimage.data.camera().astype(np.float64) / 255
    shapes = drawing([(SQUARE, 255), (TILTED, 200), (TRIANGLE, 160)], [((76, 54), 11, 230)])
    alpha = bytes_of(np.clip(rng.uniform(-0.2, 1.2, (30, 40)), 0, 1))
    # Corners of the noisy picture are told apart by noise, so that no two are equally strong.
    speckled = bytes_of(np.clip(shapes * 0.8 + 0.1 + rng.normal(0, 0.02, (72, 96)), 0, 1))
    return {
        "photo": photo,
        # Nothing in it overshoots when it is sharpened or made larger.
        "soft": bytes_of(0.3 + 0.4 * photo),
        "glass": np.dstack([photo, alpha]),
        "noise": bytes_of(rng.uniform(0, 1, (23, 31))),
        "wide": bytes_of(cv2.resize(camera, (160, 120), interpolation=cv2.INTER_AREA)),
        "shapes": shapes,
        "quad": drawing([(QUAD, 255)]),
        "speckled": speckled,
    }


def luminance(picture):
    return picture if picture.ndim == 2 else picture[..., :3] @ LUMINANCE


def gaussian(picture, sigma):
    """Each channel by itself, edge pixels repeated, out to where nothing is left of the bell."""
    axes = (sigma, sigma) + (0,) * (picture.ndim - 2)
    return ndimage.gaussian_filter(picture, axes, mode="nearest", truncate=8)


def box(picture, radius):
    side = 2 * radius + 1
    return cv2.blur(picture, (side, side), borderType=cv2.BORDER_REPLICATE)


def sobel(grey):
    """The changes to the right and downwards."""
    return tuple(
        cv2.Sobel(grey, cv2.CV_64F, dx, dy, ksize=3, borderType=cv2.BORDER_REPLICATE) for dx, dy in ((1, 0), (0, 1)))


def places(picture):
    """Columns and rows of the pixels' middles."""
    rows, columns = np.indices(picture.shape[:2])
    return columns + 0.5, rows + 0.5


def sampled(picture, x, y):
    """Between the pixels by bilinear interpolation; (0.5, 0.5) is the first pixel's middle."""
    channels = picture[..., None] if picture.ndim == 2 else picture
    found = [
        ndimage.map_coordinates(channels[..., c], [y - 0.5, x - 0.5], order=1, mode="nearest")
        for c in range(channels.shape[-1])]
    return found[0] if picture.ndim == 2 else np.dstack(found)


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mixed(a, b, share):
    return a + (b - a) * (share if a.ndim == 2 else share[..., None])


def shifted(grey, dx, dy):
    """What lies so many pixels away, edge pixels repeated."""
    rows, columns = np.indices(grey.shape[:2])
    return grey[np.clip(rows + dy, 0, grey.shape[0] - 1), np.clip(columns + dx, 0, grey.shape[1] - 1)]
