import {
  type Api,
  type ParsedInput,
  type Proposal,
  type ProposalDraft,
  type ProposalDrafts,
  type ProposalLine,
  Refusal,
} from "@shoreline/contract";
import { fitsHours, hoursAWeek, kindOf, type WeeklySlot } from "@shoreline/domain/weekly";
import { datesOf } from "@shoreline/domain/weekly-plan";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchDraft, type DraftContent, proposal } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { findTrainer, listTrainers } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { type ProposalInput, readCalendar } from "./calendar.ts";
import { readBusy } from "./candidates.ts";
import { findRoom, listRooms } from "./lists.ts";
import { meets } from "./meets.ts";
import type { SolverLine } from "./solver-input.ts";

type Row = typeof proposal.$inferSelect;
const mostShown = 60;

export async function readDrafts(ctx: StaffCtx): Promise<ProposalDrafts> {
  const { db } = ctx;
  const rows = await db
    .select({ draft: batchDraft, course: course.name, hours: course.durationInHours })
    .from(batchDraft)
    .innerJoin(course, eq(course.id, batchDraft.courseId))
    .orderBy(desc(batchDraft.changedAt))
    .limit(mostShown + 1);
  const [newest] = await db.select().from(proposal).orderBy(desc(proposal.askedAt)).limit(1);
  return {
    drafts: rows
      .slice(0, mostShown)
      .map(({ draft, ...about }) => toDraft({ id: draft.id, content: draft.content, ...about })),
    isCut: rows.length > mostShown,
    newest: newest ? await withNames(ctx, newest) : null,
  };
}

type DraftRow = { id: string; content: DraftContent; course: string; hours: number };

function toDraft({ id, content, course: name, hours }: DraftRow): ProposalDraft {
  const { pattern, batchType, from, roomId } = content;
  const isAtWeekends =
    pattern.length > 0 ? pattern.every(({ weekday }) => [0, 6].includes(weekday)) : batchType === "week-end";
  const days = isAtWeekends ? "week-end" : batchType === "week-days" ? "week-days" : "any";
  const classesAWeek = hoursAWeek(pattern) || (isAtWeekends ? 4 : 5);
  return {
    ...{ draftId: id, name: content.name || name, course: name, hours, from },
    wish: { classesAWeek, days, wantsRoom: roomId !== null },
  };
}

export async function readProposal(ctx: StaffCtx, { proposalId }: { proposalId: string }): Promise<Proposal> {
  const row = await findProposal(ctx.db, proposalId);
  if (!row) throw new Refusal("UNKNOWN_PROPOSAL");
  return withNames(ctx, row);
}

export async function findProposal(db: Db, proposalId: string): Promise<Row | null> {
  const [row] = await db.select().from(proposal).where(eq(proposal.id, proposalId));
  return row ?? null;
}

type Finished = { proposalId: string; lines: SolverLine[]; failure: string };

export async function finishProposal({ db, clock }: Deps, { proposalId, lines, failure }: Finished): Promise<void> {
  const isPlaced = lines.some(({ plan }) => plan);
  const missing = lines.filter(({ plan }) => !plan).length;
  const why = failure || (missing > 0 ? `${missing} of ${lines.length} drafts have no place.` : "");
  await db
    .update(proposal)
    .set({ state: failure ? "failed" : isPlaced ? "ready" : "impossible", result: lines, why, doneAt: clock.now() })
    .where(and(eq(proposal.id, proposalId), eq(proposal.state, "asked")));
}

type Change = ParsedInput<Api["timetable"]["changeLine"]>;

/** Staff decide otherwise for one draft. What would clash is refused and named. */
export async function changeLine(ctx: StaffCtx, { proposalId, draftId, plan }: Change): Promise<Proposal> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockOpen(tx, proposalId);
    const { drafts } = row.input as ProposalInput;
    const lines = linesOf(row);
    const draft = drafts.find(({ id }) => id === draftId);
    if (!draft) throw new Refusal("UNKNOWN_DRAFT");
    const next: SolverLine = { draftId, plan: null, why: "Left out by staff." };
    if (plan) {
      if (!(await findTrainer(ctx, plan.trainerId))) throw new Refusal("UNKNOWN_TRAINER");
      if (plan.roomId) await findRoom(tx, plan.roomId);
      const { busy, holidays } = await readCalendar(tx, [draft]);
      const skipped = new Set(holidays);
      const dates = datesOf({ ...plan, from: draft.from, hours: draft.hours, isSkipped: (day) => skipped.has(day) });
      const until = dates.at(-1)?.day ?? draft.from;
      const known = readBusy({ busy });
      if (!known.isFree(plan.trainerId, dates)) refuse("The trainer has another class at one of these times.");
      if (plan.roomId && !known.isFree(plan.roomId, dates)) refuse("The room is taken at one of these times.");
      for (const other of lines) {
        const there = drafts.find(({ id }) => id === other.draftId);
        if (!other.plan || !there || other.draftId === draftId) continue;
        const what = meets({ ...plan, from: draft.from, until }, { ...other.plan, from: there.from });
        if (what) refuse(`The ${what} is needed for ${there.name || there.course} then.`);
      }
      next.plan = { ...plan, until, isAsWished: false };
      next.why = "";
    }
    const [stored] = await tx
      .update(proposal)
      .set({ result: lines.map((line) => (line.draftId === draftId ? next : line)) })
      .where(eq(proposal.id, proposalId))
      .returning();
    return withNames(ctx, stored ?? row);
  });
}

