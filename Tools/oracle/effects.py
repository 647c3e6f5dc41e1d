"""Spheres, paintings and tiles."""

import numpy as np

from pictures import gaussian, luminance, places, sampled, sobel


def record(r):
    _spheres(r)
    _toon(r)
    _kuwahara(r)
    _cells(r)


def _normals(photo, radius, cx, cy):
    """A ball's normals and where it is; lengths are shares of the picture's width."""
    x, y = places(photo)
    height, width = photo.shape[:2]
    bx, by = (x - cx * width) / width, (y - cy * height) / width
    d = np.hypot(bx, by)
    normals = np.dstack([bx, by, np.sqrt(np.maximum(radius**2 - d**2, 0))])
    return normals / np.linalg.norm(normals, axis=-1, keepdims=True), d <= radius


def _refracted(normals, index):
    """Snell's law for a ray away from the viewer."""
    ray = np.array([0.0, 0.0, -1.0])
    cosine = (normals @ ray)[..., None]
    k = 1 - index**2 * (1 - cosine**2)
    return np.where(k < 0, 0, index * ray - (index * cosine + np.sqrt(np.maximum(k, 0))) * normals)


def _spheres(r):
    photo = r.inputs["photo"]
    height, width = photo.shape[:2]
    light = np.array([-0.5, 0.5, 1]) / np.linalg.norm([-0.5, 0.5, 1])
    for radius, index, cx, cy in ((0.25, 0.71, 0.5, 0.5), (0.4, 0.5, 0.4, 0.45), (0.3, 0.9, 0.6, 0.5)):
        normals, inside = _normals(photo, radius, cx, cy)
        ray = _refracted(normals, index)
        text = f"radius={radius}:refractiveIndex={index}:center={cx}/{cy}"
        for name, way in (("sphere-refraction", ray), ("glass-sphere-refraction", -2 * ray)):
            c = sampled(photo, (way[..., 0] + 1) / 2 * width, (way[..., 1] + 1) / 2 * height)
            if name.startswith("glass"):
                c = c + 2.5 * (1 - np.clip(normals[..., 2:], 0, 1) ** 0.25)
                c = c + 0.8 * np.clip(normals @ light, 0, 1)[..., None] ** 15
            r.picture(
                f"{name}={text}", "photo", "numpy, scipy.ndimage.map_coordinates",
                np.dstack([c, np.ones(c.shape[:2])]) * inside[..., None], tolerance=1e-3, share=0.998)


def _toon(r):
    photo = r.inputs["photo"]
    for sigma, threshold, levels in ((2, 0.2, 10), (1, 0.4, 5)):
        blurred = gaussian(photo, sigma)
        flat = np.floor(blurred * levels + 0.5) / levels
        lines = np.hypot(*sobel(luminance(blurred))) >= threshold
        # Where a level or the threshold is nearly met, what a blur leaves out decides.
        r.picture(
            f"smooth-toon={sigma}:{threshold}:{levels}", "photo", "scipy.ndimage.gaussian_filter, cv2.Sobel",
            flat * ~lines[..., None], share=0.96)


def _kuwahara(r):
    photo = r.inputs["photo"]
    height, width = photo.shape[:2]
    for radius in (1, 3, 4, 9, 26):
        grown = np.pad(photo, ((radius, radius), (radius, radius), (0, 0)), mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(grown, (radius + 1, radius + 1), axis=(0, 1))
        means, spread = windows.mean((-1, -2)), windows.var((-1, -2)).sum(-1)
        squares = [(slice(dy, dy + height), slice(dx, dx + width))
                   for dx, dy in ((0, 0), (radius, 0), (radius, radius), (0, radius))]
        least = np.argmin([spread[s] for s in squares], axis=0)
        result = np.choose(least[..., None], [means[s] for s in squares])
        r.picture(f"kuwahara={radius}", "photo", "numpy", result, share=0.985)
        if radius == 3:
            r.picture("kuwahara-radius-3", "photo", "numpy", result, share=0.985)


def _cells(r):
    photo = r.inputs["photo"]
    height, width = photo.shape[:2]
    x, y = places(photo)
    side = 0.09 * width
    middle_x, middle_y = (np.floor(x / side) + 0.5) * side, (np.floor(y / side) + 0.5) * side
    inside = np.hypot(x - 0.4 * width, y - 0.5 * height) < 0.3 * width
    result = np.where(inside[..., None], sampled(photo, middle_x, middle_y), photo)
    r.picture(
        "pixellate-position=fractionalWidthOfAPixel=0.09:center=0.4/0.5:radius=0.3", "photo",
        "scipy.ndimage.map_coordinates", result, tolerance=2e-4, share=0.998)

    # Sixteen tiles of 10 x 6 pixels in the second picture, dark ones last.
    tile_w, tile_h, columns = width // 8, height // 6, 4
    corner = photo[::tile_h, ::tile_w]
    number = np.minimum(np.floor((1 - corner @ [0.299, 0.587, 0.114]) * 16), 15).astype(int)
    number = number.repeat(tile_h, 0).repeat(tile_w, 1)
    second, (rows, cols) = r.inputs["noise"], np.indices((height, width))
    fx, fy = (cols % tile_w + 0.5) / tile_w, (rows % tile_h + 0.5) / tile_h
    u = ((number % columns + fx) / columns * second.shape[1]).astype(int)
    v = ((number // columns + fy) / columns * second.shape[0]).astype(int)
    r.picture(
        f"mosaic=inputTileSize=0.25/0.25:displayTileSize={1 / 8}/{1 / 6}:numTiles=16:colorOn=0", ("photo", "noise"),
        "numpy", second[v, u], share=0.99)
