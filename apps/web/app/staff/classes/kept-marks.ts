import type { Mark } from "@shoreline/domain/presence";

/** A mark that waits on this phone until the server has it. No names: it outlives a sign-out. */
export type KeptMark = {
  classId: string;
  markId: string;
  learnerId: string;
  mark: Mark;
  at: string;
  /** Of a correction. */
  reason?: string;
  /** Why the server refused it; such a mark waits until somebody drops it, or gives the reason that it needs. */
  problem?: string;
  needsReason?: boolean;
};

/** One entry for each mark, so that two tabs do not overwrite each other's. */
const prefix = (staffId: string) => `mark ${staffId} `;

// Storage may be blocked or full; then marks last as long as the page.
const memory = new Map<string, string>();
const listeners = new Set<() => void>();
let version = 0;

function changed(): void {
  version += 1;
  for (const tell of listeners) tell();
}

/** For `useSyncExternalStore`; also hears what other tabs keep. */
export function onMarksChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith("mark ")) && changed();
  listeners.add(listener);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}

export const marksVersion = () => version;

export function keepMark(staffId: string, mark: KeptMark): void {
  const key = prefix(staffId) + mark.markId;
  const text = JSON.stringify(mark);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
  changed();
}

export function dropMarks(staffId: string, markIds: string[]): void {
  for (const markId of markIds) {
    const key = prefix(staffId) + markId;
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // It was only in memory.
    }
  }
  if (markIds.length > 0) changed();
}

/** The earliest first. */
export function listMarks(staffId: string): KeptMark[] {
  const texts = [...memory].flatMap(([key, text]) => (key.startsWith(prefix(staffId)) ? [text] : []));
  return [...texts, ...listStored(prefix(staffId))]
    .flatMap(readMark)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** False: the browser lets us keep nothing, and a reload would lose the marks. */
export function isLasting(): boolean {
  return memory.size === 0;
}

function listStored(start: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return keys.filter((key) => key.startsWith(start)).map((key) => localStorage.getItem(key) ?? "");
  } catch {
    return [];
  }
}

function readMark(text: string): KeptMark[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
