import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A group of processes whose memory the kernel counts and limits. */
export type Cgroup = {
  /** What a process writes its id to, to become a member. */
  joinAt: string;
  peakBytes(): number;
  /** Without the pages of files, which the kernel takes back when it needs the memory. */
  neededBytes(): number;
  oomKills(): number;
  /** Waits for the last members, such as a PostgreSQL whose Node was killed. */
  close(): Promise<void>;
};

/** Makes a group below our own, so that no limit that holds for us is left. Undefined where that is not allowed. */
export function makeCgroup({ limitInBytes }: { limitInBytes: number | null }): Cgroup | undefined {
  const parent = ownGroup();
  if (!parent) return undefined;
  const { version } = parent;
  const folder = path.join(parent.folder, `shoreline-bench-${process.pid}`);
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  const field = (name: string, key: string) => Number(new RegExp(`^${key} (\\d+)`, "m").exec(read(name))?.[1] ?? 0);
  try {
    if (version === 2) writeFileSync(path.join(parent.folder, "cgroup.subtree_control"), "+memory");
    mkdirSync(folder);
    const [limit] = names[version];
    if (limitInBytes !== null) writeFileSync(path.join(folder, limit), String(limitInBytes));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  const remove = () => existsSync(folder) && rmdirSync(folder);
  process.once("exit", remove);
  const [, peak, usage, oom, prefix] = names[version];
  return {
    joinAt: path.join(folder, "cgroup.procs"),
    peakBytes: () => Number(read(peak)),
    neededBytes: () =>
      Number(read(usage)) -
      field("memory.stat", `${prefix}active_file`) -
      field("memory.stat", `${prefix}inactive_file`),
    oomKills: () => field(oom, "oom_kill"),
    async close() {
      for (let tries = 0; read("cgroup.procs") !== "" && tries < 100; tries++) await sleep(100);
      remove();
    },
  };
}

/** Limit, peak, usage, kills, and what stands before the names of sums over all members. */
const names = {
  1: ["memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.usage_in_bytes", "memory.oom_control", "total_"],
  2: ["memory.max", "memory.peak", "memory.current", "memory.events", ""],
} as const;

function ownGroup(): { version: 1 | 2; folder: string } | undefined {
  if (!existsSync("/proc/self/cgroup")) return undefined;
  const lines = readFileSync("/proc/self/cgroup", "utf8").split("\n");
  const first = lines.find((line) => /^\d+:([^:]*,)?memory[,:]/.test(line));
  const root = first ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
  const own = (first ?? lines.find((line) => line.startsWith("0::")))?.split(":")[2];
  // In a container the path may be that of the host, and the group is mounted as the root.
  const folder = own && [path.join(root, own), root].find((one) => existsSync(path.join(one, "cgroup.procs")));
  return folder ? { version: first ? 1 : 2, folder } : undefined;
}
