"""Corners, lines, thin edges and means."""

import cv2
import numpy as np
from scipy import ndimage
from skimage import feature, transform

from pictures import LUMINANCE, QUAD, SQUARE, TILTED, TRIANGLE, box, gaussian, luminance, shifted, smoothstep, sobel


def record(r):
    _corners(r)
    _fast(r)
    _canny(r)
    _lines(r)
    _means(r)
    _ring(r)


def _measures(a, b, c):
    trace, determinant = a + b, a * b - c * c
    noble = np.divide(determinant, trace, out=np.zeros_like(trace), where=trace > 0)
    return {
        "harris": determinant - 0.04 * trace**2,
        "noble": noble,
        "shi-tomasi": trace - np.sqrt((a - b) ** 2 + 4 * c * c),
    }


def _peaks(measure):
    """Local maxima; of equal neighbours the first by columns."""
    ring = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    before = np.max([shifted(measure, *way) for way in ring if way < (0, 0)], axis=0)
    after = np.max([shifted(measure, *way) for way in ring if way > (0, 0)], axis=0)
    return (measure > before) & (measure >= after)


def _points(mask):
    rows, columns = np.nonzero(mask)
    return list(zip(columns, rows))


def _corners(r):
    sigma, sensitivity = 1.5, 2
    for name in ("shapes", "speckled"):
        grey = luminance(r.inputs[name])
        gx, gy = (ndimage.prewitt(grey, axis=axis, mode="nearest") for axis in (1, 0))
        a, b = (gaussian(np.minimum(g * g, 1), sigma) for g in (gx, gy))
        c = gaussian(np.clip(gx * gy, -1, 1), sigma)
        for kind, measure in _measures(a, b, c).items():
            held = np.clip(measure * sensitivity, 0, 1)
            threshold = round(0.3 * held.max(), 3)
            r.points(
                f"{kind}-corners={sigma}:{sensitivity}:{threshold}", name,
                "scipy.ndimage.prewitt, scipy.ndimage.gaussian_filter", _points(_peaks(held) & (held >= threshold)),
                within=1, share=0.95)
    _drawn_corners(r, sigma, sensitivity)


def _drawn_corners(r, sigma, sensitivity):
    """The corners that were drawn, which scikit-image's own measures find, too."""
    drawn = np.array(SQUARE + TILTED + TRIANGLE, float) - 0.5
    grey = luminance(r.inputs["shapes"])
    theirs = {
        "harris": feature.corner_harris(grey, k=0.04, sigma=sigma),
        "noble": feature.corner_foerstner(grey, sigma=sigma)[0],
        "shi-tomasi": feature.corner_shi_tomasi(grey, sigma=sigma),
    }
    for kind, measure in theirs.items():
        found = feature.corner_peaks(measure, min_distance=3, num_peaks=len(drawn) + 1, threshold_rel=0)[:, ::-1]
        for x, y in drawn:
            assert np.hypot(found[:, 0] - x, found[:, 1] - y).min() < 3, (kind, x, y, found)
        threshold = {"harris": 0.02, "noble": 0.1, "shi-tomasi": 0.15}[kind]
        r.points(
            f"{kind}-corners={sigma}:{sensitivity}:{threshold}", "shapes", "the drawing; skimage.feature",
            np.rint(drawn), within=4)


def _fast(r):
    for name, codes in (("speckled", 25), ("speckled", 60)):
        picture = np.rint(r.inputs[name] * 255).astype(np.uint8)
        detector = cv2.FastFeatureDetector_create(
            threshold=codes, nonmaxSuppression=True, type=cv2.FAST_FEATURE_DETECTOR_TYPE_9_16)
        found = [(round(k.pt[0]), round(k.pt[1])) for k in detector.detect(picture)]
        # More than `codes` is half a code more or above. Of equal neighbours OpenCV keeps none.
        inside = [(x, y) for x, y in found if 4 <= x < 92 and 4 <= y < 68]
        r.points(
            f"fast-corners={(codes + 0.5) / 255:.6f}", name, "cv2.FastFeatureDetector", inside, within=1.5, share=0.9,
            margin=4)


