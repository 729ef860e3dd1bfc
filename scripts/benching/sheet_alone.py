"""One duplex sheet in a process of its own: `python -m scripts.benching.sheet_alone COUNT` prints JSON."""

import io
import json
import random
import resource
import sys
import time
from pathlib import Path

import qr

_IN_A_MB = 2**20 if sys.platform == "darwin" else 2**10


def _peak_mb() -> float:
    """The most memory this process had; the usage that the system tells counts what its parent had before it began."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _IN_A_MB
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def made(count: int) -> list[qr.Tile]:
    """Tiles that are the same every time."""
    chance, base = random.Random(7), "https://reckless.example.org"
    users = [qr.new_code(chance.randbytes, emblem=number % len(qr.EMBLEMS)) for number in range(count)]
    return [
        qr.Tile(
            user=user,
            name=f"Silver Goose {number}",
            password="".join(chance.choices(qr.ALPHABET, k=9)),
            pay_url=qr.pay_link(base, user),
            enter_url=qr.enter_link(base, "".join(chance.choices(qr.ALPHABET, k=22))),
            address=base,
            label="Bench",
        )
        for number, user in enumerate(users)
    ]


def main() -> None:
    """Draw, decode and try so many tiles."""
    tiles = made(int(sys.argv[1]))
    begun, out = time.perf_counter(), io.BytesIO()
    options = qr.SheetOptions(duplex=qr.Duplex.LONG)
    with qr.helper_for(qr.page_count(len(tiles), options)) as helper:
        layout = qr.render_pdf(tiles, options, out, title="Bench", helper=helper)
        drawn = time.perf_counter()
        verification = qr.verify_pdf(out.getvalue(), layout, helper=helper)
    done = time.perf_counter()
    assert verification.ok
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found = {
        "seconds": done - begun,
        "drawing": drawn - begun,
        "processor": sum(one.ru_utime + one.ru_stime for one in used),
        "megabytes": _peak_mb() + used[1].ru_maxrss / _IN_A_MB,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
