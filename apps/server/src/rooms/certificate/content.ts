import { Institute } from "@shoreline/contract";
import { z } from "zod";
import { ContentDate, resolveDate } from "../../content/dates.ts";
import type { DemoMaker } from "../../content/demo.ts";
import { readContentFile, refuseMissingPicture } from "../../content/read.ts";
import type { Db } from "../../db/connect.ts";
import { certificateCounter } from "../../db/tables/certificate.ts";
import { enqueue } from "../../jobs/queue.ts";
import { StartError } from "../../start-error.ts";
import { findCourse } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { publishCertificate } from "./jobs.ts";
import { addCertificate } from "./queries.ts";
import { takeSnapshot } from "./snapshot.ts";

const text = z.string().min(1);

const CertificatesFile = z
  .array(
    z.strictObject({
      studentName: text,
      picture: z.string().regex(/^\/pictures\/[\w./-]+$/),
      studentId: text,
      courseId: text,
      earnedAt: ContentDate,
      revoked: z.strictObject({ at: ContentDate, reason: text }).optional(),
    }),
  )
  .min(1);

/** The certificates of the demo, numbered from 1 in the order of the file. */
export const certificateDemo: DemoMaker = {
  load: ({ db, now }) => loadCertificates(db, now),
  /** Adds the certificates to a demo from an earlier version. Dates on a certificate never change. */
  async freshen({ db, now }) {
    if ((await db.$count(certificateCounter)) === 0) await loadCertificates(db, now);
  },
};

async function loadCertificates(db: Db, now: Date): Promise<number> {
  const holders = readContentFile("certificates.yaml", CertificatesFile);
  const institute = Institute.parse(await readInstitute(db));
  const { certificatePrefix: prefix, timeZone } = institute;
  for (const [n, holder] of holders.entries()) {
    refuseMissingPicture("certificates.yaml", holder.picture);
    const [course] = await findCourse(db, { courseId: holder.courseId });
    if (!course) throw new StartError(`content/certificates.yaml: there is no course ${holder.courseId}.`);
    const earnedAt = resolveDate(holder.earnedAt, { now, timeZone });
    const row = await addCertificate(db, {
      ...takeSnapshot({ institute, course, serial: n + 1 }),
      studentName: holder.studentName,
      studentProfile: holder.picture,
      studentId: holder.studentId,
      earnedAt,
      issuedAt: earnedAt,
      issuedBy: "rule",
      isDemo: true,
      revokedAt: holder.revoked ? resolveDate(holder.revoked.at, { now, timeZone }) : null,
      revokedReason: holder.revoked?.reason ?? null,
    });
    await enqueue(db, publishCertificate, { id: row.id });
  }
  await db.insert(certificateCounter).values({ prefix, last: holders.length });
  return holders.length;
}
