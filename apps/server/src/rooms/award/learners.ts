import { type Api, type AwardLearner, type Counted, type ParsedInput, Refusal } from "@shoreline/contract";
import { missingText } from "@shoreline/domain/certificate";
import { batchName } from "@shoreline/domain/course";
import { and, asc, desc, eq, isNull, lte, notExists, type SQL } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { toCounted } from "../../db/counted.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { cutPage, notAnEnd, readCursor } from "../../db/cursor.ts";
import { learner } from "../../db/tables/account.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { formatDate } from "../../format.ts";
import { fullName } from "../account/queries.ts";
import { type Facts, judge, readFacts } from "../certificate/facts.ts";
import { certificateOf } from "../certificate/queries.ts";
import { isOfLearnerWith } from "../inbox/words.ts";
import { isOnHold } from "../schedule/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { isRevoked, isValid } from "./certificates.ts";

type Asked = ParsedInput<Api["award"]["learners"]>;
type Filter = Pick<Asked, "courseId" | "batchId" | "words">;

/** So many are judged for one page: who has earned a certificate is known only then. */
const mostJudged = 500;
const atOnce = 100;

export async function listLearners({ db, clock }: StaffCtx, { state, after, ...filter }: Asked) {
  const now = clock.now();
  const institute = await readInstitute(db);
  const found = await listCandidates(db, filter, now);
  const isCut = found.length > mostJudged;
  const candidates = found.slice(0, mostJudged);
  const facts = await readFacts(
    db,
    candidates.map(({ id }) => id),
    now,
  );
  const all = candidates.flatMap((one) => {
    const own = facts.get(one.id);
    return own ? [{ ...one, learner: toWire(one, own, judge(own, { now, institute })) }] : [];
  });
  const ready = all.filter(({ learner: { missing } }) => missing.length === 0);
  const notYet = all.filter(({ learner: { missing } }) => missing.length > 0);
  const rows = (state === "ready" ? ready : notYet).filter(after ? comesAfter(after) : () => true);
  const { page, next } = cutPage(rows.slice(0, atOnce + 1), atOnce);
  const isFiltered = Object.values(filter).some(Boolean);
  const [issued, revoked] = isFiltered
    ? [null, null]
    : await Promise.all([countSome(db, isValid), countSome(db, isRevoked)]);
  return {
    learners: page.map((row) => row.learner),
    next,
    counts: { ready: ready.length, notYet: notYet.length, issued, revoked },
    isCut,
    batches: filter.courseId ? await listBatches(db, { courseId: filter.courseId, now, ...institute }) : [],
  };
}

/** The tabs say "1,000+". */
const mostCounted = 1000;

/** From an index, which has only these. */
async function countSome(db: Db, which: SQL | undefined): Promise<Counted> {
  const some = db
    .select({ id: certificate.id })
    .from(certificate)
    .where(which)
    .limit(mostCounted + 1)
    .as("some");
  return toCounted(await db.$count(some), mostCounted);
}

/** Those of the latest batches first. Without a batch: whose batch is over. */
async function listCandidates(db: Db, { courseId, batchId, words }: Filter, now: Date) {
  const rows = await db
    .select({
      ...{ id: purchase.id, startsAt: batch.startsAt, endsAt: batch.endsAt, batchId: batch.id, batchName: batch.name },
      ...{ batchTime: batch.batchTime, batchType: batch.batchType, isOnHold },
      ...{ firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(batch)
    .innerJoin(batchPlace, eq(batchPlace.batchId, batch.id))
    .innerJoin(purchase, eq(purchase.id, batchPlace.purchaseId))
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(
      and(
        isNull(batch.cancelledAt),
        isCurrentPurchase,
        notExists(certificateOf(db)),
        batchId ? eq(batch.id, batchId) : and(lte(batch.startsAt, now), lte(batch.endsAt, now)),
        courseId ? eq(course.courseId, courseId) : undefined,
        words ? await isOfLearnerWith(db, words, purchase.learnerId) : undefined,
      ),
    )
    .orderBy(desc(batch.startsAt), asc(purchase.id))
    .limit(mostJudged + 1);
  return rows.map((row) => ({ ...row, key: row.startsAt.toISOString() }));
}

type Candidate = Awaited<ReturnType<typeof listCandidates>>[number];

function comesAfter(after: string) {
  const { key, id } = readCursor(after);
  if (Number.isNaN(Date.parse(key))) throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  return (one: Candidate) => one.key < key || (one.key === key && one.id > id);
}

function toWire(one: Candidate, facts: Facts, judged: ReturnType<typeof judge>): AwardLearner {
  const { percent, homework, test, openInPaise, missing } = judged;
  return {
    ...{ purchaseId: one.id, name: fullName(one), courseId: facts.courseId, course: facts.courseName },
    ...{ batchId: one.batchId, batch: one.batchName || batchName(one), endsAt: one.endsAt.toISOString() },
    ...{ classes: facts.classes, attended: facts.attended, percent: Math.round(percent), homework },
    test: test && { topic: test.topic, percent: test.percent, best: test.best },
    ...{ openInPaise, isOnHold: one.isOnHold, missing: missing.map(missingText) },
  };
}

const mostBatches = 50;

/** Those that have begun, the latest first. */
async function listBatches(db: Db, { courseId, now, timeZone }: { courseId: string; now: Date; timeZone: string }) {
  const rows = await db
    .select({
      id: batch.id,
      name: batch.name,
      batchTime: batch.batchTime,
      batchType: batch.batchType,
      at: batch.startsAt,
    })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(and(eq(course.courseId, courseId), lte(batch.startsAt, now), isNull(batch.cancelledAt)))
    .orderBy(desc(batch.startsAt))
    .limit(mostBatches);
  return rows.map(({ id, name, at, ...kind }) => ({
    batchId: id,
    name: `${name || batchName(kind)}, since ${formatDate(at, { timeZone })}`,
  }));
}