function refuse(clash: string): never {
  throw new Refusal("CLASS_CLASH", { fields: { clash } });
}

/** The drafts get what was proposed. Opening a batch is another step, with its own check against clashes. */
export async function acceptProposal(ctx: StaffCtx, { proposalId }: { proposalId: string }): Promise<Proposal> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const row = await lockOpen(tx, proposalId);
    const { batchTimes } = await readInstitute(tx);
    const { drafts } = row.input as ProposalInput;
    const changed = linesOf(row).flatMap(({ draftId, plan }) => {
      const draft = drafts.find(({ id }) => id === draftId);
      if (!plan || !draft) return [];
      const { pattern, trainerId, roomId } = plan;
      const content = { pattern, trainerId, roomId, from: draft.from, ...kindOf(pattern, batchTimes) };
      return [{ id: draftId, version: draft.version, content }];
    });
    const { rows } = await tx.execute(sql`
      update batch_draft d set content = d.content || n.content, version = d.version + 1,
        changed_at = ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n (id uuid, version int, content jsonb)
      where d.id = n.id and d.version = n.version returning d.id`);
    if (rows.length !== changed.length) throw new Refusal("CHANGED_MEANWHILE");
    await recordChange(tx, ctx, {
      ...{ action: "Accepted a proposal of a timetable", kind: "batch", thingId: proposalId },
      thing: `${changed.length} drafts`,
    });
    return withNames(ctx, await close(tx, row, { state: "accepted", doneAt: now }));
  });
}

export async function dropProposal(ctx: StaffCtx, { proposalId }: { proposalId: string }): Promise<Proposal> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockProposal(tx, proposalId);
    if (row.state === "accepted" || row.state === "dropped") throw new Refusal("PROPOSAL_CLOSED");
    return withNames(ctx, await close(tx, row, { state: "dropped", doneAt: ctx.clock.now() }));
  });
}

async function close(tx: Db, row: Row, change: Pick<Row, "state" | "doneAt">): Promise<Row> {
  await tx.update(proposal).set(change).where(eq(proposal.id, row.id));
  return { ...row, ...change };
}

async function lockProposal(tx: Db, proposalId: string): Promise<Row> {
  const [row] = await tx.select().from(proposal).where(eq(proposal.id, proposalId)).for("update");
  if (!row) throw new Refusal("UNKNOWN_PROPOSAL");
  return row;
}

async function lockOpen(tx: Db, proposalId: string): Promise<Row> {
  const row = await lockProposal(tx, proposalId);
  if (row.state !== "ready" && row.state !== "impossible") throw new Refusal("PROPOSAL_CLOSED");
  return row;
}

const linesOf = (row: Row) => (row.result ?? []) as SolverLine[];

async function withNames(ctx: StaffCtx, row: Row): Promise<Proposal> {
  return toWire(row, { trainers: await listTrainers(ctx), rooms: await listRooms(ctx.db) });
}

type Named = { id: string; name: string };
type Names = { trainers: Pick<Trainer, "id" | "name" | "rules">[]; rooms: Named[] };
type Trainer = Awaited<ReturnType<typeof listTrainers>>[number];

export function toWire(row: Row, { trainers, rooms }: Names): Proposal {
  const { drafts } = row.input as ProposalInput;
  const lines = linesOf(row);
  const nameOf = (list: Named[], id: string | null) => list.find((one) => one.id === id)?.name ?? "";
  return {
    ...{ proposalId: row.id, state: row.state, why: row.why, askedAt: row.askedAt.toISOString() },
    lines: drafts.map(({ id, name, course: courseName, courseId, hours, from }): ProposalLine => {
      const line = lines.find(({ draftId }) => draftId === id);
      const plan = line?.plan ?? null;
      const trainer = trainers.find((one) => one.id === plan?.trainerId);
      return {
        ...{ draftId: id, name: name || courseName, course: courseName, hours, from, why: line?.why ?? "" },
        warning: plan && trainer ? warningOf(trainer, { ...plan, courseId }) : "",
        plan: plan && {
          ...plan,
          trainer: nameOf(trainers, plan.trainerId),
          room: nameOf(rooms, plan.roomId),
        },
      };
    }),
  };
}

/** The solver keeps to these rules. Staff may decide otherwise, as they may for a batch, and should know. */
function warningOf(
  { name, rules }: Names["trainers"][number],
  { pattern, courseId }: { pattern: WeeklySlot[]; courseId: string },
): string {
  if (!rules) return "";
  const { courseIds, hours } = rules;
  return [
    ...(courseIds.length > 0 && !courseIds.includes(courseId) ? [`${name} does not teach this course.`] : []),
    ...(fitsHours(pattern, hours) ? [] : [`Some of it is outside ${name}'s hours.`]),
  ].join(" ");
}
