import { randomUUID } from "node:crypto";
import { answersAnHour, questionsAnHour } from "@shoreline/domain/question";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { classAnswer, classQuestion } from "../../db/tables/class-question.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { exportOf, newLearner, ticketFor } from "../../test/learner.ts";
import { askQuestion, newAnswer, newQuestion } from "../../test/questions.ts";
import { newStaff } from "../../test/staff.ts";
import { joinBatch, newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const python = { courseId: "python" };

beforeEach(() => institute.setNow(testDay));

const later = (minutes: number) => institute.setNow(new Date(testDay.getTime() + minutes * minute));

test("a question is read by the batch, answered by a mate and marked by who asked", async () => {
  const { asha, binu, one } = await newQuestion(institute);
  expect(await binu.question.list(python)).toMatchObject({
    ...{ hasBatch: true, unread: 1, next: null },
    questions: [{ title: "What is a generator?", who: "Asha M.", isYours: false, isUnread: true, answers: 0 }],
  });
  later(1);
  const answered = await binu.question.answer({ ...one, ...newAnswer() });
  expect(answered).toMatchObject({ mayMark: false, list: [{ who: "You", isYours: true, mayEdit: true }] });
  expect(await binu.question.list(python)).toMatchObject({ unread: 0 });
  expect(await asha.question.list(python)).toMatchObject({ unread: 1, questions: [{ who: "You", answers: 1 }] });
  const [answer] = (await asha.question.read(one)).list;
  expect(answer).toMatchObject({ who: "Binu D.", isByStaff: false, isAnswer: false, mayEdit: false });
  expect((await asha.question.list(python)).unread).toBe(0);
  const marked = await asha.question.mark({ ...one, answerId: answer?.answerId ?? "" });
  expect(marked).toMatchObject({ hasAnswer: true, list: [{ isAnswer: true }] });
  expect((await asha.question.list({ ...python, show: "open" })).questions).toEqual([]);
  await expect(binu.question.mark({ ...one, answerId: null })).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
});

test("a question of a class names it, and the class of another batch is refused", async () => {
  const { asha, classes } = await newQuestion(institute);
  const other = await newTaughtBatch(institute);
  const one = await askQuestion(asha, { classId: classes[2] });
  expect(await asha.question.read(one)).toMatchObject({ class: { classId: classes[2], number: 3, topic: "Topic 3" } });
  expect((await asha.question.list({ ...python, classId: classes[2] })).questions).toHaveLength(1);
  await expect(askQuestion(asha, { classId: other.classes[0] })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
});

test("a trainer whom the class knows by name only hears of a question, and the institute gets no mail", async () => {
  const { asha, batchId } = await newQuestion(institute);
  await newStaff(institute, ["trainer"], "Joel  Vasanth");
  await db.execute(sql`update batch set trainer_id = null where id = ${batchId}`);
  await db.execute(
    sql`update live_class set trainer_id = null, trainer_name = 'joel vasanth' where batch_id = ${batchId}`,
  );
  await askQuestion(asha, { title: "Who hears of this?" });
  const { rows } = await db.execute(sql`
    select s.name from digest_item d join staff s on s.id = d.staff_id where d.title like '%Who hears of this?%'`);
  expect(rows).toEqual([{ name: "Joel  Vasanth" }]);
  await institute.runJobs();
  expect(institute.mails.filter((mail) => JSON.stringify(mail).includes("Who hears of this?"))).toEqual([]);
});

test("a private question is for who asked and staff; mates neither list, find, read nor answer it", async () => {
  const { asha, binu, one } = await newQuestion(institute, { isPrivate: true, title: "About my fee" });
  expect((await binu.question.list(python)).questions).toEqual([]);
  expect((await binu.question.list({ ...python, words: "fee" })).questions).toEqual([]);
  for (const call of [
    () => binu.question.read(one),
    () => binu.question.answer({ ...one, ...newAnswer() }),
    () => binu.question.report({ ...one, reason: "Spam" }),
    () => binu.question.change({ ...one, title: "Mine", text: "" }),
    () => binu.question.remove(one),
  ])
    await expect(call()).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
  expect((await asha.question.list({ ...python, words: "fee" })).questions).toHaveLength(1);
});

test("somebody of another batch, without the course, on hold or nobody reaches nothing", async () => {
  const { one, binu } = await newQuestion(institute);
  const [stranger] = (await newTaughtBatch(institute, { names: ["Chitra Nair"] })).learners;
  const nobody = await newLearner(institute);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, binu.purchaseId));
  const cases = [
    [stranger, "UNKNOWN_QUESTION"],
    [nobody, "UNKNOWN_COURSE"],
    [binu, "CLASS_ON_HOLD"],
    [institute.visitor(), "NOT_SIGNED_IN"],
  ] as const;
  for (const [who, code] of cases) {
    if (!who) throw new Error("Nobody is in the batch.");
    for (const call of [
      () => who.question.read(one),
      () => who.question.answer({ ...one, ...newAnswer() }),
      () => who.question.mark({ ...one, answerId: null }),
      () => who.question.report({ ...one, reason: "Spam" }),
    ])
      await expect(call()).rejects.toMatchObject({ code });
    if (code === "UNKNOWN_QUESTION") expect((await who.question.list(python)).questions).toEqual([]);
    else await expect(who.question.list(python)).rejects.toMatchObject({ code });
  }
});

