"""What berth aims at, and what one run reached of it. Every row is computed from the records of that run alone."""
import tables

COMPUTE_1MS = ["h10k", "h100k", "h1M", "u128", "u1k", "u10k"]
COMPUTE_107US = ["h1k", "u16"]
SHAPES = ["linear_up", "linear_down", "pareto1.1", "front5pct_heavy", "back5pct_heavy", "n8_first_half_of_all"]


# Above this, the time of independent threads / sequential shows a machine with other work to do (0.5 on two idle CPUs).
BUSY_SCALING = 0.6
# An A/A row that is further from 1 than this makes an allowance in which anything would fit.
BUSY_NOISE = 0.1


class Run:
    def __init__(self, records):
        self.at = {(r["workload"], r["case"], r["contender"], r["metric"]): r for r in records}

    def record(self, workload, case, contender="berth", metric="time"):
        return self.at.get((workload, case, contender, metric))

    def ratio(self, *where, **more):
        found = self.record(*where, **more)
        return found["ratio"] if found else None

    def value(self, *where, **more):
        found = self.record(*where, **more)
        return found["value"] if found else None

    def cases(self, workload):
        return list(dict.fromkeys(case for name, case, _, _ in self.at if name == workload))


def verdict(met):
    return "met" if met else "NOT met"


def worst(pairs, most=max):
    """The (figure, case) that is furthest from the aim; None if nothing was measured."""
    pairs = [p for p in pairs if p[0] is not None]
    return most(pairs) if pairs else None


def simple(what, aim, pairs, limit, least=False):
    """A row whose worst case must not be above `limit` (below it, if `least`)."""
    at = worst(pairs, min if least else max)
    if at is None:
        return None
    met = at[0] >= limit if least else at[0] <= limit
    return [what, aim, f"{at[0]:.3g} ({at[1]})", verdict(met)]


def grid(run):
    """Every cell: (time - 10 ns) / sequential, against 1.02 and the A/A row's distance from 1 in the same cell."""
    excess = []
    for case in run.cases("map_grid"):
        own, base = run.ratio("map_grid", case), run.value("map_grid", case, contender="sequential")
        again = run.ratio("map_grid", case, contender="sequential_again")
        if own is None or again is None:
            continue
        reached, noise = own - 10 / base, abs(again - 1)
        excess.append((reached - noise, case, reached, noise))
    if not excess:
        return None
    _, case, reached, noise = max(excess)
    over = [name for beyond, name, _, _ in excess if beyond > 1.02]
    text = f"{reached:.3f} ({case}, A/A {noise:.3f})" + (f"; above in {len(over)}: {' '.join(over)}" if over else "")
    noisy = [name for _, name, _, noise in excess if noise > BUSY_NOISE]
    if noisy and not over:
        return ["grid, warm: (time - 10 ns) / sequential", "<= 1.02 + A/A", f"A/A above {BUSY_NOISE} in {noisy}", "cannot say"]
    return ["grid, warm: (time - 10 ns) / sequential", "<= 1.02 + A/A", text, verdict(not over)]


def of_scaling(run, what, aim, cases, limit):
    """Speed-up / scaling. Where independent threads gained little, the machine was busy and the row says nothing."""
    pairs = []
    for case in cases:
        own, best = run.ratio("map_grid", case), run.ratio("map_grid", case, contender="scaling")
        if own and best and best > BUSY_SCALING:
            text = f"scaling was {1 / best:.2f} only ({case}): the machine is busy"
            return [what, aim, text, "cannot say"]
        pairs.append((best / own if own and best else None, case))
    return simple(what, aim, pairs, limit, least=True)


def first_call(run):
    own, base = (run.value("idle", "first_14us", contender=c) for c in ("berth", "sequential"))
    if own is None or base is None:
        return None
    added = (own - base) / 1000
    return ["first call, 14 us of work: added", "<= 50 us", f"{added:.3g} us", verdict(added <= 50)]


def callers_and_quota(case):
    quota, callers = case.split("_")
    return float(quota[1:]), int(callers[1:])


