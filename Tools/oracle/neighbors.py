"""Edges, convolutions, patterns of neighbours, morphology, medians and sizes."""

import cv2
import numpy as np
from PIL import Image
from scipy import ndimage

from pictures import luminance, shifted, sobel

RING = [(1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0)]


def record(r):
    _edges(r)
    _convolutions(r)
    _patterns(r)
    _morphology(r)
    _medians(r)
    _sizes(r)


def _edges(r):
    grey = luminance(r.inputs["photo"])
    strength = np.hypot(*sobel(grey))
    r.picture("sobel-edge-detection=0.7", "photo", "cv2.Sobel", 0.7 * strength)
    r.picture("sketch=0.7", "photo", "cv2.Sobel", 1 - np.minimum(0.7 * strength, 1))
    r.picture(
        "threshold-sobel=edgeStrength=1.2:threshold=0.5", "photo", "cv2.Sobel", 1.2 * strength >= 0.5, share=0.998)
    r.picture("threshold-sketch=threshold=0.4", "photo", "cv2.Sobel", strength < 0.4, share=0.998)
    prewitt = [ndimage.prewitt(grey, axis=axis, mode="nearest") for axis in (0, 1)]
    r.picture("prewitt-edge-detection=0.9", "photo", "scipy.ndimage.prewitt", 0.9 * np.hypot(*prewitt))


def _convolved(picture, kernel):
    return cv2.filter2D(picture, cv2.CV_64F, np.array(kernel, float), borderType=cv2.BORDER_REPLICATE)


def _convolutions(r):
    soft = r.inputs["soft"]
    by = "cv2.filter2D"
    r.picture("laplacian", "soft", by, _convolved(soft, [[0.5, 1, 0.5], [1, -6, 1], [0.5, 1, 0.5]]) + 0.5)
    i = 0.8
    r.picture(f"emboss={i}", "soft", by, _convolved(soft, [[-2 * i, -i, 0], [-i, 1, i], [0, i, 2 * i]]))
    for s in (-0.2, 0.9):
        r.picture(f"sharpen={s}", "soft", by, _convolved(soft, [[0, -s, 0], [-s, 1 + 4 * s, -s], [0, -s, 0]]))
    # Read as it stands, not turned around: the first row lies above the pixel.
    kernel = [[0.1, 0.2, 0.3], [0, 0.15, 0.05], [-0.1, 0.25, 0.1]]
    text = "/".join(str(w) for row in kernel for w in row)
    r.picture(f"convolution-3x3={text}", "soft", by, _convolved(soft, kernel))


def _patterns(r):
    photo = r.inputs["photo"]

    def pattern(grey):
        return sum((shifted(grey, dx, dy) >= grey) * 2.0**bit for bit, (dx, dy) in enumerate(RING)) / 255

    # Equal neighbours of different colours are told apart by what 32 bits round.
    r.picture("local-binary-pattern", "photo", "numpy", pattern(luminance(photo)), tolerance=0.001, share=0.995)
    r.picture(
        "color-local-binary-pattern", "photo", "numpy", np.dstack([pattern(photo[..., c]) for c in range(3)]),
        tolerance=0.001)
    red = photo[..., 0]
    before = ndimage.maximum_filter(red, footprint=[[1, 1, 0], [1, 0, 0], [1, 0, 0]], mode="nearest")
    after = ndimage.maximum_filter(red, footprint=[[0, 0, 1], [0, 0, 1], [0, 1, 1]], mode="nearest")
    kept = (red > before) & (red >= after)
    r.picture("non-maximum-suppression", "photo", "scipy.ndimage.maximum_filter", photo * kept[..., None])


def _morphology(r):
    noise = r.inputs["noise"]
    codes = np.rint(noise * 255).astype(np.uint8)
    for radius in (*range(1, 13), 16, 21, 27, 40, 64, 81, 127, 128):
        block = np.ones((2 * radius + 1, 2 * radius + 1), np.uint8)
        dark = cv2.erode(codes, block, borderType=cv2.BORDER_REPLICATE)
        light = cv2.dilate(codes, block, borderType=cv2.BORDER_REPLICATE)
        results = {
            "erode": dark, "dilate": light,
            "opening": cv2.dilate(dark, block, borderType=cv2.BORDER_REPLICATE),
            "closing": cv2.erode(light, block, borderType=cv2.BORDER_REPLICATE)}
        for name, result in results.items():
            # Beyond the picture there is one value left.
            if radius <= 12 or name in ("erode", "dilate"):
                r.picture(f"{name}={radius}", "noise", "cv2.erode, cv2.dilate", result / 255, tolerance=1e-5)


def _medians(r):
    photo = r.inputs["photo"]
    codes = np.rint(photo * 255).astype(np.uint8)
    by = "cv2.medianBlur"
    r.picture("median-filter", "photo", by, cv2.medianBlur(codes, 3) / 255, tolerance=1e-5)
    for radius in (1, 2, 3, 5, 8):
        # To a sixteenth of an 8-bit code.
        median = cv2.medianBlur(codes, 2 * radius + 1) / 255
        r.picture(f"median={radius}", "photo", by, median, tolerance=1 / 16 / 255)


def _sizes(r):
    soft = r.inputs["soft"]

    def resized(width, height, kernel):
        channels = [
            Image.fromarray(soft[..., c].astype(np.float32)).resize((width, height), kernel) for c in range(3)]
        return np.dstack([np.asarray(c, np.float64) for c in channels])

    # Pillow's kernels end at the border, ours go on over repeated pixels.
    for width, height in ((70, 57), (17, 13), (40, 12)):
        margin = 8 if width > 40 else 4
        lanczos = resized(width, height, Image.Resampling.LANCZOS)
        r.picture(
            f"lanczos-resampling={width}:{height}", "soft", "Pillow's LANCZOS", lanczos, tolerance=2e-4, margin=margin)
        cubic = resized(width, height, Image.Resampling.BICUBIC)
        r.picture(f"resize={width}:{height}", "soft", "Pillow's BICUBIC", cubic, tolerance=2e-4, margin=margin)
        linear = resized(width, height, Image.Resampling.BILINEAR)
        r.picture(
            f"resize={width}:{height}:bilinear", "soft", "Pillow's BILINEAR", linear, tolerance=2e-4, margin=margin)
