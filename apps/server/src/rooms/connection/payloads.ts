import type { WebhookEvent } from "@shoreline/domain/connection";
import { fullNumber } from "@shoreline/domain/inbox";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { lead } from "../../db/tables/inbox.ts";
import { viewAddress } from "../certificate/addresses.ts";

type Read = (tx: Db, ids: string[], deps: Pick<Deps, "publicUrl">) => Promise<Map<string, object>>;

/**
 * What other programs are told, by the id of the row. What has gone meanwhile is missing. An erasure finds people by `email`, `number`
 * and `learnerId` (room.ts), so every event uses these names.
 */
export const readPayloads: Record<WebhookEvent, Read> = {
  async "lead.created"(tx, ids) {
    const rows = await tx
      .select()
      .from(lead)
      .where(and(inArray(lead.id, ids), sql`not ${lead.isSpam}`));
    return byId(rows, ({ id, name, email, number, source, interest, landingPage, campaign, cameAt, status }) => ({
      ...{ leadId: id, name, email, number, source, interest, landingPage, campaign },
      ...{ cameAt: cameAt.toISOString(), status },
    }));
  },
  async "purchase.completed"(tx, ids) {
    const rows = await tx
      .select({ id: purchase.id, purchase, learner, courseName: course.name })
      .from(purchase)
      .innerJoin(learner, eq(learner.id, purchase.learnerId))
      .innerJoin(course, eq(course.id, purchase.courseId))
      .where(inArray(purchase.id, ids));
    return byId(rows, ({ id, purchase: { amountInPaise, purchasedAt, batchTime }, learner, courseName }) => ({
      purchaseId: id,
      learnerId: learner.id,
      name: `${learner.firstName} ${learner.lastName}`.trim(),
      email: learner.email,
      number: fullNumber(learner.mobileNumber, learner.countryCode),
      ...{ course: courseName, amountInPaise, purchasedAt: purchasedAt.toISOString(), batchTime },
    }));
  },
  async "certificate.issued"(tx, ids, { publicUrl }) {
    const rows = await tx
      .select()
      .from(certificate)
      .where(and(inArray(certificate.id, ids), isNull(certificate.erasedAt)));
    return byId(rows, ({ certificateId, learnerId, studentName, courseCompleted, issuedAt }) => ({
      ...{ certificateId, learnerId, studentName, course: courseCompleted, issuedAt: issuedAt.toISOString() },
      url: viewAddress(publicUrl, certificateId),
    }));
  },
};

function byId<Row extends { id: string }>(rows: Row[], toData: (row: Row) => object): Map<string, object> {
  return new Map(rows.map((row) => [row.id, toData(row)]));
}
