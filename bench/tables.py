"""The tables that people read, out of the records (the JSON lines) of a run."""

# metric, heading, how a value is shown
SERVICE = [
    ("qps", "QPS", lambda v: f"{v:.0f}"),
    ("p50", "p50 ms", lambda v: f"{v / 1000:.2f}"),
    ("p99", "p99 ms", lambda v: f"{v / 1000:.2f}"),
    ("throttled_share", "throttled", lambda v: f"{v:.2f}"),
    ("switches", "switches/s", lambda v: f"{v:.0f}"),
    ("runnable", "runnable/quota", lambda v: f"{v:.1f}"),
]


def shown(value, unit):
    """1234 ns -> '1.23 us'; other units as they are."""
    if unit != "ns":
        return f"{value:.4g} {unit}"
    for limit, scale, name in ((1e3, 1, "ns"), (1e6, 1e3, "us"), (1e9, 1e6, "ms")):
        if value < limit:
            return f"{value / scale:.3g} {name}"
    return f"{value / 1e9:.3g} s"


def ratio(value):
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def aligned(rows):
    """Rows of words as lines: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0])] + [w.rjust(n) for w, n in zip(row[1:], widths[1:])]).rstrip() for row in rows
    )


def in_order(records, key):
    return list(dict.fromkeys(r[key] for r in records))


def find(records, **wanted):
    for record in records:
        if all(record[key] == value for key, value in wanted.items()):
            return record
    return None


def ratios(records, metrics):
    """A row a case: the baseline's value, then everybody's ratio to it."""
    records = [r for r in records if r["metric"] in metrics]
    others = [c for c in in_order(records, "contender") if c != "sequential"]
    rows = [["case", "metric", "sequential"] + others]
    for case in in_order(records, "case"):
        of_case = [r for r in records if r["case"] == case]
        for metric in in_order(of_case, "metric"):
            base = find(of_case, contender="sequential", metric=metric)
            row = [case, metric, shown(base["value"], base["unit"]) if base else "-"]
            for other in others:
                record = find(of_case, contender=other, metric=metric)
                row.append(ratio(record["ratio"]) if record else "-")
            rows.append(row)
    return aligned(rows)


def services(records):
    """A row a case and contender: everything that was seen there."""
    rows = [["case", "contender"] + [heading for _, heading, _ in SERVICE]]
    for case in in_order(records, "case"):
        of_case = [r for r in records if r["case"] == case]
        for contender in in_order(of_case, "contender"):
            row = [case, contender]
            for metric, _, show in SERVICE:
                record = find(of_case, contender=contender, metric=metric)
                row.append(show(record["value"]) if record else "-")
            rows.append(row)
    return aligned(rows)


def values(records):
    """What is neither: a row a record."""
    rows = [["case", "contender", "metric", "value", "ratio"]]
    for r in records:
        rows.append([r["case"], r["contender"], r["metric"], shown(r["value"], r["unit"]), ratio(r["ratio"])])
    return aligned(rows)


def of_workload(name, records):
    if not records:
        return f"\n{name}: nothing measured"
    if any(r["metric"] == "qps" for r in records):
        return f"\n{name}\n{services(records)}"
    if any(r["contender"] == "sequential" for r in records):
        return f"\n{name}: the baseline's value; everybody else as a ratio to it\n{ratios(records, ('time', 'cpu'))}"
    return f"\n{name}\n{values(records)}"
