import { randomUUID } from "node:crypto";
import { batchPlace } from "../db/tables/schedule.ts";
import type { TestInstitute } from "./institute.ts";
import { newLessonFile } from "./lessons.ts";
import { giveCourse } from "./paying.ts";
import { newStaff } from "./staff.ts";
import { newTaughtBatch } from "./teaching.ts";

type Learner = Parameters<typeof giveCourse>[1];
type Options = {
  names?: string[];
  /** Somebody who is in the batch too. */
  learner?: Learner;
  says?: string;
  seconds?: number | null;
  isOfCourse?: boolean;
};

export const vttOf = (...texts: string[]) =>
  Buffer.from(
    `WEBVTT\n\n${texts.map((text, at) => `00:${String(at).padStart(2, "0")}:05.000 --> 00:${String(at).padStart(2, "0")}:09.000\n${text}\n`).join("\n")}`,
  );

/** A batch whose trainer has added a film with captions to its second class, which was yesterday, or to the course. */
export async function newRecording(
  institute: TestInstitute,
  { names = [], learner, says = "Loops repeat a block", seconds = 600, isOfCourse = false }: Options = {},
) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names });
  if (learner) {
    const purchaseId = await giveCourse(institute, learner);
    await institute.db.insert(batchPlace).values({ purchaseId, batchId: taught.batchId, placedAt: new Date(0) });
  }
  const recordingId = randomUUID();
  const classId = taught.classes[1];
  const staffId = trainer.person.id;
  const bytes = Buffer.from("a film");
  const fileId = await newLessonFile(institute, { name: "class 2.mp4", type: "video/mp4", bytes, staffId });
  const target = isOfCourse ? { courseId: "python" } : { classId };
  const chapters = [
    { startsAt: 120, title: "While" },
    { startsAt: 0, title: "For" },
  ];
  await trainer.library.addRecording({ recordingId, ...target, fileId, name: "Loops", seconds, chapters });
  const captions = await newLessonFile(institute, {
    ...{ name: "class 2.vtt", type: "text/vtt", bytes: vttOf("Good morning", says), staffId },
  });
  await trainer.library.addCaptions({ recordingId, fileId: captions, language: "en", label: "English" });
  const mine = { courseId: "python", recordingId };
  return { ...taught, trainer, recordingId, classId, fileId, mine };
}
