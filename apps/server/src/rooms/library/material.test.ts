import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { digestItem } from "../../db/tables/digest.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { tidyHouse } from "../../house.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile } from "../../test/lessons.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { linkTo, type Person } from "../lesson/link.ts";

const institute = await testInstitute();
const { db, app } = institute;
afterEach(() => institute.setNow(testDay));
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));

const owner = await newStaff(institute, ["owner"]);
const link = { kind: "link" as const, name: "Slides", url: "https://files.example/a.pdf" };

type Staff = typeof owner;

async function newBatch(names = ["Asha Menon"]) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const { classes, learners, batchId } = await newTaughtBatch(institute, { trainer, names });
  return {
    trainer,
    batchId,
    classes,
    classId: classes[2],
    learners,
    me: learners[0] as NonNullable<(typeof learners)[0]>,
  };
}

/** Each a second after the one before, so that their order is known. */
async function add(who: Staff, given: object) {
  institute.setNow(new Date(institute.deps.clock.now().getTime() + 1000));
  return who.library.addMaterial({ materialId: randomUUID(), ...link, ...given } as never);
}

async function addFile(
  who: Staff,
  { name = "slides.pdf", type = "application/pdf", ...place }: Record<string, string>,
) {
  const fileId = await newLessonFile(institute, { staffId: who.person.id, name, type });
  const { materialId } = await add(who, { kind: "file", name, fileId, url: "", ...place });
  return { fileId, materialId };
}

const status = async (address: string) => {
  const answer = await app.request(address);
  await answer.body?.cancel();
  return answer.status;
};

test("a file, a link and a snippet of a class, and what is for the whole course, are found by a learner of the batch", async () => {
  const { trainer, classId, classes, me } = await newBatch();
  await addFile(trainer, { classId });
  await add(trainer, { classId });
  const code = '<script>alert("x")</script>\n\tprint(1)\n';
  await add(trainer, { classId, kind: "snippet", name: "Loop", url: "", text: code, language: "Python" });
  await add(trainer, { classId: classes[0] });
  const { materialId: ofCourse } = await add(owner, { courseId: "python", name: "Style guide" });
  const found = await me.lesson.material({ courseId: "python" });
  expect(found.classes).toMatchObject([
    {
      ...{ classId, number: 3, topic: "Topic 3" },
      materials: [
        { kind: "file", name: "slides.pdf", bytes: 1000, isShown: true, text: "" },
        { kind: "link", name: "Slides", url: "https://files.example/a.pdf", bytes: null, isShown: false },
        { kind: "snippet", name: "Loop", url: "", text: code, language: "Python" },
      ],
    },
    { classId: classes[0], materials: [{ name: "Slides" }] },
  ]);
  expect(found.ofCourse).toMatchObject([{ materialId: ofCourse, name: "Style guide" }]);
  expect((await me.schedule.view({ courseId: "python" })).schedules[2]).toMatchObject({ materialCount: 3 });
  const page = await trainer.teaching.read({ classId });
  expect(page.materials.map(({ name }) => name)).toEqual(["slides.pdf", "Slides", "Loop"]);
  expect(await status(page.materials[0]?.url ?? "")).toBe(200);
  await owner.library.removeMaterial({ materialId: ofCourse });
});

test("a link to a file is for its learner: others have one of their own, and a copied one ends", async () => {
  const { trainer, classId, me } = await newBatch();
  await addFile(trainer, { classId });
  const url = (await me.lesson.material({ courseId: "python" })).classes[0]?.materials[0]?.url ?? "";
  expect(await status(url)).toBe(200);
  later(7 * 3_600_000);
  expect(await status(url)).toBe(410);
  institute.setNow(testDay);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, me.purchaseId));
  later(6000);
  expect(await status(url)).toBe(404);
  await expect(me.lesson.material({ courseId: "python" })).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
});

