import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { digestItem, digestReader } from "../../db/tables/digest.ts";
import { notification } from "../../db/tables/notification.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";
import { addToDigest, tellAtOnce } from "./digest.ts";
import { mailDigests } from "./digest-mail.ts";
import { tellDigests } from "./digest-tell.ts";

const institute = await testInstitute();
const { db, deps, mails } = institute;
const minute = 60_000;
/** 18:30 in India. */
const evening = new Date("2026-11-16T13:00:00.000Z");
const at = (minutes: number) => new Date(evening.getTime() + minutes * minute);

beforeEach(async () => {
  institute.setNow(evening);
  await db.delete(digestItem);
  await institute.runJobs();
  mails.length = 0;
});

async function newReader() {
  const me = await newLearner(institute, { email: `${randomUUID()}@example.com` });
  const { _id: learnerId, email } = await me.account.read({});
  await institute.runJobs();
  mails.length = 0;
  await db.delete(notification).where(eq(notification.learnerId, learnerId));
  return { ...me, learnerId, email };
}

const item = (title: string, more: { at?: Date; about?: string } = {}) => ({
  ...{ kind: "homework" as const, course: "Python", title, about: title, link: "/dashboard/learn/python", at: evening },
  ...more,
});

const noticesOf = (learnerId: string) => db.select().from(notification).where(eq(notification.learnerId, learnerId));

test("what is new comes as one notification, and then half an hour nothing", async () => {
  const { learnerId } = await newReader();
  await addToDigest(db, [
    { ...item("a recording"), learnerId },
    { ...item("new homework", { at: at(-1) }), learnerId },
    { ...item("old homework", { at: at(-2), about: "new homework" }), learnerId },
  ]);
  await tellDigests(deps);
  expect(await noticesOf(learnerId)).toMatchObject([
    { title: "2 new things in Python", text: "A recording\nNew homework", link: "/dashboard/learn/python" },
  ]);
  await addToDigest(db, [{ ...item("another thing"), learnerId }]);
  institute.setNow(at(29));
  await tellDigests(deps);
  expect(await noticesOf(learnerId)).toHaveLength(1);
  institute.setNow(at(31));
  await tellDigests(deps);
  expect((await noticesOf(learnerId)).map(({ title }) => title)).toContain("Something new in Python");
});

test("of several processes at the same time one tells", async () => {
  const readers = [await newReader(), await newReader(), await newReader()];
  await addToDigest(
    db,
    readers.map(({ learnerId }) => ({ ...item("a recording"), learnerId })),
  );
  await Promise.all(Array.from({ length: 6 }, () => tellDigests(deps)));
  for (const { learnerId } of readers) expect(await noticesOf(learnerId)).toHaveLength(1);
});

