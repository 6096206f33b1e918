import { existsSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";

/** Without a limit Linux reports a number that is larger than any memory. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

/**
 * What all processes of our control group take, and not this one alone: the limit is for all of them. Files that Linux keeps in
 * memory as long as there is room do not count. Where there is no such group, what this process takes.
 */
export function memoryUsed(root = "/"): number {
  const group = groupFolder(root);
  if (!group) return process.memoryUsage.rss();
  const [, kept = "0"] = /^inactive_file (\d+)$/m.exec(readFileSync(path.join(group, "memory.stat"), "utf8")) ?? [];
  return Math.max(0, Number(readFileSync(path.join(group, "memory.current"), "utf8")) - Number(kept));
}

function groupFolder(root: string): string | undefined {
  const list = path.join(root, "proc/self/cgroup");
  const [, name] = (existsSync(list) && /^0::(\/.*)$/m.exec(readFileSync(list, "utf8"))) || [];
  const folder = name && path.join(root, "sys/fs/cgroup", name);
  return folder && existsSync(path.join(folder, "memory.current")) ? folder : undefined;
}