test("the file itself opens only for people who may open it now", async () => {
  const { trainer, classId, me } = await newBatch();
  const { fileId } = await addFile(trainer, { classId });
  const ofCourse = (await addFile(trainer, { courseId: "python" })).fileId;
  const other = await newBatch();
  const colleague = other.trainer;
  const stranger = await newStaff(institute, ["trainer"], "Mary Joseph");
  const [lost] = (await newBatch()).learners;
  await db
    .update(purchase)
    .set({ state: "suspended" })
    .where(eq(purchase.id, lost?.purchaseId ?? ""));
  const staffId = async (role: "owner" | "front desk" | "counsellor" | "accountant") =>
    (await newStaff(institute, [role])).person.id;
  // The second is of the whole course.
  const cases: [Person, number, number][] = [
    [{ learnerId: me.learnerId }, 200, 200],
    [{ learnerId: other.me.learnerId }, 404, 200],
    [{ learnerId: lost?.learnerId ?? "" }, 404, 404],
    [{ learnerId: randomUUID() }, 404, 404],
    [{ staffId: trainer.person.id }, 200, 200],
    [{ staffId: colleague.person.id }, 404, 200],
    [{ staffId: stranger.person.id }, 404, 404],
    [{ staffId: await staffId("owner") }, 200, 200],
    [{ staffId: await staffId("front desk") }, 200, 200],
    [{ staffId: await staffId("counsellor") }, 404, 404],
    [{ staffId: await staffId("accountant") }, 404, 404],
  ];
  for (const [who, ...expected] of cases) {
    const open = async (id: string) => status(await linkTo(institute.deps, { fileId: id, name: "slides.pdf", who }));
    expect([await open(fileId), await open(ofCourse)], JSON.stringify(who)).toEqual(expected);
  }
  await db.delete(material).where(eq(material.fileId, ofCourse));
});

test("a page in HTML is saved in a sandbox, whatever it says about itself", async () => {
  const { trainer, classId, me } = await newBatch();
  await addFile(trainer, { classId, name: "page.html", type: "text/html" });
  const [shown] = (await me.lesson.material({ courseId: "python" })).classes[0]?.materials ?? [];
  expect(shown?.isShown).toBe(false);
  const answer = await app.request(shown?.url ?? "");
  expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
});

