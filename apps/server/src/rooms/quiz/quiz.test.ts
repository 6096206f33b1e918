import type { QuizQuestion } from "@shoreline/contract";
import { splitCode } from "@shoreline/domain/code";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { collection, question, result } from "../../db/tables/quiz.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const collectionId = "python";
const topics = await visitor.quiz.topics({ collectionId });
const topic = topics[0]?.topic ?? "";
const asked = await visitor.quiz.questions({ collectionId, topic });
const total = asked.length;

const person = { username: "Asha Raman", email: "asha@example.com" };
const place = { collectionId, topic };
const wrongOf = ({ options, answer }: QuizQuestion) => options.find((option) => option !== answer) ?? "";
const keyOf = (choose: (item: QuizQuestion, n: number) => string | null) =>
  asked.map((item, n) => ({ _id: item._id, selectedOption: choose(item, n) }));
const allRight = keyOf(({ answer }) => answer);
const results = () => institute.db.$count(result);
const post = (body: unknown) =>
  visitor.request("/api/mcq/question/result", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
let people = 0;
const somebody = () => ({ username: "Asha Raman", email: `somebody${people++}@example.com` });

test("every collection has its numbers of topics and questions, and the course that teaches it", async () => {
  const listed = await visitor.quiz.list({});
  expect(listed.length).toBeGreaterThanOrEqual(8);
  expect(listed[0]).toEqual({
    _id: "python",
    languageName: "Python",
    languageImage: "/pictures/quiz/python.svg",
    bgColor: expect.stringMatching(/^#[0-9a-f]{6}$/i),
    topics: topics.length,
    questions: await institute.db.$count(question, eq(question.collectionId, "python")),
    course: { courseId: "python", courseName: "Python" },
  });
  for (const { _id, course, languageImage } of listed) {
    expect([_id, course?.courseId]).toEqual([_id, expect.any(String)]);
    expect([_id, (await visitor.request(languageImage)).status]).toEqual([_id, 200]);
  }
});

test("the questions of a topic come with their answers and with marks that cover their code", async () => {
  expect(total).toBeGreaterThanOrEqual(12);
  for (const item of asked) {
    expect(item).toMatchObject({ collectionId, topic });
    expect(item.options).toContain(item.answer);
    const lines = splitCode(item.questionDescription, item.marks).map((line) => line.map(({ text }) => text).join(""));
    expect(lines.join("\n")).toBe(item.questionDescription);
  }
  expect(asked.some(({ marks }) => /k\d/.test(marks))).toBe(true);
  expect(Object.keys(asked[0] ?? {})).not.toContain("explanation");
});

test("a topic comes with the tables that its questions use", async () => {
  const [first] = await visitor.quiz.topics({ collectionId: "sql" });
  expect(first?.setup).toContain("create table");
  expect(first?.marks).toMatch(/^k\d/);
});

test.each([
  ["UNKNOWN_COLLECTION", () => visitor.quiz.topics({ collectionId: "cobol" })],
  ["UNKNOWN_COLLECTION", () => visitor.quiz.questions({ collectionId: "cobol", topic })],
  ["UNKNOWN_TOPIC", () => visitor.quiz.questions({ collectionId, topic: "Nothing" })],
  ["UNKNOWN_RESULT", () => visitor.quiz.read({ resultId: "AAAAAAAAAAAAAAAAAAAAAA" })],
  ["UNKNOWN_RESULT", () => visitor.quiz.read({ resultId: "../../etc" })],
  ["UNKNOWN_COLLECTION", () => visitor.quiz.submit({ collectionId: "x", topic, answerKey: allRight, ...person })],
  ["UNKNOWN_TOPIC", () => visitor.quiz.submit({ collectionId, topic: "x", answerKey: allRight, ...person })],
])("an unknown collection, topic or result is refused with %s", async (code, ask) => {
  await expect(ask()).rejects.toMatchObject({ status: 404, code });
});

test("a result is graded, stored and mailed, and the visitor can read it with every explanation", async () => {
  institute.mails.length = 0;
  const answerKey = keyOf((item, n) => (n === 0 ? item.answer : n === 1 ? wrongOf(item) : null));
  const sent = await visitor.quiz.submit({ ...place, ...person, answerKey });
  const counts = { correct: 1, wrong: 1, skiped: total - 2, totalQuestion: total };
  expect(sent).toEqual({ resultId: expect.stringMatching(/^[\w-]{22}$/), ...counts });

  const read = await visitor.quiz.read({ resultId: sent.resultId });
  expect(read).toMatchObject({
    ...counts,
    ...place,
    languageName: "Python",
    username: person.username,
    takenAt: testDay.toISOString(),
    course: { courseId: "python" },
  });
  expect(read.answerKey.map(({ selectedOption }) => selectedOption)).toEqual(
    answerKey.map(({ selectedOption }) => selectedOption),
  );
  expect(read.answerKey.every(({ explanation, answer }) => explanation !== "" && answer !== "")).toBe(true);
  expect(JSON.stringify(read)).not.toContain(person.email);

  await institute.runJobs();
  expect(institute.mails).toHaveLength(1);
  const [mail] = institute.mails;
  expect(mail).toMatchObject({ to: person.email, subject: `Python, ${topic}: 1 of ${total} correct` });
  for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
    expect(part).toContain(`/mcq/result/${sent.resultId}`);
    expect(part).toContain(`${Math.floor(100 / total)}%`);
    expect(part).toContain("Your answer");
    expect(part).toContain("not answered");
    expect(part).not.toContain("questions of this topic");
    // Anyone could give a stranger's address, so the mail repeats nothing that was typed.
    expect(part).not.toContain(person.username);
  }
});

test("the server grades a test itself and ignores the counts of the browser", async () => {
  const forged = { correct: total, wrong: 0, skiped: 0, totalQuestion: 1, percentage: 100, answer: "x" };
  const answerKey = asked.map((item) => ({ ...item, answer: wrongOf(item), selectedOption: wrongOf(item) }));
  const response = await post({ ...place, ...somebody(), ...forged, answerKey });
  expect(await response.json()).toMatchObject({ correct: 0, wrong: total, skiped: 0, totalQuestion: total });
});

test("an impossible choice counts as skipped, a question of another topic is ignored, and each question counts once", async () => {
  const [first, second] = asked as [QuizQuestion, QuizQuestion];
  const other = (await visitor.quiz.questions({ collectionId: "java", topic: await firstTopic("java") }))[0];
  const answerKey = [
    { _id: first._id, selectedOption: "no such option" },
    { _id: second._id, selectedOption: second.answer },
    { _id: second._id, selectedOption: wrongOf(second) },
    { _id: other?._id ?? "", selectedOption: other?.answer ?? "" },
    { _id: "nobody", selectedOption: "x" },
  ];
  const sent = await visitor.quiz.submit({ ...place, ...somebody(), answerKey });
  expect(sent).toMatchObject({ correct: 1, wrong: 0, skiped: 1, totalQuestion: 2 });
});

test("a test with some of the questions is graded over those", async () => {
  const sent = await visitor.quiz.submit({ ...place, ...somebody(), answerKey: allRight.slice(0, 3) });
  expect(sent).toMatchObject({ correct: 3, totalQuestion: 3 });
});

test("the mail shows the tables once, and says if the test had only some questions of the topic", async () => {
  institute.mails.length = 0;
  const sql = { collectionId: "sql", topic: await firstTopic("sql") };
  const [item, next, ...others] = await visitor.quiz.questions(sql);
  const answerKey = [{ _id: item?._id ?? "" }, { _id: next?._id ?? "" }];
  const reader = somebody();
  await visitor.quiz.submit({ ...sql, ...reader, answerKey });
  await institute.runJobs();
  const mail = institute.mails.find(({ to }) => to === reader.email);
  for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
    expect(part.split("create table books")).toHaveLength(2);
    expect(part).toContain(`2 of the ${others.length + 2} questions of this topic.`);
  }
});