def service(run):
    def figure(case, contender, metric):
        return run.value("report_service", case, contender=contender, metric=metric)

    cases = [c for c in run.cases("report_service") if figure(c, "berth", "qps")]
    contenders = {who for name, _, who, _ in run.at if name == "report_service"}
    best = {c: max(figure(c, who, "qps") or 0 for who in contenders) for c in cases}
    queued = [c for c in cases if callers_and_quota(c)[1] > callers_and_quota(c)[0]]
    fair = {c: callers_and_quota(c)[1] / figure(c, "berth", "qps") * 1e6 for c in cases}
    return [
        simple("report service: QPS / the best contender's", ">= 0.97",
               [(figure(c, "berth", "qps") / best[c], c) for c in cases], 0.97, least=True),
        simple("report service: p99 / (C / QPS), C > quota", "<= 1.2",
               [(figure(c, "berth", "p99") / fair[c], c) for c in queued], 1.2),
        simple("report service: throttled share", "<= 0.05",
               [(figure(c, "berth", "throttled_share"), c) for c in cases], 0.05),
    ]


# case -> the aim, as a ratio to sequential
ALGORITHMS = {
    "sum_f64": 0.27, "sort_u64": 0.085, "sort_f64": 0.07, "scan_u64": 0.85, "scan_f64": 0.50, "filter_half": 0.16,
    "collect_buffer": 0.06, "histogram_dense": 0.54, "count_100k": 0.19, "count_16": 0.19, "count_10m": 0.19,
    "count_zipf": 0.19, "find_none": 0.62, "find_5m": 0.50, "pipeline": 0.55,
}
# case -> how much of the best peer's ratio it may have
AGAINST_PEERS = {"sort_string": 0.95, "sort_record": 0.95, "count_100k": 1, "count_16": 1, "count_10m": 1,
                 "count_zipf": 1}
PEERS = ["tbb", "std_par", "openmp", "java"]


def noise(run, workload, case):
    """How far the A/A row is from 1; None if the case was not run."""
    again = run.ratio(workload, case, contender="sequential_again")
    return None if again is None else abs(again - 1)


def single(run, case, limit):
    """A row of one case's ratio."""
    own = run.ratio("algorithms", case)
    if own is None:
        return None
    met = verdict(own <= limit)
    if (noise(run, "algorithms", case) or 0) > BUSY_NOISE and own > limit:
        met = "cannot say"
    return [f"algorithms: {case}", f"<= {limit:g}", f"{own:.3f}", met]


def against_peers(run, case, limit):
    """A row of a case's time / the best peer's."""
    peers = {p: run.ratio("algorithms", case, contender=p) for p in PEERS}
    peers = {p: r for p, r in peers.items() if r}
    own = run.ratio("algorithms", case)
    if own is None or not peers:
        return None
    best = min(peers, key=peers.get)
    reached = own / peers[best]
    return [f"algorithms: {case} / the best peer", f"<= {limit:g}", f"{reached:.3f} ({best})", verdict(reached <= limit)]


def first_hit(run):
    own, base = (run.value("algorithms", "find_1k", contender=c) for c in ("berth", "sequential"))
    if own is None or base is None:
        return None
    return ["algorithms: find_1k, added", "<= 30 ns", f"{own - base:.1f} ns", verdict(own - base <= 30)]


def named(over, most=3):
    """The first of a list as the end of a sentence. The table's other columns are to stay in sight."""
    if not over:
        return ""
    return f"; not: {', '.join(over[:most])}" + (f" and {len(over) - most} more" if len(over) > most else "")


def big_verbs(run):
    """Every other verb: its ratio, or its time / that of independent threads that only move the bytes."""
    over, count = [], 0
    for case in run.cases("algorithms"):
        own = run.ratio("algorithms", case)
        if not case.startswith("big_") or own is None:
            continue
        count += 1
        ceiling = run.ratio("algorithms", case, contender="memory")
        of_memory = own / ceiling if ceiling else None
        if own > 0.60 and not (of_memory and of_memory <= 1.05):
            over.append((own, f"{case} {own:.2f}" + (f" = {of_memory:.2f} of memory" if of_memory else "")))
    if not count:
        return None
    over = [text for _, text in sorted(over, reverse=True)]
    text = f"{count - len(over)} of {count}{named(over)}"
    return ["algorithms: every big verb", "<= 0.60, or 1.05 of memory", text, verdict(not over)]


