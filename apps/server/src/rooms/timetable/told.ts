import type { MovePreview } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { noticeRoutes } from "@shoreline/domain/schedule";
import { and, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { staff } from "../../db/tables/staff.ts";
import { formatBeside, formatBrief } from "../../format.ts";
import { channelReader, composeSms } from "../../messages/compose.ts";
import { seriesTemplates } from "../../messages/templates.ts";
import { readInstitute } from "../site/queries.ts";
import type { PlannedMove } from "./wish.ts";

type Asked = { plan: PlannedMove; isCancelled: boolean };
type Group = { countryCode: string; channel: NoticeChannel; people: number; calendars: number };

/** Who will be told of a move, and how. */
export async function countTold(ctx: StaffCtx, { plan, isCancelled }: Asked): Promise<MovePreview["told"]> {
  const { db, clock } = ctx;
  const [first] = plan.classes;
  const now = clock.now();
  const { rows } = await db.execute<Group>(sql`
    select l.country_code as "countryCode", l.notice_channel as channel, count(*)::int as people,
      count(feed.learner_id)::int as calendars
    from batch_place place join purchase p on p.id = place.purchase_id join learner l on l.id = p.learner_id
    left join calendar_feed feed on feed.learner_id = l.id
    where place.batch_id = ${plan.batchId} group by 1, 2`);
  const isPlain = plan.classes.length === 1 && !plan.trainer && !plan.room;
  const channelsOf = await (isPlain ? channelReader(ctx) : channelReader(ctx, seriesTemplates));
  const kind = isCancelled ? "cancelled" : "moved";
  const isByMessage = ({ countryCode, channel }: Group) =>
    noticeRoutes({
      ...{ kind, startsAt: first?.startsAt ?? now, now, chosen: channel, offered: channelsOf(countryCode) },
    }).length > 1;
  const sum = (groups: Group[], of: "people" | "calendars") => groups.reduce((all, group) => all + group[of], 0);
  return {
    learners: sum(rows, "people"),
    byMessage: sum(rows.filter(isByMessage), "people"),
    trainers: await listNames(db, plan, ctx.staff.id),
    calendars: sum(rows, "calendars"),
    message: await writeMessage(ctx, { plan, isCancelled, isPlain }),
  };
}

/** As the notice goes: to who teaches the classes and who will, but not to who makes the change. */
async function listNames(db: Db, { classes, trainer }: PlannedMove, ownId: string): Promise<string[]> {
  const ids = new Set(classes.flatMap(({ row }) => row.trainerId ?? []));
  if (trainer?.id) ids.add(trainer.id);
  ids.delete(ownId);
  const rows = await db
    .select({ name: staff.name })
    .from(staff)
    .where(and(sql`${staff.id} = ${anyOf([...ids])}`, isNull(staff.closedAt)))
    .orderBy(staff.name);
  return rows.map(({ name }) => name);
}

/** The wording is registered with the operators: staff see it, and cannot change it. */
async function writeMessage(
  ctx: StaffCtx,
  { plan, isCancelled, isPlain }: Asked & { isPlain: boolean },
): Promise<string> {
  const [first] = plan.classes;
  if (!first) return "";
  const institute = await readInstitute(ctx.db);
  const when = formatBrief(first.startsAt, institute);
  const { course } = plan;
  const old = first.row.startsAt;
  const moved = {
    before: formatBeside(old, first.startsAt, institute),
    when: formatBeside(first.startsAt, old, institute),
  };
  const count = plan.classes.length === 1 ? "1 class" : `${plan.classes.length} classes`;
  const written = !isPlain
    ? composeSms(ctx, { to: "", template: "classes-changed", values: { course, count, when } })
    : isCancelled
      ? composeSms(ctx, { to: "", template: "class-cancelled", values: { course, when } })
      : composeSms(ctx, { to: "", template: "class-moved", values: { course, ...moved } });
  return (await written).text;
}
