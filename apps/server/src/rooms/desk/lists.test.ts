import type { TodayEntry } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { uncollected } from "../../db/tables/inbox.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { staffLink } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const minutesAgo = (minutes: number) => new Date(testDay.getTime() - minutes * 60_000);

type Page = { after?: string };

/** Reads page after page, as "show more" does. */
async function readPages<Reply extends { next: string | null }>(
  read: (page: Page) => Promise<Reply>,
): Promise<Reply[]> {
  const pages = [await read({})];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read({ after: next }));
  return pages;
}
async function readAll(read: (page: Page) => Promise<{ entries: TodayEntry[]; next: string | null }>) {
  return (await readPages(read)).flatMap(({ entries }) => entries);
}
const ids = (entries: TodayEntry[]) => entries.map(({ entryId }) => entryId);

test("payments that need a decision are listed to the last one, and settled ones are not", async () => {
  const [order] = await db
    .insert(paymentOrder)
    .values({ providerOrderId: "o1", amountInPaise: 100, currency: "INR", state: "created", createdAt: testDay })
    .returning({ id: paymentOrder.id });
  const flags = Array.from({ length: 120 }, (_, n) => ({
    ...{ orderId: order?.id ?? "", providerPaymentId: `pay_${n}`, reason: "paid twice" },
    ...{ isSettled: n >= 115, flaggedAt: minutesAgo(n % 7) },
  }));
  await db.insert(paymentFlag).values(flags);
  const all = await readAll((page) => owner.desk.payments(page));
  expect(new Set(ids(all)).size).toBe(115);
  expect(all).toHaveLength(115);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  const { payments } = await owner.desk.today({});
  expect(payments).toMatchObject({ count: 100, isMore: true });
  expect(payments?.entries).toEqual(all.slice(0, 8));
});

test("failed messages and enquiries are one list by time, and can be read apart", async () => {
  const message = { channel: "sms" as const, template: "class-moved", state: "failed" as const, changedAt: testDay };
  // Some at the same moment as an enquiry: no page may lose or repeat one.
  const numbers = Array.from({ length: 70 }, (_, n) => n);
  await db
    .insert(sentMessage)
    .values(numbers.map((n) => ({ ...message, number: `+9198765${n + 10_000}`, sentAt: minutesAgo(n % 5) })));
  await db.insert(sentMessage).values({ ...message, number: "+919876500000", sentAt: minutesAgo(8 * 24 * 60) });
  await db
    .insert(uncollected)
    .values(numbers.map((n) => ({ sourceRow: `course_enquiry ${n}`, tries: 5, addedAt: minutesAgo(n % 5) })));
  const all = await readAll((page) => owner.desk.failed(page));
  expect(new Set(ids(all)).size).toBe(140);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  const enquiries = await readAll((page) => owner.desk.failed({ ...page, kind: "enquiry" }));
  expect(enquiries).toHaveLength(70);
  expect(enquiries[0]).toMatchObject({ kind: "enquiry", text: "Course enquiry", number: null });
  const [lastMessage] = (await owner.desk.failed({ kind: "message" })).entries;
  expect(lastMessage?.number).toMatch(/^\+9198765\d{5}$/);
  const { failed } = await owner.desk.today({});
  expect(failed).toMatchObject({ count: 100, isMore: true, kinds: { message: 70, enquiry: 70, job: 0 } });
  await db.delete(sentMessage);
  await db.delete(uncollected);
});

test("a job that has failed as often as it may is listed with its error", async () => {
  const { rows } = await institute.deps.pool.query<{ id: string }>(
    "select id::text from graphile_worker.add_job('mail.send', '{}'::json)",
  );
  const id = rows[0]?.id ?? "";
  await institute.deps.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The mail server is away' where id = $1",
    [id],
  );
  const { entries } = await owner.desk.failed({ kind: "job" });
  expect(entries).toMatchObject([{ entryId: id, text: "Task mail.send", reason: "The mail server is away" }]);
  expect((await owner.desk.today({})).failed).toMatchObject({ kinds: { job: 1 } });
  await institute.deps.pool.query("delete from graphile_worker._private_jobs where id = $1", [id]);
});

test("invitations that end soon are listed by their end", async () => {
  const people = await Promise.all(["Nila", "Joel", "Ravi"].map((name) => newStaff(institute, ["trainer"], name)));
  await db.insert(staffLink).values(
    people.map(({ person }, n) => ({
      ...{ hash: `hash ${n}`, staffId: person.id, purpose: "invitation" as const },
      expiresAt: minutesAgo(-60 * (3 - n)),
    })),
  );
  const entries = (await readAll((page) => owner.desk.expiring(page))).filter(({ kind }) => kind === "invitation");
  expect(entries.map(({ text }) => text)).toEqual(["Ravi", "Joel", "Nila"].map((name) => `${name}’s invitation ends`));
});

