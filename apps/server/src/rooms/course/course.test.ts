import { syllabusPath } from "@shoreline/domain/course";
import { eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { course, earlyBird } from "../../db/tables/course.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();

test("the list has every course in order, with its price in rupees and its duration in hours", async () => {
  const rows = await institute.db.select().from(course).orderBy(course.position);
  const listed = await visitor.course.list({});
  expect(listed.map((c) => c.courseId)).toEqual(rows.map((row) => row.courseId));
  expect(listed[0]).toMatchObject({ price: (rows[0]?.priceInPaise ?? 0) / 100, duration: rows[0]?.durationInHours });
});

test("a visitor reads a course by its id, even with a dot, with its whole syllabus", async () => {
  const found = await visitor.course.read({ courseId: "node.js" });
  expect(found.courseName).toBe("Node.js");
  expect(found.syllabus.length).toBeGreaterThanOrEqual(8);
});

test("a course has only the listed fields", async () => {
  const [first] = await visitor.course.list({});
  const card = "courseId courseImage courseName description duration field isTrending level price".split(" ");
  expect(Object.keys(first ?? {}).sort()).toEqual([...card, "syllabus"].sort());
  const { courses } = await visitor.course.catalogue({});
  expect(Object.keys(courses[0] ?? {}).sort()).toEqual([...card, "found"].sort());
});

test("every course has a picture that loads as an image", async () => {
  for (const { courseImage } of await visitor.course.list({})) {
    const response = await visitor.request(courseImage);
    expect([courseImage, response.headers.get("content-type")]).toEqual([
      courseImage,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
  }
});

test("every mentor has a portrait that loads", async () => {
  const mentors = await visitor.course.mentors({});
  expect(mentors.length).toBeGreaterThanOrEqual(8);
  for (const { mentorName, profilePicture } of mentors) {
    expect([mentorName, (await visitor.request(profilePicture)).status]).toEqual([mentorName, 200]);
  }
});

test("an unknown course is refused with UNKNOWN_COURSE", async () => {
  await expect(visitor.course.read({ courseId: "cobol" })).rejects.toMatchObject({
    status: 404,
    code: "UNKNOWN_COURSE",
  });
});

test.each(["c%00d", "%ED%A0%80", "..%2F..%2Fetc", "%F0%9F%8C%8A", "a".repeat(101)])(
  "a malformed id (%s) is refused and causes no server error",
  async (id) => {
    const response = await visitor.request(`/api/course/${id}`);
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  },
);

const names = async (filter: Parameters<typeof visitor.course.catalogue>[0]) =>
  (await visitor.course.catalogue(filter)).courses.map(({ courseId }) => courseId);

test("a course page has mentors, outcomes, questions and related courses", async () => {
  const found = await visitor.course.read({ courseId: "react" });
  expect(found.mentors.map(({ mentorName }) => mentorName)).toEqual(["Joel Antony"]);
  expect(found.outcomes.length).toBeGreaterThan(3);
  expect(found.questions.length).toBeGreaterThan(1);
  expect(found.related).toHaveLength(3);
  expect(found.related.every(({ courseId, field }) => courseId !== "react" && field === "web")).toBe(true);
});

test("a course with a slash in its id is found by the form of its link", async () => {
  const [python] = await institute.db.select().from(course).where(eq(course.courseId, "python"));
  const { id, search, ...rest } = python as typeof course.$inferSelect;
  await institute.db.insert(course).values({ ...rest, courseId: "ml/ai", name: "ML/AI", position: 900 });
  for (const courseId of ["ml/ai", "ml ai"]) expect((await visitor.course.read({ courseId })).courseName).toBe("ML/AI");
  await institute.db.delete(course).where(eq(course.courseId, "ml/ai"));
});

test.each([
  ["react", "react"],
  ["nodejs", "node.js"],
  ["node.js", "node.js"],
  ["C++", "c-cpp"],
  ["ui/ux", "ui-ux"],
  ["full stack jav", "java-fullstack"],
  ["Python fullstack", "python-fullstack"],
  ["Java fullstack", "java-fullstack"],
  ["Front-End", "frontend"],
  ["React.js", "react"],
  ["Python", "python"],
  ["cpp", "c-cpp"],
])("a visitor who searches for %j finds %s first", async (q, courseId) => {
  expect((await names({ q }))[0]).toBe(courseId);
});

test.each(["react", "java", "sql", "testing", "design"])(
  "courses with the whole word %s come before those with a longer word; names come before titles, titles before topics",
  async (q) => {
    const rows = await institute.db.select().from(course);
    const hasWord = (text: string) => new RegExp(`\\b${q}\\b`, "i").test(text);
    const places = (await names({ q })).map((courseId) => {
      const { name, syllabus, description } = rows.find((row) => row.courseId === courseId) ?? {};
      if (hasWord(name ?? "")) return 0;
      if (syllabus?.some(({ title }) => hasWord(title))) return 1;
      if (syllabus?.some(({ topics }) => topics.some(hasWord))) return 2;
      return hasWord(description ?? "") ? 3 : 4;
    });
    expect(places).toEqual([...places].sort());
  },
);

test("a search for react finds Reactivity too, but after every course that teaches React", async () => {
  const found = await names({ q: "react" });
  expect(found.indexOf("mean")).toBeGreaterThan(found.indexOf("mern"));
  expect(found.indexOf("mean")).toBeGreaterThan(found.indexOf("frontend"));
});

test("the first letters of a word are enough to find a course", async () => {
  expect((await names({ q: "reac" }))[0]).toBe("react");
  expect(await names({ q: "javascr" })).toContain("javascript");
});

test("a search finds topics of the syllabus and shows where it found the word", async () => {
  const { courses } = await visitor.course.catalogue({ q: "pandas" });
  expect(courses.map(({ courseId }) => courseId)).toContain("data-analyst");
  expect(courses[0]?.found.join()).toMatch(/pandas/i);
});

test("a course must match every search word and every filter", async () => {
  expect(await names({ q: "react zzz" })).toEqual([]);
  const web = await visitor.course.catalogue({ field: "web", level: "intermediate" });
  expect(web.total).toBe(web.courses.length);
  expect(web.courses.every(({ field, level }) => field === "web" && level === "intermediate")).toBe(true);
  expect(await names({ q: "react", field: "data" })).not.toContain("react");
});

test("the catalogue is sorted by price, duration or name", async () => {
  const by = async (sort: "price" | "duration" | "name") => (await visitor.course.catalogue({ sort })).courses;
  const prices = (await by("price")).map(({ price }) => price);
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  const hours = (await by("duration")).map(({ duration }) => duration);
  expect(hours).toEqual([...hours].sort((a, b) => a - b));
  expect((await by("name"))[0]?.courseName).toBe("Angular");
});

test.each(["%", "'; drop table course; --", "&|!():*", "\\", "🌊", "\u0000".replace("\u0000", "%00"), "a".repeat(100)])(
  "a search with special characters (%s) finds nothing and causes no server error",
  async (q) => {
    expect((await visitor.course.catalogue({ q })).total).toBe(0);
  },
);

test.each(["?field=cooking", "?sort=random", "?page=0", "?page=x", `?q=${"a".repeat(101)}`, "?q=%00"])(
  "an invalid filter (%s) is refused with the name of its field",
  async (query) => {
    const response = await visitor.request(`/api/catalogue${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", fields: expect.any(Object) });
  },
);

test("a long list is shown page by page with its full count", async () => {
  const [python] = await institute.db.select().from(course).where(eq(course.courseId, "python"));
  const { id, search, ...rest } = python as typeof course.$inferSelect;
  const many = Array.from({ length: 30 }, (_, n) => ({ ...rest, courseId: `many-${n}`, name: `Quokka ${n}` }));
  await institute.db.insert(course).values(many);
  const first = await visitor.course.catalogue({ q: "quokka" });
  const second = await visitor.course.catalogue({ q: "quokka", page: 2 });
  expect([first.total, first.courses.length, second.courses.length]).toEqual([30, 24, 6]);
  const ids = [...first.courses, ...second.courses].map(({ courseId }) => courseId);
  expect(new Set(ids).size).toBe(30);
  await institute.db.delete(course).where(like(course.courseId, "many-%"));
});

test("courses are sorted by the price of this moment on every page, with early-bird prices that still hold", async () => {
  const [python] = await institute.db.select().from(course).where(eq(course.courseId, "python"));
  const { id, search, ...rest } = python as typeof course.$inferSelect;
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...rest,
    ...{
      courseId: `many-${n}`,
      name: `Quokka ${n}`,
      position: 500 + (n % 7),
      priceInPaise: 100_000 + (n % 10) * 50_000,
    },
  }));
  const added = await institute.db.insert(course).values(many).returning({ id: course.id });
  const now = institute.deps.clock.now().getTime();
  await institute.db.insert(earlyBird).values(
    added
      .filter((_, n) => n % 3 === 0)
      .map(({ id: courseId }, n) => ({
        ...{ courseId, priceInPaise: 75_000 + n * 10_000 },
        endsAt: new Date(now + (n % 2 === 0 ? 1 : -1) * 86_400_000),
      })),
  );
  const pagesOf = async (q: string) => {
    const pages = [1, 2, 3, 4].map((page) => visitor.course.catalogue({ q, sort: "price", page }));
    return (await Promise.all(pages)).flatMap(({ courses }) => courses);
  };
  const listed = await pagesOf("");
  expect(listed).toHaveLength((await visitor.course.list({})).length);
  expect(new Set(listed.map(({ courseId }) => courseId)).size).toBe(listed.length);
  const prices = listed.map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  // A search sorts all that it finds, without an index.
  const isQuokka = ({ courseName }: { courseName: string }) => courseName.startsWith("Quokka");
  const same = (await pagesOf("quokka")).map(({ courseName, price }) => [courseName, price]);
  expect(listed.filter(isQuokka).map(({ courseName, price }) => [courseName, price])).toEqual(same);
  await institute.db.delete(course).where(like(course.courseId, "many-%"));
});

test("of more than a thousand courses a thousand are counted, and a name that fits is still found first", async () => {
  await institute.pool.query(`insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise,
      outcomes, syllabus, questions)
    select 'many-' || n, case n when 1200 then 'Numbat' else 'Course ' || n end, image, field, level, 500, 'Numbat studies', duration_in_hours,
      price_in_paise, outcomes, syllabus, questions from course, generate_series(1, 1200) n where course_id = 'python'`);
  const found = await visitor.course.catalogue({ q: "numbat" });
  expect(found).toMatchObject({ total: 1000, isMore: true, courses: { 0: { courseId: "many-1200" } } });
  for (const sort of ["popular", "name", "price", "duration"] as const) {
    const { total, isMore, courses } = await visitor.course.catalogue({ sort, field: "programming" });
    expect([total, isMore, courses.length]).toEqual([1000, true, 24]);
  }
  await institute.db.delete(course).where(like(course.courseId, "many-%"));
  const { total, isMore } = await visitor.course.catalogue({});
  expect([total, isMore]).toEqual([(await visitor.course.list({})).length, false]);
});

test("a search knows a changed syllabus at once, and leaves a broken course out", async () => {
  const lines = async (q: string) => (await visitor.course.catalogue({ q })).courses.map(({ found }) => found);
  const change = (syllabus: unknown) =>
    institute.pool.query("update course set syllabus = $1 where course_id = 'sql'", [JSON.stringify(syllabus)]);
  const [before] = await institute.db.select().from(course).where(eq(course.courseId, "sql"));
  expect(await lines("wombats")).toEqual([]);
  await change([{ title: "Wombats first", topics: ["Other topics"] }]);
  expect(await lines("wombats")).toEqual([["Wombats first"]]);
  await change([{ title: "Wombats second", topics: ["More wombats"] }]);
  expect(await lines("wombats")).toEqual([["Wombats second", "More wombats"]]);
  await change([{ title: "Wombats third", topics: "none" }]);
  expect(await lines("wombats")).toEqual([]);
  await change(before?.syllabus);
});

test("a field or level is a choice when a course that is offered has it", async () => {
  const all = await visitor.course.catalogue({});
  expect([all.fields, all.levels].every((keys) => keys.length > 1)).toBe(true);
  const isData = eq(course.field, "data");
  expect(all.fields).toContain("data");
  await institute.db.update(course).set({ isHidden: true }).where(isData);
  expect((await visitor.course.catalogue({})).fields).toEqual(all.fields.filter((key) => key !== "data"));
  await institute.db.update(course).set({ isHidden: false }).where(isData);
});

test("every offline course has a picture that loads, and the address for its syllabus", async () => {
  const courses = await visitor.course.offline({});
  expect(courses.length).toBeGreaterThanOrEqual(8);
  for (const { _id, courseImage, syllabusLink, duration, sections } of courses) {
    expect([duration, sections].every((count) => count > 0)).toBe(true);
    expect(syllabusLink).toBe(`/api/downloaded/course/add/user/${_id}`);
    expect([courseImage, (await visitor.request(courseImage)).status]).toEqual([courseImage, 200]);
  }
});

test("a search with a slip of the keyboard finds what was meant and says so; a word that is right is never changed", async () => {
  const slip = await visitor.course.catalogue({ q: "pyhton" });
  expect(slip.corrected).toBe("python");
  expect(slip.courses.map(({ courseId }) => courseId)).toContain("python");
  expect((await visitor.course.catalogue({ q: "python" })).corrected).toBeNull();
  expect(await visitor.course.catalogue({ q: "quokka" })).toMatchObject({ total: 0, corrected: null });
});

test("the syllabus of a course can be downloaded", async () => {
  const { name, bytes } = await visitor.course.syllabus({ courseId: "sql" });
  expect(name).toBe("sql-syllabus.pdf");
  expect(bytes.length).toBeGreaterThan(0);
  const answer = await visitor.request(`/api${syllabusPath("sql")}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  await expect(visitor.course.syllabus({ courseId: "cobol" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
});
