import { type Api, type ParsedInput, type Proposal, Refusal } from "@shoreline/contract";
import { addDays, dayAt } from "@shoreline/domain/batch";
import { sql } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { type DraftContent, proposal } from "../../db/tables/batch-plan.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { listTrainers } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { type ProposalInput, readCalendar } from "./calendar.ts";
import { solveProposal } from "./jobs.ts";
import { listRooms } from "./lists.ts";
import { findProposal, finishProposal, toWire } from "./proposals.ts";
import { solveInThread } from "./solve-in-thread.ts";

type Given = ParsedInput<Api["timetable"]["propose"]>;

export async function propose(ctx: StaffCtx, { drafts }: Given): Promise<Proposal> {
  const now = ctx.clock.now();
  const wishes = new Map(drafts.map((wish) => [wish.draftId, wish]));
  return ctx.db.transaction(async (tx) => {
    const found = await listDrafts(tx, [...wishes.keys()]);
    if (found.length !== wishes.size) throw new Refusal("UNKNOWN_DRAFT");
    const { timeZone } = await readInstitute(tx);
    const earliest = addDays(dayAt(now, timeZone), 1);
    const input: ProposalInput = {
      drafts: found.map(({ content, ...row }) => {
        const { classesAWeek, days, wantsRoom } = wishes.get(row.id) ?? {
          classesAWeek: 5,
          days: "any",
          wantsRoom: false,
        };
        const from = content.from && content.from > earliest ? content.from : earliest;
        const { pattern, trainerId, roomId, seats } = content;
        return { ...row, name: content.name, from, pattern, trainerId, roomId, seats, classesAWeek, days, wantsRoom };
      }),
    };
    const [row] = await tx
      .insert(proposal)
      .values({ state: "asked", input, staffId: ctx.staff.id, askedAt: now })
      .returning();
    if (!row) throw new Error("The proposal was not stored.");
    await enqueue(tx, solveProposal, { proposalId: row.id });
    await recordChange(tx, ctx, {
      ...{ action: "Asked for a proposal of a timetable", kind: "batch", thingId: row.id },
      thing: `${found.length} drafts`,
    });
    return toWire(row, { trainers: [], rooms: [] });
  });
}

type DraftRow = { id: string; course: string; courseId: string; hours: number; version: number; content: DraftContent };

async function listDrafts(db: Db, ids: string[]): Promise<DraftRow[]> {
  const { rows } = await db.execute<DraftRow>(sql`
    select d.id, course.name as course, course.course_id as "courseId", course.duration_in_hours as hours, d.version, d.content
    from batch_draft d join course on course.id = d.course_id where d.id = ${anyOf(ids)} order by d.changed_at, d.id`);
  return rows;
}

const secondsLimit = 20;

/** Solves a proposal that waits. One that was dropped meanwhile is left alone. */
export async function runSolver(deps: Deps, { proposalId }: PayloadOf<typeof solveProposal>): Promise<void> {
  const { db } = deps;
  const row = await findProposal(db, proposalId);
  if (row?.state !== "asked") return;
  const { drafts } = row.input as ProposalInput;
  const staff = { isDemo: await isOfDemo(db, row.staffId) };
  const trainers = (await listTrainers({ db, staff })).map(({ id, name, rules }) => ({
    ...{
      id,
      name,
      hours: rules?.hours ?? [],
      courseIds: rules?.courseIds ?? [],
      hoursAWeek: rules?.hoursAWeek ?? null,
    },
  }));
  const rooms = (await listRooms(db)).map(({ id, name, seats }) => ({ id, name, seats }));
  const input = { drafts, trainers, rooms, ...(await readCalendar(db, drafts)), secondsLimit };
  const { lines, failure } = await solveInThread(input);
  await finishProposal(deps, { proposalId, lines, failure });
}

async function isOfDemo(db: Db, staffId: string | null): Promise<boolean> {
  const { rows } = await db.execute(sql`select from staff where id = ${staffId}::uuid and is_demo`);
  return rows.length > 0;
}
