"""How much memory there is, and how much is free: of the machine, or of the container if that has less."""

from __future__ import annotations

from pathlib import Path

GIB = 2**30
ROOT = Path("/")


def memory(root: Path = ROOT) -> tuple[float, float] | None:
    """All and free, in GiB; None where the system does not say.

    Free is what a process can have without others being swapped out: caches count as free. A limit of a
    group of processes (container, service) is looked for at each level, in both ways in which Linux tells it.
    """
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
        told = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in lines}
        machine = told["MemTotal"], told["MemAvailable"]
    except (OSError, LookupError, ValueError):
        return None
    found = [machine, *filter(None, map(_limited, _groups(root)))]
    whole, free = (min(sizes) for sizes in zip(*found, strict=True))
    return round(whole / GIB, 1), round(max(0, free) / GIB, 1)


def _groups(root: Path) -> list[Path]:
    """The folders that tell of the groups of this process, and of the groups around these."""
    try:
        lines = [line.split(":", 2) for line in (root / "proc/self/cgroup").read_text().splitlines()]
    except OSError:
        return []
    found = []
    for _, controllers, path in (line for line in lines if len(line) == 3):
        if controllers and "memory" not in controllers.split(","):
            continue
        top = root / "sys/fs/cgroup" / ("memory" if controllers else "")
        group = top / path.lstrip("/")
        found += [folder for folder in (group, *group.parents) if folder.is_relative_to(top)]
    return found


def _limited(group: Path) -> tuple[int, int] | None:
    """The limit of a group and what is left of it, its caches counted as free; None without a limit."""
    for limit, used, caches in (
        ("memory.max", "memory.current", "inactive_file"),
        ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ):
        try:
            most, taken = (int((group / name).read_text()) for name in (limit, used))
            lines = (group / "memory.stat").read_text().splitlines()
            freed = next((int(line.split()[1]) for line in lines if line.startswith(f"{caches} ")), 0)
        except (OSError, ValueError):
            continue
        return most, most - taken + freed
    return None
