import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { staff } from "../../db/tables/staff.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";

const institute = await testInstitute();
const { mails } = institute;

beforeEach(async () => {
  await institute.runJobs();
  mails.length = 0;
});

async function pythonLearner(email: string) {
  const me = await newLearner(institute, { email });
  await giveCourse(institute, me);
  return me;
}

test("where no trainer has an account, a question reaches staff once, names course, batch and trainer, and the answer goes to the learner", async () => {
  const me = await pythonLearner("asks@example.com");
  const { schedules } = await me.schedule.view({ courseId: "python" });
  await institute.db.update(staff).set({ closedAt: institute.deps.clock.now() });
  const asked = { courseId: "python", question: " What is a <b>closure</b>?\n", attemptId: randomUUID() };
  const answers = await Promise.all([me.schedule.ask(asked), me.schedule.ask(asked)]);
  expect(answers[1]).toEqual({ message: expect.stringContaining("has been sent") });
  await institute.runJobs();
  const [mail, ...more] = mails.filter(({ replyTo }) => replyTo === "asks@example.com");
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: "hello@shoreline.example", subject: "Question about Python from Kavya Raman" });
  for (const text of [
    "What is a <b>closure</b>?",
    "9:00 to 10:00 AM, weekdays",
    schedules.at(-1)?.trainer.trainerName ?? "?",
    me.mobileNumber.replace(/^(.{5})/, "+91 $1 "),
  ])
    expect(mail?.text).toContain(text);
  expect(mail?.html).not.toContain("<b>closure");
  expect((await me.question.list({ courseId: "python" })).questions).toMatchObject([
    { title: "What is a <b>closure</b>?", isPrivate: true, isYours: true },
  ]);
});

test("another learner's attempt with the same id is a question of its own", async () => {
  const attemptId = randomUUID();
  for (const email of ["one@example.com", "two@example.com"])
    await (await pythonLearner(email)).schedule.ask({ courseId: "python", question: "Why?", attemptId });
  await institute.runJobs();
  expect(mails.map(({ replyTo }) => replyTo).filter((to) => /^(one|two)@/.test(to ?? ""))).toHaveLength(2);
});

test("a learner asks ten questions an hour at most, about courses they have bought", async () => {
  const me = await pythonLearner("many@example.com");
  const ask = (courseId = "python") => me.schedule.ask({ courseId, question: "Why?", attemptId: randomUUID() });
  for (let n = 0; n < 10; n++) await ask();
  await expect(ask()).rejects.toMatchObject({ code: "TOO_MANY_QUESTIONS" });
  await institute.runJobs();
  expect(mails.filter(({ replyTo }) => replyTo === "many@example.com")).toHaveLength(10);
  for (const courseId of ["react", "cobol"])
    await expect(ask(courseId)).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
  for (const question of ["", "  ", "x".repeat(2001)])
    await expect(me.schedule.ask({ courseId: "python", question, attemptId: randomUUID() })).rejects.toMatchObject({
      fields: { question: expect.any(String) },
    });
  const stranger = institute.visitor().schedule.ask({ courseId: "python", question: "Why?", attemptId: randomUUID() });
  await expect(stranger).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});
