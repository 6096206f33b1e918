import { Institute } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import { openFolder, shippedFolder } from "../../content/folder.ts";
import { PicturePath } from "../../content/picture-path.ts";
import type { Db } from "../../db/connect.ts";
import { certificate, certificateCounter } from "../../db/tables/certificate.ts";
import { StartError } from "../../start-error.ts";
import { listAllCourses } from "../course/queries.ts";
import { lastEnds } from "../schedule/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { readDesign } from "./design.ts";
import { addCertificate } from "./queries.ts";
import { takeSnapshot } from "./snapshot.ts";

const text = z.string().min(1);

const CertificatesFile = z
  .array(
    z.strictObject({
      studentName: text,
      picture: PicturePath,
      studentId: text,
      courseId: text,
      revoked: z.strictObject({ afterDays: z.int().min(1), reason: text }).optional(),
    }),
  )
  .min(1);

/** The certificates of the demo: numbered in the order in which their holders' batches ended. */
export const certificateDemo: DemoMaker = {
  load: ({ db, now }) => loadCertificates(db, now),
  /** Adds the certificates to a demo from an earlier version. Dates on a certificate never change. */
  async freshen({ db, now }) {
    if ((await db.$count(certificateCounter)) === 0) await loadCertificates(db, now);
  },
  has: async (db) => (await db.$count(certificate, isOfDemo)) > 0,
  async keep(db) {
    await db.update(certificate).set({ isDemo: false }).where(isOfDemo);
  },
  async remove(db) {
    const certificates = await countDeleted(db, sql`delete from certificate where is_demo or purchase_id is not null`);
    await db.execute(sql`
      delete from certificate_counter counter
      where not exists (select from certificate c where c.prefix = counter.prefix)`);
    return { certificates };
  },
};

const isOfDemo = eq(certificate.isDemo, true);

async function loadCertificates(db: Db, now: Date): Promise<number> {
  const institute = Institute.parse(await readInstitute(db));
  const holders = await readHolders(db, now);
  const design = await readDesign(db);
  for (const [n, { holder, course, earnedAt }] of holders.entries()) {
    // Their files are made when somebody asks for them: a first start has more urgent work.
    await addCertificate(db, {
      ...takeSnapshot({ institute, course, serial: n + 1, design }),
      studentName: holder.studentName,
      studentProfile: holder.picture,
      studentId: holder.studentId,
      earnedAt,
      issuedAt: earnedAt,
      issuedBy: "rule",
      revokedAt: holder.revoked ? laterBy(earnedAt, { days: holder.revoked.afterDays, now }) : null,
      revokedReason: holder.revoked?.reason ?? null,
      isDemo: true,
    });
  }
  await db.insert(certificateCounter).values({ prefix: institute.certificatePrefix, last: holders.length });
  return holders.length;
}

/** The people of the file with their courses and the end of the last finished batch, in that order. */
async function readHolders(db: Db, now: Date) {
  const courses = new Map((await listAllCourses(db)).map((course) => [course.courseId, course]));
  const ends = await lastEnds(db, now);
  const folder = openFolder(shippedFolder);
  const holders = (folder.readFile("certificates.yaml", CertificatesFile) ?? []).map((holder) => {
    const course = courses.get(holder.courseId);
    const earnedAt = course && ends.get(course.id);
    if (!course || !earnedAt)
      throw new StartError(`content/certificates.yaml: there is no course ${holder.courseId} with a finished batch.`);
    return { holder, course, earnedAt };
  });
  return holders.sort((one, other) => one.earnedAt.getTime() - other.earnedAt.getTime());
}

function laterBy(at: Date, { days, now }: { days: number; now: Date }): Date {
  return new Date(Math.min(at.getTime() + days * 86_400_000, now.getTime()));
}
