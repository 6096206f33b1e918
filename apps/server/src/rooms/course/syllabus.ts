import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { shippedFolder } from "../../content/folder.ts";
import type { Deps } from "../../context.ts";
import type { offlineCourse } from "../../db/tables/course.ts";
import { readDocument } from "../../documents.ts";
import { findPicture } from "../site/picture.ts";
import { readInstitute } from "../site/queries.ts";
import type { SyllabusInput } from "./syllabus-pdf.ts";

type OfflineRow = typeof offlineCourse.$inferSelect;

/** Reads the institute's own file, or a PDF made from the course. The PDF is made again when its content changes. */
export async function readSyllabus(deps: Deps, course: OfflineRow): Promise<Uint8Array> {
  const own = course.syllabusFile ? await deps.files.read(course.syllabusFile).catch(() => null) : null;
  if (own) return own.bytes;
  if (course.syllabusFile) deps.log.warn({ key: course.syllabusFile }, "the file of a syllabus cannot be read");
  const shown = { course, institute: await readInstitute(deps.db), publicUrl: deps.publicUrl };
  const cover = await readCover(deps, course.image);
  const hash = createHash("sha256").update(JSON.stringify([layout, shown]));
  const fingerprint = hash
    .update(cover ?? "")
    .digest("hex")
    .slice(0, 32);
  const key = `syllabus/${course.id}/${fingerprint}.pdf`;
  const input: SyllabusInput = { ...shown, cover };
  return readDocument(deps, {
    key,
    type: "application/pdf",
    make: () => deps.draw(new URL("./syllabus-thread.ts", import.meta.url), input),
  });
}

/** Increase this when the drawing changes, so that stored files are drawn again. */
const layout = 2;

/** A picture of the institute's own content, or one that comes with the product. */
async function readCover(deps: Deps, address: string): Promise<Uint8Array | null> {
  const own = /^\/media\/picture\/(.+)$/.exec(address)?.[1];
  if (own) return (await findPicture(deps, own).catch(() => null))?.bytes ?? null;
  const file = path.join(shippedFolder, path.posix.normalize(address));
  return address.startsWith("/pictures/") && existsSync(file) ? readFileSync(file) : null;
}