test("a learner of another batch finds nothing of this one; who lost the course, and nobody, are refused", async () => {
  const { trainer, classId } = await newBatch();
  await addFile(trainer, { classId });
  const other = await newBatch();
  expect((await other.me.lesson.material({ courseId: "python" })).classes).toEqual([]);
  expect((await other.me.lesson.material({ courseId: "python", words: "slides" })).classes).toEqual([]);
  await db.update(purchase).set({ state: "refunded" }).where(eq(purchase.id, other.me.purchaseId));
  const asked = { courseId: "python" };
  await expect(other.me.lesson.material(asked)).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(other.me.lesson.material({ courseId: "sql" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(institute.visitor().lesson.material(asked)).rejects.toMatchObject({ status: 401 });
});

test("another trainer, a counsellor, a learner and nobody change and read nothing", async () => {
  const { trainer, classId, me } = await newBatch();
  const { materialId } = await addFile(trainer, { classId });
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  const counsellor = await newStaff(institute, ["counsellor"]);
  const calls = [
    ["material", { materialId }, "UNKNOWN_MATERIAL"],
    ["renameMaterial", { materialId, name: "Theirs" }, "UNKNOWN_MATERIAL"],
    ["removeMaterial", { materialId }, "UNKNOWN_MATERIAL"],
    ["addMaterial", { materialId: randomUUID(), classId, ...link }, "UNKNOWN_CLASS"],
    ["addMaterial", { materialId: randomUUID(), courseId: "python", ...link }, "UNKNOWN_COURSE"],
    ["materials", { courseId: "python" }, "UNKNOWN_COURSE"],
  ] as const;
  for (const [name, input, code] of calls) {
    const call = (who: Pick<Staff, "library">) => who.library[name](input as never);
    await expect(call(other), name).rejects.toMatchObject({ code });
    await expect(call(counsellor), name).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(call(institute.visitor()), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
    await expect(call(me as never), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
  }
  expect(await other.library.courses({})).toEqual({ courses: [], isMore: false });
  expect(await other.library.courses({ words: "python" })).toEqual({ courses: [], isMore: false });
  expect(await other.library.firstCourse({})).toEqual({ course: null });
  expect((await trainer.library.materials({ courseId: "python" })).materials).toContainEqual(
    expect.objectContaining({ materialId, name: "slides.pdf" }),
  );
});

test("trainers of other classes of the course change what is for the whole course, and open its files", async () => {
  const { trainer, classId } = await newBatch();
  const colleague = await newStaff(institute, ["trainer"], "Ravi Shankar");
  await newTaughtBatch(institute, { trainer: colleague });
  const { materialId } = await addFile(trainer, { courseId: "python" });
  const ofClass = await addFile(trainer, { classId });
  const seen = (await colleague.library.materials({ courseId: "python" })).materials;
  expect(seen.map((one) => one.materialId)).toEqual([materialId]);
  expect(await status(seen[0]?.url ?? "")).toBe(200);
  await expect(colleague.library.material({ materialId: ofClass.materialId })).rejects.toMatchObject({
    code: "UNKNOWN_MATERIAL",
  });
  await colleague.library.renameMaterial({ materialId, name: "All slides" });
  expect(await trainer.library.material({ materialId })).toMatchObject({ name: "All slides", class: null });
  await colleague.library.removeMaterial({ materialId });
});

test("the same form twice adds once, tells once and is in the audit log once", async () => {
  const { trainer, classId, me } = await newBatch();
  const form = { materialId: randomUUID(), classId, ...link };
  await Promise.all([1, 2, 3].map(() => trainer.library.addMaterial(form)));
  await add(trainer, { classId, name: "More slides" });
  expect(await db.$count(material, eq(material.classId, classId))).toBe(2);
  const told = await db.select().from(digestItem).where(eq(digestItem.learnerId, me.learnerId));
  expect(told).toMatchObject([
    { kind: "material", title: "new material of class 3", link: "/dashboard/learn/python?part=material" },
  ]);
  const entries = await db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.thingId, classId), eq(auditEntry.action, "Added material")));
  expect(entries).toMatchObject([
    { thing: "Python, class 3", after: { name: "Slides", kind: "link" } },
    { after: { name: "More slides" } },
  ]);
});

test("removed material is in no digest any more, unless there is more of the same day", async () => {
  const { trainer, classId, me } = await newBatch();
  const [first, second] = [await add(trainer, { classId }), await add(trainer, { classId })];
  await db.update(digestItem).set({ toldAt: testDay }).where(eq(digestItem.learnerId, me.learnerId));
  const count = () => db.$count(digestItem, eq(digestItem.learnerId, me.learnerId));
  await trainer.library.removeMaterial({ materialId: first.materialId });
  expect(await count()).toBe(1);
  await trainer.library.removeMaterial({ materialId: second.materialId });
  expect(await count()).toBe(0);
});

test("the id of somebody else's material is refused", async () => {
  const [mine, theirs] = [await newBatch(), await newBatch()];
  const { materialId } = await add(theirs.trainer, { classId: theirs.classId });
  await expect(add(mine.trainer, { materialId, classId: mine.classId })).rejects.toMatchObject({
    code: "UNKNOWN_MATERIAL",
  });
});

test("removing says who loses it; the file goes a day later, and a second time is refused", async () => {
  const { trainer, classId, me } = await newBatch(["Asha Menon", "Binu Das"]);
  const { materialId, fileId } = await addFile(trainer, { classId });
  expect(await trainer.library.material({ materialId })).toMatchObject({ learners: 2, bytes: 1000 });
  await trainer.library.removeMaterial({ materialId });
  await expect(trainer.library.removeMaterial({ materialId })).rejects.toMatchObject({ code: "UNKNOWN_MATERIAL" });
  expect((await me.lesson.material({ courseId: "python" })).classes).toEqual([]);
  expect((await me.schedule.view({ courseId: "python" })).schedules[2]).not.toHaveProperty("materialCount");
  later(86_400_000 + 60_000);
  await enqueue(db, tidyHouse, {});
  await institute.runJobs();
  expect(await db.$count(lessonFile, eq(lessonFile.id, fileId))).toBe(0);
  expect(institute.stored.has(`learning/${fileId}`)).toBe(false);
});

test("a file to which material refers stays", async () => {
  const { trainer, classId } = await newBatch();
  const { fileId } = await addFile(trainer, { classId });
  later(10 * 86_400_000);
  await enqueue(db, tidyHouse, {});
  await institute.runJobs();
  expect(await db.$count(lessonFile, eq(lessonFile.id, fileId))).toBe(1);
});

test("files of others, of another course and unfinished ones are refused", async () => {
  const { trainer, classId } = await newBatch();
  const ofOwner = await newLessonFile(institute, { staffId: owner.person.id });
  const ofSql = await newLessonFile(institute, { staffId: trainer.person.id });
  await db.execute(
    sql`update lesson_file set course_id = (select id from course where course_id = 'sql') where id = ${ofSql}`,
  );
  const unfinished = await newLessonFile(institute, { staffId: trainer.person.id });
  await db.update(lessonFile).set({ state: "checking" }).where(eq(lessonFile.id, unfinished));
  for (const fileId of [ofOwner, ofSql, unfinished, randomUUID()])
    await expect(add(trainer, { classId, kind: "file", fileId })).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
});

test("odd input is refused with its reason and never breaks", async () => {
  const { trainer, classId, me } = await newBatch();
  for (const odd of [
    { url: "javascript:alert(1)" },
    { url: "files.example" },
    { url: "https://user:pass@files.example/" },
    { url: "" },
    { name: "" },
    { name: "a\u202egpj.exe" },
    { name: "a".repeat(151) },
    { name: "a\0b" },
    { kind: "film" },
    { kind: "file" },
    { kind: "snippet", text: " \n " },
    { kind: "snippet", text: "x".repeat(10_001) },
    { courseId: "python" },
    { classId: undefined },
    { classId: "1" },
    { materialId: "1" },
  ])
    await expect(add(trainer, { classId, ...odd }), JSON.stringify(odd)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  for (const words of [
    "'",
    "\\",
    "a & (b",
    "<->",
    "!!!",
    ":*",
    "%_",
    "the",
    "x".repeat(100),
    "ழ".repeat(100),
    "s".repeat(33),
  ])
    expect((await me.lesson.material({ courseId: "python", words })).isCut, words).toBe(false);
  await expect(me.lesson.material({ courseId: "python", words: "x".repeat(101) })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  await expect(me.lesson.material({ courseId: "python", after: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect((await me.lesson.material({ courseId: "python", after: randomUUID() })).classes).toEqual([]);
  for (const odd of [{ after: "x" }, { kind: "film" }, { classId: "x" }])
    await expect(trainer.library.materials({ courseId: "python", ...odd } as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  expect((await trainer.library.materials({ courseId: "python", words: "%_\\'" })).materials).toEqual([]);
});

test("a class takes fifty materials", async () => {
  const { trainer, classId } = await newBatch();
  await db.execute(sql`
    insert into material (course_id, batch_id, class_id, kind, name, url, added_at)
    select b.course_id, b.id, c.id, 'link', 'Old', 'https://a.example', now() from live_class c join batch b on b.id = c.batch_id,
      generate_series(1, 49) where c.id = ${classId}`);
  const form = { materialId: randomUUID(), classId, ...link };
  await trainer.library.addMaterial(form);
  await trainer.library.addMaterial(form);
  await expect(add(trainer, { classId })).rejects.toMatchObject({ code: "TOO_MANY_MATERIALS" });
});

test("words are found in names and snippets, also by their beginning, and only in what is the learner's", async () => {
  const { trainer, classId, classes, me } = await newBatch();
  await add(trainer, { classId, name: "Worksheet_recursion-2.pdf" });
  await add(trainer, { classId, name: "Other" });
  await add(trainer, {
    classId: classes[1],
    kind: "snippet",
    name: "Tree",
    url: "",
    text: "def walk_tree(node):\n  pass",
  });
  const { materialId } = await add(trainer, { courseId: "python", name: "Recursion explained" });
  const strange = await newBatch();
  await add(strange.trainer, { classId: strange.classId, name: "Recursion of another batch" });
  const find = async (words: string) => {
    const { classes: found, ofCourse } = await me.lesson.material({ courseId: "python", words });
    return [...found.flatMap((one) => one.materials), ...ofCourse].map(({ name }) => name);
  };
  expect(await find("recursion")).toEqual(["Worksheet_recursion-2.pdf", "Recursion explained"]);
  expect(await find("RECURS works")).toEqual(["Worksheet_recursion-2.pdf"]);
  expect(await find("walk tree")).toEqual(["Tree"]);
  expect(await find("nothing of the sort")).toEqual([]);
  await trainer.library.removeMaterial({ materialId });
});

test("a learner reads ten classes at a time, a trainer 25 materials", async () => {
  const { trainer, batchId, me } = await newBatch();
  await db.execute(sql`
    with more as (
      insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_id, trainer_name, changed_at)
      select ${batchId}, n, ${testDay.toISOString()}::timestamptz + n * interval '1 day', 60, 'More ' || n, ${trainer.person.id}::uuid, 'x', now()
      from generate_series(10, 38) n returning id, batch_id)
    insert into material (course_id, batch_id, class_id, kind, name, url, added_at)
    select b.course_id, b.id, more.id, 'link', 'Paged', 'https://a.example', ${testDay.toISOString()}::timestamptz
    from more join batch b on b.id = more.batch_id`);
  const numbers: number[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof me.lesson.material>> = await me.lesson.material({
      courseId: "python",
      ...(after ? { after } : {}),
    });
    numbers.push(...page.classes.map(({ number }) => number));
    after = page.next;
  } while (after);
  expect(numbers).toEqual(Array.from({ length: 29 }, (_, n) => 38 - n));
  const first = await trainer.library.materials({ courseId: "python", words: "paged" });
  expect(first.materials).toHaveLength(25);
  const second = await trainer.library.materials({ courseId: "python", words: "paged", after: first.next ?? "" });
  expect([second.materials.length, second.next]).toEqual([4, null]);
  expect(new Set([...first.materials, ...second.materials].map(({ materialId }) => materialId)).size).toBe(29);
});

test("the library of a course is filtered by kind, class and name, and says how much room files take", async () => {
  const { trainer, classId } = await newBatch();
  const desk = await newStaff(institute, ["front desk"]);
  await addFile(trainer, { classId, name: "filtered one.pdf" });
  await add(trainer, { classId, name: "filtered two" });
  const list = async (asked: object) =>
    (await desk.library.materials({ courseId: "python", words: "filtered", ...asked } as never)).materials.map(
      ({ name }) => name,
    );
  expect(await list({})).toEqual(["filtered two", "filtered one.pdf"]);
  expect(await list({ kind: "file" })).toEqual(["filtered one.pdf"]);
  expect(await list({ classId })).toHaveLength(2);
  expect(await list({ classId: "course" })).toEqual([]);
  const page = await desk.library.materials({ courseId: "python" });
  expect(page.classes.map((one) => one.classId)).toContain(classId);
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select sum(f.bytes) as bytes from lesson_file f join course on course.id = f.course_id where course.course_id = 'python'`);
  expect(page.course).toMatchObject({ name: "Python", bytes: Number(rows[0]?.bytes), gigabytes: 20 });
  const taught = [{ courseId: "python", name: "Python" }];
  expect((await trainer.library.courses({})).courses).toEqual(taught);
  expect((await trainer.library.courses({ words: "sql" })).courses).toEqual([]);
  expect((await desk.library.courses({ words: "sql" })).courses).toMatchObject([{ courseId: "sql" }]);
  expect((await desk.library.firstCourse({})).course).toEqual(taught[0]);
});
