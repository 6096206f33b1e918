import type { Locker } from "@tus/server";

type Turn = { askToLeave(): unknown; next: (() => void)[] };

/**
 * One request at a time for each upload, in this process. A phone that comes back while its old connection hangs asks the
 * old request to leave. The locker of the library waits in a busy loop, which costs a processor for seconds.
 */
export function uploadLocks(): Locker {
  const turns = new Map<string, Turn>();
  return {
    newLock: (id) => ({
      async lock(stopped, askToLeave) {
        for (let turn = turns.get(id); turn; turn = turns.get(id)) {
          const { next } = turn;
          const left = new Promise<void>((done) => next.push(done));
          turn.askToLeave();
          await left;
          stopped.throwIfAborted();
        }
        turns.set(id, { askToLeave, next: [] });
      },
      async unlock() {
        const turn = turns.get(id);
        turns.delete(id);
        for (const wake of turn?.next ?? []) wake();
      },
    }),
  };
}
