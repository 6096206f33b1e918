import { certificate } from "@shoreline/contract";
import { isCertificateId } from "@shoreline/domain/certificate";
import { isWellFormed } from "../../content/well-formed.ts";
import { formatDate } from "../../format.ts";
import type { Drawing } from "../../room.ts";
import { shareCards } from "../site/share-card.ts";
import { findCertificate } from "./queries.ts";
import { certificateShape } from "./shapes.ts";

/** It tells no more than a look-up does, and the look-ups of one address are bounded in the same way. */
export const certificateCards: Drawing = {
  ...shareCards("certificate", async ({ db, log }, certificateId, { brand }) => {
    const [found] = isCertificateId(certificateId) ? await findCertificate(db, { certificateId }) : [];
    if (!found || !isWellFormed(log, certificateShape, found)) return null;
    const { courseCompleted: course, studentName, earnedAt, revokedAt, isNameHidden, printed } = found;
    const day = formatDate(earnedAt, printed);
    // Its picture has the tick of a valid one.
    const picture = brand.scene === "coast" && !revokedAt ? "/pictures/verify.svg" : null;
    const [title, earned] = isNameHidden ? [course, `Earned on ${day}`] : [studentName, `${course}, ${day}`];
    return { title, facts: [earned, `${revokedAt ? "Revoked:" : "Certificate"} ${certificateId}`], picture };
  }),
  isAlwaysAsked: true,
  // Who walks through ids by their cards is counted as one who does so by their pages.
  limit: { call: "certificate.get", each: [certificate.get.limit ?? []].flat() },
};
