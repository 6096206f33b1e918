import type { OwnMaterial } from "@shoreline/contract";
import { mostMaterialsOfCourse, toSearch } from "@shoreline/domain/material";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { scopeWord } from "../../db/scope-word.ts";
import { material, materialVector } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { openPlace, type Place } from "./access.ts";
import { listMaterials, type MaterialRow, materialColumns, showMaterial } from "./material-list.ts";

const classesOfPage = 10;
const mostFound = 100;

type Asked = { courseId: string; words: string; after?: string | undefined };

/** What a learner finds of a course: that of the classes of their batch, and that of the whole course. */
export async function readOwnMaterial(ctx: SignedInCtx, { courseId, words, after }: Asked): Promise<OwnMaterial> {
  const place = await openPlace(ctx.db, { learnerId: ctx.learner.id, courseId });
  const search = toSearch(words);
  return search ? findMaterial(ctx, place, search) : readPage(ctx, place, after);
}

async function readPage(ctx: SignedInCtx, place: Place, after: string | undefined): Promise<OwnMaterial> {
  const who = { learnerId: ctx.learner.id };
  const classes = await listClasses(ctx.db, place, after);
  const shown = classes.slice(0, classesOfPage);
  const ids = shown.map(({ classId }) => classId);
  const rows = ids.length > 0 ? await rowsOf(ctx.db, ids) : [];
  const ofCourse = and(eq(material.courseId, place.courseId), isNull(material.batchId));
  return {
    classes: await grouped(ctx, shown, rows),
    ofCourse: after
      ? []
      : await listMaterials(ctx, { where: ofCourse, who, order: "latest", most: mostMaterialsOfCourse }),
    next: classes.length > shown.length ? (ids.at(-1) ?? null) : null,
    isCut: false,
  };
}

type ClassRow = { classId: string; number: number; topic: string; startsAt: string };

const facts = sql`c.id as "classId", c.number, coalesce(nullif(c.topic_held, ''), c.topic) as topic, c.starts_at as "startsAt"`;

/** One more than a page has. */
async function listClasses(db: Db, { batchId }: Place, after: string | undefined): Promise<ClassRow[]> {
  if (!batchId) return [];
  const isEarlier = after
    ? sql`and (c.starts_at, c.id) < (select last.starts_at, last.id from live_class last where last.id = ${after} and last.batch_id = ${batchId})`
    : sql``;
  const { rows } = await db.execute<ClassRow>(sql`
    select ${facts} from live_class c
    where c.batch_id = ${batchId} and exists (select from material m where m.class_id = c.id) ${isEarlier}
    order by c.starts_at desc, c.id desc limit ${classesOfPage + 1}`);
  return rows;
}

const rowsOf = (db: Db, classIds: string[]): Promise<MaterialRow[]> =>
  db
    .select(materialColumns)
    .from(material)
    .leftJoin(lessonFile, eq(lessonFile.id, material.fileId))
    .where(sql`${material.classId} = ${anyOf(classIds)}`)
    .orderBy(material.addedAt, material.id);

async function grouped(ctx: SignedInCtx, classes: ClassRow[], rows: MaterialRow[]): Promise<OwnMaterial["classes"]> {
  const who = { learnerId: ctx.learner.id };
  const byClass = Map.groupBy(rows, ({ material: { classId } }) => classId);
  return Promise.all(
    classes.map(async ({ startsAt, ...one }) => ({
      ...{ ...one, startsAt: new Date(startsAt).toISOString() },
      materials: await Promise.all((byClass.get(one.classId) ?? []).map((row) => showMaterial(ctx, row, who))),
    })),
  );
}

/** From the index alone: the batch and the course are words of it. */
export function searchMaterial(db: Db, { courseId, batchId }: Pick<Place, "courseId" | "batchId">, search: string) {
  const scopes = [courseId, ...(batchId ? [batchId] : [])].map(scopeWord).join(" | ");
  return db
    .select(materialColumns)
    .from(material)
    .leftJoin(lessonFile, eq(lessonFile.id, material.fileId))
    .where(
      and(
        sql`${materialVector(material)} @@ to_tsquery('english', ${`(${scopes}) & ${search}`})`,
        // A word of a snippet could look like a scope.
        eq(material.courseId, courseId),
        batchId ? sql`(${material.batchId} is null or ${material.batchId} = ${batchId})` : isNull(material.batchId),
      ),
    )
    .orderBy(desc(material.addedAt), desc(material.id))
    .limit(mostFound + 1);
}

async function findMaterial(ctx: SignedInCtx, place: Place, search: string): Promise<OwnMaterial> {
  const found = await searchMaterial(ctx.db, place, search);
  const rows = found.slice(0, mostFound);
  const classIds = [...new Set(rows.flatMap(({ material: { classId } }) => classId ?? []))];
  const { rows: classes } = await ctx.db.execute<ClassRow>(sql`
    select ${facts} from live_class c where c.id = ${anyOf(classIds)} order by c.starts_at desc, c.id desc`);
  const who = { learnerId: ctx.learner.id };
  const ofCourse = rows.filter(({ material: { classId } }) => classId === null);
  return {
    classes: await grouped(ctx, classes, rows),
    ofCourse: await Promise.all(ofCourse.map((row) => showMaterial(ctx, row, who))),
    next: null,
    isCut: found.length > rows.length,
  };
}