test("a search finds words of questions and answers, in the own batch only", async () => {
  const { asha, binu, one } = await newQuestion(institute, { title: "Generators", text: "obj.method() is odd" });
  const other = await newQuestion(institute, { title: "Generators too" });
  await binu.question.answer({ ...one, ...newAnswer("Think of a conveyor belt.") });
  const find = async (words: string, who = asha) =>
    (await who.question.list({ ...python, words })).questions.map(({ title }) => title);
  expect(await find("generator")).toEqual(["Generators"]);
  expect(await find("conveyor")).toEqual(["Generators"]);
  expect(await find("method")).toEqual(["Generators"]);
  expect(await find("generator & !conveyor | ' :*")).toEqual(["Generators"]);
  expect(await find("conveyor", other.asha)).toEqual([]);
  expect(await find("papaya")).toEqual([]);
  expect(await find("???")).toEqual([]);
  // Words that every text has leave the list as it is.
  expect(await find("how do I")).toEqual(["Generators"]);
  expect(await find("do papayas")).toEqual([]);
});

test("a search finds the same in a batch with very many questions, and in no other batch", async () => {
  const { asha, questionId } = await newQuestion(institute, { title: "Papayas" });
  await newQuestion(institute, { title: "Papayas of others" });
  const find = async (words: string) =>
    (await asha.question.list({ ...python, words })).questions.map(({ title }) => title);
  const few = [await find("papaya"), await find("pap"), await find("mango")];
  expect(few).toEqual([["Papayas"], ["Papayas"], []]);
  await db.execute(sql`
    with more as (
      insert into class_question (id, course_id, batch_id, learner_id, is_private, title, text, asked_at, last_at)
      select gen_random_uuid(), course_id, batch_id, learner_id, false, 'Guavas', '', asked_at, last_at from class_question, generate_series(1, 200) n
      where id = ${questionId} returning id, batch_id, title
    ) insert into question_words (question_id, scope_id, text) select id, batch_id, title from more`);
  expect([await find("papaya"), await find("pap"), await find("mango")]).toEqual(few);
  expect(await find("guavas")).toHaveLength(25);
});

test("the search is answered from its index", async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`
      explain select question_id from question_words
      where to_tsvector('english', 's' || replace(scope_id::text, '-', '') || ' ' || text) @@ to_tsquery('english', 's1 & word:*')`);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("question_words_search");
  });
});

test("what was written is corrected within 15 minutes, and then stays", async () => {
  const { asha, binu, one } = await newQuestion(institute);
  const answer = newAnswer();
  await binu.question.answer({ ...one, ...answer });
  later(14);
  expect(await asha.question.change({ ...one, title: "Generators?", text: "New text" })).toMatchObject({
    ...{ title: "Generators?", text: "New text", editedAt: expect.any(String), mayEdit: true },
  });
  await binu.question.changeAnswer({ ...one, answerId: answer.answerId, text: "Corrected" });
  await expect(asha.question.changeAnswer({ ...one, answerId: answer.answerId, text: "Mine" })).rejects.toMatchObject({
    code: "UNKNOWN_ANSWER",
  });
  later(15);
  const late = { code: "TOO_LATE_TO_EDIT" };
  await expect(asha.question.change({ ...one, title: "Too late", text: "" })).rejects.toMatchObject(late);
  await expect(
    binu.question.changeAnswer({ ...one, answerId: answer.answerId, text: "Too late" }),
  ).rejects.toMatchObject(late);
  expect(await asha.question.read(one)).toMatchObject({ mayEdit: false, list: [{ text: "Corrected" }] });
});

