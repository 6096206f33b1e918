import { addDays, dayAt, firstDayOf, planClasses } from "@shoreline/domain/batch";
import { eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { batchRequest, pause } from "../../db/tables/batch-request.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { seatHold, waitingPlace } from "../../db/tables/seat.ts";
import { demoDomain } from "../account/demo.ts";
import { type CourseRow, findCourse } from "../course/queries.ts";
import { addBatches, topicsOf } from "../schedule/plan.ts";
import { readInstitute } from "../site/queries.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Invented, as the buyers of the demo's sales. */
const peopleOfPlaces = [
  "Nila Prasad",
  "Omar Rafi",
  "Pavithra Devi",
  "Qadir Khan",
  "Revathi Anand",
  "Suresh Nair",
  "Tara Joseph",
];
const kind = { batchTime: "9-10", batchType: "week-days" } as const;

/**
 * A batch of two seats that is full, with a line in which the first is offered a place, a learner who
 * asks for another batch, and one who has paused. They leave with their learners and batches. Nobody is told.
 */
export const seatingDemo: DemoMaker = {
  async people({ db, now }) {
    const [course] = await findCourse(db, { courseId: "ui-ux" });
    if (!course) return;
    const ids = await addPeople(db, now);
    // They are there already.
    if (ids.length < peopleOfPlaces.length) return;
    const [nila = "", omar = "", pavithra = "", qadir = "", revathi = "", suresh = "", tara = ""] = ids;
    const full = await addBatch(db, course, { seats: 2, weeks: 2, now });
    const later = await addBatch(db, course, { seats: 20, weeks: 5, now });
    const ago = (days: number) => new Date(now.getTime() - days * day);
    const buy = async (learnerId: string, batchId: string | null) => {
      const [bought] = await db
        .insert(purchase)
        .values({ ...kind, learnerId, courseId: course.id, purchasedAt: ago(12), confirmedAt: ago(12) })
        .returning();
      const purchaseId = bought?.id ?? "";
      if (batchId) await db.insert(batchPlace).values({ purchaseId, batchId, placedAt: ago(12) });
      return purchaseId;
    };
    await buy(nila, full);
    const asking = await buy(omar, later);
    const wanted = await addBatch(db, course, { seats: 12, weeks: 3, now });
    await db.insert(batchRequest).values({
      ...{ purchaseId: asking, learnerId: omar, fromBatchId: later, toBatchId: wanted },
      ...{ reason: "My shift has changed, I am free earlier.", state: "asked", askedAt: ago(1) },
    });
    await db.insert(pause).values({
      ...{ purchaseId: await buy(pavithra, null), learnerId: pavithra, batchId: full, reason: "University exams" },
      ...{ until: addDays(now.toISOString().slice(0, 10), 60), pausedAt: ago(3) },
    });
    const waiting = [qadir, revathi, suresh, tara].map((learnerId, n) => ({
      ...{ batchId: full, learnerId, state: "waiting" as const, askedAt: ago(6 - n) },
    }));
    await db.insert(waitingPlace).values(waiting);
    const endsAt = new Date(now.getTime() + 20 * hour);
    const [offered] = await db
      .update(waitingPlace)
      .set({ state: "offered", offeredAt: ago(4 / 24), offerEndsAt: endsAt })
      .where(eq(waitingPlace.learnerId, qadir))
      .returning();
    await db.insert(seatHold).values({ batchId: full, learnerId: qadir, waitingId: offered?.id ?? null, endsAt });
  },
};

async function addPeople(db: Db, now: Date): Promise<string[]> {
  const rows = peopleOfPlaces.map((name, n) => {
    const [firstName = "", lastName = ""] = name.split(" ");
    return {
      firstName,
      lastName,
      number: String(9_840_040_001 + n),
      email: `${firstName.toLowerCase()}@${demoDomain}`,
    };
  });
  const { rows: added } = await db.execute<{ id: string }>(sql`
    insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
      inst_or_org, state, country, created_at, updated_at)
    select '+91', number, "firstName", "lastName", 'other', '2001-05-14', email, 'student', '', 'Pondicherry', 'india',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as invented ("firstName" text, "lastName" text, number text, email text)
    on conflict do nothing returning id`);
  return added.map(({ id }) => id);
}

type Planned = { seats: number; weeks: number; now: Date };

/** A batch that starts on a Monday some weeks from now. */
async function addBatch(db: Db, course: CourseRow, { seats, weeks, now }: Planned): Promise<string> {
  const { timeZone } = await readInstitute(db);
  const from = firstDayOf("week-days", addDays(dayAt(now, timeZone), 7 * weeks));
  const plan = { hours: course.durationInHours, topics: topicsOf(course), from, timeZone };
  const { classes } = planClasses({ ...plan, time: kind.batchTime, type: kind.batchType });
  const [batchId = ""] = await addBatches(
    db,
    [{ ...kind, courseId: course.id, trainerName: "Meera Krishnan", meetingUrl: "", seats, isDemo: true, classes }],
    now,
  );
  return batchId;
}
