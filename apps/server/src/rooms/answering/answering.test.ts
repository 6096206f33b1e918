import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { digestItem } from "../../db/tables/digest.ts";
import { notification } from "../../db/tables/notification.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { askQuestion, newAnswer, newQuestion } from "../../test/questions.ts";
import { newStaff } from "../../test/staff.ts";
import { mailDigests } from "../notification/digest-mail.ts";
import { tellDigests } from "../notification/digest-tell.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const python = { courseId: "python" };

beforeEach(() => institute.setNow(testDay));

const noticesOf = (learnerId: string) => db.select().from(notification).where(eq(notification.learnerId, learnerId));

test("a trainer answers, who asked is told at once, and what is asked again waits again", async () => {
  const { asha, trainer, one, questionId, classes } = await newQuestion(institute);
  const open = async () => (await trainer.answering.list({})).questions.map((entry) => entry.questionId);
  expect(await open()).toEqual([questionId]);
  expect((await trainer.desk.today({})).questions).toEqual({ count: 1, isMore: false });
  expect(await trainer.answering.count({ classId: classes[0] })).toEqual({ open: 0, reported: 0 });
  const page = await trainer.answering.answer({ questionId, ...newAnswer() });
  expect(page).toMatchObject({
    ...{ who: "Asha Menon", isOpen: false, course: "Python" },
    list: [{ who: "Nisha Kurian", isByStaff: true, isYours: true }],
  });
  expect(JSON.stringify(page)).not.toMatch(/@example|\b\d{10}\b/);
  expect(await open()).toEqual([]);
  expect((await trainer.desk.today({})).questions).toBeNull();
  expect((await noticesOf(asha.learnerId)).filter(({ link }) => link?.includes(questionId))).toMatchObject([
    { title: "Python: your question has an answer", text: "What is a generator?" },
  ]);
  expect((await asha.question.read(one)).list).toMatchObject([{ who: "Nisha Kurian", isByStaff: true }]);
  await asha.question.answer({ ...one, ...newAnswer("It still fails") });
  expect(await open()).toEqual([questionId]);
  await trainer.answering.mark({ questionId, answerId: page.list[0]?.answerId ?? "" });
  expect(await open()).toEqual([]);
  expect((await asha.question.read(one)).hasAnswer).toBe(true);
});

test("who asked has one notice of many answers until they read it", async () => {
  const { asha, binu, trainer, one, questionId } = await newQuestion(institute);
  const count = async () => (await noticesOf(asha.learnerId)).filter(({ link }) => link?.includes(questionId)).length;
  await binu.question.answer({ ...one, ...newAnswer() });
  await binu.question.answer({ ...one, ...newAnswer() });
  await trainer.answering.answer({ questionId, ...newAnswer() });
  expect(await count()).toBe(1);
  await tellDigests(deps);
  expect((await noticesOf(asha.learnerId)).map(({ title }) => title)).toContain("Something new in Python");
  await asha.notification.markRead({});
  const before = await count();
  await binu.question.answer({ ...one, ...newAnswer() });
  expect(await count()).toBe(before + 1);
});