test("classes of today are read in pages, and by what they lack", async () => {
  const [any] = await db.select().from(batch).limit(1);
  const one = { batchId: any?.id ?? "", startsAt: testDay, minutes: 60, topic: "Loops", changedAt: testDay };
  const { ahead, over } = (await owner.desk.classes({})).counts;
  const before = ahead.count + over.count;
  await db.insert(liveClass).values(
    Array.from({ length: 60 }, (_, n) => ({
      ...{
        ...one,
        number: 1000 + n,
        trainerName: n % 2 ? "Anitha  devan" : "",
        meetingUrl: n % 3 ? "https://x.example" : "",
      },
    })),
  );
  const pages = await readPages((page) => owner.desk.classes(page));
  expect(pages[0]?.classes).toHaveLength(50);
  const all = pages.flatMap(({ classes }) => classes.map(({ classId }) => classId));
  expect([all.length, new Set(all).size]).toEqual([before + 60, before + 60]);
  const mine = await owner.desk.classes({ only: "mine" });
  expect([mine.classes.length, mine.classes.every(({ isYours }) => isYours)]).toEqual([30, true]);
  expect((await owner.desk.classes({ only: "no trainer" })).classes.every(({ trainer }) => trainer === null)).toBe(
    true,
  );
  expect((await owner.desk.classes({ only: "no link" })).classes.some(({ hasLink }) => hasLink)).toBe(false);
  await db.delete(liveClass).where(eq(liveClass.topic, "Loops"));
});

test("of a very full day Today has a hundred classes, the own ones first, and the list counts a thousand", async () => {
  const [any] = await db.select().from(batch).limit(1);
  const one = { batchId: any?.id ?? "", minutes: 60, topic: "Crowds", changedAt: testDay, trainerName: "" };
  const hoursAgo = (hours: number) => new Date(testDay.getTime() - hours * 3_600_000);
  const classes = Array.from({ length: 1300 }, (_, n) => ({
    ...{ ...one, number: 2000 + n, startsAt: n < 1100 ? hoursAgo(2) : testDay },
    trainerName: n === 0 || n === 1299 ? "Anitha  devan" : "",
  }));
  await db.insert(liveClass).values(classes);
  const { classes: shown, areMoreClasses } = await owner.desk.today({});
  expect([shown?.length, areMoreClasses]).toEqual([100, true]);
  expect(shown?.slice(0, 3).map(({ isYours }) => isYours)).toEqual([true, true, false]);
  expect(shown?.slice(2).every(({ endsAt }) => Date.parse(endsAt) > testDay.getTime())).toBe(true);
  const { counts } = await owner.desk.classes({});
  expect(counts.over).toEqual({ count: 1000, isMore: true });
  expect(counts.ahead.count).toBeGreaterThanOrEqual(200);
  await db.delete(liveClass).where(eq(liveClass.topic, "Crowds"));
});

test("of a day on which nothing is over yet, Today says that there are more than a hundred", async () => {
  const [any] = await db.select().from(batch).limit(1);
  const one = { batchId: any?.id ?? "", minutes: 60, topic: "Early", changedAt: testDay, trainerName: "" };
  await db
    .insert(liveClass)
    .values(Array.from({ length: 150 }, (_, n) => ({ ...one, number: 4000 + n, startsAt: testDay })));
  const { classes, areMoreClasses } = await owner.desk.today({});
  expect([classes?.length, areMoreClasses]).toEqual([100, true]);
  await db.delete(liveClass).where(eq(liveClass.topic, "Early"));
});

test("classes are read apart: those that run or come, and those that are over", async () => {
  const trainer = await newStaff(institute, ["trainer"], "Farah Iqbal");
  const [any] = await db.select().from(batch).limit(1);
  const one = { batchId: any?.id ?? "", minutes: 60, topic: "Arrays", trainerName: "Farah Iqbal", changedAt: testDay };
  await db.insert(liveClass).values([
    { ...one, number: 2001, startsAt: minutesAgo(60) },
    { ...one, number: 2002, startsAt: minutesAgo(59) },
    { ...one, number: 2003, startsAt: minutesAgo(-1) },
  ]);
  const read = async (when?: "ahead" | "over") => {
    const { classes, counts } = await trainer.desk.classes({ only: "mine", ...(when ? { when } : {}) });
    expect(counts).toEqual({ ahead: { count: 2, isMore: false }, over: { count: 1, isMore: false } });
    return classes.map(({ startsAt }) => (testDay.getTime() - Date.parse(startsAt)) / 60_000);
  };
  expect(await read("ahead")).toEqual([59, -1]);
  expect(await read("over")).toEqual([60]);
  expect(await read()).toEqual([60, 59, -1]);
  await db.delete(liveClass).where(eq(liveClass.topic, "Arrays"));
});

test("who may not see a part cannot list it, and a wrong end of a page is named", async () => {
  const frontDesk = await newStaff(institute, ["front desk"]);
  const trainer = await newStaff(institute, ["trainer"]);
  await expect(trainer.desk.payments({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(frontDesk.desk.failed({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(frontDesk.desk.expiring({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect(await frontDesk.desk.payments({})).toHaveProperty("entries");
  const unreadable = Buffer.from(JSON.stringify(["1", "x\0"])).toString("base64url");
  for (const call of ["classes", "payments", "failed", "expiring"] as const)
    for (const after of ["x", unreadable])
      await expect(owner.desk[call]({ after })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        fields: { after: "This is not the end of a page" },
      });
});
