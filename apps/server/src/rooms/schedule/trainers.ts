import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { trainer } from "../../db/tables/batch-plan.ts";
import { staff } from "../../db/tables/staff.ts";

export type Asking = { db: Db; staff: Pick<StaffCtx["staff"], "isDemo"> };

/** As names are compared where a class knows its trainer by name only. */
export const plainName = (text: SQL) => sql`lower(trim(regexp_replace(${text}, '\\s+', ' ', 'g')))`;

/** An institute with more trainers than that needs another page. */
const mostTrainers = 300;

/**
 * Whom classes can be given to: open accounts with the role of trainer. An owner who teaches has both roles. Who has entered a
 * demonstration sees its invented people only.
 */
const isTrainer = ({ isDemo }: Asking["staff"]) =>
  and(isNull(staff.closedAt), sql`${staff.roles} ? 'trainer'`, isDemo ? eq(staff.isDemo, true) : undefined);

const byName = [asc(staff.name), asc(staff.id)];

/** With their hours and courses. */
export async function listTrainers({ db, staff: me }: Asking) {
  return db
    .select({ id: staff.id, name: staff.name, rules: trainer })
    .from(staff)
    .leftJoin(trainer, eq(trainer.staffId, staff.id))
    .where(isTrainer(me))
    .orderBy(...byName)
    .limit(mostTrainers);
}

/** For a choice. */
export async function listTrainerNames({ db, staff: me }: Asking) {
  return db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(isTrainer(me))
    .orderBy(...byName)
    .limit(mostTrainers);
}

export async function findTrainer({ db, staff: me }: Asking, id: string) {
  const [found] = await db
    .select({ id: staff.id, name: staff.name, rules: trainer })
    .from(staff)
    .leftJoin(trainer, eq(trainer.staffId, staff.id))
    .where(and(eq(sql`${staff.id}::text`, id), isTrainer(me)));
  return found ?? null;
}
