"""Writes oracle.json and the pictures that it names into a folder. Run by `generate`."""

import importlib.metadata
import pathlib
import platform
import sys

import analysis
import blurs
import colors
import effects
import neighbors
import pictures
import recorder


def main(folder):
    record = recorder.Recorder(pathlib.Path(folder))
    for name, picture in pictures.inputs().items():
        record.add_input(name, picture)
    for module in (blurs, neighbors, colors, effects, analysis):
        module.record(record)
    packages = pathlib.Path(__file__).with_name("requirements.txt").read_text().split()
    versions = {name: importlib.metadata.version(name) for name in (p.split("==")[0] for p in packages)}
    record.finish({"python": platform.python_version(), **versions})


if __name__ == "__main__":
    main(sys.argv[1])
