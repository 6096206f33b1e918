import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { contentFolder } from "../../content/read.ts";
import type { Deps } from "../../context.ts";
import type { offlineCourse } from "../../db/tables/course.ts";
import { drawInThread } from "../../pdf/in-thread.ts";
import { readInstitute } from "../site/queries.ts";
import type { SyllabusInput } from "./syllabus-pdf.ts";

type OfflineRow = typeof offlineCourse.$inferSelect;

/** The institute's own file, or one made from the course: once, and again only when something in it has changed. */
export async function readSyllabus(deps: Deps, course: OfflineRow): Promise<Uint8Array> {
  const own = course.syllabusFile ? await deps.files.read(course.syllabusFile) : null;
  if (own) return own.bytes;
  if (course.syllabusFile) deps.log.warn({ key: course.syllabusFile }, "the file of a syllabus is missing");
  const shown = { course, institute: await readInstitute(deps.db), publicUrl: deps.publicUrl };
  const cover = readCover(course.image);
  const hash = createHash("sha256").update(JSON.stringify([layout, shown]));
  const fingerprint = hash
    .update(cover ?? "")
    .digest("hex")
    .slice(0, 32);
  const key = `syllabus/${course.id}/${fingerprint}.pdf`;
  const kept = await deps.files.read(key);
  if (kept) return kept.bytes;
  return oneAtATime(key, async () => {
    const bytes = await drawInThread<SyllabusInput>(new URL("./syllabus-thread.ts", import.meta.url), {
      ...shown,
      cover,
    });
    // Not kept is a pity, not a reason to send nobody anything.
    await deps.files
      .put(key, { bytes, type: "application/pdf" })
      .catch((err) => deps.log.error({ err }, "a syllabus was not kept"));
    return bytes;
  });
}

/** Raised when the drawing changes, so that kept files are made anew. */
const layout = 2;

const underWay = new Map<string, Promise<Uint8Array>>();

function oneAtATime(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const work = underWay.get(key) ?? make().finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
}

/** A picture of the content, which is where the addresses of pictures lead. */
function readCover(address: string): Uint8Array | null {
  const file = path.join(contentFolder, path.posix.normalize(address));
  return address.startsWith("/pictures/") && existsSync(file) ? readFileSync(file) : null;
}
