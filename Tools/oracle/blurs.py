"""Gaussians, boxes, and blurs along a line, to a point or of a part."""

import numpy as np
from scipy import ndimage
from skimage.filters import unsharp_mask

from pictures import box, gaussian, luminance, mixed, places, sampled, smoothstep

NINE = [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05]
# GaussianBlur leaves 1/1024 of the bell out.
CUT = 1 / 1024


def record(r):
    _gaussians(r)
    _boxes(r)
    _parts(r)
    _nine(r)
    _bilateral(r)


def _gaussians(r):
    by = "scipy.ndimage.gaussian_filter"
    photo, wide, glass = r.inputs["photo"], r.inputs["wide"], r.inputs["glass"]
    for sigma in (0.4, 1, 2.5, 6):
        r.picture(f"gaussian-blur={sigma}", "photo", by, gaussian(photo, sigma), tolerance=CUT)
    for sigma in (8, 13.7, 20, 33, 60):
        r.picture(f"gaussian-blur={sigma}", "wide", by, gaussian(wide, sigma), tolerance=CUT, step=7)
    for sigma in (1.5, 12):
        r.picture(
            f"single-component-gaussian-blur={sigma}", "photo", by, gaussian(photo[..., 0], sigma), tolerance=CUT)
    # Colour counts by its alpha.
    covered = gaussian(np.dstack([glass[..., :3] * glass[..., 3:], glass[..., 3]]), 2)
    straight = np.dstack([covered[..., :3] / covered[..., 3:], covered[..., 3]])
    r.picture("gaussian-blur=2", "glass", by, straight, tolerance=0.003)
    for sigma, intensity in ((1, 1.8), (2, 0.4)):
        soft = r.inputs["soft"]
        sharp = np.dstack([unsharp_mask(soft[..., c], sigma, intensity - 1, preserve_range=True) for c in range(3)])
        r.picture(
            f"unsharp-mask={sigma}:{intensity}", "soft", "skimage.filters.unsharp_mask", sharp, tolerance=2 * CUT,
            margin=4 * sigma + 1)


def _boxes(r):
    for radius in (1, 2, 7, 20):
        r.picture(f"box-blur={radius}", "photo", "cv2.blur", box(r.inputs["photo"], radius))
    for radius in (2, 4, 9):
        grey = luminance(r.inputs["photo"])
        r.picture(
            f"adaptive-threshold={radius}", "photo", "cv2.blur", grey >= box(grey, radius) - 0.05, share=0.998)


def _parts(r):
    photo = r.inputs["photo"]
    x, y = places(photo)
    by = "scipy.ndimage.gaussian_filter, numpy"
    height, width = photo.shape[:2]
    share = 1 - smoothstep(0.2, 0.4, y / height) + smoothstep(0.6, 0.8, y / height)
    r.picture("tilt-shift=3", "photo", by, mixed(photo, gaussian(photo, 3), share), tolerance=CUT)
    away = np.hypot(x - 0.4 * width, y - 0.3 * height) / width
    selective = mixed(photo, gaussian(photo, 2), smoothstep(0.1, 0.3, away))
    r.picture(
        "gaussian-selective-blur=blurRadiusInPixels=2:excludeCirclePoint=0.4/0.3:excludeCircleRadius=0.3"
        ":excludeBlurSize=0.2", "photo", by, selective, tolerance=CUT)
    grey = luminance(photo)[..., None]
    blurred = gaussian(grey + 0.7 * (photo - grey), 9)
    ranged = blurred + (0.5 - luminance(blurred)[..., None]) * 0.4
    r.picture(
        "ios-blur=blurRadiusInPixels=9:saturation=0.7:rangeReductionFactor=0.4", "photo", by, ranged, tolerance=2 * CUT)


def _taps(picture, step_x, step_y):
    x, y = places(picture)
    return sum(w * sampled(picture, x + (i - 4) * step_x, y + (i - 4) * step_y) for i, w in enumerate(NINE))


def _nine(r):
    photo = r.inputs["photo"]
    by = "scipy.ndimage.map_coordinates"
    x, y = places(photo)
    height, width = photo.shape[:2]
    for size, angle in ((2.5, 0), (1.7, 30), (3.3, 250)):
        way = np.deg2rad(angle)
        blurred = _taps(photo, np.cos(way) * size, np.sin(way) * size)
        r.picture(f"motion-blur=blurSize={size}:blurAngle={angle}", "photo", by, blurred, tolerance=2e-4)
    for size, cx, cy in ((1, 0.5, 0.5), (6, 0.3, 0.8)):
        blurred = _taps(photo, (cx * width - x) * size / 100, (cy * height - y) * size / 100)
        r.picture(f"zoom-blur=blurSize={size}:blurCenter={cx}/{cy}", "photo", by, blurred, tolerance=2e-4)
    away = np.hypot(x - 0.4 * width, y - 0.6 * height) / width
    result = photo
    for dx, dy in ((0, 1.4), (1.4, 0)):
        result = mixed(result, _taps(result, dx, dy), (away < 0.3).astype(float))
    r.picture(
        "gaussian-blur-position=blurSize=1.4:blurCenter=0.4/0.6:blurRadius=0.3", "photo", by, result, tolerance=2e-4)


def _bilateral(r):
    photo = r.inputs["photo"]
    for factor in (1, 4):
        result = photo
        for axis in (0, 1):
            row = [np.roll(np.eye(9)[4], i - 4) for i in range(9)]
            taps = [ndimage.correlate1d(result, kernel, axis=axis, mode="nearest") for kernel in row]
            weights = [
                weight * (1 - np.minimum(np.linalg.norm(tap - result, axis=-1, keepdims=True) * factor, 1))
                for weight, tap in zip(NINE, taps)]
            result = sum(w * t for w, t in zip(weights, taps)) / sum(weights)
        r.picture(f"bilateral-blur={factor}", "photo", "scipy.ndimage.correlate1d", result, tolerance=2e-4)