test.each([
  ["none", []],
  ["unknown", [{ _id: "x", selectedOption: "y" }]],
  ["too many", Array.from({ length: 201 }, () => ({ _id: asked[0]?._id ?? "" }))],
  ["not a list", "all of them"],
  ["not objects", [1, null, "a"]],
  ["with a list as choice", [{ _id: asked[0]?._id, selectedOption: ["a"] }]],
  ["with a NUL as choice", [{ _id: asked[0]?._id, selectedOption: "\0" }]],
])("an answer key (%s) is refused, and nothing is stored", async (_, answerKey) => {
  const before = await results();
  const response = await post({ ...place, ...somebody(), answerKey });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "INVALID_INPUT" });
  expect(await results()).toBe(before);
});

test.each([
  [{ username: "Al" }, { username: "invalid username" }],
  [{ username: "Asha 2" }, { username: "invalid username" }],
  [{ username: "A".repeat(61) }, { username: "invalid username" }],
  [{ email: "asha@example" }, { email: "invalid email" }],
  [{ email: "" }, { email: "invalid email" }],
])("%j is refused with %j", async (change, fields) => {
  const refused = visitor.quiz.submit({ ...place, ...person, ...change, answerKey: allRight });
  await expect(refused).rejects.toMatchObject({ status: 400, fields });
});

