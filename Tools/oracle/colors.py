"""Filters in other colour spaces, curves and histograms."""

import numpy as np
from scipy.interpolate import CubicSpline
from skimage import color, exposure

from pictures import luminance, smoothstep


def record(r):
    _spaces(r)
    _curves(r)
    _histograms(r)


def _spaces(r):
    photo = r.inputs["photo"]
    yiq = color.rgb2yiq(photo)
    for degrees in (35, 190):
        turned = np.exp(-1j * np.deg2rad(degrees)) * (yiq[..., 1] + 1j * yiq[..., 2])
        result = color.yiq2rgb(np.dstack([yiq[..., 0], turned.real, turned.imag]))
        # The standard's matrix has more digits than GPUImage's.
        r.picture(f"hue-adjustment={degrees}", "photo", "skimage.color.rgb2yiq", result, tolerance=2e-3)
    # A temperature of 5000 K changes nothing.
    tinted = np.clip(yiq[..., 2] + 0.8 * 0.5226 * 0.1, -0.5226, 0.5226)
    r.picture(
        "white-balance=temperature=5000:tint=80", "photo", "skimage.color.rgb2yiq",
        color.yiq2rgb(np.dstack([yiq[..., :2], tinted])), tolerance=2e-3)

    hsv = color.rgb2hsv(photo)
    far = np.abs(hsv[..., 0] - 0.05)
    # Grey has no hue, and stays.
    weight = np.exp(-np.minimum(far, 1 - far) ** 2 * 40) * (hsv[..., 1] > 0)
    turned = np.dstack([(hsv[..., 0] + 0.6 * 0.25 * weight) % 1, hsv[..., 1:]])
    r.picture("skin-tone=0.6", "photo", "skimage.color.rgb2hsv", color.hsv2rgb(turned), tolerance=2e-4)
    fuller = np.dstack([hsv[..., 0], np.minimum(hsv[..., 1] + 0.6 * 0.4 * weight, 1), hsv[..., 2]])
    r.picture(
        "skin-tone=skinToneAdjust=0.6:upperSkinToneColor=orange", "photo", "skimage.color.rgb2hsv",
        color.hsv2rgb(fuller), tolerance=2e-4)

    def chroma(rgb):
        return color.rgb2ycbcr(np.asarray(rgb, float).reshape(1, -1, 3))[0, :, 1:] / 224

    skin = (0.8, 0.55, 0.45)
    away = np.linalg.norm(chroma(photo) - chroma(skin), axis=-1).reshape(photo.shape[:2])
    keyed = np.dstack([photo, smoothstep(0.05, 0.25, away)])
    r.picture(
        "chroma-key=thresholdSensitivity=0.05:smoothing=0.2:colorToReplace=0.8/0.55/0.45", "photo",
        "skimage.color.rgb2ycbcr", keyed, tolerance=8e-3)


def _curves(r):
    photo = r.inputs["photo"]
    points = {"all": [(0, 0.05), (0.3, 0.2), (0.7, 0.85), (1, 0.95)], "green": [(0, 0), (0.5, 0.62), (1, 1)]}
    splines = {name: CubicSpline(*zip(*curve), bc_type="natural") for name, curve in points.items()}
    result = photo.copy()
    result[..., 1] = np.clip(splines["green"](result[..., 1]), 0, 1)
    result = np.clip(splines["all"](result), 0, 1)
    text = ":".join(f"{name}='{' '.join(f'{x}/{y}' for x, y in curve)}'" for name, curve in points.items())
    r.picture(f"tone-curve={text}", "photo", "scipy.interpolate.CubicSpline", result, tolerance=2e-4)


def _histograms(r):
    soft, photo = r.inputs["soft"], r.inputs["photo"]
    codes = np.rint(soft * 255).astype(np.uint8)
    even = np.dstack([exposure.equalize_hist(codes[..., c]) for c in range(3)])
    r.picture("histogram-equalization=rgb:1", "soft", "skimage.exposure.equalize_hist", even)
    green = soft.copy()
    green[..., 1] = even[..., 1]
    r.picture("histogram-equalization=green:1", "soft", "skimage.exposure.equalize_hist", green)

    grey = luminance(soft)
    bins = np.bincount((grey * 255 + 1e-3).astype(int).ravel(), minlength=256)
    rank = np.interp(grey * 255, np.arange(256), bins.cumsum() / bins.sum())
    r.picture(
        "histogram-equalization=luminance:1", "soft", "numpy.bincount, numpy.interp", soft + (rank - grey)[..., None])

    counts = [np.histogram(np.rint(photo[..., c] * 255), bins=256, range=(0, 256))[0] for c in range(3)]
    most = max(c.max() for c in counts)
    columns, rows = np.arange(64) * 4 + 2, 24
    level = (rows - np.arange(rows) - 0.5) / rows * most
    bars = np.dstack([level[:, None] < c[columns][None, :] for c in counts])
    r.picture("histogram-display=rgb:1:64:24", "photo", "numpy.histogram", bars, share=0.998)
