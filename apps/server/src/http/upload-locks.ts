import type { Locker } from "@tus/server";

type Lock = { askToRelease(): unknown; waiting: (() => void)[] };

/**
 * Allows one request at a time for each upload, in this process. A phone that reconnects while its old connection hangs
 * makes the old request give way. The library's own locker waits in a busy loop, which keeps a processor busy for seconds.
 */
export function uploadLocks(): Locker {
  const locks = new Map<string, Lock>();
  return {
    newLock: (id) => ({
      async lock(stopped, askToRelease) {
        for (let lock = locks.get(id); lock; lock = locks.get(id)) {
          const { waiting } = lock;
          const released = new Promise<void>((done) => waiting.push(done));
          lock.askToRelease();
          await released;
          stopped.throwIfAborted();
        }
        locks.set(id, { askToRelease, waiting: [] });
      },
      async unlock() {
        const lock = locks.get(id);
        locks.delete(id);
        for (const wake of lock?.waiting ?? []) wake();
      },
    }),
  };
}
