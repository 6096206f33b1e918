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
const keyOf = (choose: (put: QuizQuestion, n: number) => string | null) =>
  asked.map((put, n) => ({ _id: put._id, selectedOption: choose(put, n) }));
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

test("collections come in their order, with how much there is in each and the course that teaches it", async () => {
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

test("a topic's questions travel with the answer, and with colours that cover their code", async () => {
  expect(total).toBeGreaterThanOrEqual(12);
  for (const put of asked) {
    expect(put).toMatchObject({ collectionId, topic });
    expect(put.options).toContain(put.answer);
    const lines = splitCode(put.questionDescription, put.marks).map((line) => line.map(({ text }) => text).join(""));
    expect(lines.join("\n")).toBe(put.questionDescription);
  }
  expect(asked.some(({ marks }) => /k\d/.test(marks))).toBe(true);
  expect(Object.keys(asked[0] ?? {})).not.toContain("explanation");
});

test("tables that a topic builds on come with the topic", async () => {
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
])("what is not there is refused by name: %s", async (code, ask) => {
  await expect(ask()).rejects.toMatchObject({ status: 404, code });
});

test("a result is counted, kept, mailed with score, table and link, and read again with every explanation", async () => {
  institute.mails.length = 0;
  const answerKey = keyOf((put, n) => (n === 0 ? put.answer : n === 1 ? wrongOf(put) : null));
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
    // Anyone could give a stranger's address: what was typed is not sent to it.
    expect(part).not.toContain(person.username);
  }
});

test("counts that the browser sends are not believed", async () => {
  const forged = { correct: total, wrong: 0, skiped: 0, totalQuestion: 1, percentage: 100, answer: "x" };
  const answerKey = asked.map((put) => ({ ...put, answer: wrongOf(put), selectedOption: wrongOf(put) }));
  const response = await post({ ...place, ...somebody(), ...forged, answerKey });
  expect(await response.json()).toMatchObject({ correct: 0, wrong: total, skiped: 0, totalQuestion: total });
});

test("choices that could not be made count as skipped, strangers not at all, and each question once", async () => {
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

test("a go at the missed ones alone is counted over those", async () => {
  const sent = await visitor.quiz.submit({ ...place, ...somebody(), answerKey: allRight.slice(0, 3) });
  expect(sent).toMatchObject({ correct: 3, totalQuestion: 3 });
});

test("the mail has the tables once, and says when only some of the topic's questions were put", async () => {
  institute.mails.length = 0;
  const sql = { collectionId: "sql", topic: await firstTopic("sql") };
  const [put, next, ...others] = await visitor.quiz.questions(sql);
  const answerKey = [{ _id: put?._id ?? "" }, { _id: next?._id ?? "" }];
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
  ["only strangers", [{ _id: "x", selectedOption: "y" }]],
  ["too many", Array.from({ length: 201 }, () => ({ _id: asked[0]?._id ?? "" }))],
  ["no list", "all of them"],
  ["no objects", [1, null, "a"]],
  ["a list as a choice", [{ _id: asked[0]?._id, selectedOption: ["a"] }]],
  ["NUL", [{ _id: asked[0]?._id, selectedOption: "\0" }]],
])("questions that are %s are refused, and nothing is kept", async (_, answerKey) => {
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

test("the same attempt sent again, also at the same moment, is one result and one mail", async () => {
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

test("nobody's mailbox is filled: ten results an hour go to one address, whoever sends them", async () => {
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

test("ten an hour are ten also when they come at the same moment", async () => {
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

test("a result stays as it was when its question, its collection or its course change", async () => {
  const sent = await visitor.quiz.submit({ ...place, ...somebody(), answerKey: allRight });
  const before = await visitor.quiz.read({ resultId: sent.resultId });
  await institute.db.update(question).set({ question: "Worded anew", answer: "x" }).where(eq(question.topic, topic));
  expect(await visitor.quiz.read({ resultId: sent.resultId })).toEqual(before);
  await institute.db.delete(collection).where(eq(collection.id, collectionId));
  expect(await visitor.quiz.read({ resultId: sent.resultId })).toEqual({ ...before, course: null });
});

test("words of a question stay words in the mail", async () => {
  institute.mails.length = 0;
  const java = { collectionId: "java", topic: await firstTopic("java") };
  const [put] = await visitor.quiz.questions(java);
  const nasty = `<img src=x onerror="alert(1)"> & 'so on'`;
  await institute.db
    .update(question)
    .set({ question: nasty, code: "if (a < b && c > d) {}" })
    .where(eq(question.id, put?._id ?? ""));
  const reader = somebody();
  await visitor.quiz.submit({ ...java, ...reader, answerKey: [{ _id: put?._id ?? "" }] });
  await institute.runJobs();
  const mail = institute.mails.find(({ to }) => to === reader.email);
  expect(mail?.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp;");
  expect(mail?.html).toContain("if (a &lt; b &amp;&amp; c &gt; d) {}");
  expect(mail?.text).toContain(nasty);
});

async function firstTopic(of: string): Promise<string> {
  return (await visitor.quiz.topics({ collectionId: of }))[0]?.topic ?? "";
}