test("a question is removed while nobody has answered", async () => {
  const { asha, binu, one, trainer, questionId } = await newQuestion(institute);
  const second = await askQuestion(asha);
  expect((await asha.question.read(second)).mayRemove).toBe(true);
  await expect(binu.question.remove(second)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
  await asha.question.remove(second);
  await expect(asha.question.read(second)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
  const answer = newAnswer();
  await binu.question.answer({ ...one, ...answer });
  await trainer.answering.hide({ questionId, answerId: answer.answerId, reason: "Please be kind" });
  expect(await asha.question.read(one)).toMatchObject({ list: [], mayRemove: false });
  await expect(asha.question.remove(one)).rejects.toMatchObject({ code: "QUESTION_ANSWERED" });
});

test("the same question and answer are stored once, and an id of somebody else is refused", async () => {
  const { asha, binu, one } = await newQuestion(institute);
  const asked = { ...python, questionId: randomUUID(), title: "Twice", text: "" };
  await Promise.all([1, 2, 3].map(() => asha.question.ask(asked)));
  expect((await asha.question.list({ ...python, words: "twice" })).questions).toHaveLength(1);
  await expect(binu.question.ask(asked)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const answer = { ...one, ...newAnswer() };
  await Promise.all([1, 2, 3].map(() => binu.question.answer(answer)));
  expect((await binu.question.read(one)).list).toHaveLength(1);
  await expect(asha.question.answer(answer)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("an answer that is removed and marked at the same time, or two marks, leave one answer or none", async () => {
  const { asha, binu, one, trainer } = await newQuestion(institute);
  const [first, second] = [newAnswer("One"), newAnswer("Two")];
  await binu.question.answer({ ...one, ...first });
  await binu.question.answer({ ...one, ...second });
  await Promise.all([
    asha.question.mark({ ...one, answerId: first.answerId }),
    trainer.answering.mark({ questionId: one.questionId, answerId: second.answerId }),
  ]);
  expect((await asha.question.read(one)).list.filter(({ isAnswer }) => isAnswer)).toHaveLength(1);
  await Promise.allSettled([
    asha.question.mark({ ...one, answerId: first.answerId }),
    trainer.answering.hide({ questionId: one.questionId, answerId: first.answerId, reason: "Wrong" }),
  ]);
  const { list, hasAnswer } = await asha.question.read(one);
  expect(list.map(({ text }) => text)).toEqual(["Two"]);
  expect(hasAnswer).toBe(list.some(({ isAnswer }) => isAnswer));
});

test("a dozen answers to one question at the same time are all stored", async () => {
  const { binu, one } = await newQuestion(institute);
  await Promise.all(Array.from({ length: 12 }, () => binu.question.answer({ ...one, ...newAnswer() })));
  expect((await binu.question.read(one)).list).toHaveLength(12);
});

test("an hour has ten questions and sixty answers", async () => {
  const { asha, binu, one } = await newQuestion(institute);
  for (let n = 1; n < questionsAnHour; n++) await askQuestion(asha);
  await expect(askQuestion(asha)).rejects.toMatchObject({ code: "TOO_MANY_QUESTIONS" });
  for (let n = 0; n < answersAnHour; n++) await binu.question.answer({ ...one, ...newAnswer() });
  await expect(binu.question.answer({ ...one, ...newAnswer() })).rejects.toMatchObject({ code: "TOO_MANY_ANSWERS" });
});

test("odd input is refused with a word about the field", async () => {
  const { asha, one } = await newQuestion(institute);
  const asked = { ...python, questionId: randomUUID() };
  await expect(asha.question.ask({ ...asked, title: " " })).rejects.toMatchObject({
    fields: { title: expect.any(String) },
  });
  await expect(asha.question.ask({ ...asked, title: "x".repeat(151) })).rejects.toMatchObject({
    fields: { title: expect.any(String) },
  });
  await expect(asha.question.answer({ ...one, answerId: randomUUID(), text: "" })).rejects.toMatchObject({
    fields: { text: "Write your answer" },
  });
  await expect(asha.question.list({ ...python, after: "nonsense" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("who leaves: what others answered stays without the name, the rest goes, and the export has it all", async () => {
  const { asha, binu, one, batchId } = await newQuestion(institute, { title: "Answered by others" });
  const alone = await askQuestion(asha, { title: "Nobody answered this" });
  const secret = await askQuestion(asha, { title: "Private thing", isPrivate: true });
  await binu.question.answer({ ...one, ...newAnswer() });
  const theirs = await askQuestion(binu, { title: "Of Binu" });
  await asha.question.answer({ ...theirs, ...newAnswer("From Asha") });
  const file = await exportOf(institute, asha);
  for (const text of ["Answered by others", "Nobody answered this", "Private thing", "From Asha"])
    expect(file).toContain(text);
  await asha.account.remove({ ticket: await ticketFor(institute, asha.mobileNumber) });
  expect(await binu.question.read(one)).toMatchObject({ who: "A former learner", title: "Answered by others" });
  expect((await binu.question.read(theirs)).list).toMatchObject([{ who: "A former learner", text: "From Asha" }]);
  for (const { questionId } of [alone, secret])
    expect(await db.$count(classQuestion, eq(classQuestion.id, questionId))).toBe(0);
  expect(await db.$count(classAnswer, eq(classAnswer.learnerId, asha.learnerId))).toBe(0);
  const newcomer = await joinBatch(institute, { name: "Devi Rao", batchId });
  expect((await newcomer.question.list(python)).questions).toHaveLength(2);
});

test("without a batch a question goes to staff only", async () => {
  const { asha, binu } = await newQuestion(institute);
  await db.execute(sql`delete from batch_place where purchase_id = ${asha.purchaseId}`);
  const one = await askQuestion(asha, { title: "When do I start?" });
  expect(await asha.question.read(one)).toMatchObject({ isPrivate: true, class: null });
  expect(await asha.question.list({ ...python, words: "start" })).toMatchObject({
    ...{ hasBatch: false, questions: [{ title: "When do I start?" }] },
  });
  await expect(binu.question.read(one)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
});
