#!/bin/sh
# admission.sh PROGRAM [ARGUMENT...]: proof_admission in control groups with quotas of 1, 1.5 and 2 CPUs (root; v1 or v2).
set -eu
program=$1
shift
group=/sys/fs/cgroup/berth_proof_$$ v2=yes
if [ -d /sys/fs/cgroup/cpu ]; then
  group=/sys/fs/cgroup/cpu/berth_proof_$$ v2=no
fi
if ! mkdir "$group" 2>/dev/null; then
  echo "no control group to be made here (needs root and a writable hierarchy): figures under the present budget"
  exec "$program" "$@"
fi
trap 'rmdir "$group"' EXIT
# Ahead of everything else on the machine, so that the quota is what limits.
if [ $v2 = yes ]; then echo 10000 >"$group/cpu.weight"; else echo 262144 >"$group/cpu.shares"; fi
for quota in 100000 150000 200000; do
  if [ $v2 = yes ]; then
    echo "$quota 100000" >"$group/cpu.max"
  else
    echo "$quota" >"$group/cpu.cfs_quota_us"
  fi
  echo "quota $quota us in 100000 us"
  # shellcheck disable=SC2016  # expanded by the inner shell
  PROOF_CPU_STAT=$group/cpu.stat sh -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$group" "$program" "$@"
done
