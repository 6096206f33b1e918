import type { Deps } from "../context.ts";
import type { Db } from "../db/connect.ts";

/** The product on a database that fails at the end of one transaction, counted from 1, and then works again. */
export function failingAt(deps: Deps, transaction: number): Deps {
  let count = 0;
  const db = Object.create(deps.db, {
    transaction: {
      value: (work: (tx: Db) => Promise<unknown>) =>
        deps.db.transaction(async (tx) => {
          const done = await work(tx);
          if (++count === transaction) throw new Error("The connection is lost.");
          return done;
        }),
    },
  });
  return { ...deps, db };
}
