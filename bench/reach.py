"""What berth aims at, and what one run reached of it. Every row is computed from the records of that run alone."""
import tables

COMPUTE_1MS = ["h10k", "h100k", "h1M", "u128", "u1k", "u10k"]
COMPUTE_107US = ["h1k", "u16"]
SHAPES = ["linear_up", "linear_down", "pareto1.1", "front5pct_heavy", "back5pct_heavy", "n8_first_half_of_all"]


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
    return ["grid, warm: (time - 10 ns) / sequential", "<= 1.02 + A/A", text, verdict(not over)]


def of_scaling(run, cases):
    pairs = []
    for case in cases:
        own, limit = run.ratio("map_grid", case), run.ratio("map_grid", case, contender="scaling")
        pairs.append((limit / own if own and limit else None, case))
    return pairs


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


def rows(run):
    def ratios(workload, cases, metric="time"):
        return [(run.ratio(workload, case, metric=metric), case) for case in cases]

    return [
        grid(run),
        simple("grid, compute-bound, >= 1 ms: speed-up / scaling", ">= 0.98", of_scaling(run, COMPUTE_1MS), 0.98, True),
        simple("grid, compute-bound, 107 us: speed-up / scaling", ">= 0.93", of_scaling(run, COMPUTE_107US), 0.93, True),
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
    ]


def compile_time(run):
    found = [(r["value"] / 1e9, c) for (name, c, who, _), r in run.at.items() if name == "compile_time" and "berth" in who]
    return simple("#include <berth/map.hpp>, seconds", "<= 0.6", found, 0.6)


def section(records):
    """The text of the section; rows whose workload was not run are left out."""
    measured = [row for row in rows(Run(records)) if row]
    if not measured:
        return ""
    table = [["Reach (ratios to sequential in this run)", "aim", "reached (worst case)", ""]] + measured
    return "\n" + tables.aligned(table)
