import { defaultMoneySettings } from "@shoreline/domain/due";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { due, dueNotice, moneySettings, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newPlan, partInPaise, payPart } from "../../test/plans.ts";
import { watchAll } from "./watch.ts";

const institute = await testInstitute();
const { db, deps } = institute;
/** Noon in India. */
const noon = (day: string) => new Date(`${day}T06:30:00Z`);

beforeEach(async () => {
  institute.setNow(noon("2026-11-15"));
  await db.delete(moneySettings);
  await institute.runJobs();
  // Plans of other tests do not wait for anything any more.
  await db.update(due).set({ state: "cancelled" }).where(eq(due.state, "open"));
  clear();
});

function clear(): void {
  for (const sent of [institute.mails, institute.messages, institute.whatsapps]) sent.length = 0;
}

/** The subjects and templates that went out on a day. */
async function watchOn(day: string, hour = "06:30"): Promise<string[]> {
  // Learners of a test are welcomed.
  await institute.runJobs();
  clear();
  institute.setNow(new Date(`${day}T${hour}:00Z`));
  await watchAll(deps);
  await institute.runJobs();
  return [
    ...institute.mails.map(({ subject }) => subject),
    ...[...institute.messages, ...institute.whatsapps].map(({ template }) => template),
  ];
}

const single = { dues: [{ dueOn: "2026-11-20" }] };

test("reminders go out three days before, on the day, and 1, 3 and 7 days after, each once", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newPlan(institute, me, single);
  const due20 = "Python: ₹4,333 is due on 20 Nov 2026";
  const late = "Python: ₹4,333 is overdue";
  const sent: Record<string, string[]> = {};
  for (let day = 15; day <= 30; day++) {
    const subjects = await watchOn(`2026-11-${day}`);
    if (subjects.length > 0) sent[day] = subjects;
    expect(await watchOn(`2026-11-${day}`, "08:30")).toEqual([]);
  }
  expect(sent).toEqual({ 17: [due20], 20: [due20], 21: [late], 23: [late], 27: [late] });
  const [one] = await readDues();
  const notices = await db
    .select()
    .from(dueNotice)
    .where(eq(dueNotice.dueId, one?.id ?? ""));
  expect(notices.map(({ day, channel }) => [day, channel]).sort()).toEqual(
    [-3, 0, 1, 3, 7].map((day) => [day, "mail"]).sort(),
  );
  await watchOn("2026-11-17");
  expect(institute.mails).toEqual([]);
  const { notifications } = await me.notification.list({});
  expect(notifications.filter(({ link }) => link === `/pay/${tokens[0]}`)).toHaveLength(5);
});

test("nobody is reminded at night, of what is paid, withdrawn or waits, and of several missed reminders one goes out", async () => {
  const [me, second, third] = [await newLearner(institute), await newLearner(institute), await newLearner(institute)];
  const { tokens } = await newPlan(institute, me, single);
  await newPlan(institute, second, { ...single, state: "waiting" });
  await newPlan(institute, third, { ...single, state: "withdrawn" });
  expect(await watchOn("2026-11-23", "20:30")).toEqual([]);
  expect(await watchOn("2026-11-24")).toEqual(["Python: ₹4,333 is overdue"]);
  expect(institute.mails[0]?.text).toContain(`/pay/${tokens[0]}`);
  await payPart(institute, tokens[0]);
  expect(await watchOn("2026-11-27")).toEqual([]);
});

test("two processes at once remind once, and a crash before the commit reminds later", async () => {
  await newPlan(institute, await newLearner(institute), single);
  await institute.runJobs();
  clear();
  institute.setNow(noon("2026-11-17"));
  await Promise.all([watchAll(deps), watchAll(deps), watchAll(deps)]);
  await institute.runJobs();
  expect(institute.mails).toHaveLength(1);
  const killed: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error("killed");
    });
  const get = (of: typeof db, name: keyof typeof db) => (name === "transaction" ? killed : of[name]);
  const failing = { ...deps, db: new Proxy(db, { get: get as never }) };
  institute.setNow(noon("2026-11-20"));
  await expect(watchAll(failing)).rejects.toThrow("killed");
  expect(await watchOn("2026-11-20")).toHaveLength(1);
});

test("a reminder goes by the learner's channel; who has no address is reached by SMS", async () => {
  const [bySms, byWhatsapp, atDesk] = [
    await newLearner(institute),
    await newLearner(institute),
    await newLearner(institute),
  ];
  const tokens = [];
  for (const who of [bySms, byWhatsapp, atDesk]) tokens.push((await newPlan(institute, who, single)).tokens[0]);
  const change = (who: typeof bySms, values: Partial<typeof learner.$inferInsert>) =>
    db.update(learner).set(values).where(eq(learner.mobileNumber, who.mobileNumber));
  await change(bySms, { noticeChannel: "sms" });
  await change(byWhatsapp, { noticeChannel: "whatsapp" });
  await change(atDesk, { email: "" });
  expect((await watchOn("2026-11-20")).sort()).toEqual(["fee-due", "fee-due", "fee-due"]);
  expect(institute.mails).toEqual([]);
  expect(institute.whatsapps).toMatchObject([{ to: `+91${byWhatsapp.mobileNumber}` }]);
  const text = institute.messages.find(({ to }) => to.endsWith(bySms.mobileNumber))?.text;
  expect(text).toContain(`Rs 4,333 for Python is due on 20 Nov 2026. Pay: 127.0.0.1/pay/${tokens[0]}`);
});

