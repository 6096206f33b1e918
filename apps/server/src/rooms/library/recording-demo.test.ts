import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { recording } from "../../db/tables/lesson.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { teachingDemo } from "../teaching/demo.ts";
import { recordingDemo } from "./recording-demo.ts";

const institute = await testInstitute();
const { db, deps, app } = institute;

test("the last class of the demo has a film with captions that some have watched, and nothing of it stays after the demo", async () => {
  await teachingDemo.people?.({ db, now: testDay });
  await recordingDemo.people?.({ db, now: testDay });
  expect(await db.$count(recording)).toBe(0);
  for (const _ of [1, 2]) await recordingDemo.people?.({ db, now: testDay, files: deps.files });
  const [one] = await db.select().from(recording);
  const owner = await newStaff(institute, ["owner"]);
  const { recordings } = await owner.library.recordings({ classId: one?.classId ?? "" });
  expect(recordings).toMatchObject([
    { name: "Lists and loops", seconds: 40, watchers: 8, captions: [{ language: "en", lines: 10 }] },
  ]);
  expect(recordings[0]?.chapters).toHaveLength(5);
  const film = await app.request(recordings[0]?.link ?? "");
  expect([film.status, film.headers.get("content-type")]).toEqual([200, "video/webm"]);
  await film.body?.cancel();
  await changeDemo(db, ["remove", "--yes"], testDay);
  const { rows } = await db.execute(sql`
    select from recording union all select from transcript_line union all select from watch
    union all select from recording_caption union all select from lesson_file`);
  expect(rows).toEqual([]);
  expect(await db.$count(recording, eq(recording.name, "Lists and loops"))).toBe(0);
});