test("the same attempt sent several times gives one result and one mail", async () => {
  institute.mails.length = 0;
  const before = await results();
  const attempt = { ...place, ...somebody(), answerKey: allRight, attemptId: crypto.randomUUID() };
  const sent = await Promise.all([1, 2, 3].map(() => institute.visitor().quiz.submit(attempt)));
  sent.push(await visitor.quiz.submit(attempt));
  expect(new Set(sent.map(({ resultId }) => resultId)).size).toBe(1);
  expect(await results()).toBe(before + 1);
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to === attempt.email)).toHaveLength(1);
});

test("one address gets at most ten results an hour, from any sender", async () => {
  institute.mails.length = 0;
  const submit = (email: string) =>
    institute.visitor().quiz.submit({ ...place, username: "Some Body", email, answerKey: allRight });
  for (let n = 0; n < 10; n++) await submit(n % 2 ? "victim@example.com" : "Victim@Example.com");
  await expect(submit("victim@example.com")).rejects.toMatchObject({
    code: "TOO_MANY_RESULTS",
    retryAfterSeconds: expect.any(Number),
  });
  await submit("another@example.com");
  institute.setNow(new Date(testDay.getTime() + 3_601_000));
  await submit("victim@example.com");
  institute.setNow(testDay);
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to.toLowerCase() === "victim@example.com")).toHaveLength(11);
});

test("the limit of ten results an hour holds for parallel requests", async () => {
  const sent = await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) =>
      institute.visitor().quiz.submit({
        ...place,
        username: "Some Body",
        email: n % 2 ? "raced@example.com" : "Raced@Example.com",
        answerKey: allRight,
      }),
    ),
  );
  const refused = sent.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(Array(6).fill("TOO_MANY_RESULTS"));
});

test("a result does not change when its questions change or its collection is deleted", async () => {
  const sent = await visitor.quiz.submit({ ...place, ...somebody(), answerKey: allRight });
  const before = await visitor.quiz.read({ resultId: sent.resultId });
  await institute.db.update(question).set({ question: "New words", answer: "x" }).where(eq(question.topic, topic));
  expect(await visitor.quiz.read({ resultId: sent.resultId })).toEqual(before);
  await institute.db.delete(collection).where(eq(collection.id, collectionId));
  expect(await visitor.quiz.read({ resultId: sent.resultId })).toEqual({ ...before, course: null });
});

test("special characters of a question are escaped in the mail", async () => {
  institute.mails.length = 0;
  const java = { collectionId: "java", topic: await firstTopic("java") };
  const [item] = await visitor.quiz.questions(java);
  const nasty = `<img src=x onerror="alert(1)"> & 'so on'`;
  await institute.db
    .update(question)
    .set({ question: nasty, code: "if (a < b && c > d) {}" })
    .where(eq(question.id, item?._id ?? ""));
  const reader = somebody();
  await visitor.quiz.submit({ ...java, ...reader, answerKey: [{ _id: item?._id ?? "" }] });
  await institute.runJobs();
  const mail = institute.mails.find(({ to }) => to === reader.email);
  expect(mail?.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp;");
  expect(mail?.html).toContain("if (a &lt; b &amp;&amp; c &gt; d) {}");
  expect(mail?.text).toContain(nasty);
});

async function firstTopic(of: string): Promise<string> {
  return (await visitor.quiz.topics({ collectionId: of }))[0]?.topic ?? "";
}
