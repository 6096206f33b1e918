import { Refusal } from "@shoreline/contract";
import { mayDo } from "@shoreline/domain/staff";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { staff } from "../../db/tables/staff.ts";
import type { OpenedFile } from "../../room.ts";
import { mayOpen } from "./access.ts";
import { type Person, readLink } from "./link.ts";
import { keyOf } from "./store-file.ts";

/** A player asks for many ranges of one file; who was suspended meanwhile is refused so much later at most. */
const keptMs = 5000;
const mostKept = 20_000;

type Answer = { found: Promise<OpenedFile | null>; until: number };
const kept = new WeakMap<Db, LRUCache<string, Answer>>();

/** The file behind a link, if the person for whom it was made may open it now. */
export async function openFile(deps: Deps, token: string): Promise<OpenedFile> {
  const { fileId, who } = await readLink(deps, token);
  const now = deps.clock.now().getTime();
  const answers = kept.get(deps.db) ?? new LRUCache<string, Answer>({ max: mostKept });
  kept.set(deps.db, answers);
  const key = JSON.stringify([fileId, who]);
  const known = answers.get(key);
  const found = known && known.until > now ? known.found : findFile(deps, fileId, who);
  if (found !== known?.found) {
    answers.set(key, { found, until: now + keptMs });
    found.catch(() => answers.delete(key));
  }
  const file = await found;
  if (!file) throw new Refusal("NOT_FOUND");
  return file;
}

async function findFile(deps: Deps, fileId: string, who: Person): Promise<OpenedFile | null> {
  const isTheirs = "staffId" in who ? await forStaff(deps, who.staffId) : forLearner(deps, who.learnerId);
  if (!isTheirs) return null;
  const [found] = await deps.db
    .select({ name: lessonFile.name, type: lessonFile.type, bytes: lessonFile.bytes })
    .from(lessonFile)
    .where(and(eq(lessonFile.id, fileId), eq(lessonFile.state, "ready"), isTheirs));
  return found ? { ...found, fileId, key: keyOf(fileId) } : null;
}

/** Through what refers to the file, or because they have uploaded it and the course is still theirs. */
function forLearner({ fileUses }: Deps, learnerId: string): SQL | undefined {
  const isOfCourse = mayOpen({ learnerId, courseId: lessonFile.courseId, batchId: sql`null::uuid` });
  const isOwn = and(eq(lessonFile.learnerId, learnerId), isOfCourse);
  return or(isOwn, ...fileUses.map((use) => use.opensForLearner({ fileId: lessonFile.id, learnerId })));
}

async function forStaff({ db, fileUses }: Deps, staffId: string): Promise<SQL | undefined> {
  const [person] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.id, staffId), isNull(staff.closedAt)));
  if (!person || !mayDo(person.roles, "teach classes")) return undefined;
  if (mayDo(person.roles, "change timetable")) return sql`true`;
  const trainer = { id: person.id, name: person.name };
  const uses = fileUses.map((use) => use.opensForTrainer({ fileId: lessonFile.id, trainer }));
  return or(eq(lessonFile.staffId, staffId), ...uses);
}