test("a process that is killed half-way has told nothing, and the next one tells all", async () => {
  const { learnerId } = await newReader();
  await addToDigest(db, [{ ...item("a recording"), learnerId }]);
  const killed = db.transaction(async (tx) => {
    await tellDigests({ ...deps, db: tx });
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await noticesOf(learnerId)).toEqual([]);
  await tellDigests(deps);
  expect(await noticesOf(learnerId)).toHaveLength(1);
});

test("a mail has what is unread, once a day, after 18:00 at the institute", async () => {
  const { learnerId, email } = await newReader();
  institute.setNow(at(-120));
  await addToDigest(db, [{ ...item("a recording", { at: at(-120) }), learnerId }]);
  await tellDigests(deps);
  const mailsTo = async () => {
    await mailDigests(deps);
    await institute.runJobs();
    return mails.filter(({ to }) => to === email);
  };
  expect(await mailsTo()).toEqual([]);
  institute.setNow(evening);
  await Promise.all([mailDigests(deps), mailDigests(deps), mailDigests(deps)]);
  const [mail, ...more] = await mailsTo();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Something new in Python");
  expect(mail?.text).toContain("Python: a recording");
  await addToDigest(db, [{ ...item("later", { at: at(5) }), learnerId }]);
  institute.setNow(at(40));
  await tellDigests(deps);
  expect(await mailsTo()).toHaveLength(1);
  institute.setNow(at(24 * 60));
  const [, second] = await mailsTo();
  expect(second?.text).toContain("Python: later");
  expect(second?.text).not.toContain("a recording");
});

test("a mail has thirty lines, and says how many are left out", async () => {
  const { learnerId, email } = await newReader();
  await addToDigest(
    db,
    Array.from({ length: 33 }, (_, n) => ({ ...item(`thing ${n}`), learnerId })),
  );
  await tellDigests(deps);
  await mailDigests(deps);
  await institute.runJobs();
  const text = mails.find(({ to }) => to === email)?.text ?? "";
  expect(text.match(/Python: thing/g)).toHaveLength(30);
  expect(text).toContain("and 3 more");
});

test("what was read in the portal is in no mail, an answer that was told at once is while it is unread", async () => {
  const reader = await newReader();
  const { learnerId, email } = reader;
  await addToDigest(db, [{ ...item("a recording"), learnerId }]);
  await tellDigests(deps);
  await reader.notification.markRead({});
  await tellAtOnce(db, { ...item("an answer"), learnerId, notice: { title: "An answer", text: "Yes" } });
  await mailDigests(deps);
  await institute.runJobs();
  const [mail] = mails.filter(({ to }) => to === email);
  expect(mail?.text).toContain("an answer");
  expect(mail?.text).not.toContain("recording");
});

test("one click in a mail ends the mails, and the profile takes that back", async () => {
  const reader = await newReader();
  const { learnerId, email } = reader;
  await tellAtOnce(db, { ...item("an answer"), learnerId, notice: { title: "An answer", text: "Yes" } });
  await mailDigests(deps);
  await institute.runJobs();
  const url = mails.find(({ to }) => to === email)?.unsubscribeUrl ?? "";
  const answer = await institute.visitor().request(new URL(url).pathname, {
    ...{ method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  expect(await reader.question.readDigest({})).toEqual({ wantsMail: false });
  institute.setNow(at(24 * 60));
  await tellAtOnce(db, {
    ...item("more", { at: at(24 * 60) }),
    learnerId,
    notice: { title: "More", text: "" },
  });
  await mailDigests(deps);
  await institute.runJobs();
  expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
  await reader.question.setDigest({ wantsMail: true });
  expect(await reader.question.readDigest({})).toEqual({ wantsMail: true });
  const wrong = institute.visitor().question;
  for (const readerId of [randomUUID(), "nonsense"])
    await expect(wrong.endDigest({ readerId })).rejects.toMatchObject({ code: "UNKNOWN_SUBSCRIPTION" });
});

test("staff get one mail a day, unless they have switched it off or their account is closed", async () => {
  const nisha = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const quiet = await newStaff(institute, ["trainer"], "Quiet Person");
  await quiet.answering.setDigest({ wantsMail: false });
  expect(await quiet.answering.readDigest({})).toEqual({ wantsMail: false });
  await addToDigest(
    db,
    [nisha, quiet].map(({ person }) => ({ ...item("a new question"), staffId: person.id })),
  );
  await Promise.all([mailDigests(deps), mailDigests(deps)]);
  await institute.runJobs();
  const told = mails.filter(({ to }) => to === nisha.email || to === quiet.email);
  expect(told).toMatchObject([{ to: nisha.email, subject: "Something new in Python" }]);
  expect(await db.$count(digestItem, and(eq(digestItem.staffId, nisha.person.id), isNull(digestItem.toldAt)))).toBe(0);
});

test("many readers are told in rounds", async () => {
  const { learnerId } = await newReader();
  expect(await db.$count(digestReader, eq(digestReader.learnerId, learnerId))).toBe(0);
  await addToDigest(
    db,
    Array.from({ length: 450 }, (_, n) => ({ ...item(`${n}`), learnerId })),
  );
  await tellDigests(deps);
  expect(await noticesOf(learnerId)).toMatchObject([{ title: "450 new things in Python" }]);
});