test("trainers reach the questions of their batches, the front desk all, and other roles none", async () => {
  const { questionId, trainer } = await newQuestion(institute, { isPrivate: true, title: "A private matter" });
  const other = await newStaff(institute, ["trainer"], "Somebody Else");
  const desk = await newStaff(institute, ["front desk"]);
  const counsellor = await newStaff(institute, ["counsellor"]);
  expect((await trainer.answering.list({})).questions).toHaveLength(1);
  expect((await other.answering.list({ show: "all" })).questions).toEqual([]);
  expect((await other.answering.list({ show: "all", words: "private matter" })).questions).toEqual([]);
  expect(await other.answering.count({})).toEqual({ open: 0, reported: 0 });
  expect((await desk.answering.list({ words: "private matter" })).questions).toHaveLength(1);
  const calls = [
    (who: typeof other) => who.answering.read({ questionId }),
    (who: typeof other) => who.answering.answer({ questionId, ...newAnswer() }),
    (who: typeof other) => who.answering.mark({ questionId, answerId: null }),
    (who: typeof other) => who.answering.hide({ questionId, reason: "Because" }),
    (who: typeof other) => who.answering.show({ questionId }),
    (who: typeof other) => who.answering.pin({ questionId, isPinned: true }),
    (who: typeof other) => who.answering.settle({ questionId }),
  ];
  for (const call of calls) {
    await expect(call(other)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
    await expect(call(counsellor)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  }
});

test("what is reported is hidden with a reason that its author reads, and can be shown again", async () => {
  const { asha, binu, trainer, one, questionId } = await newQuestion(institute);
  const rude = newAnswer("Something rude");
  await binu.question.answer({ ...one, ...rude });
  await asha.question.report({ ...one, answerId: rude.answerId, reason: "This is rude" });
  await asha.question.report({ ...one, answerId: rude.answerId, reason: "This is rude" });
  expect((await trainer.answering.list({ show: "reported" })).questions).toMatchObject([{ questionId, reports: 1 }]);
  const read = await trainer.answering.read({ questionId });
  expect(read.reported).toMatchObject([{ answerId: rude.answerId, reason: "This is rude", who: "Asha Menon" }]);
  const hidden = await trainer.answering.hide({ questionId, answerId: rude.answerId, reason: "Please be kind" });
  expect(hidden).toMatchObject({ reports: 0, reported: [], list: [{ hiddenWhy: "Please be kind" }] });
  expect((await asha.question.read(one)).list).toEqual([]);
  expect((await asha.question.list({ ...python, words: "rude" })).questions).toEqual([]);
  expect((await binu.question.read(one)).list).toMatchObject([{ isYours: true, hiddenWhy: "Please be kind" }]);
  expect((await noticesOf(binu.learnerId)).at(-1)).toMatchObject({ title: "Python: your answer was hidden" });
  await trainer.answering.show({ questionId, answerId: rude.answerId });
  expect((await asha.question.read(one)).list).toHaveLength(1);
});

test("a hidden question is there for its author only, who reads why and cannot go on in it", async () => {
  const { asha, binu, trainer, one, questionId } = await newQuestion(institute);
  await trainer.answering.hide({ questionId, reason: "Asked before" });
  await expect(binu.question.read(one)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
  expect((await binu.question.list(python)).questions).toEqual([]);
  expect(await asha.question.read(one)).toMatchObject({ isHidden: true, hiddenWhy: "Asked before", mayEdit: false });
  const refused = { code: "QUESTION_HIDDEN" };
  await expect(asha.question.answer({ ...one, ...newAnswer() })).rejects.toMatchObject(refused);
  await expect(trainer.answering.answer({ questionId, ...newAnswer() })).rejects.toMatchObject(refused);
  expect((await trainer.answering.list({ show: "hidden" })).questions).toMatchObject([{ questionId }]);
  expect(
    await db.$count(digestItem, and(eq(digestItem.about, `question ${questionId}`), isNull(digestItem.toldAt))),
  ).toBe(0);
});

test("a question that the batch was told of and staff then hide is in nobody's mail", async () => {
  const { binu, trainer, questionId } = await newQuestion(institute, { title: "Something rude" });
  await askQuestion(binu, { title: "Something else" });
  await tellDigests(deps);
  expect((await noticesOf(binu.learnerId)).at(-1)?.text).toContain("Something rude");
  await trainer.answering.hide({ questionId, reason: "Please be kind" });
  institute.setNow(new Date("2026-11-15T13:00:00Z"));
  await mailDigests(deps);
  await institute.runJobs();
  const texts = institute.mails.map(({ text }) => text).join();
  expect(texts).toContain("Something else");
  expect(texts).not.toContain("Something rude");
});

test("hidden while somebody answers: the answer is there before it, or refused", async () => {
  const { binu, trainer, one, questionId } = await newQuestion(institute);
  const [answered] = await Promise.allSettled([
    binu.question.answer({ ...one, ...newAnswer() }),
    trainer.answering.hide({ questionId, reason: "Asked before" }),
  ]);
  const { list, hiddenWhy } = await trainer.answering.read({ questionId });
  expect(hiddenWhy).toBe("Asked before");
  // Binu may be refused because it is hidden while he reads what he has stored.
  if (answered?.status === "fulfilled") expect(list).toHaveLength(1);
  await expect(binu.question.read(one)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
});

test("a pinned question is first, whatever comes after it", async () => {
  const { asha, binu, trainer, questionId } = await newQuestion(institute, { title: "Read this first" });
  await trainer.answering.pin({ questionId, isPinned: true });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await askQuestion(asha, { title: "Something later" });
  const titles = async () => (await binu.question.list(python)).questions.map(({ title }) => title);
  expect(await titles()).toEqual(["Read this first", "Something later"]);
  await trainer.answering.pin({ questionId, isPinned: false });
  expect(await titles()).toEqual(["Something later", "Read this first"]);
});

test("lists come in pages that neither repeat nor leave out a question", async () => {
  const { asha, binu, trainer } = await newQuestion(institute);
  for (const [n, who] of [asha, binu, asha, binu].entries())
    for (let m = 0; m < (n < 2 ? 9 : 0); m++) await askQuestion(who, { title: `Number ${n} ${m}` });
  const first = await asha.question.list(python);
  expect(first).toMatchObject({ next: null });
  expect(first.questions).toHaveLength(19);
  expect((await trainer.answering.list({})).questions).toHaveLength(19);
});

test("the audit log says what was done, and nothing that a learner wrote", async () => {
  const { trainer, questionId } = await newQuestion(institute, { title: "My secret title" });
  await trainer.answering.answer({ questionId, ...newAnswer() });
  await trainer.answering.pin({ questionId, isPinned: true });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.staffId, trainer.person.id));
  expect(entries.map(({ action }) => action)).toEqual(["Answered a question", "Pinned a question"]);
  expect(JSON.stringify(entries)).not.toContain("secret");
});

test("the same answer of staff is stored once", async () => {
  const { trainer, questionId } = await newQuestion(institute);
  const answer = { questionId, ...newAnswer() };
  await Promise.all([1, 2, 3].map(() => trainer.answering.answer(answer)));
  expect((await trainer.answering.read({ questionId })).list).toHaveLength(1);
});
