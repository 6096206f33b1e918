import { Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { type MaterialKind, mostMaterialsOfClass, mostMaterialsOfCourse } from "@shoreline/domain/material";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { material } from "../../db/tables/lesson.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { addToDigest, forgetNews } from "../notification/digest.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { holdClass } from "../teaching/own.ts";
import { type FoundMaterial, findMaterial, listReaders, showForStaff } from "./material-own.ts";
import { findTaughtCourse } from "./taught-course.ts";

const itemsPerStatement = 1000;

type Given = {
  materialId: string;
  classId?: string | undefined;
  courseId?: string | undefined;
  kind: MaterialKind;
  name: string;
  fileId?: string | undefined;
  url: string;
  text: string;
  language: string;
};

/** The same form again changes nothing and tells nobody. */
export async function addMaterial(ctx: StaffCtx, { materialId, classId, courseId, ...given }: Given) {
  await ctx.db.transaction(async (tx) => {
    const place = classId ? await holdPlace(ctx, tx, classId) : await holdCourse(ctx, tx, courseId ?? "");
    const isThere = classId
      ? eq(material.classId, classId)
      : sql`${material.courseId} = ${place.courseId} and ${material.batchId} is null`;
    if ((await tx.$count(material, eq(material.id, materialId))) > 0)
      return void (await findMaterial(ctx, materialId, tx));
    const others = await tx.$count(material, isThere);
    if (others >= (classId ? mostMaterialsOfClass : mostMaterialsOfCourse)) throw new Refusal("TOO_MANY_MATERIALS");
    const { kind, fileId = "" } = given;
    if (kind === "file")
      await refuseOtherFiles(tx, { fileIds: [fileId], courseId: place.courseId, who: { staffId: ctx.staff.id } });
    const stored = await tx
      .insert(material)
      .values({
        ...{ id: materialId, ...place, kind, name: given.name, addedAt: ctx.clock.now(), staffId: ctx.staff.id },
        ...(kind === "file" ? { fileId } : {}),
        ...(kind === "link" ? { url: given.url } : {}),
        ...(kind === "snippet" ? { text: given.text, language: given.language } : {}),
      })
      .onConflictDoNothing()
      .returning({ id: material.id });
    const found = await findMaterial(ctx, materialId, tx);
    if (stored.length === 0) return;
    await touchClasses(tx, [found.material.classId]);
    await tell(ctx, tx, found);
    await recordChange(tx, ctx, { ...aboutMaterial(found), action: "Added material", after: logged(found) });
  });
  return { materialId };
}

export async function renameMaterial(ctx: StaffCtx, { materialId, name }: { materialId: string; name: string }) {
  return ctx.db.transaction(async (tx) => {
    const before = await findMaterial(ctx, materialId, tx);
    await tx.update(material).set({ name }).where(eq(material.id, materialId));
    const after = await findMaterial(ctx, materialId, tx);
    if (before.material.name !== name)
      await recordChange(tx, ctx, {
        ...{ ...aboutMaterial(after), action: "Renamed material", before: logged(before), after: logged(after) },
      });
    return showForStaff(ctx, after);
  });
}

/** A file goes a day later, when nothing else refers to it. */
export async function removeMaterial(ctx: StaffCtx, { materialId }: { materialId: string }) {
  await ctx.db.transaction(async (tx) => {
    const found = await findMaterial(ctx, materialId, tx);
    await tx.delete(material).where(eq(material.id, materialId));
    await touchClasses(tx, [found.material.classId]);
    await forget(tx, found);
    await recordChange(tx, ctx, { ...aboutMaterial(found), action: "Removed material", before: logged(found) });
  });
  return {};
}

async function holdPlace(ctx: StaffCtx, tx: Db, classId: string) {
  const { batchId, courseId } = await holdClass(ctx, tx, classId);
  return { classId, batchId, courseId: (await findTaughtCourse(ctx, tx, courseId)).id };
}

/** Forms for one course wait for each other, so that they count right. */
async function holdCourse(ctx: StaffCtx, tx: Db, courseId: string) {
  const { id } = await findTaughtCourse(ctx, tx, courseId);
  await tx.execute(sql`select from course where id = ${id} for no key update`);
  return { courseId: id };
}

/** One line for a class and a day, however many files are added. */
async function tell(ctx: StaffCtx, tx: Db, found: FoundMaterial): Promise<void> {
  const now = ctx.clock.now();
  const about = newsOf(found.material, (await readInstitute(tx)).timeZone);
  const learners = await listReaders(tx, found.material);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select learner_id as id from digest_item
    where learner_id = ${anyOf(learners)} and about = ${about} and told_at is null`);
  const known = new Set(rows.map(({ id }) => id));
  const item = {
    ...{ kind: "material" as const, at: now, about },
    course: found.courseName,
    title: `new material ${found.liveClass ? `of class ${found.liveClass.number}` : "for the whole course"}`,
    link: `/dashboard/learn/${encodeURIComponent(found.courseId)}?part=material`,
  };
  const items = learners.filter((id) => !known.has(id)).map((learnerId) => ({ ...item, learnerId }));
  for (let from = 0; from < items.length; from += itemsPerStatement)
    await addToDigest(tx, items.slice(from, from + itemsPerStatement));
}

/** The line stays while something else of its day is there. */
async function forget(tx: Db, { material: gone }: FoundMaterial): Promise<void> {
  const { timeZone } = await readInstitute(tx);
  const isThere = gone.classId
    ? eq(material.classId, gone.classId)
    : sql`${material.courseId} = ${gone.courseId} and ${material.batchId} is null`;
  const { classId, courseId, addedAt } = material;
  const others = await tx.select({ classId, courseId, addedAt }).from(material).where(isThere);
  const about = newsOf(gone, timeZone);
  if (!others.some((other) => newsOf(other, timeZone) === about)) await forgetNews(tx, [about]);
}

type Placed = Pick<FoundMaterial["material"], "classId" | "courseId" | "addedAt">;

const newsOf = ({ classId, courseId, addedAt }: Placed, timeZone: string) =>
  `material ${classId ?? courseId} ${dayAt(addedAt, timeZone)}`;

function aboutMaterial({ material: { id, classId }, liveClass, courseName }: FoundMaterial) {
  const thing = liveClass ? `${courseName}, class ${liveClass.number}` : courseName;
  return classId
    ? { kind: "class" as const, thingId: classId, thing }
    : { kind: "setting" as const, thingId: `material ${id}`, thing: `${thing}, material of the course` };
}

const logged = ({ material: { name, kind, url, language }, file }: FoundMaterial) => ({
  ...{ name, kind },
  ...(kind === "link" && { url }),
  ...(kind === "snippet" && { language }),
  ...(file && { file: file.name, bytes: file.bytes }),
});