test("the rules are data: other days, and no restriction", async () => {
  await db.insert(moneySettings).values({
    id: "only",
    content: { ...defaultMoneySettings, overdue: { remindOn: [-10, 20], restrictAfter: null } },
  });
  const me = await newLearner(institute);
  await newPlan(institute, me, single);
  expect(await watchOn("2026-11-15")).toEqual(["Python: ₹4,333 is due on 20 Nov 2026"]);
  expect(await watchOn("2026-12-10")).toEqual(["Python: ₹4,333 is overdue"]);
});

/** Somebody who paid the first part; the second one was due on 18 November. */
async function lateLearner() {
  const me = await newLearner(institute);
  const dues = [{ dueOn: "2026-11-15" }, { dueOn: "2026-11-18" }, { dueOn: "2026-12-18" }];
  const plan = await newPlan(institute, me, { dues });
  await payPart(institute, plan.tokens[0]);
  const state = async () => (await me.enrolment.list({}))[0]?.status;
  return { ...me, ...plan, state };
}

test("after 15 days joining is restricted and said by message and on screen; nothing else is taken away; paying lifts it at once", async () => {
  const me = await lateLearner();
  await watchOn("2026-12-02");
  expect(await me.state()).toBe("Completed");
  const monday = new Date("2026-12-07T03:30:00Z");
  expect(await watchOn("2026-12-03")).toEqual(["Python: your classes are on hold"]);
  expect(institute.mails[0]?.text).toContain("₹4,333 of your fee for Python has been overdue since 18 Nov 2026.");
  expect(await watchOn("2026-12-03", "09:30")).toEqual([]);
  expect(await me.state()).toBe("On hold");

  institute.setNow(monday);
  const { schedules, isOnHold } = await me.schedule.view({ courseId: "python" });
  const running = schedules.find(({ classDate }) => classDate === monday.toISOString());
  expect({ isOnHold, link: running?.zoomLink }).toEqual({ isOnHold: true, link: "" });
  const today = await me.schedule.today({});
  expect(today.next).toMatchObject({ _id: running?._id, zoomLink: "", isOnHold: true });
  const join = () => me.schedule.join({ scheduleId: running?._id ?? "" });
  await expect(join()).rejects.toMatchObject({
    ...{ status: 409, code: "CLASS_ON_HOLD" },
    fields: { overdue: "₹4,333 has been overdue since 18 Nov 2026.", pay: `/pay/${me.tokens[1]}` },
  });
  // Recordings, syllabus, seat, calendar, certificates and questions stay.
  const [bought] = await me.enrolment.list({});
  const purchaseId = bought?._id ?? "";
  expect(schedules.length).toBe(50);
  expect(await me.enrolment.read({ purchaseId })).toMatchObject({ courseName: "Python" });
  expect((await me.enrolment.invoice({ purchaseId })).bytes.length).toBeGreaterThan(0);
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, purchaseId))).toBe(1);
  const { url } = await me.schedule.calendar({});
  const calendar = await institute.visitor().request(new URL(url).pathname);
  expect(await calendar.text()).toContain(running?._id ?? "");
  expect(await me.enrolment.buy({ courseId: "python", isCheck: true })).toMatchObject({ isPurchased: true });
  expect((await me.due.mine({}))[0]).toMatchObject({ isOnHold: true, overdueInPaise: partInPaise });

  clear();
  await payPart(institute, me.tokens[1]);
  expect(await me.state()).toBe("Completed");
  expect((await join()).zoomLink).not.toBe("");
  expect(institute.mails.map(({ subject }) => subject).sort()).toEqual([
    "Python: we have received ₹4,333",
    "Python: you can join your classes again",
  ]);
});

test("one of two overdue parts lifts nothing, both do", async () => {
  const me = await lateLearner();
  institute.setNow(noon("2026-11-15"));
  await db.update(due).set({ dueOn: "2026-11-19" }).where(eq(due.linkToken, me.tokens[2]));
  await watchOn("2026-12-05");
  expect(await me.state()).toBe("On hold");
  await payPart(institute, me.tokens[2]);
  expect(await me.state()).toBe("On hold");
  await payPart(institute, me.tokens[1]);
  expect(await me.state()).toBe("Completed");
});

test("leniency of staff keeps joining open until its day; a purchase that is suspended otherwise stays so", async () => {
  const me = await lateLearner();
  await db.update(sale).set({ leniencyUntil: "2026-12-08" }).where(eq(sale.id, me.saleId));
  await watchOn("2026-12-05");
  expect(institute.mails[0]?.text).toContain("If it is not paid before 8 Dec 2026, you cannot join classes");
  expect(await me.state()).toBe("Completed");
  await watchOn("2026-12-08");
  expect(await me.state()).toBe("On hold");
  await payPart(institute, me.tokens[1]);
  expect(await me.state()).toBe("Completed");
  const [{ purchaseId } = { purchaseId: null }] = await db.select().from(sale).where(eq(sale.id, me.saleId));
  await db
    .update(purchase)
    .set({ state: "suspended" })
    .where(eq(purchase.id, purchaseId ?? ""));
  await payPart(institute, me.tokens[2]);
  expect(await me.state()).toBe("On hold");
});

test("who bought the course on the website is not reminded", async () => {
  const me = await newLearner(institute);
  await newPlan(institute, me, single);
  await giveCourse(institute, me);
  expect(await watchOn("2026-11-20")).toEqual([]);
});
