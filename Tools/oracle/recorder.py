"""Collects cases and writes them; the test that reads them is OracleTests.swift."""

import json
import shutil

import numpy as np


class Recorder:
    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.inputs = {}
        self.entries = {}
        self.cases = []

    def _store(self, name, values):
        """Writes values of 0 to 1: one byte a sample where that loses nothing, else two."""
        values = np.asarray(values, np.float64)
        if values.ndim == 2:
            values = values[:, :, None]
        assert np.isfinite(values).all(), name
        scaled = np.clip(values, 0, 1) * 255
        is_byte = np.abs(scaled - np.rint(scaled)).max() < 1e-9
        samples = np.rint(scaled).astype("u1") if is_byte else np.rint(scaled * 257).astype("<u2")
        path = f"{name}.{'u8' if is_byte else 'u16'}"
        (self.folder / path).write_bytes(samples.tobytes())
        height, width, channels = values.shape
        return {"file": path, "width": width, "height": height, "channels": channels}

    def add_input(self, name, values):
        self.inputs[name] = np.asarray(values, np.float64)
        self.entries[name] = self._store(f"input-{name}", values)

    def _add(self, chain, inputs, by, expectation):
        names = [inputs] if isinstance(inputs, str) else list(inputs)
        self.cases.append({"chain": chain, "inputs": names, "by": by, **expectation})

    def picture(self, chain, inputs, by, values, *, tolerance=1e-4, share=1.0, margin=0, step=1):
        """The filtered picture. Pixels less than `margin` from the border don't count, nor those
        between every `step`th; `share` of the rest is within `tolerance`, a fraction of white."""
        values = np.asarray(values, np.float64)
        if step > 1:
            values = values[::step, ::step]
        stored = self._store(f"{len(self.cases):03}-{chain.split('=')[0]}", values)
        limits = {"tolerance": tolerance, "share": share, "margin": margin, "step": step}
        self._add(chain, inputs, by, {"picture": {**stored, **limits}})

    def points(self, chain, inputs, by, pixels, *, within=0.0, share=1.0, margin=0):
        """Pixels, each within a distance of one that is found, and the other way round, but for a few."""
        pixels = sorted([int(x), int(y)] for x, y in pixels)
        assert pixels, chain
        limits = {"within": within, "share": share, "margin": margin}
        self._add(chain, inputs, by, {"points": {"pixels": pixels, **limits}})

    def numbers(self, chain, inputs, by, numbers, *, tolerance):
        """What is measured, in the order in which the filter tells it."""
        rounded = [round(float(number), 9) for number in numbers]
        self._add(chain, inputs, by, {"numbers": {"values": rounded, "tolerance": tolerance}})

    def lines(self, chain, inputs, by, lines):
        """Angles in degrees and distances in pixels of all lines."""
        self._add(chain, inputs, by, {"lines": [[round(float(a), 3), round(float(d), 3)] for a, d in lines]})

    def finish(self, versions):
        lines = ",\n".join("  " + json.dumps(case) for case in self.cases)
        inputs = ",\n".join(f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in self.entries.items())
        (self.folder / "oracle.json").write_text(
            f'{{"versions": {json.dumps(versions)},\n"inputs": {{\n{inputs}}},\n"cases": [\n{lines}]}}\n')
