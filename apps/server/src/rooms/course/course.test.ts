import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();

test("every course of the catalogue is listed in its order, with price in rupees and duration in hours", async () => {
  const rows = await institute.db.select().from(course).orderBy(course.position);
  const listed = await visitor.course.list({});
  expect(listed.map((c) => c.courseId)).toEqual(rows.map((row) => row.courseId));
  expect(listed[0]).toMatchObject({ price: (rows[0]?.priceInPaise ?? 0) / 100, duration: rows[0]?.durationInHours });
});

test("one course is found by its id, dots included, with its whole syllabus", async () => {
  const found = await visitor.course.read({ courseId: "node.js" });
  expect(found.courseName).toBe("Node.js");
  expect(found.syllabus.length).toBeGreaterThanOrEqual(8);
});

test("nothing but the listed fields leaves the server", async () => {
  const [first] = await visitor.course.list({});
  expect(Object.keys(first ?? {}).sort()).toEqual(
    ["courseId", "courseImage", "courseName", "description", "duration", "isTrending", "price", "syllabus"].sort(),
  );
});

test("every course has a picture, and it is an image", async () => {
  for (const { courseImage } of await visitor.course.list({})) {
    const response = await visitor.request(courseImage);
    expect([courseImage, response.headers.get("content-type")]).toEqual([
      courseImage,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
  }
});

test("the mentors come in their order, each with a portrait that is there", async () => {
  const mentors = await visitor.course.mentors({});
  expect(mentors.length).toBeGreaterThanOrEqual(8);
  for (const { mentorName, profilePicture } of mentors) {
    expect([mentorName, (await visitor.request(profilePicture)).status]).toEqual([mentorName, 200]);
  }
});

test("an unknown course is refused by name", async () => {
  await expect(visitor.course.read({ courseId: "cobol" })).rejects.toMatchObject({
    status: 404,
    code: "UNKNOWN_COURSE",
  });
});

test.each(["c%00d", "%ED%A0%80", "..%2F..%2Fetc", "%F0%9F%8C%8A", "a".repeat(101)])(
  "a strange id (%s) is refused, never a failure",
  async (id) => {
    const response = await visitor.request(`/api/course/${id}`);
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  },
);
