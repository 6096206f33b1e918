import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { scopeWord } from "../../db/scope-word.ts";
import { testInstitute } from "../../test/institute.ts";
import { newRecording } from "../../test/recordings.ts";

const institute = await testInstitute();
const { db } = institute;

test("words of what was said are found in the own batch, with their second", async () => {
  const { learners, recordingId } = await newRecording(institute, {
    ...{ names: ["Asha Menon"], says: "Dictionaries map keys to values" },
  });
  await newRecording(institute, { says: "Dictionaries of another batch" });
  const find = async (words: string) => (await learners[0]?.lesson.search({ courseId: "python", words }))?.hits;
  expect(await find("dictionary")).toEqual([
    { recordingId, name: "Loops", number: 2, startsAt: 65, text: "Dictionaries map keys to values" },
  ]);
  expect(await find("mapping KEYS")).toHaveLength(1);
  expect(await find('"keys to values"')).toHaveLength(1);
  expect(await find("keys -map")).toEqual([]);
  expect(await find("elephants")).toEqual([]);
});

test.each(["the", "!!", "(((", "' | ''", "a:*b & !", "\\\\", "<script>", `"${"x".repeat(150)}`])(
  "%j finds nothing and breaks nothing",
  async (words) => {
    const { learners } = await newRecording(institute, { names: ["Asha Menon"] });
    expect(await learners[0]?.lesson.search({ courseId: "python", words })).toEqual({ hits: [], hasMore: false });
  },
);

test("the scope of a search cannot be named in its words", async () => {
  const other = await newRecording(institute, { says: "Secret papaya" });
  const { learners } = await newRecording(institute, { names: ["Asha Menon"] });
  const scope = scopeWord(other.batchId);
  const hits = await learners[0]?.lesson.search({ courseId: "python", words: `papaya or ${scope}` });
  expect(hits).toEqual({ hits: [], hasMore: false });
});

test("a caption with a word that looks like another batch is not found there", async () => {
  const { learners, batchId } = await newRecording(institute, { names: ["Asha Menon"] });
  await newRecording(institute, { says: `Tamarind ${scopeWord(batchId)}` });
  const found = await learners[0]?.lesson.search({ courseId: "python", words: "tamarind" });
  expect(found).toEqual({ hits: [], hasMore: false });
});

test("of a word that everybody says a hundred lines are shown, and it says that there are more", async () => {
  const { learners, recordingId, batchId } = await newRecording(institute, { names: ["Asha Menon"] });
  await db.execute(sql`
    insert into transcript_line (recording_id, language, number, starts_ms, ends_ms, text, scope_id)
    select ${recordingId}, 'ta', n, n * 1000, n * 1000 + 500, 'a common guava', ${batchId} from generate_series(1, 3000) n`);
  const found = await learners[0]?.lesson.search({ courseId: "python", words: "guava" });
  expect([found?.hits.length, found?.hasMore]).toEqual([100, true]);
  expect(found?.hits.map(({ startsAt }) => startsAt)).toEqual(
    found?.hits.map(({ startsAt }) => startsAt).toSorted((one, other) => one - other),
  );
});
