import { randomUUID } from "node:crypto";
import type { Db } from "../../db/connect.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import type { Files } from "../../ports.ts";
import { keyOf } from "../lesson/store-file.ts";

const snippet = `def largest(numbers):
    """The largest number, or None for an empty list."""
    best = None
    for number in numbers:
        if best is None or number > best:
            best = number
    return best


print(largest([4, 19, 7]))  # 19
`;

const checklist = `Before you hand in

1. The program runs from the start, on an empty folder too.
2. Names say what things are.
3. You have tried odd input: nothing, a word, a very large number.
4. You can explain every line.
`;

type Place = { courseId: string; batchId: string; classId: string; topic: string };

/** A link, a snippet and, where there is a file store, a file of the last class; a link for the whole course. */
export async function addDemoMaterial(
  db: Db,
  { files, now, topic, ...place }: Place & { files: Files | undefined; now: Date },
): Promise<void> {
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await db.insert(material).values([
    {
      ...{ ...place, kind: "link", name: `Worksheet: ${topic}`, url: "https://example.com/worksheet.pdf" },
      addedAt: at(30),
    },
    {
      ...{ ...place, kind: "snippet", name: "The largest number", text: snippet, language: "Python", addedAt: at(20) },
    },
    {
      ...{ courseId: place.courseId, kind: "link", name: "Style guide of the course" },
      ...{ url: "https://example.com/style-guide", addedAt: at(60) },
    },
  ]);
  if (!files) return;
  const fileId = randomUUID();
  const bytes = Buffer.from(checklist);
  const name = "Checklist.txt";
  const type = "text/plain";
  await files.put(keyOf(fileId), { bytes, type });
  await db.insert(lessonFile).values({
    ...{ id: fileId, courseId: place.courseId, name, type, bytes: bytes.length },
    ...{ state: "ready" as const, createdAt: now, storedAt: now },
  });
  await db.insert(material).values({ ...place, kind: "file", name, fileId, addedAt: at(10) });
}