def small_verbs(run):
    """(time - 15 ns) / sequential at each verb's worst size, the A/A row's distance from 1 allowed for."""
    excess = []
    for case in run.cases("algorithms"):
        own, base = run.ratio("algorithms", case), run.value("algorithms", case, contender="sequential")
        if not case.startswith("small_") or own is None or not base:
            continue
        reached, around = own - 15 / base, noise(run, "algorithms", case)
        items = run.value("algorithms", case, contender="sequential", metric="items")
        excess.append((reached - around, f"{reached:.2f} ({case} of {items:.0f} items, A/A {around:.2f})"))
    if not excess:
        return None
    over = [text for beyond, text in sorted(excess, reverse=True) if beyond > 1.02]
    text = f"{len(excess) - len(over)} of {len(excess)}{named(over)}"
    return ["algorithms: every small verb: (time - 15 ns) / sequential", "<= 1.02 + A/A", text, verdict(not over)]


def algorithms(run):
    return [
        *[single(run, case, limit) for case, limit in ALGORITHMS.items()],
        *[against_peers(run, case, limit) for case, limit in AGAINST_PEERS.items()],
        against_tbb(run, "collect_vector"),
        first_hit(run),
        big_verbs(run),
        small_verbs(run),
    ]


def against_tbb(run, case):
    own, peer = run.ratio("algorithms", case), run.ratio("algorithms", case, contender="tbb")
    if own is None or not peer:
        return None
    return [f"algorithms: {case} / oneTBB", "<= 1", f"{own / peer:.3f}", verdict(own <= peer)]


def rows(run):
    def ratios(workload, cases, metric="time"):
        return [(run.ratio(workload, case, metric=metric), case) for case in cases]

    return [
        grid(run),
        of_scaling(run, "grid, compute-bound, >= 1 ms: speed-up / scaling", ">= 0.98", COMPUTE_1MS, 0.98),
        of_scaling(run, "grid, compute-bound, 107 us: speed-up / scaling", ">= 0.93", COMPUTE_107US, 0.93),
        simple("14 us of work, warm", "<= 0.75", ratios("map_grid", ["h128"]), 0.75),
        simple("after 5 ms idle, 1 ms of work", "<= 0.60", ratios("idle", ["after_5ms_1ms"]), 0.60),
        simple("after 5 ms idle, 107 us of work", "<= 1.03", ratios("idle", ["after_5ms_107us"]), 1.03),
        simple("CPU a 107 us call, gaps of 1 and 5 ms", "<= 1.6",
               ratios("idle", ["cpu_gap_1ms", "cpu_gap_5ms"], "cpu"), 1.6),
        first_call(run),
        simple("skew: the six divisible shapes", "<= 0.55", ratios("skew", SHAPES), 0.55),
        simple("skew: nested 1000 x 16 x 100 ns", "<= 0.55", ratios("skew", ["nested_1000x16_100ns"]), 0.55),
        simple("skew: nested 100 x 100 x 10 ns", "<= 0.60", ratios("skew", ["nested_100x100_10ns"]), 0.60),
        *service(run),
        compile_time(run),
        *algorithms(run),
    ]


def compile_time(run):
    found = run.value("compile_time", "include", contender="berth/map.hpp")
    if found is None:
        return None
    return ["#include <berth/map.hpp>, CPU time to compile", "<= 0.6 s", f"{found / 1e9:.2f} s", verdict(found <= 0.6e9)]


def section(records):
    """The text of the section; rows whose workload was not run are left out."""
    measured = [row for row in rows(Run(records)) if row]
    if not measured:
        return ""
    table = [["Reach (ratios to sequential in this run)", "aim", "reached (worst case)", ""]] + measured
    return "\n" + tables.aligned(table)
