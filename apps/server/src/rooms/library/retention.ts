import type { Removal } from "@shoreline/contract";
import { type KeepFiles, type KeptKind, keptKinds } from "@shoreline/domain/file-retention";
import { type SQL, sql } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import { monthsBefore } from "../../person/retention.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { recordChange } from "../staff/audit.ts";

/** A recording takes its transcript of some thousand lines with it. */
const perStep: Record<KeptKind, number> = { recordings: 50, material: 1000, handedIn: 1000 };
const texts: Record<KeptKind, string> = { recordings: "recordings", material: "material", handedIn: "files handed in" };

/** Things of batches: `thing` has the rows that go, `file` the file of each. What belongs to a whole course has no batch and stays. */
const things: Record<KeptKind, SQL> = {
  recordings: sql`recording thing join batch b on b.id = thing.batch_id join lesson_file file on file.id = thing.file_id`,
  material: sql`material thing join batch b on b.id = thing.batch_id left join lesson_file file on file.id = thing.file_id`,
  handedIn: sql`batch b join homework h on h.batch_id = b.id join submission sent on sent.homework_id = h.id
    join submission_file thing on thing.submission_id = sent.id join lesson_file file on file.id = thing.file_id`,
};

const tables: Record<KeptKind, SQL> = {
  recordings: sql`recording`,
  material: sql`material`,
  handedIn: sql`submission_file`,
};

/** Also a class that was put off until after the end of the batch must be so long ago. */
function isOver(now: Date, months: number): SQL {
  const before = sql`${monthsBefore(now, months).toISOString()}::timestamptz`;
  return sql`b.ends_at < ${before} and not exists (
    select from live_class c where c.batch_id = b.id and c.cancelled_at is null and c.starts_at >= ${before})`;
}

/** What the hourly job would remove now. */
export async function previewRemoval({ db, clock }: Pick<StaffCtx, "db" | "clock">, rule: KeepFiles): Promise<Removal> {
  const amount = async (kind: KeptKind) => {
    const months = rule[kind];
    if (months === null) return { count: 0, bytes: 0 };
    const { rows } = await db.execute<{ count: number; bytes: number }>(sql`
      select count(*)::int as count, coalesce(sum(file.bytes), 0)::float8 as bytes
      from ${things[kind]} where ${isOver(clock.now(), months)}`);
    return rows[0] ?? { count: 0, bytes: 0 };
  };
  const [recordings, material, handedIn] = await Promise.all(keptKinds.map(amount));
  const none = { count: 0, bytes: 0 };
  return { recordings: recordings ?? none, material: material ?? none, handedIn: handedIn ?? none };
}

export async function saveKeepFiles(ctx: StaffCtx, { version, ...keepFiles }: KeepFiles & { version: number }) {
  await ctx.db.transaction(async (tx) => {
    const before = (await readClassSettings(tx)).keepFiles;
    await saveClassSettings(tx, { keepFiles }, version);
    await recordChange(tx, ctx, {
      ...{
        action: "Changed how long files stay",
        kind: "setting",
        thingId: "keep files",
        thing: "Files of old batches",
      },
      ...{ before, after: keepFiles },
    });
  });
  return { ...keepFiles, version: version + 1 };
}

/** Removes what the rule says. The files follow when nothing has referred to them for a day. */
export async function removeOld({ db, clock }: Deps): Promise<void> {
  const { keepFiles } = await readClassSettings(db);
  for (const kind of keptKinds) {
    const months = keepFiles[kind];
    if (months === null) continue;
    let removed: number;
    do removed = await removeStep({ db, clock }, { kind, months });
    while (removed === perStep[kind]);
  }
}

type Step = { kind: KeptKind; months: number };

function removeStep({ db, clock }: Pick<Deps, "db" | "clock">, { kind, months }: Step): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ classId: string | null }>(sql`
      delete from ${tables[kind]} old using (
        select thing.ctid as place from ${things[kind]} where ${isOver(clock.now(), months)}
        limit ${perStep[kind]} for update of thing skip locked
      ) found where old.ctid = found.place
      returning ${kind === "handedIn" ? sql`null` : sql`old.class_id`} as "classId"`);
    await touchClasses(tx, [...new Set(rows.flatMap(({ classId }) => classId ?? []))]);
    if (rows.length > 0)
      await recordChange(
        tx,
        { clock, who: "The system" },
        {
          ...{ action: `Removed ${texts[kind]} of old batches`, kind: "setting", thingId: "keep files" },
          ...{ thing: "Files of old batches", after: { removed: rows.length, months } },
        },
      );
    return rows.length;
  });
}
