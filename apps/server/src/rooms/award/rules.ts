import { type Api, type AwardRules, type ParsedInput, Refusal } from "@shoreline/contract";
import { and, asc, eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { certificateRule } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { collection } from "../../db/tables/quiz.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";

type RuleRow = typeof certificateRule.$inferSelect;

export async function readRules({ db }: Pick<StaffCtx, "db">): Promise<AwardRules> {
  const [institute, settings, courses, tests] = await Promise.all([
    readInstitute(db),
    readClassSettings(db),
    db
      .select({ courseId: course.courseId, course: course.name, rule: certificateRule })
      .from(course)
      .leftJoin(certificateRule, eq(certificateRule.courseId, course.id))
      .orderBy(asc(course.name)),
    db
      .select({ collectionId: collection.id, name: collection.languageName, topics: collection.topics })
      .from(collection)
      .orderBy(asc(collection.position), asc(collection.id)),
  ]);
  return {
    institutePercent: institute.certificateAttendancePercent,
    issuesAutomatically: settings.issuesAutomatically,
    settingsVersion: settings.version,
    rules: courses.map(({ rule, ...named }) => ({ ...named, ...contentOf(rule), version: rule?.version ?? 0 })),
    tests: tests.map(({ topics, ...test }) => ({ ...test, topics: topics.map(({ topic }) => topic) })),
  };
}

function contentOf(rule: RuleRow | null) {
  const { testCollectionId: collectionId, testTopic: topic, testPercent: percent } = rule ?? {};
  return {
    attendancePercent: rule?.attendancePercent ?? null,
    homeworkPercent: rule?.homeworkPercent ?? null,
    test: collectionId != null && topic != null && percent != null ? { collectionId, topic, percent } : null,
  };
}

type Given = ParsedInput<Api["award"]["saveRule"]>;

/** A rule that nobody has saved yet has version 0. */
export async function saveRule(ctx: StaffCtx, given: Given): Promise<AwardRules> {
  const { courseId, attendancePercent, homeworkPercent, test, version } = given;
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: course.id, name: course.name })
      .from(course)
      .where(eq(course.courseId, courseId));
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    if (test) await refuseUnknownTest(tx, test);
    const content = {
      ...{ attendancePercent, homeworkPercent, testCollectionId: test?.collectionId ?? null },
      ...{ testTopic: test?.topic ?? null, testPercent: test?.percent ?? null },
    };
    const [before] = await tx
      .select()
      .from(certificateRule)
      .where(eq(certificateRule.courseId, found.id))
      .for("update");
    if ((before?.version ?? 0) !== version) throw new Refusal("CHANGED_MEANWHILE");
    const stored = before
      ? await tx
          .update(certificateRule)
          .set({ ...content, version: version + 1 })
          .where(and(eq(certificateRule.courseId, found.id), eq(certificateRule.version, version)))
          .returning()
      : await tx
          .insert(certificateRule)
          .values({ courseId: found.id, ...content, version: 1 })
          .onConflictDoNothing()
          .returning();
    if (stored.length === 0) throw new Refusal("CHANGED_MEANWHILE");
    await recordChange(tx, ctx, {
      ...{ action: "Changed the rule for certificates", kind: "certificate", thingId: found.id, thing: found.name },
      before: contentOf(before ?? null),
      after: { attendancePercent, homeworkPercent, test },
    });
  });
  return readRules(ctx);
}

async function refuseUnknownTest(tx: Db, { collectionId, topic }: { collectionId: string; topic: string }) {
  const [found] = await tx.select().from(collection).where(eq(collection.id, collectionId));
  if (!found?.topics.some((one) => one.topic === topic))
    throw new Refusal("INVALID_INPUT", { fields: { test: "Choose a test from the list" } });
}

type Automatic = ParsedInput<Api["award"]["saveAutomatic"]>;

export async function saveAutomatic(ctx: StaffCtx, { issuesAutomatically, version }: Automatic): Promise<AwardRules> {
  await ctx.db.transaction(async (tx) => {
    const before = await readClassSettings(tx);
    await saveClassSettings(tx, { issuesAutomatically }, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed how certificates are issued", kind: "certificate", thingId: "automatic" },
      thing: "Automatic certificates",
      before: { issuesAutomatically: before.issuesAutomatically },
      after: { issuesAutomatically },
    });
  });
  return readRules(ctx);
}