def _canny(r):
    for name, sigma, high, low in (("photo", 1, 0.6, 0.2), ("shapes", 1.5, 0.4, 0.1)):
        gx, gy = sobel(luminance(gaussian(r.inputs[name], sigma)))
        length = np.hypot(gx, gy)
        unit = np.divide(np.stack([gx, gy]), length, out=np.zeros((2, *length.shape)), where=length > 0)
        # The axis that lies nearest, in eighths of a turn.
        way = (np.sign(unit) * (np.abs(unit) > np.sin(np.pi / 8))).astype(int)
        rows, columns = np.indices(length.shape)

        def along(sign):
            y = np.clip(rows + sign * way[1], 0, length.shape[0] - 1)
            x = np.clip(columns + sign * way[0], 0, length.shape[1] - 1)
            return length[y, x]

        ridge = np.where(length >= np.maximum(along(1), along(-1)), smoothstep(low, high, length), 0)
        total = sum(shifted(ridge, dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        r.picture(
            f"canny={sigma}:{high}:{low}", name, "scipy.ndimage.gaussian_filter, cv2.Sobel",
            (total >= 1.5) & (ridge >= 0.01), share=0.985)
    # The lines that scikit-image finds are elsewhere by a pixel at most, and few.
    sigma = 1.5
    thin = feature.canny(r.inputs["shapes"], sigma, low_threshold=0.1, high_threshold=0.4, mode="nearest")
    r.points(f"canny={sigma}:0.4:0.1", "shapes", "skimage.feature.canny", _points(thin), within=1.5, share=0.97)


def _lines(r):
    """The sides of a polygon; OpenCV and scikit-image find them among their strongest lines."""
    edges = np.hypot(*sobel(luminance(r.inputs["quad"]))) >= 0.9
    drawn = [_line(a, b) for a, b in zip(QUAD, QUAD[1:] + QUAD[:1])]
    strong = cv2.HoughLines(edges.astype(np.uint8), 2, np.pi / 180, 40).reshape(-1, 2)
    theirs = [[(float(angle), float(distance)) for distance, angle in strong]]
    votes, theta, distances = transform.hough_line(edges, theta=np.deg2rad(np.arange(180)))
    _, angles, far = transform.hough_line_peaks(votes, theta, distances, threshold=35)
    theirs.append(list(zip(angles, far)))
    for lines in theirs:
        for angle, distance in drawn:
            # Pixels have their corners' places there.
            assert any(
                abs(np.rad2deg(a) - angle) <= 2 and abs(d + 0.5 * (np.cos(a) + np.sin(a)) - distance) <= 2.5
                for a, d in lines), (angle, distance, lines)
    r.lines("hough-lines=0.9:0.4", "quad", "the drawing; cv2.HoughLines, skimage.transform.hough_line", drawn)


def _line(a, b):
    """The angle and the distance from the corner of the line through two places."""
    angle = np.arctan2(b[0] - a[0], a[1] - b[1])
    distance = a[0] * np.cos(angle) + a[1] * np.sin(angle)
    turned = angle % np.pi
    return np.rad2deg(turned), distance if abs(turned - angle) % (2 * np.pi) < 1e-9 else -distance


def _means(r):
    photo, glass = r.inputs["photo"], r.inputs["glass"]
    r.numbers("average-color", "glass", "numpy.mean", glass.mean((0, 1)), tolerance=1e-5)
    r.numbers("average-luminance", "photo", "numpy.mean", [(photo @ LUMINANCE).mean()], tolerance=1e-5)
    grey = luminance(photo)
    r.picture(
        "average-luminance-threshold=1.2", "photo", "numpy.mean", grey >= 1.2 * grey.mean(), share=0.998)
    for channel, kind in enumerate(("red", "green", "blue")):
        counts = np.histogram(np.rint(photo[..., channel] * 255), bins=256, range=(0, 256))[0]
        r.numbers(f"histogram={kind}:1", "photo", "numpy.histogram", counts, tolerance=0)


def _ring(r):
    """ColourFAST: how a ring differs, and the direction in which it grows, channels counting by how much they differ."""
    photo = r.inputs["photo"]
    for radius in (0, 2):
        blurred = box(photo, radius)
        ring = [(3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3), (1, -3), (3, -1)]
        difference = sum(shifted(blurred, dx, dy) for dx, dy in ring) / 8 - photo
        right, down = (
            (np.abs(difference) * sum(shifted(blurred, *way) * way[axis] for way in ring)).sum(-1) for axis in (0, 1))
        angle = np.arctan2(down, right) / (2 * np.pi) + 0.5
        r.picture(
            f"colour-fast={radius}", "photo", "cv2.blur, numpy.arctan2", np.dstack([(difference + 1) / 2, angle]),
            tolerance=2e-3, share=0.99)
