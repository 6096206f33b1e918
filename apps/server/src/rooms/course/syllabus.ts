import { createHash } from "node:crypto";
import type { Deps } from "../../context.ts";
import type { offlineCourse } from "../../db/tables/course.ts";
import { readDocument } from "../../documents.ts";
import { readLetterhead } from "../site/letterhead.ts";
import { readPictureAt } from "../site/picture.ts";
import { readInstitute } from "../site/queries.ts";
import type { SyllabusInput } from "./syllabus-pdf.ts";

type Columns = "id" | "courseId" | "name" | "image" | "description" | "durationInHours" | "outcomes" | "syllabus";
type Described = Pick<typeof offlineCourse.$inferSelect, Columns> & { syllabusFile?: string | null };

/** Reads the institute's own file, or a PDF made from the course. The PDF is made again when its content changes. */
export async function readSyllabus(deps: Deps, course: Described): Promise<Uint8Array> {
  const own = course.syllabusFile ? await deps.files.read(course.syllabusFile).catch(() => null) : null;
  if (own) return own.bytes;
  if (course.syllabusFile) deps.log.warn({ key: course.syllabusFile }, "the file of a syllabus cannot be read");
  const shown = { course, institute: await readInstitute(deps.db), publicUrl: deps.publicUrl };
  const cover = await readPictureAt(deps, course.image).catch((err) => {
    deps.log.error({ err }, "the cover of a syllabus could not be read");
    return null;
  });
  const hash = createHash("sha256").update(JSON.stringify([layout, shown]));
  const fingerprint = hash
    .update(cover ?? "")
    .digest("hex")
    .slice(0, 32);
  const key = `syllabus/${course.id}/${fingerprint}.pdf`;
  return readDocument(deps, {
    key,
    type: "application/pdf",
    make: async (doNotStore) => {
      const letterhead = await readLetterhead(deps, shown.institute, doNotStore);
      const input: SyllabusInput = { ...shown, cover, letterhead };
      return deps.draw(new URL("./syllabus-thread.ts", import.meta.url), input);
    },
  });
}

/** Increase this when the drawing changes, so that stored files are drawn again. */
const layout = 4;
